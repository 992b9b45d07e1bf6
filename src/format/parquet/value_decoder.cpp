#include "format/parquet/value_decoder.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/bits.h"
#include "format/parquet/delta_decoder.h"
#include "format/parquet/rle_decoder.h"
#include "format/parquet/thrift_reader.h"
#include "format/parquet/unpack_kernel.h"

namespace stoa::parquet {
namespace {

constexpr size_t kChunkValues = 1024;
/// Front-coded texts can grow out of all proportion to their page; what one batch may take is limited.
constexpr size_t kFrontCodedBytesMin = size_t{64} << 20;
constexpr size_t kFrontCodedGrowthMax = 1024;

[[noreturn]] void raise_too_few() {
  raise_malformed("a page has fewer values than its header says");
}

/// Encodings of fixed-width values derive from this; their texts are the values' bytes, copied unless they
/// lie there.
class FixedDecoder : public ValueDecoder {
 public:
  explicit FixedDecoder(size_t width) : width_(width) {}

  TextRange decode_texts(TextView* out, size_t count, std::shared_ptr<TextHeap>& heap) override {
    const std::byte* values = direct(count);
    if (values == nullptr) {
      values = decode_to_heap(count, heap);
    }
    const auto* text = reinterpret_cast<const char*>(values);
    for (size_t i = 0; i < count; ++i) {
      out[i] = TextView(text + i * width_, static_cast<uint32_t>(width_));
    }
    return {text, count * width_};
  }

 protected:
  /// Raises 22P04 where there are fewer than `count` values.
  virtual void check_left(size_t count) const = 0;

  size_t width_;

 private:
  const std::byte* decode_to_heap(size_t count, std::shared_ptr<TextHeap>& heap) {
    check_left(count);
    if (heap == nullptr) {
      heap = std::make_shared<TextHeap>();
    }
    auto* room = reinterpret_cast<std::byte*>(heap->allocate(count * width_));
    decode(room, count);
    return room;
  }
};

class PlainDecoder final : public FixedDecoder {
 public:
  PlainDecoder(std::span<const std::byte> bytes, size_t width) : FixedDecoder(width), bytes_(bytes) {}

  void decode(std::byte* out, size_t count) override {
    if (count != 0) {
      std::memcpy(out, direct(count), count * width_);
    }
  }
  void skip(size_t count) override { direct(count); }
  const std::byte* direct(size_t count) override {
    check_left(count);
    const std::byte* values = bytes_.data();
    bytes_ = bytes_.subspan(count * width_);
    return values;
  }

 protected:
  void check_left(size_t count) const override {
    if (count > bytes_.size() / width_) {
      raise_too_few();
    }
  }

 private:
  std::span<const std::byte> bytes_;
};

class BoolDecoder : public ValueDecoder {
 public:
  TextRange decode_texts(TextView*, size_t, std::shared_ptr<TextHeap>&) override {
    raise_malformed("a boolean column is read as text");
  }
};

class PlainBoolDecoder final : public BoolDecoder {
 public:
  explicit PlainBoolDecoder(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void decode(std::byte* out, size_t count) override {
    const uint64_t start = next_;
    skip(count);
    unpack_bools(bytes_.data(), start, reinterpret_cast<uint8_t*>(out), count);
  }
  void skip(size_t count) override {
    if (count > bytes_.size() * 8 - next_) {
      raise_too_few();
    }
    next_ += count;
  }

 private:
  std::span<const std::byte> bytes_;
  uint64_t next_ = 0;
};

/// The bytes of a run-length sequence that its own length stands before.
std::span<const std::byte> sized_bytes(std::span<const std::byte> bytes) {
  if (bytes.size() < 4) {
    raise_too_few();
  }
  const auto size = load_unaligned<uint32_t>(bytes.data());
  if (size > bytes.size() - 4) {
    raise_malformed("a page ends inside its values");
  }
  return bytes.subspan(4, size);
}

class RleBoolDecoder final : public BoolDecoder {
 public:
  explicit RleBoolDecoder(std::span<const std::byte> bytes) : decoder_(sized_bytes(bytes), 1) {}

  void decode(std::byte* out, size_t count) override {
    uint64_t mask[words_for_bits(kChunkValues) + 1] = {};
    while (count != 0) {
      const size_t part = std::min(count, kChunkValues);
      decoder_.decode_bits(mask, 0, part);
      unpack_bools(reinterpret_cast<const std::byte*>(mask), 0, reinterpret_cast<uint8_t*>(out), part);
      out += part;
      count -= part;
    }
  }
  void skip(size_t count) override { decoder_.skip(count); }

