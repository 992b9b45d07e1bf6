#include "format/compression.h"

#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"

namespace stoa {
namespace {

constexpr Compression kAll[] = {Compression::kNone, Compression::kGzip, Compression::kZstd,
                                Compression::kSnappy, Compression::kLz4Raw};
constexpr Compression kStreams[] = {Compression::kGzip, Compression::kZstd, Compression::kLz4Frame};

std::string sample(size_t size) {
  Random random(size + 1);
  std::string text(size, 'a');
  for (char& c : text) c = static_cast<char>('a' + random.below(6));
  return text;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(Compression, BlocksComeBack) {
  for (const Compression compression : kAll) {
    for (const size_t size : {0, 1, 100, 70000, 1000000}) {
      const std::string text = sample(size);
      const auto packed = compress_block(compression, bytes_of(text));
      std::string back(size, '?');
      decompress_block(compression, packed, std::as_writable_bytes(std::span(back)));
      EXPECT_EQ(back, text) << compression_name(compression) << " " << size;
    }
  }
}

TEST(Compression, BlocksOfAnotherSizeOrDamagedAreRefused) {
  const std::string text = sample(5000);
  for (const Compression compression : kAll) {
    const auto packed = compress_block(compression, bytes_of(text));
    for (const size_t size : {size_t{4999}, size_t{5001}}) {
      std::string back(size, '?');
      EXPECT_THROW(decompress_block(compression, packed, std::as_writable_bytes(std::span(back))), Error);
    }
    std::string back(5000, '?');
    const auto half = std::span(packed).first(packed.size() / 2);
    EXPECT_THROW(decompress_block(compression, half, std::as_writable_bytes(std::span(back))), Error);
  }
}

TEST(Compression, FlippedBytesNeverCrash) {
  const std::string text = sample(3000);
  for (const Compression compression : kAll) {
    const auto packed = compress_block(compression, bytes_of(text));
    Random random(5);
    for (int i = 0; i < 500; ++i) {
      auto damaged = packed;
      damaged[random.below(damaged.size())] = static_cast<std::byte>(random.next());
      std::string back(text.size(), '?');
      try {
        decompress_block(compression, damaged, std::as_writable_bytes(std::span(back)));
      } catch (const Error& error) {
        EXPECT_EQ(error.state(), sqlstate::kDataCorrupted);
      }
    }
  }
}

TEST(Compression, StreamsComeBackInPiecesOfAnySize) {
  const std::string text = sample(300000);
  for (const Compression compression : kStreams) {
    std::string packed;
    const auto compressor = StreamCompressor::make(compression);
    compressor->add(bytes_of(text).first(100000), false, packed);
    compressor->add(bytes_of(text).subspan(100000), false, packed);
    compressor->add({}, true, packed);
    EXPECT_LT(packed.size(), text.size());
    EXPECT_EQ(detect_compression(bytes_of(packed)), compression);
    for (const size_t piece : {1000, 7, 400000}) {
      const auto stream = StreamDecompressor::make(compression);
      std::string back(text.size() + 10, '?');
      size_t taken = 0;
      size_t made = 0;
      for (;;) {
        const auto input = bytes_of(packed).subspan(taken, std::min(piece, packed.size() - taken));
        const auto output =
            std::as_writable_bytes(std::span(back)).subspan(made, std::min(piece, back.size() - made));
        const auto step = stream->step(input, output);
        taken += step.consumed;
        made += step.produced;
        if (step.consumed == 0 && step.produced == 0) break;
      }
      EXPECT_TRUE(stream->may_end());
      back.resize(made);
      EXPECT_EQ(back, text) << compression_name(compression) << " " << piece;
    }
  }
  EXPECT_THROW(StreamDecompressor::make(Compression::kSnappy), Error);
  EXPECT_THROW(StreamCompressor::make(Compression::kLz4Raw), Error);
}

TEST(Compression, HasNames) {
  EXPECT_EQ(compression_from_name("GZIP"), Compression::kGzip);
  EXPECT_EQ(compression_from_name("zst"), Compression::kZstd);
  EXPECT_THROW(compression_from_name("rar"), Error);
  EXPECT_EQ(compression_of_path("a/b.csv.gz"), Compression::kGzip);
  EXPECT_EQ(compression_of_path("a.csv"), Compression::kNone);
  EXPECT_EQ(detect_compression({}), Compression::kNone);
}

}  // namespace
}  // namespace stoa
