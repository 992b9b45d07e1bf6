#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/compression.h"
#include "types/logical_type.h"
#include "types/value.h"

namespace stoa::csv {

enum class Encoding : uint8_t { kDetect, kUtf8, kLatin1, kUtf16 };

/// What an earlier scan learned about a file whose sample was misleading. Shared by everyone who opens files
/// with the same Options; thread-safe.
class LearnedTypes {
 public:
  LearnedTypes();
  ~LearnedTypes();
  /// The types of all columns of `path`, or nothing. A fingerprint tells the file from a later one of that
  /// name.
  std::optional<std::vector<LogicalType>> find(const std::string& path, uint64_t fingerprint) const;
  void remember(const std::string& path, uint64_t fingerprint, std::vector<LogicalType> types);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// How to read a CSV file; what is absent is detected.
struct Options {
  std::optional<char> delimiter;
  std::optional<char> quote;   ///< 0: no quoting
  std::optional<char> escape;  ///< 0 or the quote: doubled quotes
  std::optional<char> comment;
  std::optional<bool> header;
  /// Blank lines of a file of one column: skipped, or NULLs. Absent: NULLs where its first value is quoted,
  /// or where it has nothing else; csv_writer.h writes such files so.
  std::optional<bool> skip_blank_lines;
  std::optional<size_t> skip;                              ///< lines before the header, or before the data
  std::vector<std::string> names;                          ///< of the first columns, or of all
  std::vector<std::pair<std::string, LogicalType>> types;  ///< by name
  std::vector<LogicalType> column_types;                   ///< by position, of the first columns or of all
  std::vector<std::string> null_texts = {""};
  bool empty_as_null = true;        ///< false: an unquoted empty text field is ''
  bool quoted_null = false;         ///< true: "" and other quoted null texts are NULL too
  bool all_text = false;            ///< no type detection: every column is TEXT
  bool ignore_errors = false;       ///< rows that don't fit are left out
  bool null_padding = false;        ///< rows that are too short end in NULLs
  bool strict = false;              ///< text behind a closing quote is an error
  bool decimal_comma = false;       ///< 1,5 is a number (the delimiter must be another)
  bool file_name_column = false;    ///< adds a last column `filename`
  size_t sample_row_count = 20480;  ///< rows that types are inferred from; SIZE_MAX: all
  size_t line_bytes_max = 16 << 20;
  Encoding encoding = Encoding::kDetect;
  std::optional<Compression> compression;
  std::shared_ptr<LearnedTypes> learned = std::make_shared<LearnedTypes>();
  size_t chunk_bytes = 512 << 10;  ///< of a morsel; tests set it small
};

/// Sets an option by its SQL name (option_names): those of read_csv and COPY. Lists may be written as one
/// text with commas: names = 'a, b', types = 'bigint, text' (by position) or 'b text' (by name), columns = 'a
/// bigint, b text'. False for a name that isn't known; raises 22023 for a value that it can't be.
[[nodiscard]] bool set_option(Options& options, std::string_view name, const Value& value);
/// All names that set_option knows, for hints.
const std::vector<std::string>& option_names();

}  // namespace stoa::csv
