#include "format/csv/value_text.h"

#include <charconv>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "base/random.h"
#include "types/date.h"
#include "types/number_text.h"
#include "types/timestamp.h"

namespace stoa::csv {
namespace {

/// Readers look at up to 24 bytes behind their text.
class Padded {
 public:
  explicit Padded(std::string_view text)
      : size_(text.size()), bytes_(std::string(text) + std::string(24, '7')) {}
  std::string_view view() const { return std::string_view(bytes_).substr(0, size_); }

 private:
  size_t size_;
  std::string bytes_;
};

uint32_t candidates(std::string_view text) {
  return candidates_of(Padded(text).view());
}

TEST(CsvValueText, ReadsIntegersLikeTheGeneralPath) {
  Random random(7);
  std::vector<std::string> texts = {"0",
                                    "-0",
                                    "-",
                                    "",
                                    "+5",
                                    " 12 ",
                                    "007",
                                    "12a",
                                    "1 2",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "-9223372036854775808",
                                    "-9223372036854775809",
                                    "/1",
                                    ":1",
                                    "1234567:",
                                    "12345678",
                                    "123456789",
                                    "1234567890123456",
                                    "12345678901234567"};
  for (int i = 0; i < 20000; ++i) {
    const auto bits = random.below(63);
    texts.push_back(std::to_string(static_cast<int64_t>(random.next()) >> bits));
  }
  for (const std::string& text : texts) {
    int64_t fast = 99;
    int64_t general = 99;
    ASSERT_EQ(read_bigint(Padded(text).view(), fast), parse_int64(text, general)) << text;
    ASSERT_EQ(fast, general) << text;
  }
}

TEST(CsvValueText, ReadsDoublesToTheLastBit) {
  Random random(8);
  std::vector<std::string> texts = {"0",
                                    "-0",
                                    "0.0",
                                    "1.",
                                    ".5",
                                    ".",
                                    "-.5",
                                    "1e5",
                                    "1e400",
                                    "nan",
                                    "-inf",
                                    "1..2",
                                    "1.2.3",
                                    "1,5",
                                    "0x1p3",
                                    "1_000",
                                    " 1.5 ",
                                    "+1.5",
                                    "",
                                    "-",
                                    "1e",
                                    "9007199254740993",
                                    "90071992547409.93",
                                    "123456789.12345678",
                                    "0.1",
                                    "0.3",
                                    "1.7976931348623157e308",
                                    "4.9e-324"};
  for (int i = 0; i < 50000; ++i) {
    std::string text = std::to_string(random.next() >> (4 + random.below(60)));
    text.insert(random.below(text.size() + 1), ".");
    texts.push_back(random.chance(0.5) ? text : "-" + text);
  }
  for (const std::string& text : texts) {
    double fast = 99;
    double general = 99;
    ASSERT_EQ(read_double(Padded(text).view(), fast), parse_double(text, general)) << text;
    ASSERT_TRUE(fast == general || (std::isnan(fast) && std::isnan(general))) << text;
    ASSERT_EQ(std::signbit(fast), std::signbit(general)) << text;
  }
}

TEST(CsvValueText, ReadsDatesAndTimesAsTheirCastsDo) {
  for (const char* text : {"2024-02-29", "1999/12/31", "0001-01-01", " 2024-01-02 "}) {
    int32_t fast = 0;
    int32_t general = 1;
    ASSERT_TRUE(read_date(Padded(text).view(), fast)) << text;
    ASSERT_TRUE(parse_date(text, general)) << text;
    EXPECT_EQ(fast, general) << text;
  }
  for (const char* text : {"2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "24-01-01", "2024-1-1",
                           "2024-01/01", "2024-01-01x", "0000-01-01", "20240101", "01/02/2024"}) {
    int32_t days = 0;
    EXPECT_FALSE(read_date(Padded(text).view(), days)) << text;
  }
  for (const char* text : {"2024-05-06 04:05:06", "2024-05-06T04:05", "2024-05-06 04:05:06.7", "2024-05-06",
                           "2024-05-06 04:05:06.1234567", "1969-12-31 23:59:59.999999"}) {
    int64_t fast = 0;
    int64_t general = 1;
    ASSERT_TRUE(read_timestamp(Padded(text).view(), fast)) << text;
    ASSERT_TRUE(parse_timestamp(text, general)) << text;
    EXPECT_EQ(fast, general) << text;
  }
  for (const char* text : {"2024-05-06 04:05:06Z", "2024-05-06 04:05:06+02", "2024-05-06 04:05:06.5-05:30",
                           "2024-05-06 04:05:06 +0200"}) {
    int64_t fast = 0;
    int64_t general = 1;
    EXPECT_FALSE(read_timestamp(Padded(text).view(), fast)) << text;
    ASSERT_TRUE(read_timestamptz(Padded(text).view(), fast)) << text;
    ASSERT_TRUE(parse_timestamptz(text, general)) << text;
    EXPECT_EQ(fast, general) << text;
  }
  for (const char* text : {"2024-05-06 24:00:00", "2024-05-06 1:00:00", "2024-05-06 01:60:00",
                           "2024-05-06x01:00:00", "2024-05-06 01:00:00 x", "2024-05-06 01:00:"}) {
    int64_t micros = 0;
    EXPECT_FALSE(read_timestamp(Padded(text).view(), micros)) << text;
    EXPECT_FALSE(read_timestamptz(Padded(text).view(), micros)) << text;
  }
}

TEST(CsvValueText, SaysWhatATextMayBe) {
  constexpr uint32_t kNumber = kMayBeBigint | kMayBeHugeint | kMayBeDouble | kMayBeText;
  EXPECT_EQ(candidates("17"), kNumber);
  EXPECT_EQ(candidates("007"), kNumber);
  EXPECT_EQ(candidates("12345678901234567890"), kMayBeHugeint | kMayBeDouble | kMayBeText);
  EXPECT_EQ(candidates(std::string(45, '9')), kMayBeText);
  EXPECT_EQ(candidates("1.5"), kMayBeDouble | kMayBeText);
  EXPECT_EQ(candidates("NaN"), kMayBeDouble | kMayBeText);
  EXPECT_EQ(candidates("True"), kMayBeBoolean | kMayBeText);
  EXPECT_EQ(candidates("t"), kMayBeText);
  EXPECT_EQ(candidates("2024-01-02"), kMayBeDate | kMayBeTimestamp | kMayBeTimestamptz | kMayBeText);
  EXPECT_EQ(candidates("2024-01-02 03:04:05"), kMayBeTimestamp | kMayBeTimestamptz | kMayBeText);
  EXPECT_EQ(candidates("2024-01-02 03:04:05+01"), kMayBeTimestamptz | kMayBeText);
  EXPECT_EQ(candidates("12:30:15"), kMayBeTime | kMayBeText);
  EXPECT_EQ(candidates("12:30"), kMayBeText);
  EXPECT_EQ(candidates("1,5"), kMayBeText);
  EXPECT_EQ(candidates("null"), kMayBeText);
  EXPECT_EQ(candidates("  "), kMayBeText);
  EXPECT_EQ(candidates("1e400"), kMayBeText);
}

}  // namespace
}  // namespace stoa::csv
