#include "types/calendar.h"

#include <charconv>

#include <gtest/gtest.h>

#include "base/random.h"
#include "types/decimal.h"
#include "types/interval_text.h"

namespace stoa {
namespace {

int64_t timestamp_of(std::string_view text) {
  int64_t micros = 0;
  EXPECT_TRUE(parse_timestamp(text, micros)) << text;
  return micros;
}

Interval interval_of(std::string_view text) {
  Interval interval;
  EXPECT_TRUE(parse_interval(text, interval)) << text;
  return interval;
}

DatePart part_of(std::string_view name) {
  DatePart part = DatePart::kYear;
  EXPECT_TRUE(date_part_from_name(name, part)) << name;
  return part;
}

double number_of(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string shown(bool fits, const int64_t& timestamp) {
  return fits ? timestamp_to_string(timestamp) : "out of range";
}
std::string shown(bool fits, const Interval& value) {
  return fits ? interval_to_string(value) : "out of range";
}

/// What PostgreSQL 15 answers to each operation.
struct Row {
  std::string_view operation;
  std::string_view a;
  std::string_view b;
  std::string_view c;
  std::string_view answer;
};

constexpr Row kRows[] = {
    {"add", "0300-11-09 23:21:00", "-2 years -1 hours 15 mins 812640 us", "", "0298-11-09 22:36:00.81264"},
    {"add", "0885-03-01 12:31:41.125420", "-34 days -7 hours", "", "0885-01-26 05:31:41.12542"},
    {"add", "1999-07-23 00:59:55.485525", "0 years -100 days -4 hours 93 mins -2283 secs 148939 us", "",
     "1999-04-13 21:54:52.634464"},
    {"add", "9999-07-01 04:32:17.377905", "40 days 33 hours 4187 secs", "", "9999-08-11 14:42:04.377905"},
    {"add", "2122-06-28 23:06:47", "2 years 3 mons 752 secs", "", "2124-09-28 23:19:19"},
    {"add", "2020-04-28 22:15:56", "0 years -13 mons 33 days", "", "2019-04-30 22:15:56"},
    {"age", "1511-03-03 23:21:42", "2138-10-01 23:44:19", "", "-627 years -6 mons -29 days -00:22:37"},
    {"age", "1189-08-30 09:39:54.284700", "2498-12-28 23:48:15.261054", "",
     "-1309 years -3 mons -29 days -14:08:20.976354"},
    {"age", "2001-04-30 23:55:34.844373", "1999-07-01 00:33:50.925025", "",
     "1 year 9 mons 29 days 23:21:43.919348"},
    {"age", "0947-01-30 00:17:44.264218", "2587-11-01 05:07:55.299935", "",
     "-1640 years -9 mons -2 days -04:50:11.035717"},
    {"age", "2023-06-01 23:53:33.553514", "1566-04-01 23:02:20.997171", "",
     "457 years 2 mons 00:51:12.556343"},
    {"age", "0964-03-23 09:06:40", "10001-08-30 23:43:00", "", "-9037 years -5 mons -7 days -14:36:20"},
    {"bin", "2 days 3 hours", "2001-06-30 00:31:46", "2091-04-30 00:24:40.555061",
     "2001-06-28 21:24:40.555061"},
    {"bin", "7 secs", "2403-05-28 00:58:43.866465", "1900-07-29 23:20:19.583417 BC",
     "2403-05-28 00:58:37.583417"},
    {"bin", "1 day", "2324-05-04 00:46:59", "1999-02-01 23:05:54", "2324-05-03 23:05:54"},
    {"bin", "1 day", "2023-04-27 23:11:39.890450", "2793-08-01 00:34:40.763002",
     "2023-04-27 00:34:40.763002"},
    {"bin", "2 days 3 hours", "0353-10-28 00:26:08.082516", "10001-09-28 23:21:14", "0353-10-26 17:21:14"},
    {"bin", "2 days 3 hours", "1900-04-01 17:46:21", "0001-06-29 00:39:24.417702",
     "1900-04-01 12:39:24.417702"},
    {"difference", "1977-01-01 01:16:15 BC", "2000-10-16 00:59:46", "", "-1452492 days -23:43:31"},
    {"difference", "0004-12-01 23:46:30.792198", "0004-12-28 07:45:07.437421", "",
     "-26 days -07:58:36.645223"},
    {"difference", "10001-08-31 23:07:36.984546", "2020-07-01 00:18:46", "", "2915061 days 22:48:50.984546"},
    {"difference", "1582-07-29 23:16:25", "2024-11-09 22:20:11.796141", "", "-161540 days -23:03:46.796141"},
    {"difference", "2001-01-01 23:58:34", "2024-02-07 00:42:58.939154", "", "-8436 days -00:44:24.939154"},
    {"difference", "2020-05-02 08:35:23 BC", "1028-03-28 18:39:26.615394", "",
     "-1112859 days -10:04:03.615394"},
    {"divide", "84 days 7 hours 120 mins 153462 us", "-1", "", "-84 days -09:00:00.153462"},
    {"divide", "1 mons -33 hours 75 mins 296373 us", "1.5", "", "20 days -21:09:59.802418"},
    {"divide", "-11 mons", "0.1", "", "-9 years -2 mons"},
    {"divide", "0 mons -2140 secs", "-1", "", "00:35:40"},
    {"divide", "-3 years 12 hours -105 mins -357119 us", "1.5", "", "-2 years +06:49:59.761921"},
    {"divide", "0 years 20 mons -20 hours -99624 us", "-2.25", "", "-8 mons -26 days -07:06:39.984523"},
    {"extract", "second", "1853-08-30 00:11:51", "", "51.000000"},
    {"extract", "minute", "1900-04-28 09:06:37.997714", "", "6.000000"},
    {"extract", "month", "1900-08-31 00:14:02.130136", "", "8.000000"},
    {"extract", "epoch", "1999-05-29 23:31:03.975883", "", "928020663.975883"},
    {"extract", "julian", "2001-02-28 00:59:30.779396", "", "2451969.041328"},
    {"extract", "second", "2135-11-29 00:09:13.502265", "", "13.502265"},
    {"interval_extract", "milliseconds", "9 mons 46 hours -3563 secs", "", "37000.000000"},
    {"interval_extract", "milliseconds", "5 years 47 hours", "", "0.000000"},
    {"interval_extract", "millennium", "61 days -44 hours 127 secs", "", "0.000000"},
    {"interval_extract", "milliseconds", "4 years 20 mons -18 days 11 hours 82 mins -4161 secs -985048 us",
     "", "38014.952000"},
    {"interval_extract", "second", "0 mons -61 days 3033 secs 310095 us", "", "33.310095"},
    {"interval_extract", "millennium", "-48 mins", "", "0.000000"},
    {"interval_truncate", "quarter", "-7 mons 49 days -132 mins -4336 secs", "", "-6 mons"},
    {"interval_truncate", "hour", "5 years -70 days 6 hours", "", "5 years -70 days +06:00:00"},
    {"interval_truncate", "decade", "-6 mons 63 days -161 mins 3655 secs 902947 us", "", "00:00:00"},
    {"interval_truncate", "year", "85 days -47 hours", "", "00:00:00"},
    {"interval_truncate", "milliseconds", "-4 years 20 hours", "", "-4 years +20:00:00"},
    {"interval_truncate", "month", "-9 mons 162 mins 524026 us", "", "-9 mons"},
    {"iso", "-2 years -8 days 14 hours -1904 secs", "", "", "P-2Y-8DT13H28M16S"},
    {"iso", "-2 years -13 mons -30 days 1265 secs -704673 us", "", "", "P-3Y-1M-30DT21M4.295327S"},
    {"iso", "-5 years -49 hours 406121 us", "", "", "P-5YT-48H-59M-59.593879S"},
    {"iso", "-4 years 56 days 8 hours -137 mins", "", "", "P-4Y56DT5H43M"},
    {"iso", "0 years -7 mons -29 mins 1422 secs 615229 us", "", "", "P-7MT-5M-17.384771S"},
    {"iso", "3 hours -4211 secs", "", "", "PT1H49M49S"},
    {"justify_days", "-64 days 123872 us", "", "", "-2 mons -4 days +00:00:00.123872"},
    {"justify_days", "15 mons -22 hours -89 mins", "", "", "1 year 3 mons -23:29:00"},
    {"justify_days", "-4 years -14 days -2372 secs", "", "", "-4 years -14 days -00:39:32"},
    {"justify_days", "2 years -68 days -1938 secs", "", "", "1 year 9 mons 22 days -00:32:18"},
    {"justify_days", "9 days 77 mins 2419 secs", "", "", "9 days 01:57:19"},
    {"justify_days", "2 years -38 days 100 mins", "", "", "1 year 10 mons 22 days 01:40:00"},
    {"justify_hours", "-93 days -42 hours -183 mins 488 secs", "", "", "-94 days -20:54:52"},
    {"justify_hours", "-1 years -17 mons 87 days 32 hours -109 mins", "", "",
     "-2 years -5 mons +88 days 06:11:00"},
    {"justify_hours", "5 days 39 hours -179 mins 4842 secs", "", "", "6 days 13:21:42"},
    {"justify_hours", "756328 us", "", "", "00:00:00.756328"},
    {"justify_hours", "-1 years -17 mins 3801 secs", "", "", "-1 years +00:46:21"},
    {"justify_hours", "7 mons -71 mins -851012 us", "", "", "7 mons -01:11:00.851012"},
    {"justify_interval", "3 hours 634288 us", "", "", "03:00:00.634288"},
    {"justify_interval", "3 years 16 mons -31 hours -578 secs", "", "", "4 years 3 mons 28 days 16:50:22"},
    {"justify_interval", "-2 days -44 hours -503 secs", "", "", "-3 days -20:08:23"},
    {"justify_interval", "-2 years 11 mons", "", "", "-1 years -1 mons"},
    {"justify_interval", "-19 mons -64 days", "", "", "-1 years -9 mons -4 days"},
    {"justify_interval", "0 sec", "", "", "00:00:00"},
    {"multiply", "4 years -12 mons -52 days -16 hours -128 mins", "0.1", "", "3 mons 13 days -06:36:48"},
    {"multiply", "9 mons -48 hours -171 mins", "2", "", "1 year 6 mons -101:42:00"},
    {"multiply", "-4 years 34 hours -184 mins", "0.1", "", "-4 mons -24 days +03:05:36"},
    {"multiply", "4 years 16 mons -18 days -3 hours 974 secs", "2", "", "10 years 8 mons -36 days -05:27:32"},
    {"multiply", "17 mons -97 days -30 hours 3519 secs", "1.5", "", "2 years 1 mon -130 days -55:32:01.5"},
    {"multiply", "-3 mons -173 mins 996576 us", "-2.25", "", "6 mons 22 days 18:29:12.757704"},
    {"subtract", "2466-01-28 23:00:49", "4 years 16 mons -2 days -31 hours -84 mins -601959 us", "",
     "2460-10-02 07:24:49.601959"},
    {"subtract", "2251-01-28 23:10:54.640859", "-1 years 83 days 195 mins -4300 secs", "",
     "2251-11-06 21:07:34.640859"},
    {"subtract", "1261-07-30 00:10:12.034667", "5 years 54 mins", "", "1256-07-29 23:16:12.034667"},
    {"subtract", "1900-11-28 00:21:39", "-3 years", "", "1903-11-28 00:21:39"},
    {"subtract", "0278-11-30 23:18:22", "22 hours -3052 secs", "", "0278-11-30 02:09:14"},
    {"subtract", "1268-03-31 00:18:30", "-89 days 44 hours -110658 us", "", "1268-06-26 04:18:30.110658"},
    {"truncate", "month", "2020-04-28 23:31:00", "", "2020-04-01 00:00:00"},
    {"truncate", "minute", "2887-10-28 16:21:51", "", "2887-10-28 16:21:00"},
    {"truncate", "decade", "1900-11-01 23:13:32.307733", "", "1900-01-01 00:00:00"},
    {"truncate", "week", "0100-05-29 15:19:30", "", "0100-05-24 00:00:00"},
    {"truncate", "milliseconds", "0100-01-01 23:42:44.941527", "", "0100-01-01 23:42:44.941"},
    {"truncate", "day", "0004-03-31 00:58:04", "", "0004-03-31 00:00:00"},
};

std::string answer_about_interval(const Row& row) {
  Interval result;
  int64_t scaled = 0;
  if (row.operation == "interval_extract") {
    const bool has_part = extract_interval_scaled(part_of(row.a), interval_of(row.b), scaled);
    return has_part ? decimal_to_string(scaled, 6) : "no part";
  }
  if (row.operation == "interval_truncate") {
    return shown(truncate_interval(part_of(row.a), interval_of(row.b), result), result);
  }
  const Interval interval = interval_of(row.a);
  if (row.operation == "multiply") {
    return shown(multiply_interval(interval, number_of(row.b), result), result);
  }
  if (row.operation == "divide") {
    return shown(divide_interval(interval, number_of(row.b), result), result);
  }
  if (row.operation == "justify_hours") {
    return shown(justify_hours(interval, result), result);
  }
  if (row.operation == "justify_days") {
    return shown(justify_days(interval, result), result);
  }
  if (row.operation == "justify_interval") {
    return shown(justify_interval(interval, result), result);
  }
  return interval_to_iso(interval);
}

std::string answer(const Row& row) {
  Interval interval;
  int64_t result = 0;
  if (row.operation == "extract") {
    return decimal_to_string(extract_scaled(part_of(row.a), timestamp_of(row.b)), 6);
  }
  if (row.operation == "truncate") {
    return shown(truncate_timestamp(part_of(row.a), timestamp_of(row.b), result), result);
  }
  if (row.operation == "add") {
    return shown(add_interval(timestamp_of(row.a), interval_of(row.b), result), result);
  }
  if (row.operation == "subtract") {
    return shown(subtract_interval(timestamp_of(row.a), interval_of(row.b), result), result);
  }
  if (row.operation == "difference") {
    return shown(subtract_timestamps(timestamp_of(row.a), timestamp_of(row.b), interval), interval);
  }
  if (row.operation == "age") {
    return shown(age_between(timestamp_of(row.a), timestamp_of(row.b), interval), interval);
  }
  if (row.operation == "bin") {
    return shown(bin_timestamp(interval_of(row.a), timestamp_of(row.b), timestamp_of(row.c), result), result);
  }
  return answer_about_interval(row);
}

TEST(Calendar, AnswersAsPostgresql) {
  for (const Row& row : kRows) {
    EXPECT_EQ(answer(row), row.answer) << row.operation << " " << row.a << ", " << row.b << ", " << row.c;
  }
}

TEST(Calendar, CountsDaysBothWays) {
  EXPECT_EQ(days_from_civil(1970, 1, 1), 0);
  EXPECT_EQ(days_from_civil(-4713, 11, 24), kDateMin);
  EXPECT_EQ(days_from_civil(5874897, 12, 31), kDateMax);
  CivilDate date = civil_from_days(kDateMin);
  for (int32_t days = kDateMin; days < kDateMin + 3'000'000; ++days) {
    const CivilDate now = civil_from_days(days);
    if (days > kDateMin) {
      const bool is_next_day = now.year == date.year && now.month == date.month && now.day == date.day + 1;
      const bool is_month_end = date.day == days_in_month(date.year, date.month) && now.day == 1;
      ASSERT_TRUE(is_next_day || is_month_end) << days;
    }
    ASSERT_EQ(days_from_civil(now.year, now.month, now.day), days);
    date = now;
  }
  Random random(3);
  for (int i = 0; i < 200000; ++i) {
    const auto days = static_cast<int32_t>(random.between(kDateMin, kDateMax));
    const CivilDate now = civil_from_days(days);
    ASSERT_EQ(days_from_civil(now.year, now.month, now.day), days);
  }
}

TEST(Calendar, NumbersIsoWeeks) {
  int32_t days = 0;
  ASSERT_TRUE(parse_date("2021-01-03", days));
  EXPECT_EQ(iso_week_from_days(days).week, 53);
  EXPECT_EQ(iso_week_from_days(days).year, 2020);
  EXPECT_EQ(iso_week_from_days(days).day_of_week, 7);
  ASSERT_TRUE(parse_date("2024-12-30", days));
  EXPECT_EQ(iso_week_from_days(days).week, 1);
  EXPECT_EQ(iso_week_from_days(days).year, 2025);
}

TEST(Calendar, ClipsMonthsToTheirEnd) {
  int32_t days = 0;
  ASSERT_TRUE(parse_date("2024-01-31", days));
  ASSERT_TRUE(add_months(days, 1, days));
  EXPECT_EQ(date_to_string(days), "2024-02-29");
  ASSERT_TRUE(add_months(days, 12, days));
  EXPECT_EQ(date_to_string(days), "2025-02-28");
}

TEST(Calendar, RefusesWhatIsOutOfRange) {
  int32_t days = 0;
  int64_t micros = 0;
  Interval interval;
  EXPECT_FALSE(add_days(kDateMax, 1, days));
  EXPECT_FALSE(add_days(kDateMin, -1, days));
  EXPECT_FALSE(add_days(0, INT64_MAX, days));
  EXPECT_FALSE(add_months(0, INT64_MAX, days));
  EXPECT_FALSE(add_months(kDateMax, 1, days));
  EXPECT_FALSE(add_interval(kTimestampMax, {0, 0, 1}, micros));
  EXPECT_FALSE(add_interval(kTimestampMin, {0, 0, -1}, micros));
  EXPECT_FALSE(add_interval(0, {INT32_MAX, 0, 0}, micros));
  EXPECT_FALSE(subtract_interval(0, {INT32_MIN, 0, 0}, micros));
  EXPECT_FALSE(make_date(2023, 2, 29, days));
  EXPECT_FALSE(make_date(2023, 0, 1, days));
  EXPECT_FALSE(date_to_timestamp(kDateMax, micros));
  EXPECT_FALSE(subtract_timestamps(kTimestampMax, kTimestampMin, interval));
  EXPECT_FALSE(negate_interval({INT32_MIN, 0, 0}, interval));
  EXPECT_FALSE(multiply_interval({1, 0, 0}, 1e300, interval));
  EXPECT_FALSE(divide_interval({1, 0, 0}, 0.0, interval));
  EXPECT_FALSE(truncate_timestamp(DatePart::kDayOfWeek, 0, micros));
  EXPECT_FALSE(bin_timestamp({0, 0, 0}, 0, 0, micros));
  EXPECT_FALSE(bin_timestamp({1, 0, 0}, 0, 0, micros));
}

TEST(Calendar, KeepsInfinities) {
  int32_t days = 0;
  int64_t micros = 0;
  EXPECT_TRUE(add_days(kDateInfinity, 5, days));
  EXPECT_EQ(days, kDateInfinity);
  EXPECT_TRUE(add_interval(kTimestampMinusInfinity, {1, 1, 1}, micros));
  EXPECT_EQ(micros, kTimestampMinusInfinity);
  EXPECT_TRUE(truncate_timestamp(DatePart::kYear, kTimestampInfinity, micros));
  EXPECT_EQ(micros, kTimestampInfinity);
  EXPECT_EQ(timestamp_to_date(kTimestampInfinity), kDateInfinity);
}

TEST(Calendar, CountsBoundaries) {
  const auto count = [](std::string_view unit, std::string_view a, std::string_view b) {
    int64_t result = -1;
    EXPECT_TRUE(count_boundaries(part_of(unit), timestamp_of(a), timestamp_of(b), result));
    return result;
  };
  EXPECT_EQ(count("year", "2023-12-31", "2024-01-01"), 1);
  EXPECT_EQ(count("month", "2024-03-31", "2024-01-01"), -2);
  EXPECT_EQ(count("week", "2024-05-05", "2024-05-06"), 1);
  EXPECT_EQ(count("day", "2024-05-05 23:59", "2024-05-06 00:01"), 1);
  EXPECT_EQ(count("hour", "1969-12-31 23:59", "1970-01-01 00:01"), 1);
  EXPECT_EQ(count("century", "2000-12-31", "2001-01-01"), 1);
}

TEST(Calendar, WrapsTimesAroundMidnight) {
  EXPECT_EQ(add_interval_to_time(23 * kMicrosPerHour, interval_of("2 hours")), kMicrosPerHour);
  EXPECT_EQ(add_interval_to_time(kMicrosPerHour, interval_of("-2 hours")), 23 * kMicrosPerHour);
  EXPECT_EQ(add_interval_to_time(0, {0, 0, INT64_MIN}), INT64_MIN % kMicrosPerDay + kMicrosPerDay);
}

TEST(Calendar, PrintsAndReadsEveryKindBack) {
  Random random(4);
  for (int i = 0; i < 100000; ++i) {
    const auto days = static_cast<int32_t>(random.between(kDateMin, kDateMax));
    int32_t days_back = 0;
    ASSERT_TRUE(parse_date(date_to_string(days), days_back)) << date_to_string(days);
    ASSERT_EQ(days_back, days);
    const int64_t micros = random.between(kTimestampMin, kTimestampMax);
    int64_t back = 0;
    ASSERT_TRUE(parse_timestamp(timestamp_to_string(micros), back)) << timestamp_to_string(micros);
    ASSERT_EQ(back, micros);
    ASSERT_TRUE(parse_timestamptz(timestamptz_to_string(micros), back)) << timestamptz_to_string(micros);
    ASSERT_EQ(back, micros);
    const int64_t time = random.between(0, kMicrosPerDay);
    ASSERT_TRUE(parse_time(time_to_string(time), back)) << time_to_string(time);
    ASSERT_EQ(back, time);
    const Interval interval = {static_cast<int32_t>(random.next()), static_cast<int32_t>(random.next()),
                               static_cast<int64_t>(random.next()) >> random.below(60)};
    for (const std::string& text : {interval_to_string(interval), interval_to_iso(interval)}) {
      Interval interval_back;
      ASSERT_TRUE(parse_interval(text, interval_back)) << text;
      EXPECT_TRUE(interval_back.months == interval.months && interval_back.days == interval.days &&
                  interval_back.micros == interval.micros)
          << text;
    }
  }
}

TEST(Calendar, ReadsIntervalsWithARange) {
  Interval result;
  ASSERT_TRUE(parse_interval_range("1", "DAY", result));
  EXPECT_EQ(interval_to_string(result), "1 day");
  ASSERT_TRUE(parse_interval_range("1-2", "YEAR TO MONTH", result));
  EXPECT_EQ(interval_to_string(result), "1 year 2 mons");
  ASSERT_TRUE(parse_interval_range("3 4:05:06", "DAY TO HOUR", result));
  EXPECT_EQ(interval_to_string(result), "3 days 04:00:00");
  ASSERT_TRUE(parse_interval_range("10:20", "MINUTE TO SECOND", result));
  EXPECT_EQ(interval_to_string(result), "00:10:20");
  ASSERT_TRUE(parse_interval_range("1.5", "SECOND", result));
  EXPECT_EQ(interval_to_string(result), "00:00:01.5");
  EXPECT_FALSE(parse_interval_range("1", "FORTNIGHT", result));
}

}  // namespace
}  // namespace stoa
