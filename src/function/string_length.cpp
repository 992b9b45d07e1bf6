#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

int32_t checked_length(size_t length) {
  if (length > INT32_MAX) {
    raise(sqlstate::kNumericOutOfRange, "integer out of range");
  }
  return static_cast<int32_t>(length);
}

int32_t length_row(std::string_view text) {
  return checked_length(count_characters(text));
}
int32_t byte_length_row(std::string_view bytes) {
  return checked_length(bytes.size());
}
int32_t bit_length_row(std::string_view bytes) {
  return checked_length(bytes.size() * 8);
}

}  // namespace

void register_string_length(FunctionRegistry& registry) {
  constexpr auto kInteger = TypeId::kInteger;
  for (const char* name : {"length", "char_length", "character_length", "len"}) {
    registry.add(scalar(name, {TypeId::kText}, kInteger, row_kernel<&length_row>,
                        {"The number of characters.", std::string(name) + "('stoa')", "4"}));
  }
  registry.add(scalar("length", {TypeId::kBytea}, kInteger, row_kernel<&byte_length_row>,
                      {"The number of bytes.", "length('\\x0102'::bytea)", "2"}));
  for (const TypeId type : {TypeId::kText, TypeId::kBytea}) {
    const std::string example = type == TypeId::kText ? "('stoa')" : "('stoa'::bytea)";
    for (const char* name : {"octet_length", "strlen"}) {
      registry.add(scalar(name, {type}, kInteger, row_kernel<&byte_length_row>,
                          {"The number of bytes.", name + example, "4"}));
    }
    registry.add(scalar("bit_length", {type}, kInteger, row_kernel<&bit_length_row>,
                        {"The number of bits.", "bit_length" + example, "32"}));
  }
}

}  // namespace stoa
