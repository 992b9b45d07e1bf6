// Encodings against straightforward models of themselves: levels and indices, deltas, byte streams, Snappy.

#include <cstring>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "format/compression.h"
#include "format/parquet/crc_kernel.h"
#include "format/parquet/delta_decoder.h"
#include "format/parquet/delta_encoder.h"
#include "format/parquet/page_codec.h"
#include "format/parquet/rle_decoder.h"
#include "format/parquet/rle_encoder.h"
#include "format/parquet/snappy_kernel.h"
#include "format/parquet/unpack_kernel.h"
#include "format/parquet/value_decoder.h"

namespace stoa::parquet {
namespace {

/// Bytes in a Buffer, whose slack the decoders count on.
struct Bytes {
  explicit Bytes(const std::string& text) : buffer(Buffer::allocate(text.size())), size(text.size()) {
    if (size != 0) {
      std::memcpy(buffer->data(), text.data(), size);
    }
  }
  std::span<const std::byte> span() const { return {buffer->data(), size}; }
  BufferRef buffer;
  size_t size;
};

constexpr size_t kCounts[] = {0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 1000, 2049};

TEST(Unpack, MatchesBitByBitForEveryWidthAndStart) {
  Random random(7);
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    text += static_cast<char>(random.next());
  }
  const Bytes bytes(text);
  const auto bit = [&](uint64_t i) { return (static_cast<uint8_t>(text[i / 8]) >> (i % 8)) & 1; };
  for (unsigned width = 1; width <= 64; ++width) {
    for (const uint64_t start : {0, 1, 5, 8, 13}) {
      const size_t count = 100;
      std::vector<uint64_t> expected;
      for (uint64_t i = start; i < start + count; ++i) {
        uint64_t value = 0;
        for (unsigned k = 0; k < width; ++k) {
          value |= static_cast<uint64_t>(bit(i * width + k)) << k;
        }
        expected.push_back(value);
      }
      std::vector<uint64_t> wide(count);
      unpack_uint64(bytes.buffer->data(), start, width, wide.data(), count);
      EXPECT_EQ(wide, expected) << width;
      if (width > 32) {
        continue;
      }
      std::vector<uint32_t> narrow(count);
      unpack_uint32(bytes.buffer->data(), start, width, narrow.data(), count);
      EXPECT_TRUE(std::equal(narrow.begin(), narrow.end(), expected.begin())) << width;
    }
  }
}

TEST(Rle, WhatIsEncodedIsDecodedAtEveryWidth) {
  Random random(11);
  for (unsigned width = 0; width <= 32; ++width) {
    for (const size_t count : kCounts) {
      std::vector<uint32_t> values(count);
      uint32_t value = 0;
      for (uint32_t& out : values) {
        if (random.chance(0.1)) {
          value = static_cast<uint32_t>(random.next() & low_bits(width));
        }
        out = random.chance(0.5) ? value : static_cast<uint32_t>(random.next() & low_bits(width));
        if (random.chance(0.02)) {
          out = value;
        }
      }
      // Long runs between noise, so that both kinds of run and their seams appear.
      for (size_t i = 0; i + 40 < count; i += 97) {
        std::fill_n(values.begin() + static_cast<long>(i), 37, value);
      }
      std::string text;
      encode_rle(values, width, text);
      const Bytes bytes(text);
      RleDecoder decoder(bytes.span(), width);
      std::vector<uint32_t> decoded(count);
      size_t done = 0;
      while (done < count) {
        const size_t part = std::min<size_t>(count - done, 1 + random.below(200));
        if (random.chance(0.2)) {
          decoder.skip(part);
          std::copy_n(values.begin() + static_cast<long>(done), part,
                      decoded.begin() + static_cast<long>(done));
        } else {
          decoder.decode(decoded.data() + done, part);
        }
        done += part;
      }
      EXPECT_EQ(decoded, values) << width << " " << count;
    }
  }
}

TEST(Rle, BitsAreCountedAndPlacedAtAnyOffset) {
  Random random(13);
  for (const size_t count : kCounts) {
    if (count == 0) {
      continue;
    }
    std::vector<uint64_t> mask(words_for_bits(count) + 1);
    size_t set = 0;
    for (size_t i = 0; i < count; ++i) {
      const bool bit = random.chance(i % 200 < 100 ? 0.5 : 0.99);
      put_bit(mask.data(), i, bit);
      set += bit ? 1 : 0;
    }
    std::string text;
    encode_rle_bits(mask.data(), 0, count, set, text);
    const Bytes bytes(text);
    for (const size_t offset : {0, 1, 63, 64, 65}) {
      RleDecoder decoder(bytes.span(), 1);
      std::vector<uint64_t> out(words_for_bits(count + offset) + 2, ~uint64_t{0});
      const size_t first = random.below(count + 1);
      size_t found = decoder.decode_bits(out.data(), offset, first);
      found += decoder.decode_bits(out.data(), offset + first, count - first);
      EXPECT_EQ(found, set);
      for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(get_bit(out.data(), offset + i), get_bit(mask.data(), i));
      }
      for (size_t i = 0; i < offset; ++i) {
        ASSERT_TRUE(get_bit(out.data(), i));
      }
    }
  }
}

