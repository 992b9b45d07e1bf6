#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "function/text_search.h"
#include "types/utf8.h"

namespace stoa {

namespace {

/// Characters [from, from + count) of a text, both counted from 0. Where all bytes up to the end are ASCII,
/// they are the characters, whatever follows.
std::string_view cut_characters(std::string_view text, size_t from, size_t count) {
  const size_t end = count > text.size() ? text.size() : std::min(text.size(), from + count);
  if (is_ascii(text.substr(0, end))) {
    return from >= text.size() ? std::string_view() : text.substr(from, count);
  }
  const std::string_view rest = text.substr(bytes_of_characters(text, from));
  return rest.substr(0, bytes_of_characters(rest, count));
}

TextSlice substring_from_row(std::string_view text, int64_t start) {
  return {cut_characters(text, start <= 1 ? 0 : static_cast<size_t>(start - 1), text.size())};
}

/// SQL's substring: characters before the first one count, but aren't there.
TextSlice substring_row(std::string_view text, int64_t start, int64_t count) {
  if (count < 0) {
    raise(sqlstate::kSubstringError, "negative substring length not allowed");
  }
  int64_t end = 0;
  if (__builtin_add_overflow(start, count, &end)) {
    end = INT64_MAX;
  }
  const int64_t begin = std::max<int64_t>(start, 1);
  if (end <= begin) {
    return {{}};
  }
  return {cut_characters(text, static_cast<size_t>(begin - 1), static_cast<size_t>(end - begin))};
}

TextSlice byte_substring_row(std::string_view bytes, int64_t start, int64_t count) {
  if (count < 0) {
    raise(sqlstate::kSubstringError, "negative substring length not allowed");
  }
  int64_t end = 0;
  if (__builtin_add_overflow(start, count, &end)) {
    end = INT64_MAX;
  }
  const int64_t begin = std::max<int64_t>(start, 1);
  if (end <= begin || static_cast<size_t>(begin) > bytes.size()) {
    return {{}};
  }
  return {bytes.substr(static_cast<size_t>(begin - 1), static_cast<size_t>(end - begin))};
}

/// A count from the front, or, negative, all but that many from the back.
size_t counted(std::string_view text, int64_t count) {
  if (count >= 0) {
    return static_cast<size_t>(count);
  }
  const size_t length = count_characters(text);
  const size_t dropped = uint64_t{0} - static_cast<uint64_t>(count);
  return dropped >= length ? 0 : length - dropped;
}

TextSlice left_row(std::string_view text, int64_t count) {
  return {text.substr(0, bytes_of_characters(text, counted(text, count)))};
}

TextSlice right_row(std::string_view text, int64_t count) {
  const size_t length = count_characters(text);
  const size_t kept = std::min(length, counted(text, count));
  return {text.substr(bytes_of_characters(text, length - kept))};
}

/// Field n of a text cut at each delimiter, from 1, or from the end when negative.
TextSlice split_part_row(std::string_view text, std::string_view delimiter, int64_t field) {
  if (field == 0) {
    raise(sqlstate::kInvalidParameterValue, "field position must not be zero");
  }
  if (delimiter.empty()) {
    return {field == 1 || field == -1 ? text : std::string_view()};
  }
  if (field < 0) {
    std::string_view rest = text;
    for (++field;; ++field) {
      const size_t at = rest.rfind(delimiter);
      if (field == 0) {
        return {at == std::string_view::npos ? rest : rest.substr(at + delimiter.size())};
      }
      if (at == std::string_view::npos) {
        return {{}};
      }
      rest = rest.substr(0, at);
    }
  }
  size_t place = 0;
  for (; field > 1; --field) {
    const size_t at = find_text(text, delimiter, place);
    if (at == std::string_view::npos) {
      return {{}};
    }
    place = at + delimiter.size();
  }
  const size_t at = find_text(text, delimiter, place);
  return {text.substr(place, at == std::string_view::npos ? at : at - place)};
}

int32_t position_row(std::string_view text, std::string_view part) {
  const size_t at = find_text(text, part);
  if (at == std::string_view::npos) {
    return 0;
  }
  return static_cast<int32_t>(count_characters(text.substr(0, at)) + 1);
}

bool starts_with_row(std::string_view text, std::string_view part) {
  return text.starts_with(part);
}
bool ends_with_row(std::string_view text, std::string_view part) {
  return text.ends_with(part);
}
bool contains_row(std::string_view text, std::string_view part) {
  return find_text(text, part) != std::string_view::npos;
}

void register_substrings(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kBigint = TypeId::kBigint;
  for (const char* name : {"substring", "substr"}) {
    const std::string begin = std::string(name) + "(";
    registry.add(scalar(name, {kText, kBigint}, kText, row_kernel<&substring_from_row>,
                        {"The text from a character on, counted from 1.", begin + "'columns', 4)", "umns"}));
    registry.add(
        scalar(name, {kText, kBigint, kBigint}, kText, row_kernel<&substring_row>,
               {"A number of characters from one on, counted from 1.", begin + "'columns', 2, 3)", "olu"}));
    registry.add(scalar(
        name, {TypeId::kBytea, kBigint, kBigint}, TypeId::kBytea, row_kernel<&byte_substring_row>,
        {"A number of bytes from one on, counted from 1.", begin + "'\\x010203'::bytea, 2, 2)", "\\x0203"}));
  }
  registry.add(
      scalar("left", {kText, kBigint}, kText, row_kernel<&left_row>,
             {"The first characters; negative: all but the last ones.", "left('columns', 3)", "col"}));
  registry.add(
      scalar("right", {kText, kBigint}, kText, row_kernel<&right_row>,
             {"The last characters; negative: all but the first ones.", "right('columns', 3)", "mns"}));
  registry.add(scalar("split_part", {kText, kText, kBigint}, kText, row_kernel<&split_part_row>,
                      {"A field of a text cut at a delimiter, counted from 1, or from the end when negative.",
                       "split_part('a,b,c', ',', 2)", "b"}));
}

}  // namespace

void register_string_part(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  register_substrings(registry);
  for (const char* name : {"strpos", "instr"}) {
    registry.add(scalar(name, {kText, kText}, TypeId::kInteger, row_kernel<&position_row>,
                        {"The character at which a text first appears in another, 0 where it doesn't.",
                         std::string(name) + "('columns', 'um')", "4"}));
  }
  // POSITION(part IN text) is parsed to position(text, part).
  registry.add(scalar("position", {kText, kText}, TypeId::kInteger, row_kernel<&position_row>,
                      {"The character at which a text first appears in another, 0 where it doesn't.",
                       "position('um' IN 'columns')", "4"}));
  for (const char* name : {"starts_with", "prefix"}) {
    registry.add(
        scalar(name, {kText, kText}, TypeId::kBoolean, row_kernel<&starts_with_row>,
               {"Whether a text begins with another.", std::string(name) + "('stoa', 'st')", "true"}));
  }
  registry.add(scalar("^@", {kText, kText}, TypeId::kBoolean, row_kernel<&starts_with_row>,
                      {"Whether a text begins with another.", "'stoa' ^@ 'st'", "true"}));
  for (const char* name : {"ends_with", "suffix"}) {
    registry.add(scalar(name, {kText, kText}, TypeId::kBoolean, row_kernel<&ends_with_row>,
                        {"Whether a text ends with another.", std::string(name) + "('stoa', 'oa')", "true"}));
  }
  registry.add(scalar("contains", {kText, kText}, TypeId::kBoolean, row_kernel<&contains_row>,
                      {"Whether a text contains another.", "contains('stoa', 'to')", "true"}));
}

}  // namespace stoa
