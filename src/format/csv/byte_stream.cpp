#include "format/csv/byte_stream.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"

namespace stoa::csv {

namespace {

constexpr size_t kStepBytes = 256 * 1024;

class FileBytes final : public ByteStream {
 public:
  FileBytes(const File& file, uint64_t offset) : file_(file), offset_(offset) {}
  size_t read(char* to, size_t size) override {
    const size_t got = file_.read_at(offset_, to, size);
    offset_ += got;
    return got;
  }

 private:
  const File& file_;
  uint64_t offset_;
};

class DecompressedBytes final : public ByteStream {
 public:
  DecompressedBytes(const File& file, Compression compression)
      : file_(file), stream_(StreamDecompressor::make(compression)), input_(kStepBytes) {}

  size_t read(char* to, size_t size) override {
    size_t made = 0;
    while (made < size) {
      if (begin_ == end_ && !input_ended_) refill();
      const auto step = take(std::span(reinterpret_cast<std::byte*>(to) + made, size - made));
      begin_ += step.consumed;
      made += step.produced;
      if (step.consumed == 0 && step.produced == 0) {
        if (!input_ended_ && begin_ == end_) continue;
        if (input_ended_ && stream_->may_end()) break;
        raise(sqlstate::kDataCorrupted, "file '" + file_.path() + "' is cut off inside its compressed data");
      }
    }
    return made;
  }

 private:
  void refill() {
    begin_ = 0;
    end_ = file_.read_at(offset_, input_.data(), input_.size());
    offset_ += end_;
    input_ended_ = end_ < input_.size();
  }
  StreamDecompressor::Step take(std::span<std::byte> output) {
    try {
      return stream_->step(std::span(input_).subspan(begin_, end_ - begin_), output);
    } catch (const Error& error) {
      throw Error(error.state(), "file '" + file_.path() + "': " + error.message());
    }
  }

  const File& file_;
  std::unique_ptr<StreamDecompressor> stream_;
  std::vector<std::byte> input_;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t offset_ = 0;
  bool input_ended_ = false;
};

void append_utf8(std::string& text, uint32_t code_point) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
    return;
  }
  const int tail_count = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
  constexpr uint8_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(kLead[tail_count] | (code_point >> (6 * tail_count)));
  for (int i = tail_count - 1; i >= 0; --i)
    text += static_cast<char>(0x80 | ((code_point >> (6 * i)) & 0x3F));
}

class Utf16Bytes final : public ByteStream {
 public:
  Utf16Bytes(std::unique_ptr<ByteStream> bytes, std::string path)
      : path_(std::move(path)), bytes_(std::move(bytes)), input_(kStepBytes) {}

  size_t read(char* to, size_t size) override {
    size_t made = 0;
    while (made < size) {
      if (taken_ == output_.size() && !decode()) break;
      const size_t piece = std::min(size - made, output_.size() - taken_);
      std::memcpy(to + made, output_.data() + taken_, piece);
      made += piece;
      taken_ += piece;
    }
    return made;
  }

 private:
  // Refills output_; false at the end.
  bool decode() {
    output_.clear();
    taken_ = 0;
    const size_t size = bytes_->read(input_.data(), input_.size());
    size_t i = 0;
    if (offset_ == 0 && size >= 2) i = take_byte_order_mark();
    if (size % 2 != 0) fail(offset_ + size - 1, "ends in the middle of a character");
    for (; i < size; i += 2) add_unit(unit(i), offset_ + i);
    offset_ += size;
    if (size == 0 && high_ != 0) fail(offset_, "ends in the middle of a character");
    return size != 0 && (!output_.empty() || decode());
  }

  size_t take_byte_order_mark() {
    little_endian_ = false;
    if (unit(0) == 0xFEFF) return 2;
    little_endian_ = true;
    if (unit(0) == 0xFEFF) return 2;
    little_endian_ = false;
    return 0;
  }

  uint32_t unit(size_t i) const {
    const auto first = static_cast<uint8_t>(input_[i]);
    const auto second = static_cast<uint8_t>(input_[i + 1]);
    return little_endian_ ? first | second << 8 : second | first << 8;
  }

  void add_unit(uint32_t unit, uint64_t place) {
    const bool is_high = unit >= 0xD800 && unit < 0xDC00;
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if ((high_ != 0) != is_low) fail(place, "has an unpaired surrogate");
    if (is_high) {
      high_ = unit;
    } else if (is_low) {
      append_utf8(output_, 0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00));
      high_ = 0;
    } else {
      append_utf8(output_, unit);
    }
  }

  [[noreturn]] void fail(uint64_t place, const std::string& what) const {
    throw Error(sqlstate::kCharacterNotInRepertoire,
                "file '" + path_ + "': its UTF-16 text " + what + " at byte " + std::to_string(place))
        .with_hint("If the file is not in UTF-16, name its encoding: encoding = 'utf-8' or 'latin-1'.");
  }

  std::string path_;

  std::unique_ptr<ByteStream> bytes_;
  std::vector<char> input_;
  std::string output_;
  size_t taken_ = 0;
  uint64_t offset_ = 0;
  uint32_t high_ = 0;
  bool little_endian_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> stream_file(const File& file, uint64_t offset) {
  return std::make_unique<FileBytes>(file, offset);
}

std::unique_ptr<ByteStream> stream_decompressed(const File& file, Compression compression) {
  return std::make_unique<DecompressedBytes>(file, compression);
}

std::unique_ptr<ByteStream> stream_utf16(std::unique_ptr<ByteStream> bytes, std::string path) {
  return std::make_unique<Utf16Bytes>(std::move(bytes), std::move(path));
}

std::unique_ptr<ByteStream> stream_behind(std::unique_ptr<ByteStream> bytes, uint64_t size) {
  std::vector<char> dropped(std::min<uint64_t>(size, kStepBytes));
  while (size != 0) {
    const size_t got = bytes->read(dropped.data(), std::min<uint64_t>(size, dropped.size()));
    if (got == 0) break;
    size -= got;
  }
  return bytes;
}

}  // namespace stoa::csv