 private:
  RleDecoder decoder_;
};

class DeltaIntegerDecoder final : public FixedDecoder {
 public:
  DeltaIntegerDecoder(std::span<const std::byte> bytes, size_t width)
      : FixedDecoder(width), decoder_(bytes) {}

  void decode(std::byte* out, size_t count) override {
    uint64_t values[kChunkValues];
    while (count != 0) {
      const size_t part = std::min(count, kChunkValues);
      decoder_.decode(values, part);
      if (width_ == 8) {
        std::memcpy(out, values, part * 8);
      } else {
        for (size_t i = 0; i < part; ++i) {
          store_unaligned(out + i * 4, static_cast<uint32_t>(values[i]));
        }
      }
      out += part * width_;
      count -= part;
    }
  }
  void skip(size_t count) override { decoder_.skip(count); }

 protected:
  void check_left(size_t count) const override {
    if (count > decoder_.left_values()) {
      raise_too_few();
    }
  }

 private:
  DeltaDecoder decoder_;
};

class ByteStreamSplitDecoder final : public FixedDecoder {
 public:
  ByteStreamSplitDecoder(std::span<const std::byte> bytes, size_t width)
      : FixedDecoder(width), bytes_(bytes), value_count_(bytes.size() / width) {}

  void decode(std::byte* out, size_t count) override {
    check_left(count);
    join_byte_streams(bytes_.data(), value_count_, width_, next_, out, count);
    next_ += count;
  }
  void skip(size_t count) override {
    check_left(count);
    next_ += count;
  }

 protected:
  void check_left(size_t count) const override {
    if (count > value_count_ - next_) {
      raise_too_few();
    }
  }

 private:
  std::span<const std::byte> bytes_;
  size_t value_count_;
  size_t next_ = 0;
};

class TextDecoder : public ValueDecoder {
 public:
  void decode(std::byte*, size_t) override { raise_malformed("a text column is read as fixed-width values"); }
};

class PlainTextDecoder final : public TextDecoder {
 public:
  explicit PlainTextDecoder(std::span<const std::byte> bytes)
      : next_(reinterpret_cast<const char*>(bytes.data())), end_(next_ + bytes.size()) {}

  TextRange decode_texts(TextView* out, size_t count, std::shared_ptr<TextHeap>&) override {
    const char* begin = next_;
    for (size_t i = 0; i < count; ++i) {
      const uint32_t size = next_size();
      out[i] = TextView(next_, size);
      next_ += size;
    }
    return {begin, static_cast<size_t>(next_ - begin)};
  }
  void skip(size_t count) override {
    for (size_t i = 0; i < count; ++i) {
      const uint32_t size = next_size();
      next_ += size;
    }
  }

 private:
  uint32_t next_size() {
    const auto left = static_cast<size_t>(end_ - next_);
    if (left < 4) {
      raise_too_few();
    }
    const auto size = load_unaligned<uint32_t>(next_);
    if (size > left - 4) {
      raise_malformed("a page ends inside a text");
    }
    next_ += 4;
    return size;
  }

  const char* next_;
  const char* end_;
};

/// DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes.
class DeltaLengthDecoder final : public TextDecoder {
 public:
  explicit DeltaLengthDecoder(std::span<const std::byte> bytes) : lengths_(bytes) {
    const auto rest = lengths_.rest_after_end();
    next_ = reinterpret_cast<const char*>(rest.data());
    end_ = next_ + rest.size();
  }

  TextRange decode_texts(TextView* out, size_t count, std::shared_ptr<TextHeap>&) override {
    const char* begin = next_;
    uint64_t sizes[kChunkValues];
    for (size_t done = 0; done < count;) {
      const size_t part = std::min(count - done, kChunkValues);
      lengths_.decode(sizes, part);
      for (size_t i = 0; i < part; ++i) {
        out[done + i] = take(sizes[i]);
      }
      done += part;
    }
    return {begin, static_cast<size_t>(next_ - begin)};
  }
  void skip(size_t count) override {
    uint64_t sizes[kChunkValues];
    while (count != 0) {
      const size_t part = std::min(count, kChunkValues);
      lengths_.decode(sizes, part);
      for (size_t i = 0; i < part; ++i) {
        take(sizes[i]);
      }
      count -= part;
    }
  }

 private:
  TextView take(uint64_t size) {
    // A negative length shows as one that is far too long.
    if (size > static_cast<uint64_t>(end_ - next_)) {
      raise_malformed("a page ends inside a text");
    }
    const TextView view(next_, static_cast<uint32_t>(size));
    next_ += size;
    return view;
  }

