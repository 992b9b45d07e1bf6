#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "format/reader.h"

namespace stoa::csv {

class Source;

/// A scan of `source` (which must outlive it) by chunks, or by one morsel where the file can only be
/// streamed.
std::unique_ptr<TableScan> make_scan(Source& source, std::vector<size_t> columns, size_t vector_size);

}  // namespace stoa::csv
