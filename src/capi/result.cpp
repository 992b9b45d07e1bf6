#include <sstream>

#include <stoa/result.hpp>

#include "base/error.h"
#include "base/near_name.h"
#include "capi/cell.h"
#include "capi/result_data.h"
#include "engine/result_writer.h"

namespace stoa {

namespace {

[[noreturn]] void raise_missing(std::string_view what, size_t number, size_t count) {
  throw Error(sqlstate::kInvalidParameterValue,
              "there is no " + std::string(what) + " " + std::to_string(number))
      .with_hint("there are " + std::to_string(count) + ", numbered from 0");
}

struct Cell {
  const ColumnVector& vector;
  size_t row;
};

Cell find_cell(const Result::Data& data, size_t column, size_t row) {
  size_t row_in_batch = 0;
  const ColumnVector* vector = data.find(column, row, row_in_batch);
  if (vector == nullptr) {
    if (column >= data.data.types.size()) {
      raise_missing("column", column, data.data.types.size());
    }
    raise_missing("row", row, data.data.row_count());
  }
  return {*vector, row_in_batch};
}

/// For the readers of values, which expect one.
Cell find_value(const Result::Data& data, size_t column, size_t row) {
  const Cell cell = find_cell(data, column, row);
  if (cell.vector.is_null(cell.row)) {
    detail::raise_null(column);
  }
  return cell;
}

/// As detail::kCell has it.
char cell_of(const LogicalType& type) {
  switch (type.physical()) {
    case PhysicalType::kBool: return 'b';
    case PhysicalType::kFloat:
    case PhysicalType::kDouble: return 'f';
    case PhysicalType::kText: return 't';
    case PhysicalType::kInterval: return 'v';
    case PhysicalType::kUint8:
    case PhysicalType::kUint16:
    case PhysicalType::kUint32:
    case PhysicalType::kUint64: return 'u';
    default: return 'i';
  }
}

}  // namespace

namespace detail {

void raise_does_not_fit(int64_t value) {
  throw Error(sqlstate::kNumericOutOfRange,
              "the value " + std::to_string(value) + " does not fit the type that it is read as");
}

void raise_null(size_t column) {
  throw Error(sqlstate::kNullNotAllowed, "the value of column " + std::to_string(column) + " is NULL")
      .with_hint("read it as std::optional, or ask is_null first");
}

}  // namespace detail

bool Row::is_null(size_t column) const {
  const Cell cell = find_cell(*result_->data_, column, number_);
  return cell.vector.is_null(cell.row);
}

bool Row::boolean(size_t column) const {
  const Cell cell = find_value(*result_->data_, column, number_);
  return capi::boolean_cell(cell.vector, cell.row);
}

int64_t Row::integer(size_t column) const {
  const Cell cell = find_value(*result_->data_, column, number_);
  return capi::integer_cell(cell.vector, cell.row);
}

double Row::number(size_t column) const {
  const Cell cell = find_value(*result_->data_, column, number_);
  return capi::number_cell(cell.vector, cell.row);
}

std::string_view Row::bytes(size_t column) const {
  const Cell cell = find_value(*result_->data_, column, number_);
  return capi::bytes_cell(cell.vector, cell.row);
}

std::string Row::text(size_t column) const {
  const Cell cell = find_value(*result_->data_, column, number_);
  return capi::text_cell(cell.vector, cell.row);
}

size_t Row::column_index(std::string_view name) const {
  return result_->column_index(name);
}

Result::Result() : data_(std::make_shared<const Data>(engine::QueryResult{})) {}

Result::Result(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

size_t Result::column_count() const noexcept {
  return data_->data.types.size();
}

size_t Result::row_count() const noexcept {
  return data_->data.row_count();
}

const std::string& Result::column_name(size_t column) const {
  if (column >= column_count()) {
    raise_missing("column", column, column_count());
  }
  return data_->data.names[column];
}

ColumnType Result::column_type(size_t column) const {
  column_name(column);
  const LogicalType& type = data_->data.types[column];
  const bool is_decimal = type.is_decimal();
  return {static_cast<stoa_type>(type.id()), is_decimal ? type.precision() : uint8_t{0},
          is_decimal ? type.scale() : uint8_t{0}, data_->type_names[column]};
}

size_t Result::column_index(std::string_view name) const {
  const std::vector<std::string>& names = data_->data.names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) {
    return static_cast<size_t>(found - names.begin());
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view near = near_name(name, known);
  throw Error(sqlstate::kUndefinedColumn, "the result has no column \"" + std::string(name) + "\"")
      .with_hint(near.empty() ? "" : "perhaps you meant \"" + std::string(near) + "\"");
}

const std::string& Result::command() const noexcept {
  return data_->data.command;
}

uint64_t Result::changed_row_count() const noexcept {
  return data_->data.changed_row_count;
}

Row Result::operator[](size_t row) const {
  if (row >= row_count()) {
    raise_missing("row", row, row_count());
  }
  return {*this, row};
}

size_t Result::batch_count() const noexcept {
  return stoa_batch_count(data_.get());
}

void Result::check_single() const {
  if (row_count() != 1 || column_count() != 1) {
    throw Error(sqlstate::kCardinalityViolation, "the result has " + std::to_string(row_count()) +
                                                     " rows of " + std::to_string(column_count()) +
                                                     " columns, not one value");
  }
}

void Result::check_column_count(size_t wanted) const {
  if (column_count() < wanted) {
    throw Error(
        sqlstate::kInvalidParameterValue,
        std::to_string(wanted) + " columns are read of a result that has " + std::to_string(column_count()));
  }
}

stoa_column Result::raw_column(size_t batch, size_t column, size_t value_bytes, char cell) const {
  column_name(column);
  if (batch >= batch_count()) {
    raise_missing("batch", batch, batch_count());
  }
  const LogicalType& type = data_->data.types[column];
  if (type.width_bytes() != value_bytes || cell_of(type) != cell) {
    throw Error(sqlstate::kDatatypeMismatch,
                "a column of type " + data_->type_names[column] + " is read as another C type")
        .with_hint("stoa_type in stoa_types.h names the C type of each type");
  }
  stoa_column found{};
  if (stoa_batch_column(data_.get(), batch, column, &found) != STOA_OK) {
    throw Error(sqlstate::kOutOfMemory, stoa_result_error(data_.get())->message);
  }
  return found;
}

std::string Result::to_string(size_t row_count_max) const {
  std::ostringstream out;
  engine::write_result(out, data_->data, engine::Format::kTable, row_count_max);
  return std::move(out).str();
}

void Result::export_arrow(ArrowArrayStream* stream, unsigned flags) const {
  if (stoa_result_arrow(data_.get(), flags, stream) != STOA_OK) {
    const stoa_error* error = stoa_result_error(data_.get());
    throw Error(SqlState::from(error == nullptr ? "22023" : error->sqlstate),
                error == nullptr ? "no stream is given" : error->message);
  }
}

}  // namespace stoa
