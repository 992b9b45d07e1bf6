#include <optional>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/regex.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

/// A compiled pattern for the rows of a call. Constant ones come from `bind`; others are compiled as they
/// come, the last one being kept.
struct RegexData : FunctionData {
  explicit RegexData(Regex compiled) : regex(std::move(compiled)) {}
  Regex regex;
};

class RegexCache {
 public:
  const Regex& get(const ScalarCall& call, std::string_view pattern, std::string_view flags) {
    if (call.data != nullptr) {
      return static_cast<const RegexData&>(*call.data).regex;
    }
    if (!regex_.has_value() || pattern != pattern_ || flags != flags_) {
      regex_.emplace(pattern, flags);
      pattern_ = pattern;
      flags_ = flags;
    }
    return *regex_;
  }

 private:
  std::optional<Regex> regex_;
  std::string pattern_;
  std::string flags_;
};

const std::string* constant_text(const ScalarBindInput& input, size_t index) {
  if (index >= input.constants.size() || input.constants[index] == nullptr) {
    return nullptr;
  }
  const Value& value = *input.constants[index];
  return value.is_null() || !value.type().is_text() ? nullptr : &value.as_text();
}

/// Compiles when the pattern (argument 1) and the flags (argument kFlags; 0: none) are constant.
template <size_t kFlags>
std::shared_ptr<const FunctionData> bind_regex(const ScalarBindInput& input) {
  const std::string* pattern = constant_text(input, 1);
  const std::string* flags = kFlags == 0 ? nullptr : constant_text(input, kFlags);
  if (pattern == nullptr || (kFlags != 0 && flags == nullptr)) {
    return nullptr;
  }
  return std::make_shared<RegexData>(Regex(*pattern, flags == nullptr ? std::string_view() : *flags));
}

// --- operators and tests
template <bool kIgnoreCase>
std::shared_ptr<const FunctionData> bind_regex_operator(const ScalarBindInput& input) {
  const std::string* pattern = constant_text(input, 1);
  if (pattern == nullptr) {
    return nullptr;
  }
  return std::make_shared<RegexData>(Regex(*pattern, kIgnoreCase ? "i" : ""));
}

std::shared_ptr<const FunctionData> bind_similar(const ScalarBindInput& input) {
  const std::string* pattern = constant_text(input, 1);
  const bool has_escape = input.parameter_types.size() == 3;
  const std::string* escape = has_escape ? constant_text(input, 2) : nullptr;
  if (pattern == nullptr || (has_escape && escape == nullptr)) {
    return nullptr;
  }
  return std::make_shared<RegexData>(Regex(similar_to_regex(*pattern, has_escape ? *escape : "\\"), ""));
}

enum class PatternDialect : uint8_t { kRegex, kRegexNoCase, kSimilar };

template <PatternDialect kDialect, bool kNegated>
ColumnVector matches_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kBoolean, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kBoolean, call.row_count);
  auto* to = result.mutable_values<uint8_t>();
  const UnifiedVector texts(call.arguments[0]);
  const UnifiedVector patterns(call.arguments[1]);
  const ColumnVector* escapes = call.arguments.size() == 3 ? &call.arguments[2] : nullptr;
  RegexCache cache;
  valid.for_each([&](size_t row) {
    const std::string_view text = texts.value<TextView>(row).view();
    const std::string_view pattern = patterns.value<TextView>(row).view();
    const Regex* regex = nullptr;
    if (kDialect == PatternDialect::kSimilar && call.data == nullptr) {
      const std::string escape(escapes == nullptr ? "\\"
                                                  : UnifiedVector(*escapes).value<TextView>(row).view());
      regex = &cache.get(call, similar_to_regex(pattern, escape), "");
    } else if (kDialect == PatternDialect::kRegex && escapes != nullptr) {
      regex = &cache.get(call, pattern, UnifiedVector(*escapes).value<TextView>(row).view());
    } else {
      regex = &cache.get(call, pattern, kDialect == PatternDialect::kRegexNoCase ? "i" : "");
    }
    to[row] = regex->matches(text) != kNegated ? 1 : 0;
  });
  return result;
}

