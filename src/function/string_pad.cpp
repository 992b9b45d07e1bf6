#include <algorithm>
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

/// Writes `count` characters made by repeating `fill`; returns the place behind them.
char* write_padding(std::string_view fill, size_t fill_count, size_t count, char* to) {
  for (size_t i = 0; i < count / fill_count; ++i) {
    to = std::copy_n(fill.data(), fill.size(), to);
  }
  return std::copy_n(fill.data(), bytes_of_characters(fill, count % fill_count), to);
}

template <bool kLeft>
TextView pad_row(std::string_view text, int64_t length, std::string_view fill, TextSink& sink) {
  const auto wanted = static_cast<size_t>(std::max<int64_t>(length, 0));
  const size_t present = count_characters(text);
  const size_t fill_count = count_characters(fill);
  if (present >= wanted || fill_count == 0) {
    return sink.add(text.substr(0, bytes_of_characters(text, wanted)));
  }
  const size_t count = wanted - present;
  check_built_size(fill.size(), count / fill_count + 1);
  const size_t size =
      text.size() + count / fill_count * fill.size() + bytes_of_characters(fill, count % fill_count);
  char inlined[TextView::kInlineBytes];
  char* place = size <= TextView::kInlineBytes ? inlined : sink.allocate(size);
  if (kLeft) {
    std::copy_n(text.data(), text.size(), write_padding(fill, fill_count, count, place));
  } else {
    write_padding(fill, fill_count, count, std::copy_n(text.data(), text.size(), place));
  }
  return TextView(place, static_cast<uint32_t>(size));
}

template <bool kLeft>
TextView pad_blank_row(std::string_view text, int64_t length, TextSink& sink) {
  return pad_row<kLeft>(text, length, " ", sink);
}

TextView repeat_row(std::string_view text, int64_t count, TextSink& sink) {
  if (count <= 0 || text.empty()) {
    return {};
  }
  check_built_size(text.size(), static_cast<uint64_t>(count));
  const size_t size = text.size() * static_cast<size_t>(count);
  char inlined[TextView::kInlineBytes];
  char* place = size <= TextView::kInlineBytes ? inlined : sink.allocate(size);
  std::memcpy(place, text.data(), text.size());
  for (size_t done = text.size(); done < size;) {
    const size_t part = std::min(done, size - done);
    std::memcpy(place + done, place, part);
    done += part;
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