TEST(Rle, TooFewValuesAreAnError) {
  std::string text;
  encode_rle(std::vector<uint32_t>(20, 3), 4, text);
  const Bytes bytes(text);
  RleDecoder decoder(bytes.span(), 4);
  std::vector<uint32_t> out(100);
  EXPECT_THROW(decoder.decode(out.data(), 100), Error);
}

std::string encoded_delta(const std::vector<int64_t>& values) {
  std::string out;
  encode_delta(values, out);
  return out;
}

TEST(Delta, WhatIsEncodedIsDecodedInAnyPartsAndEndsWhereItSays) {
  Random random(17);
  for (const size_t count : kCounts) {
    for (const unsigned bits : {0U, 1U, 7U, 33U, 63U, 64U}) {
      std::vector<int64_t> values(count);
      for (int64_t& value : values) {
        value = static_cast<int64_t>(random.next() & low_bits(bits));
      }
      const std::string text = encoded_delta(values);
      EXPECT_LE(text.size(), delta_bytes(values) + 16);
      const Bytes bytes(text + "rest");
      DeltaDecoder decoder(bytes.span());
      EXPECT_EQ(decoder.rest_after_end().size(), 4U);
      std::vector<uint64_t> out(count + 1);
      for (size_t done = 0; done < count;) {
        const size_t part = std::min<size_t>(count - done, 1 + random.below(70));
        decoder.decode(out.data() + done, part);
        done += part;
      }
      for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(static_cast<int64_t>(out[i]), values[i]);
      }
      EXPECT_THROW(decoder.decode(out.data(), 1), Error);
    }
  }
}

TEST(Delta, LastMiniblockMayLackItsPadding) {
  // Three values, so two differences of one bit: the other 30 bits of the miniblock's four bytes are padding.
  const std::string text = encoded_delta({0, 1, 3});
  const Bytes bytes(text.substr(0, text.size() - 3));
  DeltaDecoder decoder(bytes.span());
  EXPECT_TRUE(decoder.rest_after_end().empty());
  uint64_t out[3];
  decoder.decode(out, 3);
  EXPECT_EQ(out[2], 3U);
  const Bytes shorter(text.substr(0, text.size() - 4));
  DeltaDecoder cut(shorter.span());
  EXPECT_THROW(cut.decode(out, 3), Error);
}

Leaf text_leaf() {
  Leaf leaf;
  leaf.type = TypeId::kText;
  leaf.stored = ParquetType::kByteArray;
  leaf.conversion = Conversion::kText;
  return leaf;
}

