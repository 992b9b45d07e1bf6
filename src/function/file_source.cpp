#include "function/file_source.h"

#include <algorithm>

#include "base/error.h"
#include "base/near_name.h"
#include "format/csv/csv_reader.h"
#include "format/parquet/parquet_reader.h"
#include "function/multi_file_source.h"
#include "io/file_system.h"

namespace stoa {

namespace {

FileSystem& files_of(const FunctionContext& context) {
  if (context.files == nullptr) {
    raise(sqlstate::kInsufficientPrivilege, "files cannot be read here");
  }
  return *context.files;
}

bool ends_with_ignoring_case(std::string_view text, std::string_view ending) {
  if (text.size() < ending.size()) {
    return false;
  }
  const std::string_view tail = text.substr(text.size() - ending.size());
  return std::equal(tail.begin(), tail.end(), ending.begin(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

bool boolean_option(const std::string& name, const Value& value) {
  Value truth;
  if (value.is_null() || !try_cast_value(value, TypeId::kBoolean, truth)) {
    raise(sqlstate::kInvalidParameterValue, "option " + name + " takes true or false");
  }
  return truth.as_boolean();
}

/// Takes the options that concern any format; false for others.
bool take_option(MultiFileOptions& options, const std::string& name, const Value& value) {
  if (name == "filename") {
    options.file_name_column = boolean_option(name, value);
  } else if (name == "union_by_name") {
    options.union_by_name = boolean_option(name, value);
  } else if (name == "hive_partitioning") {
    options.hive_partitioning = boolean_option(name, value);
  } else {
    return false;
  }
  return true;
}

[[noreturn]] void raise_unknown_option(const std::string& name, std::vector<std::string> known) {
  known.insert(known.end(), {"filename", "union_by_name", "hive_partitioning"});
  const std::string near(near_name(name, known));
  Error error(sqlstate::kInvalidParameterValue, "there is no option \"" + name + "\"");
  if (near.empty()) {
    throw error;
  }
  throw std::move(error).with_hint("Did you mean '" + near + "'?");
}

}  // namespace

FileFormat format_of_path(std::string_view path) {
  for (const std::string_view ending : {".gz", ".zst", ".lz4"}) {
    if (ends_with_ignoring_case(path, ending)) {
      path.remove_suffix(ending.size());
      break;
    }
  }
  for (const std::string_view ending : {".csv", ".tsv", ".txt", ".tab", ".psv"}) {
    if (ends_with_ignoring_case(path, ending)) {
      return FileFormat::kCsv;
    }
  }
  for (const std::string_view ending : {".parquet", ".pq", ".parq"}) {
    if (ends_with_ignoring_case(path, ending)) {
      return FileFormat::kParquet;
    }
  }
  return FileFormat::kUnknown;
}

std::vector<std::string> expand_paths(FileSystem& files, const std::vector<std::string>& patterns) {
  std::vector<std::string> paths;
  for (const std::string& pattern : patterns) {
    // A name with brackets or the like that is there means itself.
    if (!is_glob(pattern) || files.exists(pattern)) {
      paths.push_back(pattern);
      continue;
    }
    std::vector<std::string> found = files.glob(pattern);
    if (found.empty()) {
      raise(sqlstate::kUndefinedFile, "no file matches '" + pattern + "'");
    }
    paths.insert(paths.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  return paths;
}

std::shared_ptr<TableSource> open_csv_files(const FunctionContext& context,
                                            const std::vector<std::string>& patterns,
                                            const NamedValues& options) {
  FileSystem& files = files_of(context);
  csv::Options csv_options;
  if (context.learned_types != nullptr) {
    csv_options.learned = context.learned_types;
  }
  MultiFileOptions multi;
  for (const auto& [name, value] : options) {
    if (!take_option(multi, name, value) && !csv::set_option(csv_options, name, value)) {
      raise_unknown_option(name, csv::option_names());
    }
  }
  std::vector<SourceFile> opened;
  for (std::string& path : expand_paths(files, patterns)) {
    std::shared_ptr<TableSource> source = csv::open_csv(files, path, csv_options);
    opened.push_back({std::move(path), std::move(source)});
  }
  return concatenate_files(std::move(opened), multi);
}

std::shared_ptr<TableSource> open_parquet_files(const FunctionContext& context,
                                                const std::vector<std::string>& patterns,
                                                const NamedValues& options) {
  FileSystem& files = files_of(context);
  parquet::ReadOptions parquet_options;
  MultiFileOptions multi;
  for (const auto& [name, value] : options) {
    if (name == "binary_as_string" || name == "binary_as_text") {
      parquet_options.binary_as_text = boolean_option(name, value);
    } else if (!take_option(multi, name, value)) {
      raise_unknown_option(name, {"binary_as_string"});
    }
  }
  std::vector<SourceFile> opened;
  for (std::string& path : expand_paths(files, patterns)) {
    std::shared_ptr<TableSource> source = parquet::open_parquet(files, path, parquet_options);
    opened.push_back({std::move(path), std::move(source)});
  }
  return concatenate_files(std::move(opened), multi);
}

std::shared_ptr<TableSource> open_file_source(const FunctionContext& context, const std::string& path) {
  switch (format_of_path(path)) {
    case FileFormat::kCsv: return open_csv_files(context, {path}, {});
    case FileFormat::kParquet: return open_parquet_files(context, {path}, {});
    case FileFormat::kUnknown: break;
  }
  FileSystem& files = files_of(context);
  if (!is_glob(path) && !files.exists(path)) {
    raise_missing_file(files, path);
  }
  if (files.is_directory(path)) {
    throw Error(sqlstate::kWrongObjectType, "'" + path + "' is a directory, not a file")
        .with_hint("For all files in it write '" + join_path(path, "*.csv") + "' or '" +
                   join_path(path, "*.parquet") + "'.");
  }
  throw Error(sqlstate::kInvalidParameterValue, "the ending of '" + path + "' doesn't say what format it has")
      .with_hint("Endings known are .csv, .tsv, .txt and .parquet; otherwise write read_csv('" + path +
                 "') or read_parquet('" + path + "').");
}

}  // namespace stoa
