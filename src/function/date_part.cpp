#include <limits>
#include <optional>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/date_part_argument.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

constexpr int64_t kScale = 1'000'000;

/// What EXTRACT and DATE_PART read parts from.
enum class PartSource : uint8_t { kDate, kTimestamp, kTimestamptz, kTime, kInterval };

bool is_zone_part(DatePart part) {
  return part == DatePart::kTimezone || part == DatePart::kTimezoneHour || part == DatePart::kTimezoneMinute;
}

/// The part times 10^6 of a finite value.
template <PartSource kSource, class T>
int64_t scaled_part(DatePart part, const T& value) {
  if constexpr (kSource == PartSource::kDate) {
    if (is_zone_part(part) || part == DatePart::kHour || part == DatePart::kMinute ||
        part == DatePart::kSecond || part == DatePart::kMillisecond || part == DatePart::kMicrosecond) {
      if (is_zone_part(part)) {
        raise_unsuitable_part(part, "date");
      }
      return 0;
    }
    return extract_date_scaled(part, value);
  } else if constexpr (kSource == PartSource::kTimestamp || kSource == PartSource::kTimestamptz) {
    if (kSource == PartSource::kTimestamp && is_zone_part(part)) {
      raise_unsuitable_part(part, "timestamp");
    }
    return extract_scaled(part, value);
  } else {
    int64_t result = 0;
    const bool fits = [&] {
      if constexpr (kSource == PartSource::kTime) {
        return extract_time_scaled(part, value, result);
      } else {
        return extract_interval_scaled(part, value, result);
      }
    }();
    if (!fits) {
      raise_unsuitable_part(part, kSource == PartSource::kTime ? "time" : "interval");
    }
    return result;
  }
}

template <PartSource kSource, class T>
bool is_infinite(const T& value) {
  if constexpr (kSource == PartSource::kDate) {
    return !is_finite_date(value);
  } else if constexpr (kSource == PartSource::kTimestamp || kSource == PartSource::kTimestamptz) {
    return !is_finite_timestamp(value);
  } else {
    return false;
  }
}

/// Parts that grow with time are infinite at infinity; the others are not known there.
bool grows_with_time(DatePart part) {
  switch (part) {
    case DatePart::kYear:
    case DatePart::kDecade:
    case DatePart::kCentury:
    case DatePart::kMillennium:
    case DatePart::kIsoYear:
    case DatePart::kEpoch:
    case DatePart::kJulian: return true;
    default: return false;
  }
}

