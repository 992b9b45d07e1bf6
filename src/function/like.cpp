#include <optional>

#include "function/builtin_functions.h"
#include "function/case_mapping.h"
#include "function/function_registry.h"
#include "function/like_pattern.h"
#include "function/row_kernel.h"
#include "function/text_search.h"
#include "io/file_system.h"

namespace stoa {

namespace {

struct LikeData : FunctionData {
  explicit LikeData(LikePattern compiled) : pattern(std::move(compiled)) {}
  LikePattern pattern;
};

std::string lowered(std::string_view text) {
  std::string result;
  lower_text(text, result);
  return result;
}

template <bool kIgnoreCase>
LikePattern compile_like(std::string_view pattern, std::string_view escape) {
  return kIgnoreCase ? LikePattern(lowered(pattern), lowered(escape)) : LikePattern(pattern, escape);
}

/// Compiles a constant pattern; one that varies by row is compiled as it comes.
template <bool kIgnoreCase>
std::shared_ptr<const FunctionData> bind_like(const ScalarBindInput& input) {
  const auto& constants = input.constants;
  const bool has_escape = input.parameter_types.size() == 3;
  for (size_t i = 1; i < input.parameter_types.size(); ++i) {
    if (constants.size() <= i || constants[i] == nullptr || constants[i]->is_null() ||
        !constants[i]->type().is_text()) {
      return nullptr;
    }
  }
  const std::string_view escape = has_escape ? std::string_view(constants[2]->as_text()) : "\\";
  return std::make_shared<LikeData>(compile_like<kIgnoreCase>(constants[1]->as_text(), escape));
}

/// One test for all valid rows; the loop is compiled once per test.
template <class Matches>
ColumnVector match_texts(const ScalarCall& call, const ValidRows& valid, bool negated, Matches matches) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kBoolean, call.row_count);
  const TextView* texts = call.arguments[0].values<TextView>();
  const size_t mask = call.arguments[0].is_constant() ? 0 : ~size_t{0};
  auto* to = result.mutable_values<uint8_t>();
  valid.for_each([&](size_t row) { to[row] = matches(texts[row & mask].view()) != negated ? 1 : 0; });
  return result;
}

ColumnVector match_pattern(const ScalarCall& call, const ValidRows& valid, const LikePattern& pattern,
                           bool negated) {
  const std::string_view text = pattern.text();
  switch (pattern.shape()) {
    case LikePattern::Shape::kExact:
      return match_texts(call, valid, negated, [text](std::string_view s) { return s == text; });
    case LikePattern::Shape::kPrefix:
      return match_texts(call, valid, negated, [text](std::string_view s) { return s.starts_with(text); });
    case LikePattern::Shape::kSuffix:
      return match_texts(call, valid, negated, [text](std::string_view s) { return s.ends_with(text); });
    case LikePattern::Shape::kContains:
      return match_texts(call, valid, negated,
                         [text](std::string_view s) { return find_text(s, text) != std::string_view::npos; });
    case LikePattern::Shape::kAny:
      return match_texts(call, valid, negated, [](std::string_view) { return true; });
    case LikePattern::Shape::kGeneral: break;
  }
  return match_texts(call, valid, negated, [&](std::string_view s) { return pattern.matches_general(s); });
}

/// Patterns from a column: the last one is kept, as neighbours are often the same.
template <bool kIgnoreCase>
ColumnVector match_varying(const ScalarCall& call, const ValidRows& valid, bool negated) {
  ColumnVector result = ColumnVector::make_flat(TypeId::kBoolean, call.row_count);
  auto* to = result.mutable_values<uint8_t>();
  const UnifiedVector texts(call.arguments[0]);
  const UnifiedVector patterns(call.arguments[1]);
  std::optional<LikePattern> pattern;
  std::string last_source;
  std::string last_escape;
  valid.for_each([&](size_t row) {
    const std::string_view source = patterns.value<TextView>(row).view();
    const std::string escape(call.arguments.size() == 3
                                 ? UnifiedVector(call.arguments[2]).value<TextView>(row).view()
                                 : std::string_view("\\"));
    if (!pattern.has_value() || source != last_source || escape != last_escape) {
      pattern.emplace(compile_like<kIgnoreCase>(source, escape));
      last_source = source;
      last_escape = escape;
    }
    const std::string_view text = texts.value<TextView>(row).view();
    to[row] = pattern->matches(kIgnoreCase ? std::string_view(lowered(text)) : text) != negated ? 1 : 0;
  });
  return result;
}

template <bool kIgnoreCase, bool kNegated>
ColumnVector like_kernel(const ScalarCall& call) {
  const ValidRows valid(call.arguments, call.row_count);
  if (valid.none()) {
    return ColumnVector::make_null(TypeId::kBoolean, call.row_count);
  }
  if (call.data == nullptr) {
    return match_varying<kIgnoreCase>(call, valid, kNegated);
  }
  const LikePattern& pattern = static_cast<const LikeData&>(*call.data).pattern;
  if constexpr (kIgnoreCase) {
    std::string scratch;
    return match_texts(call, valid, kNegated, [&](std::string_view text) {
      lower_text(text, scratch);
      return pattern.matches(scratch);
    });
  } else {
    return match_pattern(call, valid, pattern, kNegated);
  }
}

template <bool kIgnoreCase, bool kNegated>
void add_like(FunctionRegistry& registry, const char* name, const Documentation& documentation) {
  constexpr auto kText = TypeId::kText;
  registry.add(scalar(name, {kText, kText}, TypeId::kBoolean, like_kernel<kIgnoreCase, kNegated>,
                      documentation, bind_like<kIgnoreCase>));
  registry.add(scalar(name, {kText, kText, kText}, TypeId::kBoolean, like_kernel<kIgnoreCase, kNegated>,
                      documentation, bind_like<kIgnoreCase>));
}

bool glob_row(std::string_view text, std::string_view pattern) {
  return matches_glob(pattern, text);
}

}  // namespace

void register_like(FunctionRegistry& registry) {
  add_like<false, false>(registry, "like",
                         {"Whether a text matches a pattern, in which % is any characters and _ is one.",
                          "'stoa' LIKE 's%a'", "true"});
  add_like<false, true>(registry, "not_like", {"Not LIKE.", "'stoa' NOT LIKE 's%a'", "false"});
  add_like<true, false>(registry, "ilike", {"LIKE without regard to case.", "'Stoa' ILIKE 's_O%'", "true"});
  add_like<true, true>(registry, "not_ilike", {"Not ILIKE.", "'Stoa' NOT ILIKE 's%'", "false"});
  registry.add(scalar("glob", {TypeId::kText, TypeId::kText}, TypeId::kBoolean, row_kernel<&glob_row>,
                      {"Whether a text matches a glob pattern: * any characters, ? one, [a-c] one of a set.",
                       "'stoa' GLOB 's*[a-c]'", "true"}));
}

}  // namespace stoa
