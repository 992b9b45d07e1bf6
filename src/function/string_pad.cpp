#include <cstring>

#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"
#include "types/utf8.h"

namespace stoa {

namespace {

constexpr size_t kBuiltTextBytesMax = size_t{1} << 30;

void check_built_size(size_t unit_bytes, uint64_t count) {
  if (unit_bytes != 0 && count > kBuiltTextBytesMax / unit_bytes) {
    raise(sqlstate::kProgramLimitExceeded, "requested length too large");
  }
}

/// `count` characters made by repeating `fill`.
std::string make_padding(std::string_view fill, size_t count) {
  std::string padding;
  const size_t fill_count = count_characters(fill);
  if (fill_count == 0) {
    return padding;
  }
  check_built_size(fill.size(), count / fill_count + 1);
  padding.reserve((count / fill_count + 1) * fill.size());
  for (size_t i = 0; i < count / fill_count; ++i) {
    padding += fill;
  }
  padding += fill.substr(0, bytes_of_characters(fill, count % fill_count));
  return padding;
}

template <bool kLeft>
std::string pad_row(std::string_view text, int64_t length, std::string_view fill) {
  const auto wanted = static_cast<size_t>(std::max<int64_t>(length, 0));
  const size_t present = count_characters(text);
  if (present >= wanted) {
    return std::string(text.substr(0, bytes_of_characters(text, wanted)));
  }
  const std::string padding = make_padding(fill, wanted - present);
  return kLeft ? padding + std::string(text) : std::string(text) + padding;
}

template <bool kLeft>
std::string pad_blank_row(std::string_view text, int64_t length) {
  return pad_row<kLeft>(text, length, " ");
}

TextView repeat_row(std::string_view text, int64_t count, TextSink& sink) {
  if (count <= 0 || text.empty()) {
    return {};
  }
  check_built_size(text.size(), static_cast<uint64_t>(count));
  const size_t size = text.size() * static_cast<size_t>(count);
  char inlined[TextView::kInlineBytes];
  char* place = size <= TextView::kInlineBytes ? inlined : sink.allocate(size);
  for (size_t at = 0; at < size; at += text.size()) {
    std::memcpy(place + at, text.data(), text.size());
  }
  return TextView(place, static_cast<uint32_t>(size));
}

}  // namespace

void register_string_pad(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  constexpr auto kBigint = TypeId::kBigint;
  registry.add(
      scalar("lpad", {kText, kBigint}, kText, row_kernel<&pad_blank_row<true>>,
             {"Fills with blanks on the left up to a length, or cuts to it.", "lpad('7', 3)", "  7"}));
  registry.add(
      scalar("lpad", {kText, kBigint, kText}, kText, row_kernel<&pad_row<true>>,
             {"Fills with a text on the left up to a length, or cuts to it.", "lpad('7', 3, '0')", "007"}));
  registry.add(scalar(
      "rpad", {kText, kBigint}, kText, row_kernel<&pad_blank_row<false>>,
      {"Fills with blanks on the right up to a length, or cuts to it.", "rpad('7', 3) || '|'", "7  |"}));
  registry.add(
      scalar("rpad", {kText, kBigint, kText}, kText, row_kernel<&pad_row<false>>,
             {"Fills with a text on the right up to a length, or cuts to it.", "rpad('7', 3, '-')", "7--"}));
  registry.add(scalar("repeat", {kText, kBigint}, kText, row_kernel<&repeat_row>,
                      {"The text a number of times.", "repeat('ab', 3)", "ababab"}));
}

}  // namespace stoa
