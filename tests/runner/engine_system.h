#pragma once

#include <memory>

#include "runner/sql_session.h"

namespace stoa::sqltest {

/// The engine of this tree, in this process.
std::unique_ptr<SqlSystem> make_engine_system();

}  // namespace stoa::sqltest
