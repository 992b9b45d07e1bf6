#include <cstring>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

TextView concatenate_row(std::string_view a, std::string_view b, TextSink& sink) {
  const size_t size = a.size() + b.size();
  if (size > UINT32_MAX) {
    raise(sqlstate::kProgramLimitExceeded, "text is longer than 4 GiB");
  }
  if (size <= TextView::kInlineBytes) {
    char inlined[TextView::kInlineBytes];
    std::copy_n(a.data(), a.size(), inlined);
    std::copy_n(b.data(), b.size(), inlined + a.size());
    return TextView(inlined, static_cast<uint32_t>(size));
  }
  char* place = sink.allocate(size);
  std::copy_n(a.data(), a.size(), place);
  std::copy_n(b.data(), b.size(), place + a.size());
  return TextView(place, static_cast<uint32_t>(size));
}

std::shared_ptr<const FunctionData> bind_concatenation(const ScalarBindInput& input) {
  for (LogicalType& type : input.parameter_types) {
    type = TypeId::kText;
  }
  return nullptr;
}

}  // namespace

void register_concat_operator(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kAny = TypeId::kNull;
  const ScalarKernel kernel = row_kernel<&concatenate_row>;
  registry.add(scalar("||", {kText, kText}, kText, kernel,
                      {"Two texts behind each other.", "'Sto' || 'a'", "Stoa"}, bind_concatenation));
  registry.add(scalar("||", {kText, kAny}, kText, kernel,
                      {"A text and the text of a value.", "'n = ' || 5", "n = 5"}, bind_concatenation));
  registry.add(scalar("||", {kAny, kText}, kText, kernel,
                      {"The text of a value and a text.", "5 || '%'", "5%"}, bind_concatenation));
  registry.add(
      scalar("||", {TypeId::kBytea, TypeId::kBytea}, TypeId::kBytea, kernel,
             {"Two byte strings behind each other.", "'\\x01'::bytea || '\\x02'::bytea", "\\x0102"}));
}

}  // namespace stoa
