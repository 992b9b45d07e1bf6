#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/date_part_argument.h"
#include "function/function_registry.h"
#include "function/math_errors.h"
#include "function/row_kernel.h"
#include "types/interval_text.h"
#include "types/time_zone.h"

namespace stoa {

namespace {

// --- truncation
int64_t truncate_timestamp_row(const ScalarCall& call, std::string_view name, int64_t timestamp) {
  const DatePart part = part_of(call, name);
  int64_t result = 0;
  if (!is_finite_timestamp(timestamp)) {
    return timestamp;
  }
  if (!truncate_timestamp(part, timestamp, result)) {
    raise_unsuitable_part(part, "timestamp");
  }
  return result;
}
Interval truncate_interval_row(const ScalarCall& call, std::string_view name, Interval interval) {
  const DatePart part = part_of(call, name);
  Interval result;
  if (!truncate_interval(part, interval, result)) {
    raise_unsuitable_part(part, "interval");
  }
  return result;
}
int64_t midnight_row(int32_t days) {
  int64_t timestamp = 0;
  if (!date_to_timestamp(days, timestamp)) {
    raise_timestamp_out_of_range();
  }
  return timestamp;
}
int64_t truncate_date_row(const ScalarCall& call, std::string_view name, int32_t days) {
  return truncate_timestamp_row(call, name, midnight_row(days));
}
int32_t zone_offset(std::string_view zone, int64_t utc) {
  int32_t seconds = 0;
  if (!zone_offset_at(zone, utc, seconds)) {
    raise(sqlstate::kInvalidParameterValue, "time zone \"" + std::string(zone) + "\" not recognized");
  }
  return seconds;
}
int32_t local_zone_offset(std::string_view zone, int64_t local) {
  int32_t seconds = 0;
  if (!zone_offset_of_local(zone, local, seconds)) {
    raise(sqlstate::kInvalidParameterValue, "time zone \"" + std::string(zone) + "\" not recognized");
  }
  return seconds;
}
int64_t shifted(int64_t timestamp, int64_t micros) {
  int64_t result = 0;
  if (!is_finite_timestamp(timestamp)) {
    return timestamp;
  }
  if (__builtin_add_overflow(timestamp, micros, &result) || !is_valid_timestamp(result) ||
      !is_finite_timestamp(result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
/// A local time in a zone as an instant, and an instant as a local time.
int64_t local_to_utc(std::string_view zone, int64_t local) {
  return shifted(local, -int64_t{local_zone_offset(zone, local)} * kMicrosPerSecond);
}
int64_t utc_to_local(std::string_view zone, int64_t utc) {
  return shifted(utc, int64_t{zone_offset(zone, utc)} * kMicrosPerSecond);
}
int64_t truncate_in_zone_row(const ScalarCall& call, std::string_view name, int64_t utc,
                             std::string_view zone) {
  return local_to_utc(zone, truncate_timestamp_row(call, name, utc_to_local(zone, utc)));
}
int64_t interval_zone_micros(const Interval& offset) {
  if (offset.months != 0 || offset.days != 0) {
    raise(sqlstate::kInvalidParameterValue, "an interval as time zone must not have months or days");
  }
  return offset.micros;
}
int64_t interval_local_to_utc(Interval offset, int64_t local) {
  return shifted(local, -interval_zone_micros(offset));
}
int64_t interval_utc_to_local(Interval offset, int64_t utc) {
  return shifted(utc, interval_zone_micros(offset));
}

int64_t bin_row(Interval stride, int64_t timestamp, int64_t origin) {
  int64_t result = 0;
  if (!is_finite_timestamp(timestamp)) {
    return timestamp;
  }
  if (stride.months != 0) {
    raise(sqlstate::kFeatureNotSupported,
          "timestamps cannot be binned into intervals containing months or years");
  }
  if (stride.length_us() <= 0) {
    raise(sqlstate::kDatetimeOverflow, "stride must be greater than zero");
  }
  if (!is_finite_timestamp(origin)) {
    raise(sqlstate::kDatetimeOverflow, "origin out of range");
  }
  if (!bin_timestamp(stride, timestamp, origin, result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t bin_from_row(Interval stride, int64_t timestamp) {
  return bin_row(stride, timestamp, days_from_civil(2000, 1, 3) * kMicrosPerDay);
}

// --- differences
Interval age_row(int64_t a, int64_t b) {
  Interval result;
  if (!is_finite_timestamp(a) || !is_finite_timestamp(b) || !age_between(a, b, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
Interval age_today_row(const ScalarCall& call, int64_t timestamp) {
  const int32_t today = split_timestamp(call.context.transaction_start_us).days;
  return age_row(midnight_row(today), timestamp);
}
int64_t difference_row(const ScalarCall& call, std::string_view name, int64_t a, int64_t b) {
  const DatePart part = part_of(call, name);
  int64_t result = 0;
  if (!is_finite_timestamp(a) || !is_finite_timestamp(b)) {
    raise_timestamp_out_of_range();
  }
  if (!count_boundaries(part, a, b, result)) {
    raise_unsuitable_part(part, "timestamp");
  }
  return result;
}
int64_t add_row(int64_t timestamp, Interval interval) {
  int64_t result = 0;
  if (!add_interval(timestamp, interval, result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t subtract_row(int64_t timestamp, Interval interval) {
  int64_t result = 0;
  if (!subtract_interval(timestamp, interval, result)) {
    raise_timestamp_out_of_range();
  }
  return result;
}
int64_t add_to_date_row(int32_t days, Interval interval) {
  return add_row(midnight_row(days), interval);
}
int64_t subtract_from_date_row(int32_t days, Interval interval) {
  return subtract_row(midnight_row(days), interval);
}
bool overlaps_row(int64_t a1, int64_t a2, int64_t b1, int64_t b2) {
  if (a1 > a2) {
    std::swap(a1, a2);
  }
  if (b1 > b2) {
    std::swap(b1, b2);
  }
  return a1 == b1 || (a1 < b2 && b1 < a2);
}

// --- days of a month, names
int32_t last_day_row(int32_t days) {
  if (!is_finite_date(days)) {
    return days;
  }
  const CivilDate date = civil_from_days(days);
  return days - date.day + days_in_month(date.year, date.month);
}
int32_t last_day_of_timestamp_row(int64_t timestamp) {
  return last_day_row(timestamp_to_date(timestamp));
}

// --- intervals
Interval justify_days_row(Interval interval) {
  Interval result;
  if (!justify_days(interval, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
Interval justify_hours_row(Interval interval) {
  Interval result;
  if (!justify_hours(interval, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
Interval justify_interval_row(Interval interval) {
  Interval result;
  if (!justify_interval(interval, result)) {
    raise_interval_out_of_range();
  }
  return result;
}
bool is_finite_date_row(int32_t days) {
  return is_finite_date(days);
}
bool is_finite_timestamp_row(int64_t timestamp) {
  return is_finite_timestamp(timestamp);
}
bool is_finite_interval_row(Interval) {
  return true;
}

void register_truncation(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  const char* description = "Cuts down to the start of a unit: year, quarter, month, week, day, hour, ...";
  for (const char* name : {"date_trunc", "datetrunc"}) {
    const std::string begin = std::string(name) + "('month', ";
    for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
      registry.add(scalar(name, {kText, type}, type, row_kernel<&truncate_timestamp_row>,
                          {description, begin + "TIMESTAMP '2024-05-06 07:08')", "2024-05-01 00:00:00"},
                          bind_date_part));
    }
    registry.add(scalar(name, {kText, TypeId::kDate}, TypeId::kTimestamp, row_kernel<&truncate_date_row>,
                        {description, begin + "DATE '2024-05-06')", "2024-05-01 00:00:00"}, bind_date_part));
    registry.add(
        scalar(name, {kText, TypeId::kInterval}, TypeId::kInterval, row_kernel<&truncate_interval_row>,
               {description, begin + "INTERVAL '1 year 2 months 3 days')", "1 year 2 mons"}, bind_date_part));
    registry.add(scalar(name, {kText, TypeId::kTimestamptz, kText}, TypeId::kTimestamptz,
                        row_kernel<&truncate_in_zone_row>,
                        {"Cuts down to the start of a unit in a time zone.",
                         std::string(name) + "('day', TIMESTAMPTZ '2024-05-06 01:00+00', 'America/New_York')",
                         "2024-05-05 04:00:00+00"},
                        bind_date_part));
  }
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    registry.add(scalar("date_bin", {TypeId::kInterval, type, type}, type, row_kernel<&bin_row>,
                        {"The start of the bin that holds a moment; bins are aligned to an origin.",
                         "date_bin('15 minutes', TIMESTAMP '2024-05-06 07:08', TIMESTAMP '2024-01-01')",
                         "2024-05-06 07:00:00"}));
    registry.add(scalar("time_bucket", {TypeId::kInterval, type}, type, row_kernel<&bin_from_row>,
                        {"The start of the bin that holds a moment.",
                         "time_bucket('1 hour', TIMESTAMP '2024-05-06 07:08')", "2024-05-06 07:00:00"}));
  }
}

void register_differences(FunctionRegistry& registry) {
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestamptz}) {
    registry.add(scalar("age", {type, type}, TypeId::kInterval, row_kernel<&age_row>,
                        {"The years, months, days and time between two moments.",
                         "age(TIMESTAMP '2024-05-06', TIMESTAMP '2023-01-02')", "1 year 4 mons 4 days"}));
    ScalarFunction since = scalar("age", {type}, TypeId::kInterval, row_kernel<&age_today_row>,
                                  {"The years, months, days and time until today's midnight.",
                                   "age(TIMESTAMP 'epoch') > INTERVAL '50 years'", "true"});
    since.volatility = Volatility::kStable;
    registry.add(std::move(since));
    for (const char* name : {"date_diff", "datediff"}) {
      registry.add(scalar(name, {TypeId::kText, type, type}, TypeId::kBigint, row_kernel<&difference_row>,
                          {"How many starts of a unit lie between two moments.",
                           std::string(name) + "('month', DATE '2024-01-31', DATE '2024-03-01')", "2"},
                          bind_date_part));
    }
    registry.add(scalar("date_add", {type, TypeId::kInterval}, type, row_kernel<&add_row>,
                        {"A moment moved by an interval.",
                         "date_add(TIMESTAMP '2024-01-31 10:00', INTERVAL '1 day')", "2024-02-01 10:00:00"}));
    registry.add(
        scalar("date_subtract", {type, TypeId::kInterval}, type, row_kernel<&subtract_row>,
               {"A moment moved back by an interval.",
                "date_subtract(TIMESTAMP '2024-02-01 10:00', INTERVAL '1 day')", "2024-01-31 10:00:00"}));
    registry.add(scalar(
        "overlaps", {type, type, type, type}, TypeId::kBoolean, row_kernel<&overlaps_row>,
        {"Whether two periods have a moment in common.",
         "(DATE '2024-01-01', DATE '2024-02-01') OVERLAPS (DATE '2024-01-15', DATE '2024-03-01')", "true"}));
    registry.add(scalar("isfinite", {type}, TypeId::kBoolean, row_kernel<&is_finite_timestamp_row>,
                        {"Whether it is not an infinity.", "isfinite(TIMESTAMP 'infinity')", "false"}));
    registry.add(
        scalar("last_day", {type}, TypeId::kDate, row_kernel<&last_day_of_timestamp_row>,
               {"The last day of the month.", "last_day(TIMESTAMP '2024-02-03 10:00')", "2024-02-29"}));
  }
  registry.add(scalar("date_add", {TypeId::kDate, TypeId::kInterval}, TypeId::kTimestamp,
                      row_kernel<&add_to_date_row>,
                      {"A date moved by an interval.", "date_add(DATE '2024-01-31', INTERVAL '1 month')",
                       "2024-02-29 00:00:00"}));
  registry.add(scalar("date_subtract", {TypeId::kDate, TypeId::kInterval}, TypeId::kTimestamp,
                      row_kernel<&subtract_from_date_row>,
                      {"A date moved back by an interval.",
                       "date_subtract(DATE '2024-03-31', INTERVAL '1 month')", "2024-02-29 00:00:00"}));
  registry.add(scalar("isfinite", {TypeId::kDate}, TypeId::kBoolean, row_kernel<&is_finite_date_row>,
                      {"Whether it is not an infinity.", "isfinite(DATE '2024-02-03')", "true"}));
  registry.add(scalar("isfinite", {TypeId::kInterval}, TypeId::kBoolean, row_kernel<&is_finite_interval_row>,
                      {"Whether it is not an infinity.", "isfinite(INTERVAL '1 day')", "true"}));
  registry.add(scalar("last_day", {TypeId::kDate}, TypeId::kDate, row_kernel<&last_day_row>,
                      {"The last day of the month.", "last_day(DATE '2024-02-03')", "2024-02-29"}));
}

void register_zones(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  registry.add(
      scalar("timezone", {kText, TypeId::kTimestamp}, TypeId::kTimestamptz, row_kernel<&local_to_utc>,
             {"The moment at which clocks of a zone show a time.",
              "TIMESTAMP '2024-07-01 12:00' AT TIME ZONE 'Europe/Paris'", "2024-07-01 10:00:00+00"}));
  registry.add(
      scalar("timezone", {kText, TypeId::kTimestamptz}, TypeId::kTimestamp, row_kernel<&utc_to_local>,
             {"What clocks of a zone show at a moment.",
              "TIMESTAMPTZ '2024-07-01 10:00+00' AT TIME ZONE 'Europe/Paris'", "2024-07-01 12:00:00"}));
  registry.add(
      scalar("timezone", {TypeId::kInterval, TypeId::kTimestamp}, TypeId::kTimestamptz,
             row_kernel<&interval_local_to_utc>,
             {"The moment at which clocks of an offset show a time.",
              "TIMESTAMP '2024-07-01 12:00' AT TIME ZONE INTERVAL '2 hours'", "2024-07-01 10:00:00+00"}));
  registry.add(
      scalar("timezone", {TypeId::kInterval, TypeId::kTimestamptz}, TypeId::kTimestamp,
             row_kernel<&interval_utc_to_local>,
             {"What clocks of an offset show at a moment.",
              "TIMESTAMPTZ '2024-07-01 10:00+00' AT TIME ZONE INTERVAL '2 hours'", "2024-07-01 12:00:00"}));
}

void register_justification(FunctionRegistry& registry) {
  constexpr auto kInterval = TypeId::kInterval;
  registry.add(scalar("justify_days", {kInterval}, kInterval, row_kernel<&justify_days_row>,
                      {"30 days become a month.", "justify_days(INTERVAL '35 days')", "1 mon 5 days"}));
  registry.add(scalar("justify_hours", {kInterval}, kInterval, row_kernel<&justify_hours_row>,
                      {"24 hours become a day.", "justify_hours(INTERVAL '27 hours')", "1 day 03:00:00"}));
  registry.add(scalar(
      "justify_interval", {kInterval}, kInterval, row_kernel<&justify_interval_row>,
      {"Both, with signs made alike.", "justify_interval(INTERVAL '1 month -1 hour')", "29 days 23:00:00"}));
}

}  // namespace

void register_date_arithmetic(FunctionRegistry& registry) {
  register_truncation(registry);
  register_differences(registry);
  register_zones(registry);
  register_justification(registry);
}

}  // namespace stoa