// --- functions; each keeps a compiled pattern per thread of a call through a cache in the kernel
/// The text of a match: the first group where the pattern has one.
std::optional<TextSlice> matched_text(std::string_view text, const Regex& regex, size_t from, int group) {
  Regex::Match match{};
  if (!regex.find(text, from, match, group)) {
    return std::nullopt;
  }
  if (group == 0) {
    return TextSlice{text.substr(match.begin, match.end - match.begin)};
  }
  if (match.group_begin == std::string_view::npos) {
    return std::nullopt;
  }
  return TextSlice{text.substr(match.group_begin, match.group_end - match.group_begin)};
}

/// Runs `each(row, text, regex)` over the valid rows of a call whose pattern is argument 1.
template <class Each>
void for_each_regex(const ScalarCall& call, const ValidRows& valid, size_t flags_index, Each each) {
  RegexCache cache;
  const UnifiedVector texts(call.arguments[0]);
  const UnifiedVector patterns(call.arguments[1]);
  const bool has_flags = flags_index != 0 && flags_index < call.arguments.size();
  valid.for_each([&](size_t row) {
    const std::string flags(has_flags ? UnifiedVector(call.arguments[flags_index]).value<TextView>(row).view()
                                      : std::string_view());
    each(row, texts.value<TextView>(row).view(),
         cache.get(call, patterns.value<TextView>(row).view(), flags));
  });
}

int64_t integer_argument(const ScalarCall& call, size_t index, size_t row, int64_t otherwise) {
  if (index >= call.arguments.size()) {
    return otherwise;
  }
  return UnifiedVector(call.arguments[index]).value<int64_t>(row);
}

size_t start_place(std::string_view text, int64_t start) {
  if (start < 1) {
    raise(sqlstate::kInvalidParameterValue, "start must be 1 or more");
  }
  return bytes_of_characters(text, static_cast<size_t>(start - 1));
}

/// regexp_extract(text, pattern [, group]): '' where nothing matches; regexp_substr and substring: NULL.
template <bool kNullWithout>
ColumnVector extract_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kText, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  share_heaps(call.arguments, result);
  auto* to = result.mutable_values<TextView>();
  for_each_regex(call, valid, 0, [&](size_t row, std::string_view text, const Regex& regex) {
    const int64_t default_group = kNullWithout && regex.group_count() > 0 ? 1 : 0;
    const int64_t group = integer_argument(call, 2, row, default_group);
    if (group < 0 || group > std::max(regex.group_count(), 0)) {
      raise(sqlstate::kInvalidParameterValue, "the pattern has no group " + std::to_string(group));
    }
    const std::optional<TextSlice> found = matched_text(text, regex, 0, static_cast<int>(group));
    if (found.has_value()) {
      to[row] = TextView(found->text);
    } else if (kNullWithout) {
      result.set_null(row);
    }
  });
  return result;
}

std::shared_ptr<const FunctionData> bind_similar_substring(const ScalarBindInput& input) {
  const std::string* pattern = constant_text(input, 1);
  const std::string* escape = constant_text(input, 2);
  if (pattern == nullptr || escape == nullptr) {
    return nullptr;
  }
  return std::make_shared<RegexData>(Regex(similar_substring_regex(*pattern, *escape), ""));
}

/// similar_substring(text, pattern, escape): NULL where the pattern does not match the whole text.
ColumnVector similar_substring_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kText, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  share_heaps(call.arguments, result);
  auto* to = result.mutable_values<TextView>();
  const UnifiedVector texts(call.arguments[0]);
  const UnifiedVector patterns(call.arguments[1]);
  const UnifiedVector escapes(call.arguments[2]);
  RegexCache cache;
  valid.for_each([&](size_t row) {
    const std::string_view pattern = patterns.value<TextView>(row).view();
    const Regex& regex =
        call.data != nullptr
            ? cache.get(call, pattern, "")
            : cache.get(call, similar_substring_regex(pattern, escapes.value<TextView>(row).view()), "");
    const std::optional<TextSlice> found = matched_text(texts.value<TextView>(row).view(), regex, 0, 1);
    if (found.has_value()) {
      to[row] = TextView(found->text);
    } else {
      result.set_null(row);
    }
  });
  return result;
}

