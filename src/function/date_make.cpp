#include <cmath>

#include "base/clock.h"
#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/row_kernel.h"
#include "types/calendar.h"

namespace stoa {

namespace {

// --- values from fields
int32_t make_date_row(int64_t year, int64_t month, int64_t day) {
  int32_t result = 0;
  // Years count as people do: -1 is 1 BC.
  const int64_t astronomical = year < 0 ? year + 1 : year;
  if (year == 0 || !make_date(astronomical, month, day, result)) {
    raise(sqlstate::kDatetimeOverflow, "date field value out of range: " + std::to_string(year) + "-" +
                                           std::to_string(month) + "-" + std::to_string(day));
  }
  return result;
}
int64_t second_micros(double seconds) {
  if (!(seconds >= 0 && seconds <= 60)) {
    raise(sqlstate::kDatetimeOverflow, "time field value out of range: " + std::to_string(seconds));
  }
  return std::llround(seconds * 1e6);
}
int64_t make_time_row(int64_t hour, int64_t minute, double second) {
  int64_t result = 0;
  if (!make_time(hour, minute, second_micros(second), result)) {
    raise(sqlstate::kDatetimeOverflow,
          "time field value out of range: " + std::to_string(hour) + ":" + std::to_string(minute));
  }
  return result;
}
int64_t make_timestamp_row(int64_t year, int64_t month, int64_t day, int64_t hour, int64_t minute,
                           double second) {
  int64_t result = 0;
  if (!make_timestamp(make_date_row(year, month, day), make_time_row(hour, minute, second), result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t timestamp_of_seconds_row(double seconds) {
  if (std::isinf(seconds)) {
    return seconds > 0 ? kTimestampInfinity : kTimestampMinusInfinity;
  }
  const double micros = std::nearbyint(seconds * 1e6);
  if (std::isnan(seconds) || micros < static_cast<double>(kTimestampMin) || micros >= 0x1p63) {
    raise_timestamp_out_of_range();
  }
  return static_cast<int64_t>(micros);
}

int32_t narrow_field(Int128 value) {
  if (value != static_cast<int32_t>(value)) {
    raise_interval_out_of_range();
  }
  return static_cast<int32_t>(value);
}

/// make_interval(years, months, weeks, days, hours, mins, secs), the last ones left out at will.
ColumnVector make_interval_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kInterval, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kInterval, call.row_count);
  auto* to = result.mutable_values<Interval>();
  const auto field = [&](size_t index, size_t row) -> Int128 {
    return index < call.arguments.size() ? UnifiedVector(call.arguments[index]).value<int64_t>(row) : 0;
  };
  valid.for_each([&](size_t row) {
    const double seconds =
        call.arguments.size() > 6 ? UnifiedVector(call.arguments[6]).value<double>(row) : 0;
    if (!(std::abs(seconds) < 9e12)) {
      raise_interval_out_of_range();
    }
    const Int128 micros =
        field(4, row) * kMicrosPerHour + field(5, row) * kMicrosPerMinute + std::llround(seconds * 1e6);
    if (micros != static_cast<int64_t>(micros)) {
      raise_interval_out_of_range();
    }
    to[row] = {narrow_field(field(0, row) * 12 + field(1, row)),
               narrow_field(field(2, row) * 7 + field(3, row)), static_cast<int64_t>(micros)};
  });
  return result;
}

template <int32_t kMonths, int32_t kDays>
Interval whole_units_row(int64_t count) {
  return {narrow_field(Int128{count} * kMonths), narrow_field(Int128{count} * kDays), 0};
}
template <int64_t kMicros>
Interval time_units_row(int64_t count) {
  int64_t micros = 0;
  if (__builtin_mul_overflow(count, kMicros, &micros)) {
    raise_interval_out_of_range();
  }
  return {0, 0, micros};
}
Interval seconds_row(double seconds) {
  if (!(std::abs(seconds) < 9e12)) {
    raise_interval_out_of_range();
  }
  return {0, 0, std::llround(seconds * 1e6)};
}

// --- now
enum class Clock : uint8_t { kTransaction, kStatement, kWall };

template <Clock kClock>
int64_t now_of(const ScalarCall& call) {
  switch (kClock) {
    case Clock::kTransaction: return call.context.transaction_start_us;
    case Clock::kStatement: return call.context.statement_start_us;
    case Clock::kWall: return wall_clock_now_us();
  }
}

template <Clock kClock>
ColumnVector now_kernel(const ScalarCall& call) {
  return ColumnVector::make_constant(Value::from_integer(call.return_type, now_of<kClock>(call)),
                                     call.row_count);
}
ColumnVector today_kernel(const ScalarCall& call) {
  const int32_t days = split_timestamp(call.context.transaction_start_us).days;
  return ColumnVector::make_constant(Value::date(days), call.row_count);
}
ColumnVector time_kernel(const ScalarCall& call) {
  const int64_t micros = split_timestamp(call.context.transaction_start_us).micros;
  return ColumnVector::make_constant(Value::time(micros), call.row_count);
}

/// Rounds to a number of digits of the second, as CURRENT_TIMESTAMP(3) does.
int64_t round_to_digits(int64_t micros, int64_t digits) {
  if (digits < 0 || digits > 6) {
    raise(sqlstate::kInvalidParameterValue, "precision must be between 0 and 6");
  }
  int64_t unit = 1;
  for (int64_t i = digits; i < 6; ++i) {
    unit *= 10;
  }
  const int64_t rest = ((micros % unit) + unit) % unit;
  return micros - rest + (rest * 2 >= unit ? unit : 0);
}
int64_t rounded_now_row(const ScalarCall& call, int64_t digits) {
  return round_to_digits(call.context.transaction_start_us, digits);
}
int64_t rounded_time_row(const ScalarCall& call, int64_t digits) {
  return round_to_digits(split_timestamp(call.context.transaction_start_us).micros, digits);
}

ScalarFunction stable_function(ScalarFunction function) {
  function.volatility = Volatility::kStable;
  return function;
}

void register_now(FunctionRegistry& registry) {
  constexpr auto kTimestamptz = TypeId::kTimestamptz;
  const auto is_now = [](const std::string& call) { return "abs(epoch(" + call + ") - epoch(now())) < 60"; };
  for (const char* name : {"now", "transaction_timestamp", "get_current_timestamp"}) {
    registry.add(
        stable_function(scalar(name, {}, kTimestamptz, now_kernel<Clock::kTransaction>,
                               {"When the transaction began.", is_now(std::string(name) + "()"), "true"})));
  }
  registry.add(stable_function(scalar("current_timestamp", {}, kTimestamptz, now_kernel<Clock::kTransaction>,
                                      {"When the transaction began.", is_now("current_timestamp"), "true"})));
  registry.add(
      stable_function(scalar("statement_timestamp", {}, kTimestamptz, now_kernel<Clock::kStatement>,
                             {"When the statement began.", is_now("statement_timestamp()"), "true"})));
  ScalarFunction wall =
      scalar("clock_timestamp", {}, kTimestamptz, now_kernel<Clock::kWall>,
             {"The time now, even within a statement.", is_now("clock_timestamp()"), "true"});
  wall.volatility = Volatility::kVolatile;
  registry.add(std::move(wall));
  registry.add(stable_function(
      scalar("localtimestamp", {}, TypeId::kTimestamp, now_kernel<Clock::kTransaction>,
             {"When the transaction began, without a zone.", is_now("localtimestamp"), "true"})));
  for (const char* name : {"current_date", "today"}) {
    const std::string example = name == std::string_view("today") ? "today()" : name;
    registry.add(stable_function(
        scalar(name, {}, TypeId::kDate, today_kernel,
               {"The day on which the transaction began.", example + " = now()::date", "true"})));
  }
  for (const char* name : {"current_time", "localtime"}) {
    registry.add(stable_function(scalar(
        name, {}, TypeId::kTime, time_kernel,
        {"The time of day at which the transaction began.", std::string(name) + " = now()::time", "true"})));
    registry.add(stable_function(scalar(
        name, {TypeId::kBigint}, TypeId::kTime, row_kernel<&rounded_time_row>,
        {"The same, rounded to digits of the second.", std::string(name) + "(0) IS NOT NULL", "true"})));
  }
  registry.add(stable_function(
      scalar("current_timestamp", {TypeId::kBigint}, kTimestamptz, row_kernel<&rounded_now_row>,
             {"The same, rounded to digits of the second.", is_now("current_timestamp(0)"), "true"})));
  registry.add(stable_function(
      scalar("localtimestamp", {TypeId::kBigint}, TypeId::kTimestamp, row_kernel<&rounded_now_row>,
             {"The same, rounded to digits of the second.", is_now("localtimestamp(0)"), "true"})));
}

void register_make(FunctionRegistry& registry) {
  constexpr auto kBigint = TypeId::kBigint;
  constexpr auto kDouble = TypeId::kDouble;
  registry.add(scalar("make_date", {kBigint, kBigint, kBigint}, TypeId::kDate, row_kernel<&make_date_row>,
                      {"The date of a year, month and day.", "make_date(2024, 2, 29)", "2024-02-29"}));
  registry.add(scalar("make_time", {kBigint, kBigint, kDouble}, TypeId::kTime, row_kernel<&make_time_row>,
                      {"The time of an hour, minute and second.", "make_time(8, 15, 23.5)", "08:15:23.5"}));
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    const bool has_zone = type == TypeId::kTimestamptz;
    const std::string name = has_zone ? "make_timestamptz" : "make_timestamp";
    registry.add(scalar(name, {kBigint, kBigint, kBigint, kBigint, kBigint, kDouble}, type,
                        row_kernel<&make_timestamp_row>,
                        {"The timestamp of its fields.", name + "(2024, 7, 15, 8, 15, 23.5)",
                         has_zone ? "2024-07-15 08:15:23.5+00" : "2024-07-15 08:15:23.5"}));
  }
  std::vector<LogicalType> fields;
  for (size_t count = 0; count <= 7; ++count) {
    if (count > 0) {
      fields.emplace_back(count == 7 ? kDouble : kBigint);
    }
    registry.add(scalar("make_interval", fields, TypeId::kInterval, make_interval_kernel,
                        {"The interval of years, months, weeks, days, hours, minutes, seconds.",
                         "make_interval(0, 0, 0, 10)", "10 days"}));
  }
  registry.add(
      scalar("to_timestamp", {kDouble}, TypeId::kTimestamptz, row_kernel<&timestamp_of_seconds_row>,
             {"The moment of seconds since 1970.", "to_timestamp(86400.5)", "1970-01-02 00:00:00.5+00"}));
}

void register_units(FunctionRegistry& registry) {
  const auto add = [&](const char* name, ScalarKernel kernel, const char* result) {
    registry.add(scalar(name, {TypeId::kBigint}, TypeId::kInterval, kernel,
                        {"An interval of that many units.", std::string(name) + "(2)", result}));
  };
  add("to_millennia", row_kernel<&whole_units_row<12000, 0>>, "2000 years");
  add("to_centuries", row_kernel<&whole_units_row<1200, 0>>, "200 years");
  add("to_decades", row_kernel<&whole_units_row<120, 0>>, "20 years");
  add("to_years", row_kernel<&whole_units_row<12, 0>>, "2 years");
  add("to_quarters", row_kernel<&whole_units_row<3, 0>>, "6 mons");
  add("to_months", row_kernel<&whole_units_row<1, 0>>, "2 mons");
  add("to_weeks", row_kernel<&whole_units_row<0, 7>>, "14 days");
  add("to_days", row_kernel<&whole_units_row<0, 1>>, "2 days");
  add("to_hours", row_kernel<&time_units_row<kMicrosPerHour>>, "02:00:00");
  add("to_minutes", row_kernel<&time_units_row<kMicrosPerMinute>>, "00:02:00");
  add("to_milliseconds", row_kernel<&time_units_row<1000>>, "00:00:00.002");
  add("to_microseconds", row_kernel<&time_units_row<1>>, "00:00:00.000002");
  registry.add(scalar("to_seconds", {TypeId::kDouble}, TypeId::kInterval, row_kernel<&seconds_row>,
                      {"An interval of that many seconds.", "to_seconds(2.5)", "00:00:02.5"}));
}

}  // namespace

void register_date_make(FunctionRegistry& registry) {
  register_make(registry);
  register_units(registry);
  register_now(registry);
}

}  // namespace stoa
