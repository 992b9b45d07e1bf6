#include "function/builtin_functions.h"
#include "function/case_mapping.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

/// ASCII is written straight to its place; its size does not change.
template <void (*kAscii)(std::string_view, char*) noexcept, void (*kAny)(std::string_view, std::string&)>
TextView map_case(std::string_view text, TextSink& sink) {
  if (!is_ascii(text)) {
    std::string mapped;
    kAny(text, mapped);
    return sink.add(mapped);
  }
  char inlined[TextView::kInlineBytes];
  char* place = text.size() <= TextView::kInlineBytes ? inlined : sink.allocate(text.size());
  kAscii(text, place);
  return TextView(place, static_cast<uint32_t>(text.size()));
}

TextView lower_row(std::string_view text, TextSink& sink) {
  return map_case<lower_ascii, lower_text>(text, sink);
}
TextView upper_row(std::string_view text, TextSink& sink) {
  return map_case<upper_ascii, upper_text>(text, sink);
}
std::string initcap_row(std::string_view text) {
  std::string result;
  capitalize_text(text, result);
  return result;
}

}  // namespace

void register_string_case(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  for (const char* name : {"lower", "lcase"}) {
    registry.add(scalar(name, {kText}, kText, row_kernel<&lower_row>,
                        {"The text in lower case.", std::string(name) + "('STOA')", "stoa"}));
  }
  for (const char* name : {"upper", "ucase"}) {
    registry.add(scalar(name, {kText}, kText, row_kernel<&upper_row>,
                        {"The text in upper case.", std::string(name) + "('stoa')", "STOA"}));
  }
  registry.add(scalar("initcap", {kText}, kText, row_kernel<&initcap_row>,
                      {"Each word with a capital letter.", "initcap('hello WORLD')", "Hello World"}));
}

}  // namespace stoa
