#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "function/call_test_support.h"
#include "function/like_pattern.h"
#include "types/utf8.h"

namespace stoa {
namespace {

using function_test::call;
using function_test::call_vector;
using function_test::state_of;
using function_test::text_of;

bool like(std::string_view text, std::string_view pattern) {
  return LikePattern(pattern, "\\").matches(text);
}

/// The reference: character by character.
bool like_slowly(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) {
    return text.empty();
  }
  if (pattern[0] == '%') {
    for (size_t skip = 0;; skip += character_bytes(text[skip])) {
      if (like_slowly(text.substr(skip), pattern.substr(1))) {
        return true;
      }
      if (skip >= text.size()) {
        return false;
      }
    }
  }
  if (text.empty()) {
    return false;
  }
  if (pattern[0] == '_') {
    return like_slowly(text.substr(std::min(text.size(), character_bytes(text[0]))), pattern.substr(1));
  }
  return text[0] == pattern[0] && like_slowly(text.substr(1), pattern.substr(1));
}

TEST(LikePattern, RecognizesShapes) {
  EXPECT_EQ(LikePattern("abc", "\\").shape(), LikePattern::Shape::kExact);
  EXPECT_EQ(LikePattern("abc%", "\\").shape(), LikePattern::Shape::kPrefix);
  EXPECT_EQ(LikePattern("%%abc", "\\").shape(), LikePattern::Shape::kSuffix);
  EXPECT_EQ(LikePattern("%abc%", "\\").shape(), LikePattern::Shape::kContains);
  EXPECT_EQ(LikePattern("%%", "\\").shape(), LikePattern::Shape::kAny);
  EXPECT_EQ(LikePattern("a%c", "\\").shape(), LikePattern::Shape::kGeneral);
  EXPECT_EQ(LikePattern("a_", "\\").shape(), LikePattern::Shape::kGeneral);
  EXPECT_EQ(LikePattern("", "\\").shape(), LikePattern::Shape::kExact);
}

TEST(LikePattern, Matches) {
  EXPECT_TRUE(like("stoa", "s%a"));
  EXPECT_FALSE(like("sto", "s%a"));
  EXPECT_TRUE(like("s\xC3\xA4t", "s_t"));
  EXPECT_FALSE(like("s\xC3\xA4t", "s__t"));
  EXPECT_TRUE(like("50%", "50\\%"));
  EXPECT_FALSE(like("500", "50\\%"));
  EXPECT_TRUE(like("aXbXc", "a%X_"));
  EXPECT_TRUE(like("special requests special packages", "%special%packages%"));
  EXPECT_FALSE(like("aa", "aa%a"));
  EXPECT_TRUE(LikePattern("a#%", "#").matches("a%"));
  EXPECT_TRUE(LikePattern("a\\%", "").matches("a\\bc"));
  EXPECT_THROW(LikePattern("a\\", "\\"), Error);
  EXPECT_THROW(LikePattern("a", "ab"), Error);
}

TEST(LikePattern, AgreesWithTheReference) {
  Random random(11);
  const std::string_view letters[] = {"a", "b", "\xC3\xA4", "%", "_"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    std::string pattern;
    for (uint64_t i = random.below(9); i > 0; --i) {
      text += letters[random.below(3)];
    }
    for (uint64_t i = random.below(7); i > 0; --i) {
      pattern += letters[random.below(5)];
    }
    const LikePattern compiled(pattern, "\\");
    ASSERT_EQ(compiled.matches(text), like_slowly(text, pattern)) << text << " LIKE " << pattern;
    ASSERT_EQ(compiled.matches_general(text), compiled.matches(text)) << text << " LIKE " << pattern;
  }
}

TEST(LikeFunctions, WorkOverColumns) {
  std::vector<Value> values;
  for (int i = 0; i < 129; ++i) {
    values.push_back(i % 5 == 0 ? Value::null(TypeId::kText) : Value::text("Row " + std::to_string(i)));
  }
  const ColumnVector texts = ColumnVector::from_values(TypeId::kText, values);
  for (const char* pattern : {"row 1%", "%2", "%12%", "row __", "%"}) {
    const ColumnVector constant = ColumnVector::make_constant(Value::text(pattern), 129);
    std::vector<Value> repeated(129, Value::text(pattern));
    const ColumnVector column = ColumnVector::from_values(TypeId::kText, repeated);
    for (const char* name : {"like", "ilike", "not_like", "not_ilike"}) {
      const ColumnVector by_constant = call_vector(name, {texts, constant}, 129);
      const ColumnVector by_column = call_vector(name, {texts, column}, 129);
      for (size_t i = 0; i < 129; ++i) {
        ASSERT_EQ(by_constant.value(i), by_column.value(i)) << name << pattern;
      }
    }
  }
}

TEST(Regex, MatchesAsPostgres) {
  EXPECT_EQ(call("~", {"stoa", "^s.*a$"}), Value::boolean(true));
  EXPECT_EQ(call("~", {"Stoa", "^s"}), Value::boolean(false));
  EXPECT_EQ(call("~*", {"Stoa", "^s"}), Value::boolean(true));
  EXPECT_EQ(call("!~", {"stoa", "x"}), Value::boolean(true));
  EXPECT_EQ(call("~", {"a\nb", "a.b"}), Value::boolean(true));
  EXPECT_EQ(call("~", {"one two", "\\mtwo\\M"}), Value::boolean(true));
  EXPECT_EQ(state_of("~", {"a", "("}), "2201B");
  EXPECT_EQ(state_of("regexp_like", {"a", "a", "k"}), "22023");
  EXPECT_EQ(call("similar_to", {"abc", "a(b|x)%"}), Value::boolean(true));
  EXPECT_EQ(call("similar_to", {"abc", "b"}), Value::boolean(false));
  EXPECT_EQ(call("similar_to", {"a.c", "a.c"}), Value::boolean(true));
  EXPECT_EQ(call("similar_to", {"abc", "a.c"}), Value::boolean(false));
  EXPECT_EQ(call("not_similar_to", {"50%", "[0-9]+#%", "#"}), Value::boolean(false));
}

TEST(Regex, ExtractsCountsAndReplaces) {
  EXPECT_EQ(text_of("regexp_extract", {"id 42", "[0-9]+"}), "42");
  EXPECT_EQ(text_of("regexp_extract", {"id", "[0-9]+"}), "");
  EXPECT_EQ(text_of("regexp_extract", {"id 42", "([a-z]+) ([0-9]+)", 2}), "42");
  EXPECT_TRUE(call("regexp_match", {"id", "[0-9]+"}).is_null());
  EXPECT_EQ(text_of("substring", {"foobar", "o(.)b"}), "o");
  EXPECT_EQ(text_of("regexp_substr", {"a1b22c333", "[0-9]+", 1, 3}), "333");
  EXPECT_EQ(text_of("regexp_count", {"banana", "an"}), "2");
  EXPECT_EQ(text_of("regexp_count", {"banana", "AN", 1, "i"}), "2");
  EXPECT_EQ(text_of("regexp_instr", {"banana", "n"}), "3");
  EXPECT_EQ(text_of("regexp_replace", {"banana", "an", "-"}), "b-ana");
  EXPECT_EQ(text_of("regexp_replace", {"banana", "(a)(n)", "\\2\\1", "g"}), "bnanaa");
  EXPECT_EQ(text_of("regexp_replace", {"abc", "", "-", "g"}), "-a-b-c-");
  EXPECT_EQ(text_of("regexp_replace", {"foobarbaz", "b(..)", "X\\1Y", "g"}), "fooXarYXazY");
}

}  // namespace
}  // namespace stoa