std::vector<std::string> decode_all_texts(Encoding encoding, const std::string& page, size_t count) {
  const Bytes bytes(page);
  const auto decoder = make_value_decoder(encoding, text_leaf(), bytes.span());
  std::vector<TextView> views(count);
  std::shared_ptr<TextHeap> heap;
  decoder->decode_texts(views.data(), count, heap);
  std::vector<std::string> texts;
  for (const TextView& view : views) {
    texts.emplace_back(view.view());
  }
  return texts;
}

TEST(Texts, AllEncodingsGiveTheSame) {
  Random random(19);
  std::vector<std::string> texts;
  std::string plain;
  std::vector<int64_t> lengths;
  std::vector<int64_t> prefixes;
  std::vector<int64_t> suffix_lengths;
  std::string all;
  std::string suffixes;
  for (int i = 0; i < 500; ++i) {
    std::string text = "row " + std::to_string(i / 7);
    text.append(random.below(40), static_cast<char>('a' + random.below(26)));
    size_t shared = 0;
    const std::string last = texts.empty() ? "" : texts.back();
    while (shared < last.size() && shared < text.size() && last[shared] == text[shared]) {
      ++shared;
    }
    prefixes.push_back(static_cast<int64_t>(shared));
    suffix_lengths.push_back(static_cast<int64_t>(text.size() - shared));
    suffixes += text.substr(shared);
    lengths.push_back(static_cast<int64_t>(text.size()));
    const auto size = static_cast<uint32_t>(text.size());
    plain.append(reinterpret_cast<const char*>(&size), 4);
    plain += text;
    all += text;
    texts.push_back(text);
  }
  EXPECT_EQ(decode_all_texts(Encoding::kPlain, plain, 500), texts);
  EXPECT_EQ(decode_all_texts(Encoding::kDeltaLengthByteArray, encoded_delta(lengths) + all, 500), texts);
  EXPECT_EQ(decode_all_texts(Encoding::kDeltaByteArray,
                             encoded_delta(prefixes) + encoded_delta(suffix_lengths) + suffixes, 500),
            texts);
  EXPECT_THROW(decode_all_texts(Encoding::kPlain, plain, 501), Error);
  EXPECT_THROW(decode_all_texts(Encoding::kDeltaLengthByteArray, encoded_delta(lengths) + all.substr(1), 500),
               Error);
}

TEST(Texts, FrontCodedGrowthIsBounded) {
  // 2,000 values that all share a prefix of a megabyte: two gigabytes out of one megabyte.
  const std::vector<int64_t> prefixes = [] {
    std::vector<int64_t> values(2000, 1 << 20);
    values[0] = 0;
    return values;
  }();
  std::vector<int64_t> lengths(2000, 0);
  lengths[0] = 1 << 20;
  const std::string page = encoded_delta(prefixes) + encoded_delta(lengths) + std::string(1 << 20, 'x');
  const auto texts = decode_all_texts(Encoding::kDeltaByteArray, page, 10);
  EXPECT_EQ(texts[9].size(), size_t{1} << 20);
  const std::string small = encoded_delta(prefixes) + encoded_delta(lengths) + std::string(100, 'x');
  EXPECT_THROW(decode_all_texts(Encoding::kDeltaByteArray, small, 2000), Error);
}

TEST(ByteStreamSplit, JoinsEveryWidth) {
  Random random(23);
  for (const size_t width : {2, 4, 7, 8, 16}) {
    const size_t count = 129;
    std::string values;
    for (size_t i = 0; i < count * width; ++i) {
      values += static_cast<char>(random.next());
    }
    std::string streams(values.size(), '\0');
    for (size_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < width; ++k) {
        streams[k * count + i] = values[i * width + k];
      }
    }
    Leaf leaf;
    leaf.stored = ParquetType::kFixedLengthByteArray;
    leaf.stored_bytes = width;
    const Bytes bytes(streams);
    const auto decoder = make_value_decoder(Encoding::kByteStreamSplit, leaf, bytes.span());
    std::string out(values.size(), '\0');
    decoder->decode(reinterpret_cast<std::byte*>(out.data()), 65);
    decoder->decode(reinterpret_cast<std::byte*>(out.data()) + 65 * width, count - 65);
    EXPECT_EQ(out, values) << width;
    EXPECT_THROW(decoder->skip(1), Error);
  }
}

