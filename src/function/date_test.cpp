#include <gtest/gtest.h>

#include "function/call_test_support.h"

namespace stoa {
namespace {

using function_test::call;
using function_test::decimal;
using function_test::Literal;
using function_test::make;
using function_test::state_of;
using function_test::text_of;

Value stamp(const char* text) {
  return make(TypeId::kTimestamp, text);
}
Value date(const char* text) {
  return make(TypeId::kDate, text);
}
Value interval(const char* text) {
  return make(TypeId::kInterval, text);
}

TEST(DatePart, ReadsParts) {
  const Value moment = stamp("2024-05-06 07:08:09.5");
  EXPECT_EQ(text_of("extract", {"year", moment}), "2024");
  EXPECT_EQ(text_of("extract", {"second", moment}), "9.500000");
  EXPECT_EQ(text_of("extract", {"epoch", stamp("1970-01-02")}), "86400.000000");
  EXPECT_EQ(text_of("date_part", {"second", moment}), "9.5");
  EXPECT_EQ(text_of("date_part", {"dow", moment}), "1");
  EXPECT_EQ(text_of("extract", {"month", date("2024-05-06")}), "5");
  EXPECT_EQ(text_of("extract", {"quarter", date("2024-05-06")}), "2");
  EXPECT_EQ(text_of("extract", {"week", date("2024-12-30")}), "1");
  EXPECT_EQ(text_of("extract", {"day", date("0044-03-15 BC")}), "15");
  EXPECT_EQ(text_of("extract", {"year", date("0044-03-15 BC")}), "-44");
  EXPECT_EQ(text_of("extract", {"hour", interval("1 day 26:03:04")}), "26");
  EXPECT_EQ(text_of("extract", {"minute", make(TypeId::kTime, "07:08")}), "8");
  EXPECT_TRUE(call("extract", {"year", stamp("infinity")}).is_null());
  EXPECT_EQ(text_of("date_part", {"year", stamp("infinity")}), "Infinity");
  EXPECT_EQ(state_of("extract", {"yeer", moment}), "22023");
  EXPECT_EQ(state_of("extract", {"timezone", moment}), "22023");
  EXPECT_EQ(text_of("year", {moment}), "2024");
  EXPECT_EQ(text_of("dayofyear", {date("2024-12-31")}), "366");
  EXPECT_EQ(text_of("epoch_ms", {stamp("1970-01-01 00:00:01.5")}), "1500");
  EXPECT_EQ(text_of("epoch_ms", {int64_t{-1}}), "1969-12-31 23:59:59.999");
}

TEST(DateTrunc, CutsToUnits) {
  EXPECT_EQ(text_of("date_trunc", {"month", stamp("2024-05-06 07:08:09")}), "2024-05-01 00:00:00");
  EXPECT_EQ(text_of("date_trunc", {"week", date("2024-05-12")}), "2024-05-06 00:00:00");
  EXPECT_EQ(text_of("date_trunc", {"hour", interval("1 day 02:59")}), "1 day 02:00:00");
  EXPECT_EQ(state_of("date_trunc", {"dow", stamp("2024-05-06")}), "22023");
  EXPECT_EQ(text_of("date_bin", {interval("15 minutes"), stamp("2024-05-06 07:08"), stamp("2024-01-01")}),
            "2024-05-06 07:00:00");
  EXPECT_EQ(state_of("date_bin", {interval("1 month"), stamp("2024-05-06"), stamp("2024-01-01")}), "0A000");
  EXPECT_EQ(
      text_of("date_trunc", {"day", make(TypeId::kTimestamptz, "2024-05-06 01:00+00"), "America/New_York"}),
      "2024-05-05 04:00:00+00");
}

TEST(DateArithmetic, CountsAndMoves) {
  EXPECT_EQ(text_of("age", {stamp("2024-05-06"), stamp("2023-01-02")}), "1 year 4 mons 4 days");
  EXPECT_EQ(text_of("date_diff", {"month", date("2024-01-31"), date("2024-03-01")}), "2");
  EXPECT_EQ(text_of("datediff", {"hour", stamp("2024-01-01 23:59"), stamp("2024-01-02 00:01")}), "1");
  EXPECT_EQ(text_of("date_add", {date("2024-01-31"), interval("1 month")}), "2024-02-29 00:00:00");
  EXPECT_EQ(text_of("last_day", {date("2024-02-03")}), "2024-02-29");
  EXPECT_EQ(text_of("justify_interval", {interval("1 month -1 hour")}), "29 days 23:00:00");
  EXPECT_EQ(text_of("timezone", {"Europe/Paris", stamp("2024-07-01 12:00")}), "2024-07-01 10:00:00+00");
  EXPECT_EQ(text_of("timezone", {"Europe/Paris", make(TypeId::kTimestamptz, "2024-01-01 12:00+00")}),
            "2024-01-01 13:00:00");
  EXPECT_EQ(state_of("timezone", {"Mars/Base", stamp("2024-07-01 12:00")}), "22023");
  EXPECT_EQ(
      call("overlaps", {date("2024-01-01"), date("2024-02-01"), date("2024-02-01"), date("2024-03-01")}),
      Value::boolean(false));
  EXPECT_EQ(text_of("to_days", {2}), "2 days");
  EXPECT_EQ(text_of("to_seconds", {2.5}), "00:00:02.5");
}

TEST(DateMake, ChecksFields) {
  EXPECT_EQ(text_of("make_date", {2024, 2, 29}), "2024-02-29");
  EXPECT_EQ(text_of("make_date", {-44, 3, 15}), "0044-03-15 BC");
  EXPECT_EQ(state_of("make_date", {2023, 2, 29}), "22008");
  EXPECT_EQ(text_of("make_time", {8, 15, 23.5}), "08:15:23.5");
  EXPECT_EQ(state_of("make_time", {25, 0, 0.0}), "22008");
  EXPECT_EQ(text_of("make_timestamp", {2024, 7, 15, 8, 15, 23.5}), "2024-07-15 08:15:23.5");
  EXPECT_EQ(text_of("make_interval", {1, 2, 3, 4, 5, 6, 7.5}), "1 year 2 mons 25 days 05:06:07.5");
  EXPECT_EQ(text_of("make_interval", {}), "00:00:00");
  EXPECT_EQ(text_of("to_timestamp", {86400.5}), "1970-01-02 00:00:00.5+00");
  EXPECT_EQ(text_of("now", {}), "2023-11-14 22:13:20.123456+00");
  EXPECT_EQ(text_of("current_date", {}), "2023-11-14");
  EXPECT_EQ(text_of("current_timestamp", {1}), "2023-11-14 22:13:20.1+00");
}

TEST(Strftime, WritesAndReads) {
  const Value moment = stamp("2024-05-06 07:08:09.012345");
  EXPECT_EQ(text_of("strftime", {moment, "%a %A %b %B %d.%m.%Y %H:%M:%S.%f %j %y %p %I %-d %%"}),
            "Mon Monday May May 06.05.2024 07:08:09.012345 127 24 AM 07 6 %");
  EXPECT_EQ(text_of("strftime", {moment, "%F %T %u %w %G-%V %g"}), "2024-05-06 07:08:09 1 1 2024-19 012");
  EXPECT_EQ(state_of("strftime", {moment, "%k"}), "22023");
  EXPECT_EQ(text_of("strptime", {"6 May 2024, 7:08 PM", "%d %B %Y, %I:%M %p"}), "2024-05-06 19:08:00");
  EXPECT_EQ(text_of("strptime", {"2024-05-06T07:08:09.5+02:00", "%Y-%m-%dT%H:%M:%S.%f%z"}),
            "2024-05-06 05:08:09.5");
  EXPECT_EQ(state_of("strptime", {"tomorrow", "%Y"}), "22007");
  EXPECT_EQ(state_of("strptime", {"2024-02-30", "%Y-%m-%d"}), "22008");
  EXPECT_TRUE(call("try_strptime", {"2024-02-30", "%Y-%m-%d"}).is_null());
  EXPECT_EQ(text_of("monthname", {date("2024-05-06")}), "May");
  EXPECT_EQ(text_of("dayname", {date("2024-05-06")}), "Monday");
}

TEST(ToChar, WritesDatesByPatterns) {
  const Value moment = stamp("2024-05-06 19:08:09.012345");
  EXPECT_EQ(text_of("to_char", {moment, "YYYY-MM-DD HH24:MI:SS.US"}), "2024-05-06 19:08:09.012345");
  EXPECT_EQ(text_of("to_char", {moment, "Day, DD Month YYYY"}), "Monday   , 06 May       2024");
  EXPECT_EQ(text_of("to_char", {moment, "FMDay, FMDD FMMonth YYYY"}), "Monday, 6 May 2024");
  EXPECT_EQ(text_of("to_char", {moment, "HH12:MI AM a.m. Dy DDDth Q IW \"MM\""}),
            "07:08 PM p.m. Mon 127th 2 19 MM");
  EXPECT_EQ(text_of("to_char", {interval("26 hours"), "HH24:MI:SS"}), "26:00:00");
}

TEST(ToChar, WritesNumbersByPatterns) {
  EXPECT_EQ(text_of("to_char", {decimal("-0.1"), "99.99"}), "  -.10");
  EXPECT_EQ(text_of("to_char", {decimal("-0.1"), "FM9.99"}), "-.1");
  EXPECT_EQ(text_of("to_char", {decimal("0.1"), "0.9"}), " 0.1");
  EXPECT_EQ(text_of("to_char", {12, "9990999.9"}), "    0012.0");
  EXPECT_EQ(text_of("to_char", {12, "FM9990999.9"}), "0012.");
  EXPECT_EQ(text_of("to_char", {485, "999"}), " 485");
  EXPECT_EQ(text_of("to_char", {-485, "999"}), "-485");
  EXPECT_EQ(text_of("to_char", {-485, "9999"}), " -485");
  EXPECT_EQ(text_of("to_char", {485, "9,999"}), "   485");
  EXPECT_EQ(text_of("to_char", {1485, "9,999"}), " 1,485");
  EXPECT_EQ(text_of("to_char", {decimal("148.5"), "999.999"}), " 148.500");
  EXPECT_EQ(text_of("to_char", {decimal("148.5"), "FM999.999"}), "148.5");
  EXPECT_EQ(text_of("to_char", {decimal("148.5"), "FM999.990"}), "148.500");
  EXPECT_EQ(text_of("to_char", {-485, "999S"}), "485-");
  EXPECT_EQ(text_of("to_char", {-485, "999MI"}), "485-");
  EXPECT_EQ(text_of("to_char", {485, "999MI"}), "485 ");
  EXPECT_EQ(text_of("to_char", {485, "FM999MI"}), "485");
  EXPECT_EQ(text_of("to_char", {-485, "999PR"}), "<485>");
  EXPECT_EQ(text_of("to_char", {482, "999th"}), " 482nd");
  EXPECT_EQ(text_of("to_char", {12345, "999"}), " ###");
  EXPECT_EQ(text_of("to_char", {decimal("12345.678"), "FM999,999.00"}), "12,345.68");
  EXPECT_EQ(text_of("to_char", {0, "9"}), " 0");
  EXPECT_EQ(text_of("to_char", {125.8, "999D9"}), " 125.8");
  EXPECT_EQ(text_of("to_number", {"12,345.6-", "99G999D9S"}), "-12345.6");
}

TEST(ToDate, ReadsByPatterns) {
  EXPECT_EQ(text_of("to_date", {"06 May 2024", "DD Mon YYYY"}), "2024-05-06");
  EXPECT_EQ(text_of("to_date", {"20240506", "YYYYMMDD"}), "2024-05-06");
  EXPECT_EQ(text_of("to_date", {"2024/5/6", "YYYY-MM-DD"}), "2024-05-06");
  EXPECT_EQ(text_of("to_date", {"2024-127", "YYYY-DDD"}), "2024-05-06");
  EXPECT_EQ(text_of("to_timestamp", {"06.05.2024 07:08 PM", "DD.MM.YYYY HH12:MI PM"}),
            "2024-05-06 19:08:00+00");
  EXPECT_EQ(state_of("to_date", {"2024-13-06", "YYYY-MM-DD"}), "22008");
  EXPECT_EQ(state_of("to_date", {"May", "YYYY"}), "22007");
}

}  // namespace
}  // namespace stoa
