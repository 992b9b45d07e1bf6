#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "format/reader.h"
#include "function/function_context.h"
#include "types/value.h"

/// Opening data files as sources of rows. Errors: 58P01 for what isn't there, 22023 for unknown formats and
/// options, 42804 where the files of one pattern don't go together, and those of the formats' readers.
namespace stoa {

enum class FileFormat : uint8_t { kUnknown, kCsv, kParquet };

/// By the ending of a name or glob pattern, behind that of a compression: .csv, .tsv, .txt, .parquet, .pq.
FileFormat format_of_path(std::string_view path);

/// `FROM 'path'`: one file or all that a glob pattern means, in the format of the ending.
std::shared_ptr<TableSource> open_file_source(const FunctionContext& context, const std::string& path);

/// The files that paths and patterns mean, in order; raises 58P01 when one means none.
std::vector<std::string> expand_paths(FileSystem& files, const std::vector<std::string>& patterns);

using NamedValues = std::vector<std::pair<std::string, Value>>;

/// The rows of all files, one after another. Options that are not the format's: filename, union_by_name,
/// hive_partitioning.
std::shared_ptr<TableSource> open_csv_files(const FunctionContext& context,
                                            const std::vector<std::string>& patterns,
                                            const NamedValues& options);
std::shared_ptr<TableSource> open_parquet_files(const FunctionContext& context,
                                                const std::vector<std::string>& patterns,
                                                const NamedValues& options);

}  // namespace stoa
