#include <cctype>
#include <cstdlib>
#include <memory>

#include <utf8proc.h>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) {
      return false;
    }
  }
  return true;
}

utf8proc_option_t options_of_form(std::string_view form) {
  std::string upper(form);
  for (char& c : upper) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  if (upper == "NFC" || upper == "NFD") {
    return upper == "NFC" ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE;
  }
  if (upper == "NFKC" || upper == "NFKD") {
    return static_cast<utf8proc_option_t>((upper == "NFKC" ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                                          UTF8PROC_COMPAT);
  }
  throw Error(sqlstate::kInvalidParameterValue, "invalid normalization form: " + std::string(form))
      .with_hint("The forms are NFC, NFD, NFKC and NFKD.");
}

std::string normalize_row(std::string_view text, std::string_view form) {
  const utf8proc_option_t options = options_of_form(form);
  if (is_ascii(text)) {  // the same in every form
    return std::string(text);
  }
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                             static_cast<utf8proc_option_t>(options | UTF8PROC_STABLE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size == UTF8PROC_ERROR_NOMEM) {
    raise(sqlstate::kOutOfMemory, "no memory is left to normalize a text");
  }
  if (size < 0) {
    raise(sqlstate::kInvalidTextRepresentation,
          std::string("the text cannot be normalized: ") + utf8proc_errmsg(size));
  }
  return std::string(reinterpret_cast<const char*>(mapped), static_cast<size_t>(size));
}

std::string normalize_composed_row(std::string_view text) {
  return normalize_row(text, "NFC");
}

bool is_normalized_row(std::string_view text, std::string_view form) {
  return normalize_row(text, form) == text;
}

}  // namespace

void register_normalize(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  registry.add(scalar("normalize", {kText}, kText, row_kernel<&normalize_composed_row>,
                      {"A text in Unicode's composed form NFC.", "length(normalize(U&'a\\0308'))", "1"}));
  registry.add(scalar("normalize", {kText, kText}, kText, row_kernel<&normalize_row>,
                      {"A text in a Unicode normalization form: NFC, NFD, NFKC, NFKD.",
                       "length(normalize(U&'\\00E4', NFD))", "2"}));
  registry.add(scalar(
      "is_normalized", {kText, kText}, TypeId::kBoolean, row_kernel<&is_normalized_row>,
      {"Whether a text is in a Unicode normalization form.", "U&'a\\0308' IS NFC NORMALIZED", "false"}));
}

}  // namespace stoa
