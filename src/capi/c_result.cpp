#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "capi/cell.h"
#include "capi/handles.h"
#include "column/arrow.h"
#include "engine/result_writer.h"

using stoa::Batch;
using stoa::ColumnVector;
using stoa::Error;
using stoa::capi::guarded;

static_assert(sizeof(stoa_text) == sizeof(stoa::TextView));
static_assert(sizeof(stoa_interval) == sizeof(stoa::Interval));
static_assert(STOA_TYPE_JSON == static_cast<int>(stoa::TypeId::kJson));
static_assert(STOA_TYPE_TEXT == static_cast<int>(stoa::TypeId::kText));

stoa_result::stoa_result(stoa::engine::QueryResult given) : data(std::move(given)) {
  texts.resize(data.types.size());
  for (const stoa::LogicalType& type : data.types) {
    type_names.push_back(type.to_string());
  }
  if (data.rows == nullptr) {
    return;
  }
  size_t begin = 0;
  for (const Batch& batch : data.rows->batches()) {
    batch_begins.push_back(begin);
    begin += batch.row_count;
  }
}

const ColumnVector* stoa_result::find(size_t column, size_t row, size_t& row_in_batch) const {
  if (column >= data.types.size() || row >= data.row_count()) {
    return nullptr;
  }
  const auto above = std::upper_bound(batch_begins.begin(), batch_begins.end(), row);
  const auto batch = static_cast<size_t>(above - batch_begins.begin()) - 1;
  row_in_batch = row - batch_begins[batch];
  return &data.rows->batches()[batch].columns[column];
}

namespace {

/// Reads one value with `read(vector, row)`; `missing` for NULL, for what is not there and on errors.
template <class T, class Read>
T read_value(const stoa_result* result, size_t column, size_t row, T missing, const Read& read) {
  if (result == nullptr) {
    return missing;
  }
  T value = missing;
  guarded(result->error, [&] {
    size_t row_in_batch = 0;
    const ColumnVector* vector = result->find(column, row, row_in_batch);
    if (vector == nullptr) {
      throw Error(stoa::sqlstate::kInvalidParameterValue,
                  "there is no column " + std::to_string(column) + " of row " + std::to_string(row))
          .with_hint("both are numbered from 0; the result has " + std::to_string(result->data.types.size()) +
                     " columns and " + std::to_string(result->data.row_count()) + " rows");
    }
    if (!vector->is_null(row_in_batch)) {
      value = read(*vector, row_in_batch);
    }
  });
  return value;
}

class ResultStream : public stoa::ArrowStreamSource {
 public:
  ResultStream(const stoa::engine::QueryResult& result, bool dictionaries) : rows_(result.rows) {
    for (size_t i = 0; i < result.types.size(); ++i) {
      fields_.push_back({result.names[i], result.types[i], dictionaries && is_dictionary(i), true});
    }
  }
  const std::vector<stoa::ArrowField>& fields() const override { return fields_; }
  std::optional<Batch> next() override {
    if (rows_ == nullptr || next_ == rows_->batches().size()) {
      return std::nullopt;
    }
    return rows_->batches()[next_++];
  }

 private:
  bool is_dictionary(size_t column) const {
    return rows_ != nullptr && !rows_->batches().empty() &&
           std::ranges::all_of(rows_->batches(), [&](const Batch& batch) {
             return batch.columns[column].has_distinct_dictionary();
           });
  }

  std::shared_ptr<const stoa::CollectedRows> rows_;
  std::vector<stoa::ArrowField> fields_;
  size_t next_ = 0;
};

}  // namespace

void stoa_result_free(stoa_result* result) {
  delete result;
}

size_t stoa_column_count(const stoa_result* result) {
  return result == nullptr ? 0 : result->data.types.size();
}

size_t stoa_row_count(const stoa_result* result) {
  return result == nullptr ? 0 : result->data.row_count();
}

uint64_t stoa_changed_row_count(const stoa_result* result) {
  return result == nullptr ? 0 : result->data.changed_row_count;
}

const char* stoa_command(const stoa_result* result) {
  return result == nullptr ? "" : result->data.command.c_str();
}

const char* stoa_column_name(const stoa_result* result, size_t column) {
  return column < stoa_column_count(result) ? result->data.names[column].c_str() : nullptr;
}

