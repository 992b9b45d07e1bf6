#include "format/parquet/page_codec.h"

#include <cstring>

#include "base/bits.h"
#include "base/error.h"
#include "format/compression.h"
#include "format/parquet/snappy_kernel.h"
#include "format/parquet/thrift_reader.h"

namespace stoa::parquet {
namespace {

uint32_t load_big_endian(const std::byte* bytes) {
  return __builtin_bswap32(load_unaligned<uint32_t>(bytes));
}

/// Hadoop's framing of LZ4: pieces that each have their decompressed and compressed size, big-endian, before
/// them. False where the bytes aren't framed so.
[[nodiscard]] bool decompress_hadoop_lz4(std::span<const std::byte> input, std::span<std::byte> output) {
  while (input.size() >= 8) {
    const size_t decompressed = load_big_endian(input.data());
    const size_t compressed = load_big_endian(input.data() + 4);
    if (compressed > input.size() - 8 || decompressed > output.size()) {
      return false;
    }
    try {
      decompress_block(Compression::kLz4Raw, input.subspan(8, compressed), output.first(decompressed));
    } catch (const Error&) {
      return false;
    }
    input = input.subspan(8 + compressed);
    output = output.subspan(decompressed);
  }
  return input.empty() && output.empty();
}

/// Codec LZ4 has meant three things; the framings are told apart by trying.
void decompress_old_lz4(std::span<const std::byte> input, std::span<std::byte> output) {
  if (decompress_hadoop_lz4(input, output)) {
    return;
  }
  decompress_block(Compression::kLz4Raw, input, output);
}

}  // namespace

std::string_view codec_name(Codec codec) {
  switch (codec) {
    case Codec::kUncompressed: return "uncompressed";
    case Codec::kSnappy: return "snappy";
    case Codec::kGzip: return "gzip";
    case Codec::kLzo: return "LZO";
    case Codec::kBrotli: return "Brotli";
    case Codec::kLz4Hadoop: return "lz4";
    case Codec::kZstd: return "zstd";
    case Codec::kLz4Raw: return "lz4_raw";
  }
  return "unknown";
}

bool is_readable_codec(Codec codec) {
  switch (codec) {
    case Codec::kUncompressed:
    case Codec::kSnappy:
    case Codec::kGzip:
    case Codec::kLz4Hadoop:
    case Codec::kZstd:
    case Codec::kLz4Raw: return true;
    default: return false;
  }
}

size_t decompressed_bytes_max(Codec codec, size_t compressed_bytes) {
  // Each codec's densest code, rounded up: a Snappy copy is 64 bytes in 3, a DEFLATE match 258 in two bits,
  // an LZ4 length byte 255, a Zstandard run block 128 KiB in 4.
  switch (codec) {
    case Codec::kUncompressed: return compressed_bytes;
    case Codec::kSnappy: return 64 + compressed_bytes * 32;
    case Codec::kGzip: return 64 + compressed_bytes * 1100;
    case Codec::kLz4Hadoop:
    case Codec::kLz4Raw: return 64 + compressed_bytes * 256;
    default: return 64 + compressed_bytes * 43'700;
  }
}

void decompress_page(Codec codec, std::span<const std::byte> input, std::span<std::byte> output) {
  switch (codec) {
    case Codec::kUncompressed:
      if (input.size() != output.size()) {
        raise_malformed("an uncompressed page has two different sizes");
      }
      if (!input.empty()) {
        std::memcpy(output.data(), input.data(), input.size());
      }
      return;
    case Codec::kSnappy:
      if (!decompress_snappy(input, output)) {
        raise(sqlstate::kDataCorrupted, "damaged snappy data");
      }
      return;
    case Codec::kGzip: decompress_block(Compression::kGzip, input, output); return;
    case Codec::kLz4Hadoop: decompress_old_lz4(input, output); return;
    case Codec::kZstd: decompress_block(Compression::kZstd, input, output); return;
    case Codec::kLz4Raw: decompress_block(Compression::kLz4Raw, input, output); return;
    default: raise_unsupported("the Parquet codec " + std::string(codec_name(codec)));
  }
}

}  // namespace stoa::parquet
