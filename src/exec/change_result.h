#pragma once

#include <cstdint>
#include <memory>

#include "format/reader.h"

namespace stoa {

/// One row with one BIGINT: what a statement that changes rows gives without RETURNING.
std::unique_ptr<TableScan> change_count_scan(uint64_t row_count);

}  // namespace stoa
