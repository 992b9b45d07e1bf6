#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/row_kernel.h"
#include "types/calendar.h"
#include "types/interval_text.h"

namespace stoa {

namespace {

// --- dates
int32_t add_days_row(int32_t days, int64_t count) {
  int32_t result = 0;
  if (!add_days(days, count, result)) {
    raise_date_out_of_range();
  }
  return result;
}
int32_t add_days_flipped(int64_t count, int32_t days) {
  return add_days_row(days, count);
}
int32_t subtract_days_row(int32_t days, int64_t count) {
  if (count == INT64_MIN) {
    raise_date_out_of_range();
  }
  return add_days_row(days, -count);
}
int32_t subtract_dates_row(int32_t a, int32_t b) {
  const int64_t difference = int64_t{a} - b;
  if (!is_finite_date(a) || !is_finite_date(b)) {
    raise_date_out_of_range();
  }
  if (difference != static_cast<int32_t>(difference)) {
    raise_number_out_of_range("integer");
  }
  return static_cast<int32_t>(difference);
}
int64_t midnight_of(int32_t days) {
  int64_t timestamp = 0;
  if (!date_to_timestamp(days, timestamp)) {
    raise_timestamp_out_of_range();
  }
  return timestamp;
}
int64_t date_plus_time(int32_t days, int64_t time) {
  const int64_t midnight = midnight_of(days);
  int64_t result = midnight;
  if (is_finite_timestamp(midnight) && __builtin_add_overflow(midnight, time, &result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t time_plus_date(int64_t time, int32_t days) {
  return date_plus_time(days, time);
}

// --- timestamps
int64_t timestamp_plus_interval(int64_t timestamp, Interval interval) {
  int64_t result = 0;
  if (!add_interval(timestamp, interval, result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t interval_plus_timestamp(Interval interval, int64_t timestamp) {
  return timestamp_plus_interval(timestamp, interval);
}
int64_t timestamp_minus_interval(int64_t timestamp, Interval interval) {
  int64_t result = 0;
  if (!subtract_interval(timestamp, interval, result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t date_plus_interval(int32_t days, Interval interval) {
  return timestamp_plus_interval(midnight_of(days), interval);
}
int64_t interval_plus_date(Interval interval, int32_t days) {
  return date_plus_interval(days, interval);
}
int64_t date_minus_interval(int32_t days, Interval interval) {
  return timestamp_minus_interval(midnight_of(days), interval);
}
Interval timestamp_difference(int64_t a, int64_t b) {
  Interval result;
  if (!is_finite_timestamp(a) || !is_finite_timestamp(b) || !subtract_timestamps(a, b, result)) {
    raise_interval_out_of_range();
  }
  return result;
}

// --- times
int64_t time_plus_interval(int64_t time, Interval interval) {
  return add_interval_to_time(time, interval);
}
int64_t interval_plus_time(Interval interval, int64_t time) {
  return add_interval_to_time(time, interval);
}
Interval negated_row(Interval interval) {
  Interval result;
  if (!negate_interval(interval, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
int64_t time_minus_interval(int64_t time, Interval interval) {
  return add_interval_to_time(time, negated_row(interval));
}
Interval time_difference(int64_t a, int64_t b) {
  return {0, 0, a - b};
}

// --- intervals
Interval add_intervals_row(Interval a, Interval b) {
  Interval result;
  if (!add_intervals(a, b, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
Interval subtract_intervals_row(Interval a, Interval b) {
  const bool fits = !__builtin_sub_overflow(a.months, b.months, &a.months) &&
                    !__builtin_sub_overflow(a.days, b.days, &a.days) &&
                    !__builtin_sub_overflow(a.micros, b.micros, &a.micros);
  if (!fits) {
    raise_interval_out_of_range();
  }
  return a;
}
Interval multiply_interval_row(Interval interval, double factor) {
  Interval result;
  if (!multiply_interval(interval, factor, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
Interval multiply_interval_flipped(double factor, Interval interval) {
  return multiply_interval_row(interval, factor);
}
Interval divide_interval_row(Interval interval, double divisor) {
  Interval result;
  if (divisor == 0) {
    raise_division_by_zero();
  }
  if (!divide_interval(interval, divisor, result)) {
    raise_interval_out_of_range();
  }
  return result;
}

void register_date_operators(FunctionRegistry& registry) {
  constexpr auto kDate = TypeId::kDate;
  registry.add(scalar("+", {kDate, TypeId::kBigint}, kDate, row_kernel<&add_days_row>,
                      {"A number of days later.", "DATE '2024-02-28' + 2", "2024-03-01"}));
  registry.add(scalar("+", {TypeId::kBigint, kDate}, kDate, row_kernel<&add_days_flipped>,
                      {"A number of days later.", "2 + DATE '2024-02-28'", "2024-03-01"}));
  registry.add(scalar("-", {kDate, TypeId::kBigint}, kDate, row_kernel<&subtract_days_row>,
                      {"A number of days earlier.", "DATE '2024-03-01' - 2", "2024-02-28"}));
  registry.add(scalar("-", {kDate, kDate}, TypeId::kInteger, row_kernel<&subtract_dates_row>,
                      {"The days between two dates.", "DATE '2024-03-01' - DATE '2024-02-28'", "2"}));
  registry.add(scalar("+", {kDate, TypeId::kTime}, TypeId::kTimestamp, row_kernel<&date_plus_time>,
                      {"A date at a time.", "DATE '2024-03-01' + TIME '10:00'", "2024-03-01 10:00:00"}));
  registry.add(scalar("+", {TypeId::kTime, kDate}, TypeId::kTimestamp, row_kernel<&time_plus_date>,
                      {"A date at a time.", "TIME '10:00' + DATE '2024-03-01'", "2024-03-01 10:00:00"}));
  registry.add(scalar("+", {kDate, TypeId::kInterval}, TypeId::kTimestamp, row_kernel<&date_plus_interval>,
                      {"A date moved by an interval; days of a month clip to its end.",
                       "DATE '2024-01-31' + INTERVAL '1 month'", "2024-02-29 00:00:00"}));
  registry.add(scalar(
      "+", {TypeId::kInterval, kDate}, TypeId::kTimestamp, row_kernel<&interval_plus_date>,
      {"A date moved by an interval.", "INTERVAL '1 month' + DATE '2024-01-31'", "2024-02-29 00:00:00"}));
  registry.add(scalar("-", {kDate, TypeId::kInterval}, TypeId::kTimestamp, row_kernel<&date_minus_interval>,
                      {"A date moved back by an interval.", "DATE '2024-03-31' - INTERVAL '1 month'",
                       "2024-02-29 00:00:00"}));
}

void register_timestamp_operators(FunctionRegistry& registry) {
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    registry.add(scalar("+", {type, TypeId::kInterval}, type, row_kernel<&timestamp_plus_interval>,
                        {"A moment moved by an interval.",
                         "TIMESTAMP '2024-01-31 10:00' + INTERVAL '90 minutes'", "2024-01-31 11:30:00"}));
    registry.add(scalar("+", {TypeId::kInterval, type}, type, row_kernel<&interval_plus_timestamp>,
                        {"A moment moved by an interval.",
                         "INTERVAL '90 minutes' + TIMESTAMP '2024-01-31 10:00'", "2024-01-31 11:30:00"}));
    registry.add(scalar("-", {type, TypeId::kInterval}, type, row_kernel<&timestamp_minus_interval>,
                        {"A moment moved back by an interval.",
                         "TIMESTAMP '2024-01-31 10:00' - INTERVAL '1 day'", "2024-01-30 10:00:00"}));
    registry.add(scalar("-", {type, type}, TypeId::kInterval, row_kernel<&timestamp_difference>,
                        {"The days and time between two moments.",
                         "TIMESTAMP '2024-01-31 10:00' - TIMESTAMP '2024-01-29 09:00'", "2 days 01:00:00"}));
  }
}

void register_interval_operators(FunctionRegistry& registry) {
  constexpr auto kInterval = TypeId::kInterval;
  constexpr auto kTime = TypeId::kTime;
  registry.add(scalar(
      "+", {kTime, kInterval}, kTime, row_kernel<&time_plus_interval>,
      {"A time moved by an interval, around midnight.", "TIME '23:30' + INTERVAL '1 hour'", "00:30:00"}));
  registry.add(scalar("+", {kInterval, kTime}, kTime, row_kernel<&interval_plus_time>,
                      {"A time moved by an interval.", "INTERVAL '1 hour' + TIME '23:30'", "00:30:00"}));
  registry.add(scalar("-", {kTime, kInterval}, kTime, row_kernel<&time_minus_interval>,
                      {"A time moved back by an interval.", "TIME '00:30' - INTERVAL '1 hour'", "23:30:00"}));
  registry.add(scalar("-", {kTime, kTime}, kInterval, row_kernel<&time_difference>,
                      {"The time between two times.", "TIME '10:30' - TIME '09:00'", "01:30:00"}));
  registry.add(scalar(
      "+", {kInterval, kInterval}, kInterval, row_kernel<&add_intervals_row>,
      {"The sum of intervals, by fields.", "INTERVAL '1 day' + INTERVAL '2 hours'", "1 day 02:00:00"}));
  registry.add(
      scalar("-", {kInterval, kInterval}, kInterval, row_kernel<&subtract_intervals_row>,
             {"The difference of intervals, by fields.", "INTERVAL '3 days' - INTERVAL '1 day'", "2 days"}));
  registry.add(scalar("*", {kInterval, TypeId::kDouble}, kInterval, row_kernel<&multiply_interval_row>,
                      {"An interval some times.", "INTERVAL '1 hour' * 1.5", "01:30:00"}));
  registry.add(scalar("*", {TypeId::kDouble, kInterval}, kInterval, row_kernel<&multiply_interval_flipped>,
                      {"An interval some times.", "1.5 * INTERVAL '1 hour'", "01:30:00"}));
  for (const char* name : {"/", "integer_divide"}) {
    registry.add(scalar(name, {kInterval, TypeId::kDouble}, kInterval, row_kernel<&divide_interval_row>,
                        {"A part of an interval.", "INTERVAL '1 hour' / 2", "00:30:00"}));
  }
  registry.add(scalar("-", {kInterval}, kInterval, row_kernel<&negated_row>,
                      {"The opposite interval.", "- INTERVAL '1 day'", "-1 days"}));
}

}  // namespace

void register_temporal_operators(FunctionRegistry& registry) {
  register_date_operators(registry);
  register_timestamp_operators(registry);
  register_interval_operators(registry);
}

}  // namespace stoa