template <PartSource kSource, class T>
std::optional<double> date_part_row(const ScalarCall& call, std::string_view name, T value) {
  const DatePart part = part_of(call, name);
  if (is_infinite<kSource>(value)) {
    if (!grows_with_time(part)) {
      return std::nullopt;
    }
    return T{} < value ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(scaled_part<kSource>(part, value)) / static_cast<double>(kScale);
}

/// EXTRACT of a part with a fraction: DECIMAL(18, 6).
template <PartSource kSource, class T>
std::optional<int64_t> extract_decimal_row(const ScalarCall& call, std::string_view name, T value) {
  if (is_infinite<kSource>(value)) {
    return std::nullopt;
  }
  return scaled_part<kSource>(part_of(call, name), value);
}

template <PartSource kSource, class T>
std::optional<int64_t> extract_whole_row(const ScalarCall& call, std::string_view name, T value) {
  if (is_infinite<kSource>(value)) {
    return std::nullopt;
  }
  return scaled_part<kSource>(part_of(call, name), value) / kScale;
}

/// The common whole parts of dates and timestamps, without a decision per row.
template <DatePart kPart, bool kIsDate>
ColumnVector calendar_kernel(const ScalarCall& call) {
  const ColumnVector& argument = call.arguments.back();
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(call.return_type, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(call.return_type, call.row_count);
  auto* to = result.mutable_values<int64_t>();
  const size_t mask = argument.is_constant() ? 0 : ~size_t{0};
  valid.for_each([&](size_t row) {
    int32_t days = 0;
    if constexpr (kIsDate) {
      days = argument.values<int32_t>()[row & mask];
      if (!is_finite_date(days)) [[unlikely]] {
        result.set_null(row);
      }
    } else {
      const int64_t timestamp = argument.values<int64_t>()[row & mask];
      if (!is_finite_timestamp(timestamp)) [[unlikely]] {
        result.set_null(row);
        return;
      }
      days = split_timestamp(timestamp).days;
    }
    const CivilDate date = civil_from_days(days);
    if constexpr (kPart == DatePart::kYear) {
      to[row] = date.year > 0 ? date.year : date.year - 1;
    } else if constexpr (kPart == DatePart::kMonth) {
      to[row] = date.month;
    } else if constexpr (kPart == DatePart::kQuarter) {
      to[row] = (date.month - 1) / 3 + 1;
    } else {
      to[row] = date.day;
    }
  });
  return result;
}

template <bool kIsDate>
ScalarKernel calendar_kernel_of(DatePart part) {
  switch (part) {
    case DatePart::kYear: return calendar_kernel<DatePart::kYear, kIsDate>;
    case DatePart::kQuarter: return calendar_kernel<DatePart::kQuarter, kIsDate>;
    case DatePart::kMonth: return calendar_kernel<DatePart::kMonth, kIsDate>;
    case DatePart::kDay: return calendar_kernel<DatePart::kDay, kIsDate>;
    default: return nullptr;
  }
}

bool has_fraction_in(PartSource source, DatePart part) {
  return has_fraction(part) && source != PartSource::kDate;
}

template <PartSource kSource>
std::shared_ptr<const FunctionData> bind_extract(const ScalarBindInput& input) {
  auto data = bind_date_part(input);
  const bool is_whole =
      data != nullptr && !has_fraction_in(kSource, static_cast<const DatePartData&>(*data).part);
  input.return_type = is_whole ? LogicalType(TypeId::kBigint) : LogicalType::decimal(18, 6);
  return data;
}

template <PartSource kSource, class T>
ColumnVector extract_kernel_of(const ScalarCall& call) {
  if (call.return_type.is_decimal()) {
    return row_kernel<&extract_decimal_row<kSource, T>>(call);
  }
  if constexpr (kSource == PartSource::kDate || kSource == PartSource::kTimestamp ||
                kSource == PartSource::kTimestamptz) {
    const DatePart part = static_cast<const DatePartData&>(*call.data).part;
    if (const ScalarKernel kernel = calendar_kernel_of < kSource == PartSource::kDate > (part)) {
      return kernel(call);
    }
  }
  return row_kernel<&extract_whole_row<kSource, T>>(call);
}

template <PartSource kSource, class T>
void add_parts(FunctionRegistry& registry, TypeId type, const std::string& value, const char* part,
               const char* part_result, const char* extract_result) {
  registry.add(scalar("date_part", {TypeId::kText, type}, TypeId::kDouble,
                      row_kernel<&date_part_row<kSource, T>>,
                      {"A part of a date or time as a double: year, month, day, hour, dow, epoch, ...",
                       "date_part('" + std::string(part) + "', " + value + ")", part_result},
                      bind_date_part));
  for (const char* name : {"extract", "datepart"}) {
    const bool is_extract = name == std::string_view("extract");
    const std::string open =
        is_extract ? "extract(" + std::string(part) + " FROM " : "datepart('" + std::string(part) + "', ";
    registry.add(scalar(name, {TypeId::kText, type}, TypeId::kBigint, extract_kernel_of<kSource, T>,
                        {"A part of a date or time: BIGINT, or DECIMAL(18,6) for parts with a fraction.",
                         open + value + ")", extract_result},
                        bind_extract<kSource>));
  }
}

// --- a function for each common part
template <DatePart kPart, PartSource kSource, class T>
std::optional<int64_t> named_part_row(T value) {
  if (is_infinite<kSource>(value)) {
    return std::nullopt;
  }
  return scaled_part<kSource>(kPart, value) / kScale;
}

template <DatePart kPart>
void add_named_part(FunctionRegistry& registry, const char* name, const char* result) {
  constexpr auto kBigint = TypeId::kBigint;
  const Documentation documentation = {
      std::string("The ") + std::string(date_part_name(kPart)) + " of a date or time.",
      std::string(name) + "(TIMESTAMP '2024-05-06 07:08:09.5')", result};
  const ScalarKernel of_date = calendar_kernel_of<true>(kPart);
  const ScalarKernel of_timestamp = calendar_kernel_of<false>(kPart);
  const ScalarKernel date_kernel =
      of_date != nullptr ? of_date : row_kernel<&named_part_row<kPart, PartSource::kDate, int32_t>>;
  const ScalarKernel timestamp_kernel =
      of_timestamp != nullptr ? of_timestamp
                              : row_kernel<&named_part_row<kPart, PartSource::kTimestamp, int64_t>>;
  registry.add(scalar(name, {TypeId::kDate}, kBigint, date_kernel, documentation));
  registry.add(scalar(name, {TypeId::kTimestamp}, kBigint, timestamp_kernel, documentation));
  registry.add(scalar(name, {TypeId::kTimestamptz}, kBigint, timestamp_kernel, documentation));
  registry.add(scalar(name, {TypeId::kInterval}, kBigint,
                      row_kernel<&named_part_row<kPart, PartSource::kInterval, Interval>>, documentation));
  if constexpr (kPart == DatePart::kHour || kPart == DatePart::kMinute || kPart == DatePart::kSecond ||
                kPart == DatePart::kMillisecond || kPart == DatePart::kMicrosecond) {
    registry.add(scalar(name, {TypeId::kTime}, kBigint,
                        row_kernel<&named_part_row<kPart, PartSource::kTime, int64_t>>, documentation));
  }
}

void register_named_parts(FunctionRegistry& registry) {
  add_named_part<DatePart::kYear>(registry, "year", "2024");
  add_named_part<DatePart::kQuarter>(registry, "quarter", "2");
  add_named_part<DatePart::kMonth>(registry, "month", "5");
  add_named_part<DatePart::kWeek>(registry, "week", "19");
  add_named_part<DatePart::kWeek>(registry, "weekofyear", "19");
  add_named_part<DatePart::kDay>(registry, "day", "6");
  add_named_part<DatePart::kDay>(registry, "dayofmonth", "6");
  add_named_part<DatePart::kDayOfWeek>(registry, "dayofweek", "1");
  add_named_part<DatePart::kDayOfWeek>(registry, "weekday", "1");
  add_named_part<DatePart::kIsoDayOfWeek>(registry, "isodow", "1");
  add_named_part<DatePart::kDayOfYear>(registry, "dayofyear", "127");
  add_named_part<DatePart::kIsoYear>(registry, "isoyear", "2024");
  add_named_part<DatePart::kDecade>(registry, "decade", "202");
  add_named_part<DatePart::kCentury>(registry, "century", "21");
  add_named_part<DatePart::kMillennium>(registry, "millennium", "3");
  add_named_part<DatePart::kHour>(registry, "hour", "7");
  add_named_part<DatePart::kMinute>(registry, "minute", "8");
  add_named_part<DatePart::kSecond>(registry, "second", "9");
  add_named_part<DatePart::kMillisecond>(registry, "millisecond", "9500");
  add_named_part<DatePart::kMicrosecond>(registry, "microsecond", "9500000");
}

// --- epochs
template <PartSource kSource, class T>
double epoch_row(T value) {
  if (is_infinite<kSource>(value)) {
    return T{} < value ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(scaled_part<kSource>(DatePart::kEpoch, value)) / static_cast<double>(kScale);
}
template <int64_t kUnitMicros>
std::optional<int64_t> epoch_units_row(int64_t timestamp) {
  if (!is_finite_timestamp(timestamp)) {
    return std::nullopt;
  }
  return timestamp / kUnitMicros - (timestamp % kUnitMicros < 0 ? 1 : 0);
}
int64_t timestamp_of_ms_row(int64_t ms) {
  int64_t micros = 0;
  if (__builtin_mul_overflow(ms, int64_t{1000}, &micros) || !is_valid_timestamp(micros) ||
      !is_finite_timestamp(micros)) {
    raise(sqlstate::kDatetimeOverflow, "timestamp out of range");
  }
  return micros;
}

void register_epochs(FunctionRegistry& registry) {
  const Documentation documentation = {"Seconds since 1970, as a double.", "epoch(TIMESTAMP '1970-01-02')",
                                       "86400"};
  constexpr auto kDouble = TypeId::kDouble;
  registry.add(scalar("epoch", {TypeId::kDate}, kDouble, row_kernel<&epoch_row<PartSource::kDate, int32_t>>,
                      documentation));
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    registry.add(scalar("epoch", {type}, kDouble, row_kernel<&epoch_row<PartSource::kTimestamp, int64_t>>,
                        documentation));
    registry.add(scalar("epoch_ms", {type}, TypeId::kBigint, row_kernel<&epoch_units_row<1000>>,
                        {"Milliseconds since 1970.", "epoch_ms(TIMESTAMP '1970-01-02')", "86400000"}));
    registry.add(scalar("epoch_us", {type}, TypeId::kBigint, row_kernel<&epoch_units_row<1>>,
                        {"Microseconds since 1970.", "epoch_us(TIMESTAMP '1970-01-02')", "86400000000"}));
  }
  registry.add(
      scalar("epoch", {TypeId::kInterval}, kDouble, row_kernel<&epoch_row<PartSource::kInterval, Interval>>,
             {"The seconds of an interval, a month having 30 days.", "epoch(INTERVAL '1 minute')", "60"}));
  registry.add(
      scalar("epoch_ms", {TypeId::kBigint}, TypeId::kTimestamp, row_kernel<&timestamp_of_ms_row>,
             {"The timestamp of milliseconds since 1970.", "epoch_ms(86400000)", "1970-01-02 00:00:00"}));
}

}  // namespace

void register_date_part(FunctionRegistry& registry) {
  add_parts<PartSource::kDate, int32_t>(registry, TypeId::kDate, "DATE '2024-05-06'", "year", "2024", "2024");
  add_parts<PartSource::kTimestamp, int64_t>(
      registry, TypeId::kTimestamp, "TIMESTAMP '2024-05-06 07:08:09.5'", "second", "9.5", "9.500000");
  add_parts<PartSource::kTimestamptz, int64_t>(registry, TypeId::kTimestamptz,
                                               "TIMESTAMPTZ '2024-05-06 07:08:09.5+00'", "hour", "7", "7");
  add_parts<PartSource::kTime, int64_t>(registry, TypeId::kTime, "TIME '07:08:09'", "minute", "8", "8");
  add_parts<PartSource::kInterval, Interval>(registry, TypeId::kInterval, "INTERVAL '1 day 2 hours'", "hour",
                                             "2", "2");
  register_named_parts(registry);
  register_epochs(registry);
}

}  // namespace stoa
