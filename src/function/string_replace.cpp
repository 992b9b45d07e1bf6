#include <algorithm>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/growing_text.h"
#include "function/row_kernel.h"
#include "function/text_search.h"
#include "types/utf8.h"

namespace stoa {

namespace {

TextView replace_row(std::string_view text, std::string_view from, std::string_view to, TextSink& sink) {
  GrowingText result;
  if (from.empty()) {
    return sink.add(text);
  }
  size_t place = 0;
  while (true) {
    const size_t at = find_text(text, from, place);
    if (at == std::string_view::npos) {
      break;
    }
    result.append(text.substr(place, at - place));
    result.append(to);
    place = at + from.size();
    if (result.size() > UINT32_MAX) {
      raise(sqlstate::kProgramLimitExceeded, "text is longer than 4 GiB");
    }
  }
  result.append(text.substr(place));
  return sink.add(result.view());
}

/// Each character of `from` becomes the one at its place in `to`, or goes when there is none.
std::string translate_row(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const size_t size = std::min(text.size() - i, character_bytes(text[i]));
    const std::string_view character = text.substr(i, size);
    i += size;
    const size_t at = from.find(character);
    if (at == std::string_view::npos) {
      result += character;
      continue;
    }
    const std::string_view rest = to.substr(bytes_of_characters(to, count_characters(from.substr(0, at))));
    if (!rest.empty()) {
      result += rest.substr(0, character_bytes(rest[0]));
    }
  }
  return result;
}

std::string reverse_row(std::string_view text) {
  std::string result(text.rbegin(), text.rend());
  if (is_ascii(text)) {
    return result;
  }
  // The bytes of each character stand backwards now: turn them.
  for (size_t i = 0; i < text.size();) {
    const size_t size = std::min(text.size() - i, character_bytes(text[i]));
    text.copy(result.data() + (text.size() - i - size), size, i);
    i += size;
  }
  return result;
}

std::string overlay_row(std::string_view text, std::string_view part, int64_t start, int64_t count) {
  if (start < 1) {
    raise(sqlstate::kSubstringError, "overlay must begin at character 1 or later");
  }
  const size_t begin = bytes_of_characters(text, static_cast<size_t>(start - 1));
  int64_t end = 0;
  if (__builtin_add_overflow(start - 1, count, &end)) {
    end = INT64_MAX;
  }
  const size_t after = bytes_of_characters(text, static_cast<size_t>(std::max<int64_t>(end, 0)));
  std::string result(text.substr(0, begin));
  result += part;
  return result += text.substr(after);
}

std::string overlay_all_row(std::string_view text, std::string_view part, int64_t start) {
  return overlay_row(text, part, start, static_cast<int64_t>(count_characters(part)));
}

}  // namespace

void register_string_replace(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kBigint = TypeId::kBigint;
  registry.add(
      scalar("replace", {kText, kText, kText}, kText, row_kernel<&replace_row>,
             {"Replaces every appearance of a text by another.", "replace('banana', 'an', '-')", "b--a"}));
  registry.add(scalar("translate", {kText, kText, kText}, kText, row_kernel<&translate_row>,
                      {"Replaces single characters; those without a partner go.",
                       "translate('12345', '143', 'ax')", "a2x5"}));
  registry.add(scalar("reverse", {kText}, kText, row_kernel<&reverse_row>,
                      {"The characters in reverse.", "reverse('stoa')", "aots"}));
  registry.add(scalar(
      "overlay", {kText, kText, kBigint}, kText, row_kernel<&overlay_all_row>,
      {"Writes a text over a part of another.", "overlay('Txxxxas' PLACING 'hom' FROM 2)", "Thomxas"}));
  registry.add(scalar("overlay", {kText, kText, kBigint, kBigint}, kText, row_kernel<&overlay_row>,
                      {"Writes a text over a number of characters of another.",
                       "overlay('Txxxxas' PLACING 'hom' FROM 2 FOR 4)", "Thomas"}));
}

}  // namespace stoa
