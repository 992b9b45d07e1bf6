#pragma once

#include <memory>
#include <string>

#include "exec/physical_planner.h"

namespace stoa::engine {

/// A physical plan with what it was made from: good as long as the catalog and the session's settings are the
/// same.
struct CachedPlan {
  PhysicalPlan plan;
  uint64_t catalog_revision = 0;
  uint64_t settings_revision = 0;
  bool is_write = false;
  bool is_explain = false;
  bool is_analyze = false;
  /// Reads no file, whose columns could be others the next time.
  bool is_cacheable = false;
  /// A result to show, and not only a number of changed rows.
  bool shows_rows = true;
  std::string command;
};

}  // namespace stoa::engine
