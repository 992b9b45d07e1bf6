#include <gtest/gtest.h>

#include "base/random.h"
#include "function/call_test_support.h"
#include "function/text_search.h"

namespace stoa {
namespace {

using function_test::call;
using function_test::call_vector;
using function_test::make;
using function_test::state_of;
using function_test::text_of;

TEST(StringCase, MapsUnicodeAndAsciiAlike) {
  EXPECT_EQ(text_of("lower", {"STOA"}), "stoa");
  EXPECT_EQ(text_of("upper", {"a longer ascii text, 12 or more bytes [z{"}),
            "A LONGER ASCII TEXT, 12 OR MORE BYTES [Z{");
  EXPECT_EQ(text_of("lower", {"\xC3\x84PFEL \xCE\xA3"}), "\xC3\xA4pfel \xCF\x83");
  EXPECT_EQ(text_of("upper", {"\xC3\xA4pfel"}), "\xC3\x84PFEL");
  EXPECT_EQ(text_of("initcap", {"hello WORLD, it's x-ray"}), "Hello World, It'S X-Ray");
}

TEST(StringLength, CountsCharactersAndBytes) {
  EXPECT_EQ(text_of("length", {"\xC3\xA4pfel"}), "5");
  EXPECT_EQ(text_of("octet_length", {"\xC3\xA4pfel"}), "6");
  EXPECT_EQ(text_of("bit_length", {"ab"}), "16");
  EXPECT_EQ(text_of("char_length", {""}), "0");
  EXPECT_EQ(text_of("length", {Value::bytea("\x01\x02")}), "2");
}

TEST(StringPart, FollowsSqlRules) {
  EXPECT_EQ(text_of("substring", {"columns", 4}), "umns");
  EXPECT_EQ(text_of("substring", {"columns", 2, 3}), "olu");
  EXPECT_EQ(text_of("substring", {"columns", -1, 4}), "co");
  EXPECT_EQ(text_of("substring", {"columns", 0}), "columns");
  EXPECT_EQ(text_of("substring", {"columns", 100}), "");
  EXPECT_EQ(text_of("substring", {"\xC3\xA4\xC3\xB6\xC3\xBC", 2, 1}), "\xC3\xB6");
  EXPECT_EQ(text_of("substring", {"columns", 2, int64_t{9223372036854775807}}), "olumns");
  EXPECT_EQ(state_of("substring", {"columns", 2, -1}), "22011");
  EXPECT_EQ(text_of("left", {"columns", 3}), "col");
  EXPECT_EQ(text_of("left", {"columns", -3}), "colu");
  EXPECT_EQ(text_of("left", {"columns", -30}), "");
  EXPECT_EQ(text_of("right", {"columns", 3}), "mns");
  EXPECT_EQ(text_of("right", {"columns", -3}), "umns");
  EXPECT_EQ(text_of("split_part", {"a,b,c", ",", 2}), "b");
  EXPECT_EQ(text_of("split_part", {"a,b,c", ",", -1}), "c");
  EXPECT_EQ(text_of("split_part", {"a,b,c", ",", 4}), "");
  EXPECT_EQ(text_of("split_part", {"a,b,c", ",", -4}), "");
  EXPECT_EQ(state_of("split_part", {"a,b,c", ",", 0}), "22023");
  EXPECT_EQ(text_of("strpos", {"\xC3\xA4xyz", "y"}), "3");
  EXPECT_EQ(text_of("strpos", {"abc", "z"}), "0");
  EXPECT_EQ(text_of("strpos", {"abc", ""}), "1");
  EXPECT_EQ(call("starts_with", {"stoa", "st"}), Value::boolean(true));
  EXPECT_EQ(call("ends_with", {"stoa", "st"}), Value::boolean(false));
  EXPECT_EQ(call("contains", {"stoa", "to"}), Value::boolean(true));
}

TEST(StringPad, CountsCharacters) {
  EXPECT_EQ(text_of("lpad", {"7", 3, "0"}), "007");
  EXPECT_EQ(text_of("lpad", {"hi", 7, "xy"}), "xyxyxhi");
  EXPECT_EQ(text_of("lpad", {"columns", 3, "xy"}), "col");
  EXPECT_EQ(text_of("rpad", {"hi", 5}), "hi   ");
  EXPECT_EQ(text_of("rpad", {"hi", 5, ""}), "hi");
  EXPECT_EQ(text_of("repeat", {"ab", 7}), "ababababababab");
  EXPECT_EQ(text_of("repeat", {"ab", -1}), "");
  EXPECT_EQ(state_of("repeat", {"abcdefgh", int64_t{1} << 40}), "54000");
}

TEST(StringTrim, TakesSetsOfCharacters) {
  EXPECT_EQ(text_of("btrim", {"  stoa "}), "stoa");
  EXPECT_EQ(text_of("ltrim", {"xyxstoa", "xy"}), "stoa");
  EXPECT_EQ(text_of("rtrim", {"stoa\xC3\xA4\xC3\xB6", "\xC3\xB6\xC3\xA4"}), "stoa");
  EXPECT_EQ(text_of("trim", {"xx", "x"}), "");
  EXPECT_EQ(text_of("ltrim", {"   "}), "");
}

TEST(StringReplace, ReplacesPartsAndCharacters) {
  EXPECT_EQ(text_of("replace", {"banana", "an", "-"}), "b--a");
  EXPECT_EQ(text_of("replace", {"banana", "", "-"}), "banana");
  EXPECT_EQ(text_of("translate", {"12345", "143", "ax"}), "a2x5");
  EXPECT_EQ(text_of("reverse", {"\xC3\xA4"
                                "bc"}),
            "cb\xC3\xA4");
  EXPECT_EQ(text_of("overlay", {"Txxxxas", "hom", 2, 4}), "Thomas");
  EXPECT_EQ(text_of("overlay", {"Txxxxas", "hom", 2}), "Thomxas");
}

TEST(StringJoin, TreatsNullsAsPostgres) {
  EXPECT_EQ(text_of("concat", {"a", Value::null(TypeId::kText), 1}), "a1");
  EXPECT_EQ(text_of("concat_ws", {"-", "a", Value::null(TypeId::kText), 1}), "a-1");
  EXPECT_TRUE(call("concat_ws", {Value::null(TypeId::kText), "a"}).is_null());
  EXPECT_EQ(text_of("format", {"%s is %L, %2$I, %%, %2$s", "a", "it's"}), "a is 'it''s', \"it's\", %, it's");
  EXPECT_EQ(text_of("format", {"|%5s|%-5s|", "ab", "cd"}), "|   ab|cd   |");
  EXPECT_EQ(state_of("format", {"%s"}), "22023");
  EXPECT_EQ(state_of("format", {"%x", 1}), "22023");
  EXPECT_EQ(text_of("quote_literal", {"a\\b'c"}), "E'a\\\\b''c'");
  EXPECT_EQ(text_of("quote_ident", {"plain_1"}), "plain_1");
  EXPECT_EQ(text_of("quote_ident", {"My \"t\""}), "\"My \"\"t\"\"\"");
  EXPECT_EQ(text_of("quote_nullable", {Value::null(TypeId::kText)}), "NULL");
}

TEST(StringCode, EncodesAndDigests) {
  EXPECT_EQ(text_of("chr", {8364}), "\xE2\x82\xAC");
  EXPECT_EQ(text_of("ascii", {"\xE2\x82\xAC"}), "8364");
  EXPECT_EQ(state_of("chr", {0}), "54000");
  EXPECT_EQ(text_of("encode", {Value::bytea("\x01\x02\x03\x04"), "base64"}), "AQIDBA==");
  EXPECT_EQ(text_of("encode", {Value::bytea(std::string("\0\\a\xFF", 4)), "escape"}), "\\000\\\\a\\377");
  EXPECT_EQ(call("decode", {"AQIDBA==", "base64"}), Value::bytea("\x01\x02\x03\x04"));
  EXPECT_EQ(call("decode", {"01fF", "hex"}), Value::bytea("\x01\xFF"));
  EXPECT_EQ(call("decode", {"\\000\\\\a\\377", "escape"}), Value::bytea(std::string("\0\\a\xFF", 4)));
  EXPECT_EQ(state_of("decode", {"AQI", "base64"}), "22023");
  EXPECT_EQ(state_of("decode", {"0", "hex"}), "22023");
  EXPECT_EQ(state_of("decode", {"0", "base32"}), "22023");
  EXPECT_EQ(text_of("md5", {""}), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(text_of("md5", {"abc"}), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(
      text_of("md5", {"12345678901234567890123456789012345678901234567890123456789012345678901234567890"}),
      "57edf4a22be3c955ac49da2e2107b67a");
  EXPECT_EQ(text_of("sha256", {"abc"}), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(text_of("sha256", {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"}),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(text_of("to_hex", {-1}), "ffffffff");
  EXPECT_EQ(text_of("to_hex", {int64_t{255}}), "ff");
  EXPECT_EQ(text_of("levenshtein", {"kitten", "sitting"}), "3");
  EXPECT_EQ(call("hash", {1}), call("hash", {1}));
}

TEST(TextSearch, AgreesWithTheStandardLibrary) {
  std::string text;
  uint64_t seed = 7;
  for (int i = 0; i < 300; ++i) {
    text += static_cast<char>('a' + splitmix64(seed) % 3);
  }
  for (size_t size = 0; size < 130; ++size) {
    for (size_t length = 0; length < 7; ++length) {
      const std::string_view whole = std::string_view(text).substr(size % 11, size);
      const std::string_view part = std::string_view(text).substr((size * 13) % 250, length);
      EXPECT_EQ(find_text(whole, part), whole.find(part)) << size << " " << length;
    }
  }
}

TEST(StringKernels, KeepNullRowsAndShareTexts) {
  std::vector<Value> values;
  for (int i = 0; i < 200; ++i) {
    values.push_back(i % 3 == 0 ? Value::null(TypeId::kText)
                                : Value::text("a text that is long, number " + std::to_string(i)));
  }
  const ColumnVector texts = ColumnVector::from_values(TypeId::kText, values);
  const ColumnVector start = ColumnVector::make_constant(Value::bigint(3), 200);
  const ColumnVector parts = call_vector("substring", {texts, start}, 200);
  for (size_t i = 0; i < 200; ++i) {
    ASSERT_EQ(parts.is_null(i), i % 3 == 0);
    if (i % 3 != 0) {
      EXPECT_EQ(parts.value(i).as_text(), values[i].as_text().substr(2));
    }
  }
}

}  // namespace
}  // namespace stoa
