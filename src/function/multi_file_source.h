#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "format/reader.h"

namespace stoa {

/// A file as a part of a source of several: what it offers and what its path says.
struct SourceFile {
  std::string path;
  std::shared_ptr<TableSource> source;
};

struct MultiFileOptions {
  bool union_by_name = false;  ///< columns that some files lack are NULL there; otherwise that is an error
  bool file_name_column = false;
  /// Absent: columns for `key=value` directories where all files have the same keys.
  std::optional<bool> hive_partitioning;
};

/// The rows of several files one after another, with the columns of the first (or of all, by name). Columns
/// of different types get their common type. Columns made from paths come last: `filename`, then the
/// partitions; a filter on one of those skips whole files. Gives the file's own source back when there is one
/// file and nothing to add. Raises 42804 naming both files where they don't go together.
std::shared_ptr<TableSource> concatenate_files(std::vector<SourceFile> files,
                                               const MultiFileOptions& options);

/// The `key=value` directories of a path, in order.
std::vector<std::pair<std::string, std::string>> partitions_of_path(std::string_view path);

}  // namespace stoa