/// regexp_substr(text, pattern, start, n [, flags [, group]]).
ColumnVector substr_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kText, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  share_heaps(call.arguments, result);
  auto* to = result.mutable_values<TextView>();
  for_each_regex(call, valid, 4, [&](size_t row, std::string_view text, const Regex& regex) {
    size_t place = start_place(text, integer_argument(call, 2, row, 1));
    int64_t left = integer_argument(call, 3, row, 1);
    if (left < 1) {
      raise(sqlstate::kInvalidParameterValue, "n must be 1 or more");
    }
    Regex::Match match{};
    while (place <= text.size() && regex.find(text, place, match, 0)) {
      if (--left == 0) {
        to[row] = TextView(text.substr(match.begin, match.end - match.begin));
        return;
      }
      place = match.end > match.begin ? match.end : match.end + 1;
    }
    result.set_null(row);
  });
  return result;
}

ColumnVector count_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kInteger, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kInteger, call.row_count);
  auto* to = result.mutable_values<int32_t>();
  for_each_regex(call, valid, 3, [&](size_t row, std::string_view text, const Regex& regex) {
    size_t place = start_place(text, integer_argument(call, 2, row, 1));
    Regex::Match match{};
    while (place <= text.size() && regex.find(text, place, match, 0)) {
      ++to[row];
      place = match.end > match.begin ? match.end : match.end + 1;
    }
  });
  return result;
}

/// regexp_instr(text, pattern): the character at which the first match begins, 0 when there is none.
ColumnVector instr_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kInteger, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kInteger, call.row_count);
  auto* to = result.mutable_values<int32_t>();
  for_each_regex(call, valid, 0, [&](size_t row, std::string_view text, const Regex& regex) {
    Regex::Match match{};
    if (regex.find(text, 0, match, 0)) {
      to[row] = static_cast<int32_t>(count_characters(text.substr(0, match.begin)) + 1);
    }
  });
  return result;
}

/// regexp_replace(text, pattern, replacement [, flags]): the first match, all with flag g.
ColumnVector replace_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kText, call.row_count);
  }
  ColumnVector result = ColumnVector::make_flat(TypeId::kText, call.row_count);
  TextSink sink(result);
  auto* to = result.mutable_values<TextView>();
  const UnifiedVector replacements(call.arguments[2]);
  for_each_regex(call, valid, 3, [&](size_t row, std::string_view text, const Regex& regex) {
    const bool all =
        call.arguments.size() > 3 &&
        UnifiedVector(call.arguments[3]).value<TextView>(row).view().find('g') != std::string_view::npos;
    to[row] = sink.add(regex.replace(text, replacements.value<TextView>(row).view(), 0, all).view());
  });
  return result;
}

constexpr auto kText = TypeId::kText;

template <PatternDialect kDialect>
void add_tests(FunctionRegistry& registry, const char* name, const char* negated_name, ScalarBind bind,
               const Documentation& documentation, const Documentation& negated_documentation) {
  registry.add(
      scalar(name, {kText, kText}, TypeId::kBoolean, matches_kernel<kDialect, false>, documentation, bind));
  registry.add(scalar(negated_name, {kText, kText}, TypeId::kBoolean, matches_kernel<kDialect, true>,
                      negated_documentation, bind));
}