  DeltaDecoder lengths_;
  const char* next_;
  const char* end_;
};

/// DELTA_BYTE_ARRAY: each text shares a prefix with the one before. `width` is 0 for BYTE_ARRAY.
class FrontCodedDecoder final : public FixedDecoder {
 public:
  FrontCodedDecoder(std::span<const std::byte> bytes, size_t width)
      : FixedDecoder(width),
        prefixes_(bytes),
        suffixes_(prefixes_.rest_after_end()),
        batch_bytes_max_(std::max(kFrontCodedBytesMin, bytes.size() * kFrontCodedGrowthMax)) {}

  void decode(std::byte* out, size_t count) override {
    for (size_t i = 0; i < count; ++i) {
      advance();
      std::memcpy(out + i * width_, last_.data(), width_);
    }
  }
  TextRange decode_texts(TextView* out, size_t count, std::shared_ptr<TextHeap>& heap) override {
    if (heap == nullptr) {
      heap = std::make_shared<TextHeap>();
    }
    size_t total_bytes = 0;
    for (size_t i = 0; i < count; ++i) {
      advance();
      total_bytes += last_.size();
      if (total_bytes > batch_bytes_max_) {
        raise_malformed("a front-coded page grows to more than a thousand times its size");
      }
      out[i] = heap->add(std::string_view(last_));
    }
    return {};
  }
  void skip(size_t count) override {
    for (size_t i = 0; i < count; ++i) {
      advance();
    }
  }

 protected:
  void check_left(size_t count) const override {
    if (count > prefixes_.left_values()) {
      raise_too_few();
    }
  }

 private:
  void advance() {
    uint64_t prefix = 0;
    prefixes_.decode(&prefix, 1);
    if (prefix > last_.size()) {
      raise_malformed("a front-coded text has a prefix longer than its predecessor");
    }
    TextView suffix;
    std::shared_ptr<TextHeap> no_heap;
    suffixes_.decode_texts(&suffix, 1, no_heap);
    last_.resize(prefix);
    last_.append(suffix.view());
    if (width_ != 0 && last_.size() != width_) {
      raise_malformed("a fixed-length value has another length");
    }
    if (last_.size() > UINT32_MAX) {
      raise_malformed("a text is longer than 4 GiB");
    }
  }

  DeltaDecoder prefixes_;
  DeltaLengthDecoder suffixes_;
  size_t batch_bytes_max_;
  std::string last_;
};

[[noreturn]] void raise_wrong_encoding(Encoding encoding) {
  raise_malformed("a page has an encoding that its type can't have (" +
                  std::to_string(static_cast<int>(encoding)) + ")");
}

std::unique_ptr<ValueDecoder> make_plain(const Leaf& leaf, std::span<const std::byte> bytes) {
  if (leaf.stored == ParquetType::kBoolean) {
    return std::make_unique<PlainBoolDecoder>(bytes);
  }
  if (leaf.stored == ParquetType::kByteArray) {
    return std::make_unique<PlainTextDecoder>(bytes);
  }
  return std::make_unique<PlainDecoder>(bytes, leaf.stored_bytes);
}

}  // namespace

std::unique_ptr<ValueDecoder> make_value_decoder(Encoding encoding, const Leaf& leaf,
                                                 std::span<const std::byte> bytes) {
  const bool is_integer = leaf.stored == ParquetType::kInt32 || leaf.stored == ParquetType::kInt64;
  const bool is_fixed = leaf.stored == ParquetType::kFixedLengthByteArray;
  const bool is_float = leaf.stored == ParquetType::kFloat || leaf.stored == ParquetType::kDouble;
  const bool is_byte_array = leaf.stored == ParquetType::kByteArray;
  switch (encoding) {
    case Encoding::kPlain: return make_plain(leaf, bytes);
    case Encoding::kRle:
      if (leaf.stored == ParquetType::kBoolean) {
        return std::make_unique<RleBoolDecoder>(bytes);
      }
      break;
    case Encoding::kDeltaBinaryPacked:
      if (is_integer) {
        return std::make_unique<DeltaIntegerDecoder>(bytes, leaf.stored_bytes);
      }
      break;
    case Encoding::kDeltaLengthByteArray:
      if (is_byte_array) {
        return std::make_unique<DeltaLengthDecoder>(bytes);
      }
      break;
    case Encoding::kDeltaByteArray:
      if (is_byte_array || is_fixed) {
        return std::make_unique<FrontCodedDecoder>(bytes, leaf.stored_bytes);
      }
      break;
    case Encoding::kByteStreamSplit:
      if (is_integer || is_float || is_fixed) {
        return std::make_unique<ByteStreamSplitDecoder>(bytes, leaf.stored_bytes);
      }
      break;
    default: break;
  }
  raise_wrong_encoding(encoding);
}

}  // namespace stoa::parquet
