#include "format/compression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include <lz4.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include "base/error.h"

namespace stoa {

namespace {

struct Named {
  std::string_view name;
  Compression compression;
};
constexpr std::array kNames = {
    Named{"none", Compression::kNone},         Named{"gzip", Compression::kGzip},
    Named{"zstd", Compression::kZstd},         Named{"snappy", Compression::kSnappy},
    Named{"lz4_raw", Compression::kLz4Raw},    Named{"lz4", Compression::kLz4Frame},
    Named{"uncompressed", Compression::kNone}, Named{"gz", Compression::kGzip},
    Named{"zst", Compression::kZstd},
};

char* chars(std::byte* bytes) {
  return reinterpret_cast<char*>(bytes);
}
const char* chars(const std::byte* bytes) {
  return reinterpret_cast<const char*>(bytes);
}

[[noreturn]] void raise_damaged(Compression compression, std::string_view what) {
  raise(sqlstate::kDataCorrupted,
        "damaged " + std::string(compression_name(compression)) + " data: " + std::string(what));
}

// Snappy and LZ4 count in int; no page or block comes near that.
void check_block_size(Compression compression, size_t size) {
  if (size > static_cast<size_t>(std::numeric_limits<int>::max())) {
    raise(sqlstate::kProgramLimitExceeded, "a " + std::string(compression_name(compression)) + " block of " +
                                               std::to_string(size) + " bytes is longer than 2 GiB");
  }
}

void decompress_gzip_block(std::span<const std::byte> input, std::span<std::byte> output) {
  const auto stream = StreamDecompressor::make(Compression::kGzip);
  size_t taken = 0;
  size_t made = 0;
  std::byte spare{};
  while (taken < input.size()) {
    // A full output gets one spare byte, so that the stream's trailer is read and a longer one is noticed.
    const bool full = made == output.size();
    const auto target = full ? std::span(&spare, 1) : output.subspan(made);
    const auto step = stream->step(input.subspan(taken), target);
    if (full && step.produced != 0) raise_damaged(Compression::kGzip, "longer than expected");
    if (step.consumed == 0 && step.produced == 0) break;
    taken += step.consumed;
    made += step.produced;
  }
  if (made != output.size() || !stream->may_end()) raise_damaged(Compression::kGzip, "it ends too early");
}

void decompress_snappy_block(std::span<const std::byte> input, std::span<std::byte> output) {
  size_t size = 0;
  if (!snappy::GetUncompressedLength(chars(input.data()), input.size(), &size) || size != output.size()) {
    raise_damaged(Compression::kSnappy, "its length isn't the expected one");
  }
  if (!snappy::RawUncompress(chars(input.data()), input.size(), chars(output.data()))) {
    raise_damaged(Compression::kSnappy, "invalid block");
  }
}

void decompress_lz4_block(std::span<const std::byte> input, std::span<std::byte> output) {
  check_block_size(Compression::kLz4Raw, std::max(input.size(), output.size()));
  const int size = LZ4_decompress_safe(chars(input.data()), chars(output.data()),
                                       static_cast<int>(input.size()), static_cast<int>(output.size()));
  if (size < 0 || static_cast<size_t>(size) != output.size())
    raise_damaged(Compression::kLz4Raw, "invalid block");
}

void decompress_zstd_block(std::span<const std::byte> input, std::span<std::byte> output) {
  const size_t size = ZSTD_decompress(output.data(), output.size(), input.data(), input.size());
  if (ZSTD_isError(size) != 0) raise_damaged(Compression::kZstd, ZSTD_getErrorName(size));
  if (size != output.size()) raise_damaged(Compression::kZstd, "its length isn't the expected one");
}

std::vector<std::byte> compress_streamed(Compression compression, std::span<const std::byte> input,
                                         int level) {
  std::string text;
  StreamCompressor::make(compression, level)->add(input, true, text);
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

}  // namespace

std::string_view compression_name(Compression compression) {
  for (const Named& named : kNames) {
    if (named.compression == compression) return named.name;
  }
  return "unknown";
}

Compression compression_from_name(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Named& named : kNames) {
    if (named.name == lower) return named.compression;
  }
  throw Error(sqlstate::kInvalidParameterValue, "unknown compression '" + std::string(name) + "'")
      .with_hint("Use one of none, gzip, zstd, snappy, lz4, lz4_raw.");
}

Compression detect_compression(std::span<const std::byte> head) {
  const auto starts_with = [&](std::initializer_list<int> magic) {
    return head.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), head.begin(),
                      [](int expected, std::byte actual) { return std::byte(expected) == actual; });
  };
  if (starts_with({0x1F, 0x8B})) return Compression::kGzip;
  if (starts_with({0x28, 0xB5, 0x2F, 0xFD})) return Compression::kZstd;
  if (starts_with({0x04, 0x22, 0x4D, 0x18})) return Compression::kLz4Frame;
  return Compression::kNone;
}

Compression compression_of_path(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::kGzip;
  if (path.ends_with(".zst")) return Compression::kZstd;
  if (path.ends_with(".lz4")) return Compression::kLz4Frame;
  return Compression::kNone;
}

void decompress_block(Compression compression, std::span<const std::byte> input,
                      std::span<std::byte> output) {
  switch (compression) {
    case Compression::kNone:
      if (input.size() != output.size()) raise_damaged(compression, "its length isn't the expected one");
      std::copy(input.begin(), input.end(), output.begin());
      return;
    case Compression::kGzip: return decompress_gzip_block(input, output);
    case Compression::kZstd: return decompress_zstd_block(input, output);
    case Compression::kSnappy: return decompress_snappy_block(input, output);
    case Compression::kLz4Raw: return decompress_lz4_block(input, output);
    case Compression::kLz4Frame: break;
  }
  raise(sqlstate::kInvalidParameterValue, "lz4 frames are a stream, not a block");
}

std::vector<std::byte> compress_block(Compression compression, std::span<const std::byte> input, int level) {
  std::vector<std::byte> output;
  size_t size = 0;
  switch (compression) {
    case Compression::kNone: return {input.begin(), input.end()};
    case Compression::kSnappy:
      check_block_size(compression, input.size());
      output.resize(snappy::MaxCompressedLength(input.size()));
      snappy::RawCompress(chars(input.data()), input.size(), chars(output.data()), &size);
      break;
    case Compression::kLz4Raw:
      check_block_size(compression, input.size());
      output.resize(static_cast<size_t>(LZ4_compressBound(static_cast<int>(input.size()))));
      size = static_cast<size_t>(LZ4_compress_default(chars(input.data()), chars(output.data()),
                                                      static_cast<int>(input.size()),
                                                      static_cast<int>(output.size())));
      break;
    case Compression::kZstd:
      output.resize(ZSTD_compressBound(input.size()));
      size = ZSTD_compress(output.data(), output.size(), input.data(), input.size(),
                           level == 0 ? ZSTD_CLEVEL_DEFAULT : level);
      if (ZSTD_isError(size) != 0) raise(sqlstate::kSystemError, ZSTD_getErrorName(size));
      break;
    case Compression::kGzip:
    case Compression::kLz4Frame: return compress_streamed(compression, input, level);
  }
  output.resize(size);
  return output;
}

}  // namespace stoa