void register_tests(FunctionRegistry& registry) {
  add_tests<PatternDialect::kRegex>(
      registry, "~", "!~", bind_regex_operator<false>,
      {"Whether a regular expression matches somewhere in a text.", "'stoa' ~ '^s.*a$'", "true"},
      {"Whether a regular expression matches nowhere.", "'stoa' !~ 'x'", "true"});
  add_tests<PatternDialect::kRegexNoCase>(registry, "~*", "!~*", bind_regex_operator<true>,
                                          {"~ without regard to case.", "'Stoa' ~* '^S'", "true"},
                                          {"!~ without regard to case.", "'Stoa' !~* '^s'", "false"});
  add_tests<PatternDialect::kSimilar>(
      registry, "similar_to", "not_similar_to", bind_similar,
      {"Whether a text matches SQL's regular expression: % and _ with | * + ? {} () [].",
       "'stoa' SIMILAR TO '(s|t)%'", "true"},
      {"Not SIMILAR TO.", "'stoa' NOT SIMILAR TO '(x|y)%'", "true"});
  registry.add(scalar(
      "similar_to", {kText, kText, kText}, TypeId::kBoolean, matches_kernel<PatternDialect::kSimilar, false>,
      {"SIMILAR TO with an escape character.", "'50%' SIMILAR TO '[0-9]+#%' ESCAPE '#'", "true"},
      bind_similar));
  registry.add(scalar(
      "not_similar_to", {kText, kText, kText}, TypeId::kBoolean,
      matches_kernel<PatternDialect::kSimilar, true>,
      {"NOT SIMILAR TO with an escape character.", "'50%' NOT SIMILAR TO '[0-9]+#%' ESCAPE '#'", "false"},
      bind_similar));
  for (const char* name : {"similar_substring", "substring"}) {
    registry.add(scalar(name, {kText, kText, kText}, kText, similar_substring_kernel,
                        {"The part of a text between the escaped double quotes of a SIMILAR TO pattern.",
                         "substring('foobar' SIMILAR '%#\"o_b#\"%' ESCAPE '#')", "oob"},
                        bind_similar_substring));
  }
  for (const char* name : {"regexp_like", "regexp_matches"}) {
    const std::string call = std::string(name) + "('stoa', 'TO'";
    registry.add(scalar(name, {kText, kText}, TypeId::kBoolean, matches_kernel<PatternDialect::kRegex, false>,
                        {"Whether a regular expression matches somewhere in a text.", call + ")", "false"},
                        bind_regex<0>));
    registry.add(scalar(name, {kText, kText, kText}, TypeId::kBoolean,
                        matches_kernel<PatternDialect::kRegex, false>,
                        {"The same with flags, i for any case.", call + ", 'i')", "true"}, bind_regex<2>));
  }
}

void register_extraction(FunctionRegistry& registry) {
  registry.add(scalar("regexp_extract", {kText, kText}, kText, extract_kernel<false>,
                      {"The first match of a regular expression; empty where there is none.",
                       "regexp_extract('id 42', '[0-9]+')", "42"},
                      bind_regex<0>));
  registry.add(scalar("regexp_extract", {kText, kText, TypeId::kBigint}, kText, extract_kernel<false>,
                      {"A group of the first match; empty where there is none.",
                       "regexp_extract('id 42', '([a-z]+) ([0-9]+)', 2)", "42"},
                      bind_regex<0>));
  for (const char* name : {"regexp_substr", "regexp_match", "substring"}) {
    registry.add(scalar(name, {kText, kText}, kText, extract_kernel<true>,
                        {"The first match of a regular expression, or its first group; NULL without.",
                         std::string(name) + "('id 42', '[0-9]+')", "42"},
                        bind_regex<0>));
  }
  registry.add(scalar("regexp_substr", {kText, kText, TypeId::kBigint, TypeId::kBigint}, kText, substr_kernel,
                      {"The n-th match from a character on.", "regexp_substr('a1b22', '[0-9]+', 1, 2)", "22"},
                      bind_regex<0>));
}

}  // namespace

void register_regex_functions(FunctionRegistry& registry) {
  register_tests(registry);
  register_extraction(registry);
  registry.add(scalar("regexp_count", {kText, kText}, TypeId::kInteger, count_kernel,
                      {"The number of matches.", "regexp_count('banana', 'an')", "2"}, bind_regex<0>));
  registry.add(scalar("regexp_count", {kText, kText, TypeId::kBigint}, TypeId::kInteger, count_kernel,
                      {"The number of matches from a character on.", "regexp_count('banana', 'an', 3)", "1"},
                      bind_regex<0>));
  registry.add(scalar(
      "regexp_count", {kText, kText, TypeId::kBigint, kText}, TypeId::kInteger, count_kernel,
      {"The number of matches from a character on, with flags.", "regexp_count('banana', 'AN', 1, 'i')", "2"},
      bind_regex<3>));
  registry.add(scalar(
      "regexp_instr", {kText, kText}, TypeId::kInteger, instr_kernel,
      {"The character at which the first match begins; 0 without.", "regexp_instr('banana', 'an')", "2"},
      bind_regex<0>));
  registry.add(scalar("regexp_replace", {kText, kText, kText}, kText, replace_kernel,
                      {"Replaces the first match; \\1 to \\9 are its groups.",
                       "regexp_replace('banana', 'an', '-')", "b-ana"},
                      bind_regex<0>));
  registry.add(
      scalar("regexp_replace", {kText, kText, kText, kText}, kText, replace_kernel,
             {"The same with flags, g for all matches.", "regexp_replace('banana', 'an', '-', 'g')", "b--a"},
             bind_regex<3>));
}

}  // namespace stoa
