#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

bool continues(char byte) {
  return (static_cast<uint8_t>(byte) & 0xC0) == 0x80;
}

/// Whether `set` has the character; its bytes begin only where characters do, as UTF-8 synchronizes itself.
bool has_character(std::string_view set, std::string_view character) {
  return set.find(character) != std::string_view::npos;
}

std::string_view trim_front(std::string_view text, std::string_view set) {
  while (!text.empty()) {
    const size_t size = std::min(text.size(), character_bytes(text[0]));
    if (!has_character(set, text.substr(0, size))) {
      break;
    }
    text.remove_prefix(size);
  }
  return text;
}

std::string_view trim_back(std::string_view text, std::string_view set) {
  while (!text.empty()) {
    size_t begin = text.size() - 1;
    while (begin > 0 && continues(text[begin])) {
      --begin;
    }
    if (!has_character(set, text.substr(begin))) {
      break;
    }
    text.remove_suffix(text.size() - begin);
  }
  return text;
}

TextSlice ltrim_row(std::string_view text, std::string_view set) {
  return {trim_front(text, set)};
}
TextSlice rtrim_row(std::string_view text, std::string_view set) {
  return {trim_back(text, set)};
}
TextSlice btrim_row(std::string_view text, std::string_view set) {
  return {trim_back(trim_front(text, set), set)};
}
TextSlice ltrim_blanks_row(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  return {begin == std::string_view::npos ? std::string_view() : text.substr(begin)};
}
TextSlice rtrim_blanks_row(std::string_view text) {
  return {text.substr(0, text.find_last_not_of(' ') + 1)};
}
TextSlice btrim_blanks_row(std::string_view text) {
  return rtrim_blanks_row(ltrim_blanks_row(text).text);
}

}  // namespace

void register_string_trim(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  registry.add(scalar("ltrim", {kText}, kText, row_kernel<&ltrim_blanks_row>,
                      {"The text without blanks at its beginning.", "ltrim('  stoa')", "stoa"}));
  registry.add(
      scalar("ltrim", {kText, kText}, kText, row_kernel<&ltrim_row>,
             {"The text without any of some characters at its beginning.", "ltrim('xxstoa', 'xy')", "stoa"}));
  registry.add(scalar("rtrim", {kText}, kText, row_kernel<&rtrim_blanks_row>,
                      {"The text without blanks at its end.", "rtrim('stoa  ')", "stoa"}));
  registry.add(
      scalar("rtrim", {kText, kText}, kText, row_kernel<&rtrim_row>,
             {"The text without any of some characters at its end.", "rtrim('stoaxy', 'xy')", "stoa"}));
  for (const char* name : {"btrim", "trim"}) {
    registry.add(scalar(name, {kText}, kText, row_kernel<&btrim_blanks_row>,
                        {"The text without blanks at both ends.", std::string(name) + "(' stoa ')", "stoa"}));
    registry.add(scalar(name, {kText, kText}, kText, row_kernel<&btrim_row>,
                        {"The text without any of some characters at both ends.",
                         std::string(name) + "('xstoay', 'xy')", "stoa"}));
  }
}

}  // namespace stoa
