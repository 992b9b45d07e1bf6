// Casts from text and to text.
#include <cstring>

#include "base/assert.h"
#include "column/cast_run.h"
#include "types/bytea.h"
#include "types/cast.h"
#include "types/date.h"
#include "types/decimal.h"
#include "types/interval_text.h"
#include "types/json_text.h"
#include "types/number_text.h"
#include "types/timestamp.h"
#include "types/uuid.h"

namespace stoa {
namespace {

template <class To>
void parse_rows(CastRun& run, bool (*parse)(std::string_view, To&) noexcept) {
  cast_rows<TextView, To>(run, [=](const TextView& text, To& result) { return parse(text.view(), result); });
}

void parse_integers(CastRun& run) {
  switch (run.result.type().id()) {
    case TypeId::kTinyint: return parse_rows<int8_t>(run, parse_int8);
    case TypeId::kSmallint: return parse_rows<int16_t>(run, parse_int16);
    case TypeId::kInteger: return parse_rows<int32_t>(run, parse_int32);
    case TypeId::kBigint: return parse_rows<int64_t>(run, parse_int64);
    case TypeId::kUtinyint: return parse_rows<uint8_t>(run, parse_uint8);
    case TypeId::kUsmallint: return parse_rows<uint16_t>(run, parse_uint16);
    case TypeId::kUinteger: return parse_rows<uint32_t>(run, parse_uint32);
    case TypeId::kUbigint: return parse_rows<uint64_t>(run, parse_uint64);
    default: return parse_rows<Int128>(run, parse_int128);
  }
}

template <class To>
void parse_decimals(CastRun& run) {
  const unsigned precision = run.result.type().precision();
  const unsigned scale = run.result.type().scale();
  cast_rows<TextView, To>(run, [=](const TextView& text, To& result) {
    Int128 unscaled = 0;
    if (!parse_decimal(text.view(), precision, scale, unscaled)) {
      return false;
    }
    result = static_cast<To>(unscaled);
    return true;
  });
}

void parse_byteas(CastRun& run) {
  TextHeap& heap = run.result.mutable_heap();
  std::string bytes;
  cast_rows<TextView, TextView>(run, [&](const TextView& text, TextView& result) {
    if (!parse_bytea(text.view(), bytes)) {
      return false;
    }
    result = heap.add(std::string_view(bytes));
    return true;
  });
}

void parse_labels(CastRun& run) {
  const LogicalType& target = run.result.type();
  cast_rows<TextView, uint32_t>(
      run, [&](const TextView& text, uint32_t& code) { return find_label(target, text.view(), code); });
}

/// The result's views may point where the input's do.
TextHeap& keep_input_texts(CastRun& run) {
  TextHeap& heap = run.result.mutable_heap();
  if (run.input.heap() != nullptr) {
    heap.keep(run.input.heap());
  }
  if (run.input.values_owner() != nullptr) {
    heap.keep(run.input.values_owner());
  }
  return heap;
}

void parse_json(CastRun& run) {
  keep_input_texts(run);
  cast_rows<TextView, TextView>(run, [](const TextView& text, TextView& result) {
    if (!is_valid_json(text.view())) {
      return false;
    }
    result = text;
    return true;
  });
}

/// Prints each valid row into a buffer of `Size` bytes and keeps it fitted to the target.
template <class From, size_t Size, class Print>
void print_rows(CastRun& run, Print print) {
  const LogicalType& target = run.result.type();
  TextHeap& heap = run.result.mutable_heap();
  const bool fits_all = target.length() == 0;
  std::string storage;
  cast_rows<From, TextView>(run, [&](const From& value, TextView& result) {
    char buffer[Size];
    const std::string_view text(buffer, print(value, buffer));
    result = heap.add(fits_all ? text : fit_text(text, target, storage));
    return true;
  });
}

template <class From>
void print_integers(CastRun& run) {
  print_rows<From, kIntegerPrintBytesMax>(run, [](From value, char* out) {
    if constexpr (std::is_same_v<From, Int128>) {
      return print_int128(value, out);
    } else if constexpr (std::is_unsigned_v<From>) {
      return print_uint64(value, out);
    } else {
      return print_int64(value, out);
    }
  });
}

template <class From>
void print_decimals(CastRun& run) {
  const unsigned scale = run.input.type().scale();
  print_rows<From, kDecimalPrintBytesMax>(
      run, [=](From value, char* out) { return print_decimal(value, scale, out); });
}

size_t print_boolean(uint8_t value, char* out) {
  const std::string_view text = value != 0 ? "true" : "false";
  std::memcpy(out, text.data(), text.size());
  return text.size();
}

void print_byteas(CastRun& run) {
  const LogicalType& target = run.result.type();
  TextHeap& heap = run.result.mutable_heap();
  std::string storage;
  cast_rows<TextView, TextView>(run, [&](const TextView& bytes, TextView& result) {
    result = heap.add(fit_text(bytea_to_string(bytes.view()), target, storage));
    return true;
  });
}

void print_labels(CastRun& run) {
  const LogicalType& target = run.result.type();
  TextHeap& heap = run.result.mutable_heap();
  std::string storage;
  std::vector<TextView> labels;
  for (const TypeField& label : run.input.type().fields()) {
    labels.push_back(heap.add(fit_text(label.name, target, storage)));
  }
  cast_rows<uint32_t, TextView>(run, [&](uint32_t code, TextView& result) {
    STOA_CHECK(code < labels.size());
    result = labels[code];
    return true;
  });
}

std::string_view without_padding(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

void cast_from_text(CastRun& run) {
  const LogicalType& target = run.result.type();
  if (target.is_integer()) {
    return parse_integers(run);
  }
  switch (target.id()) {
    case TypeId::kBoolean: return parse_rows<bool>(run, parse_boolean);
    case TypeId::kReal: return parse_rows<float>(run, parse_float);
    case TypeId::kDouble: return parse_rows<double>(run, parse_double);
    case TypeId::kDecimal:
      return target.physical() == PhysicalType::kInt64 ? parse_decimals<int64_t>(run)
                                                       : parse_decimals<Int128>(run);
    case TypeId::kBytea: return parse_byteas(run);
    case TypeId::kDate: return parse_rows<int32_t>(run, parse_date);
    case TypeId::kTime: return parse_rows<int64_t>(run, parse_time);
    case TypeId::kTimestamp: return parse_rows<int64_t>(run, parse_timestamp);
    case TypeId::kTimestamptz: return parse_rows<int64_t>(run, parse_timestamptz);
    case TypeId::kInterval: return parse_rows<Interval>(run, parse_interval);
    case TypeId::kUuid: return parse_rows<Int128>(run, parse_uuid);
    case TypeId::kEnum: return parse_labels(run);
    case TypeId::kJson: return parse_json(run);
    default: STOA_UNREACHABLE("text does not convert to this type");
  }
}

void cast_to_text(CastRun& run) {
  const LogicalType& source = run.input.type();
  switch (source.id()) {
    case TypeId::kBoolean: return print_rows<uint8_t, kIntegerPrintBytesMax>(run, print_boolean);
    case TypeId::kTinyint: return print_integers<int8_t>(run);
    case TypeId::kSmallint: return print_integers<int16_t>(run);
    case TypeId::kInteger: return print_integers<int32_t>(run);
    case TypeId::kBigint: return print_integers<int64_t>(run);
    case TypeId::kHugeint: return print_integers<Int128>(run);
    case TypeId::kUtinyint: return print_integers<uint8_t>(run);
    case TypeId::kUsmallint: return print_integers<uint16_t>(run);
    case TypeId::kUinteger: return print_integers<uint32_t>(run);
    case TypeId::kUbigint: return print_integers<uint64_t>(run);
    case TypeId::kReal: return print_rows<float, kDoublePrintBytesMax>(run, print_float);
    case TypeId::kDouble: return print_rows<double, kDoublePrintBytesMax>(run, print_double);
    case TypeId::kDecimal:
      return source.physical() == PhysicalType::kInt64 ? print_decimals<int64_t>(run)
                                                       : print_decimals<Int128>(run);
    case TypeId::kBytea: return print_byteas(run);
    case TypeId::kDate: return print_rows<int32_t, kDatePrintBytesMax>(run, print_date);
    case TypeId::kTime: return print_rows<int64_t, kTimePrintBytesMax>(run, print_time);
    case TypeId::kTimestamp: return print_rows<int64_t, kTimestampPrintBytesMax>(run, print_timestamp);
    case TypeId::kTimestamptz: return print_rows<int64_t, kTimestampPrintBytesMax>(run, print_timestamptz);
    case TypeId::kInterval: return print_rows<Interval, kIntervalPrintBytesMax>(run, print_interval);
    case TypeId::kUuid: return print_rows<Int128, kUuidPrintBytes>(run, print_uuid);
    case TypeId::kEnum: return print_labels(run);
    case TypeId::kText:
    case TypeId::kJson: return fit_texts(run, false);
    default: STOA_UNREACHABLE("this type has no text form in vectors");
  }
}

void fit_texts(CastRun& run, bool exact) {
  const LogicalType& target = run.result.type();
  const bool was_padded = run.input.type().is_fixed_char() && !target.is_fixed_char();
  TextHeap& heap = keep_input_texts(run);
  std::string storage;
  cast_rows<TextView, TextView>(run, [&](const TextView& from, TextView& result) {
    std::string_view text = was_padded ? without_padding(from.view()) : from.view();
    bool fits = true;
    if (exact) {
      fits = fit_text_exactly(text, target, storage, text);
    } else {
      text = fit_text(text, target, storage);
    }
    result = text.data() == storage.data() ? heap.add(text) : TextView(text);
    return fits;
  });
}

}  // namespace stoa