std::string decompress(const std::string& compressed, size_t size) {
  std::string out(size, '?');
  const bool done =
      decompress_snappy({reinterpret_cast<const std::byte*>(compressed.data()), compressed.size()},
                        {reinterpret_cast<std::byte*>(out.data()), out.size()});
  return done ? out : "damaged";
}

std::string compress(const std::string& text) {
  const auto bytes =
      compress_block(Compression::kSnappy, {reinterpret_cast<const std::byte*>(text.data()), text.size()});
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Snappy, UndoesTheLibrarysCompression) {
  Random random(29);
  for (int round = 0; round < 400; ++round) {
    std::string text;
    const size_t period = 1 + random.below(40);
    const size_t size = random.below(round < 200 ? 200 : 100'000);
    while (text.size() < size) {
      const bool repeats = text.size() > period && random.chance(0.9);
      text += repeats ? text[text.size() - period] : static_cast<char>(random.next());
    }
    EXPECT_EQ(decompress(compress(text), text.size()), text);
  }
  std::string numbers;
  for (int64_t i = 0; i < 50'000; ++i) {
    numbers.append(reinterpret_cast<const char*>(&i), 8);
  }
  EXPECT_EQ(decompress(compress(numbers), numbers.size()), numbers);
}

TEST(Snappy, DamagedBlocksAreSeenAndStayInBounds) {
  Random random(31);
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += std::to_string(i % 71) + ",";
  }
  const std::string compressed = compress(text);
  EXPECT_EQ(decompress(compressed, text.size() - 1), "damaged");
  EXPECT_EQ(decompress(compressed, text.size() + 1), "damaged");
  for (size_t cut = 0; cut < compressed.size(); cut += 7) {
    EXPECT_EQ(decompress(compressed.substr(0, cut), text.size()), "damaged");
  }
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = compressed;
    for (uint64_t flips = 1 + random.below(4); flips != 0; --flips) {
      damaged[random.below(damaged.size())] = static_cast<char>(random.next());
    }
    EXPECT_LE(decompress(damaged, text.size()).size(), text.size());
  }
}

TEST(Crc, FoldingGivesWhatTheTablesGive) {
  EXPECT_EQ(crc32_of(reinterpret_cast<const std::byte*>("123456789"), 9), 0xCBF43926U);
  Random random(37);
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    text += static_cast<char>(random.next());
  }
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  for (size_t size = 0; size < 400; ++size) {
    const size_t begin = random.below(64);
    ASSERT_EQ(crc32_of(bytes + begin, size, 77), crc32_scalar(bytes + begin, size, 77)) << size;
  }
  EXPECT_EQ(crc32_of(bytes, text.size()), crc32_scalar(bytes, text.size()));
  EXPECT_EQ(crc32_of(bytes + 1000, 4000, crc32_of(bytes, 1000)), crc32_of(bytes, 5000));
}

TEST(Codec, HadoopFramesAreTakenApart) {
  const std::string text = std::string(500, 'a') + "bcd" + std::string(300, 'e');
  std::string framed;
  for (const std::string& part : {text.substr(0, 400), text.substr(400)}) {
    const auto block =
        compress_block(Compression::kLz4Raw, {reinterpret_cast<const std::byte*>(part.data()), part.size()});
    for (const size_t size : {part.size(), block.size()}) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        framed += static_cast<char>(size >> shift);
      }
    }
    framed.append(reinterpret_cast<const char*>(block.data()), block.size());
  }
  std::string out(text.size(), '\0');
  decompress_page(Codec::kLz4Hadoop, {reinterpret_cast<const std::byte*>(framed.data()), framed.size()},
                  {reinterpret_cast<std::byte*>(out.data()), out.size()});
  EXPECT_EQ(out, text);
}

}  // namespace
}  // namespace stoa::parquet