stoa_type stoa_column_type(const stoa_result* result, size_t column) {
  return column < stoa_column_count(result) ? static_cast<stoa_type>(result->data.types[column].id())
                                            : STOA_TYPE_INVALID;
}

const char* stoa_column_type_name(const stoa_result* result, size_t column) {
  return column < stoa_column_count(result) ? result->type_names[column].c_str() : nullptr;
}

uint8_t stoa_column_scale(const stoa_result* result, size_t column) {
  const bool is_decimal = stoa_column_type(result, column) == STOA_TYPE_DECIMAL;
  return is_decimal ? result->data.types[column].scale() : 0;
}

int stoa_value_is_null(const stoa_result* result, size_t column, size_t row) {
  return read_value(result, column, row, 1, [](const ColumnVector&, size_t) { return 0; });
}

int stoa_value_boolean(const stoa_result* result, size_t column, size_t row) {
  return read_value(result, column, row, 0, [](const ColumnVector& vector, size_t at) {
    return stoa::capi::boolean_cell(vector, at) ? 1 : 0;
  });
}

int64_t stoa_value_int64(const stoa_result* result, size_t column, size_t row) {
  return read_value(result, column, row, int64_t{0}, stoa::capi::integer_cell);
}

double stoa_value_double(const stoa_result* result, size_t column, size_t row) {
  return read_value(result, column, row, 0.0, stoa::capi::number_cell);
}

const char* stoa_value_text(const stoa_result* result, size_t column, size_t row, size_t* size) {
  const char* text = read_value(result, column, row, static_cast<const char*>(nullptr),
                                [&](const ColumnVector& vector, size_t at) {
                                  std::string& copy = result->texts[column];
                                  copy = stoa::capi::text_cell(vector, at);
                                  return copy.c_str();
                                });
  if (size != nullptr) {
    *size = text == nullptr ? 0 : result->texts[column].size();
  }
  return text;
}

const stoa_error* stoa_result_error(const stoa_result* result) {
  return result == nullptr ? nullptr : result->error.get();
}

size_t stoa_batch_count(const stoa_result* result) {
  return result == nullptr ? 0 : result->batch_begins.size();
}

size_t stoa_batch_row_count(const stoa_result* result, size_t batch) {
  return batch < stoa_batch_count(result) ? result->data.rows->batches()[batch].row_count : 0;
}

stoa_status stoa_batch_column(const stoa_result* result, size_t batch, size_t column, stoa_column* out) {
  if (out == nullptr || batch >= stoa_batch_count(result) || column >= stoa_column_count(result)) {
    return STOA_MISUSE;
  }
  return guarded(result->error, [&] {
    result->flat.resize(stoa_batch_count(result));
    result->flat[batch].resize(stoa_column_count(result));
    std::optional<ColumnVector>& flat = result->flat[batch][column];
    if (!flat) {
      flat = result->data.rows->batches()[batch].columns[column].flatten();
    }
    *out = {flat->data(), flat->validity().words(), flat->size(), stoa_column_type(result, column),
            flat->type().width_bytes()};
  });
}

char* stoa_display(const stoa_result* result, size_t row_count_max) {
  if (result == nullptr) {
    return nullptr;
  }
  char* copy = nullptr;
  guarded(result->error, [&] {
    std::ostringstream out;
    stoa::engine::write_result(out, result->data, stoa::engine::Format::kTable, row_count_max);
    const std::string text = std::move(out).str();
    copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy == nullptr) {
      throw std::bad_alloc();
    }
    std::memcpy(copy, text.c_str(), text.size() + 1);
  });
  return copy;
}

stoa_status stoa_result_arrow(const stoa_result* result, unsigned flags, struct ArrowArrayStream* stream) {
  if (result == nullptr || stream == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(result->error, [&] {
    stoa::ArrowOptions options;
    options.dictionaries = (flags & STOA_ARROW_DICTIONARIES) != 0;
    if ((flags & STOA_ARROW_LARGE_TEXT) != 0) {
      options.text = stoa::ArrowOptions::Text::kLargeUtf8;
    }
    if ((flags & STOA_ARROW_TEXT_VIEWS) != 0) {
      options.text = stoa::ArrowOptions::Text::kUtf8View;
    }
    stoa::export_stream(std::make_unique<ResultStream>(result->data, options.dictionaries), options, stream);
  });
}
