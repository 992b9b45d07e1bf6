#pragma once

#include <memory>
#include <ostream>
#include <string_view>

#include "engine/query_result.h"

namespace stoa::engine {

enum class Format : uint8_t { kTable, kCsv, kJson, kNdjson, kMarkdown };

/// The format of a name as --format and .mode take it; none for an unknown one.
bool find_format(std::string_view name, Format& format);
std::string_view format_name(Format format);

/// Prints a result with rows; for others nothing. NULL is an empty field in CSV, `null` in JSON, and nothing
/// in tables. Tables are cut to `rows_max` rows (0: all) with a line that says so.
void write_result(std::ostream& out, const QueryResult& result, Format format, size_t rows_max);

}  // namespace stoa::engine
