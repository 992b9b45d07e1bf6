#include "table/row_checks.h"

#include <string>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/aggregate.h"
#include "types/utf8.h"

namespace stoa {

namespace {

[[noreturn]] void raise_null(const TableSchema& table, const ColumnDefinition& column) {
  throw Error(sqlstate::kNotNullViolation, "null value in column \"" + column.name + "\" of relation \"" +
                                               table.name + "\" violates not-null constraint")
      .with_names("", table.name, column.name);
}

[[noreturn]] void raise_too_long(const TableSchema& table, const ColumnDefinition& column) {
  throw Error(sqlstate::kStringTooLong,
              std::string("value too long for type ") +
                  (column.type.is_fixed_char() ? "character(" : "character varying(") +
                  std::to_string(column.type.length()) + ")")
      .with_detail("column \"" + column.name + "\" of relation \"" + table.name + "\"")
      .with_names("", table.name, column.name);
}

bool is_all_spaces(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
}

/// Texts of at most `length` bytes have at most as many characters; only longer ones need counting.
bool fits(std::string_view text, uint32_t length, bool is_padded) {
  if (text.size() <= length && !is_padded) {
    return true;
  }
  const size_t characters = count_characters(text);
  return is_padded ? characters == length : characters <= length;
}

TextView fit(const TableSchema& table, const ColumnDefinition& column, const TextView& text, TextHeap& heap) {
  const size_t length = column.type.length();
  const std::string_view whole = text.view();
  const size_t kept_bytes = bytes_of_characters(whole, length);
  if (kept_bytes < whole.size()) {
    if (!is_all_spaces(whole.substr(kept_bytes))) {
      raise_too_long(table, column);
    }
    return heap.add(whole.substr(0, kept_bytes));
  }
  if (!column.type.is_fixed_char()) {
    return text;
  }
  std::string padded(whole);
  padded.append(length - count_characters(whole), ' ');
  return heap.add(padded);
}

ColumnVector check_length(const TableSchema& table, const ColumnDefinition& column,
                          const ColumnVector& values, size_t row_count) {
  const UnifiedVector rows(values);
  const uint32_t length = column.type.length();
  size_t row = 0;
  for (; row < row_count; ++row) {
    if (rows.is_valid(row) && !fits(rows.value<TextView>(row).view(), length, column.type.is_fixed_char())) {
      break;
    }
  }
  if (row == row_count) {
    return values;
  }
  ColumnVector fitted = ColumnVector::make_flat(column.type, row_count);
  TextHeap& heap = fitted.mutable_heap();
  heap.keep(values.is_dictionary() ? values.dictionary().heap() : values.heap());
  for (size_t i = 0; i < row_count; ++i) {
    if (rows.is_valid(i)) {
      fitted.mutable_values<TextView>()[i] = fit(table, column, rows.value<TextView>(i), heap);
    } else {
      fitted.set_null(i);
    }
  }
  return fitted;
}

}  // namespace

ColumnVector check_values(const TableSchema& table, const ColumnDefinition& column,
                          const ColumnVector& values, size_t row_count) {
  if (!column.is_nullable && UnifiedVector(values).validity != nullptr &&
      count_values(values, row_count) != row_count) {
    raise_null(table, column);
  }
  if (!column.type.is_text() || column.type.length() == 0) {
    return values;
  }
  return check_length(table, column, values, row_count);
}

Batch check_rows(const TableSchema& table, const Batch& rows) {
  STOA_CHECK(rows.columns.size() == table.columns.size());
  Batch checked;
  checked.row_count = rows.row_count;
  checked.columns.reserve(rows.columns.size());
  for (size_t i = 0; i < rows.columns.size(); ++i) {
    STOA_ASSERT(rows.columns[i].type().physical() == table.columns[i].type.physical());
    checked.columns.push_back(check_values(table, table.columns[i], rows.columns[i], rows.row_count));
  }
  return checked;
}

}  // namespace stoa
