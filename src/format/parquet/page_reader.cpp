#include "format/parquet/page_reader.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "format/parquet/crc_kernel.h"
#include "format/parquet/page_codec.h"
#include "format/parquet/thrift_reader.h"

namespace stoa::parquet {
namespace {

/// Headers of ordinary pages take tens of bytes, those with long statistics some thousands.
constexpr size_t kWindowBytes = 16 * 1024;
constexpr size_t kHeaderBytesMax = size_t{16} << 20;

}  // namespace

std::span<const std::byte> PageReader::window_from(uint64_t offset) const noexcept {
  if (window_ == nullptr || offset < window_offset_ || offset >= window_offset_ + window_bytes_) {
    return {};
  }
  const size_t skipped = offset - window_offset_;
  return {window_->data() + skipped, window_bytes_ - skipped};
}

void PageReader::fill_window(uint64_t offset, size_t size_bytes) {
  if (offset >= place_.limit) {
    raise_malformed("a column has fewer values than its metadata says");
  }
  size_bytes = std::min<uint64_t>(size_bytes, place_.limit - offset);
  // Pages may point into the old window, so a new one is a new buffer.
  window_ = Buffer::allocate(size_bytes);
  window_offset_ = offset;
  window_bytes_ = 0;
  file_.read_exactly_at(offset, window_->data(), size_bytes);
  window_bytes_ = size_bytes;
}

const PageHeader& PageReader::next_header() {
  // Reads no further than the chunk goes, where its metadata tells the truth.
  const uint64_t expected = place_.end > position_ ? place_.end - position_ : 0;
  size_t wanted = std::clamp<uint64_t>(expected, 256, kWindowBytes);
  size_t header_bytes = 0;
  while (true) {
    auto bytes = window_from(position_);
    const bool is_whole = position_ + bytes.size() >= place_.limit;
    if (bytes.size() < 256 && !is_whole) {
      fill_window(position_, wanted);
      bytes = window_from(position_);
    }
    if (bytes.empty()) {
      raise_malformed("a column has fewer values than its metadata says");
    }
    try {
      header_ = read_page_header(bytes, header_bytes);
      break;
    } catch (const Error&) {
      if (position_ + bytes.size() >= place_.limit || bytes.size() >= kHeaderBytesMax) {
        throw;
      }
      wanted = std::max(bytes.size() * 4, kWindowBytes);
      window_bytes_ = 0;
    }
  }
  body_ = position_ + header_bytes;
  check_header();
  body_bytes_ = static_cast<size_t>(header_.compressed_bytes);
  return header_;
}

void PageReader::check_header() const {
  if (header_.compressed_bytes < 0 || header_.uncompressed_bytes < 0) {
    raise_malformed("a page has a negative size");
  }
  if (body_ > place_.limit || static_cast<uint64_t>(header_.compressed_bytes) > place_.limit - body_) {
    raise_malformed("a page goes past the end of the file");
  }
  const bool has_details = header_.type == PageType::kData         ? header_.data.has_value()
                           : header_.type == PageType::kDataV2     ? header_.data_v2.has_value()
                           : header_.type == PageType::kDictionary ? header_.dictionary.has_value()
                                                                   : true;
  if (!has_details) {
    raise_malformed("a page header lacks the part for its type");
  }
  const int32_t count = header_.type == PageType::kData         ? header_.data->value_count
                        : header_.type == PageType::kDataV2     ? header_.data_v2->value_count
                        : header_.type == PageType::kDictionary ? header_.dictionary->value_count
                                                                : 0;
  if (count < 0) {
    raise_malformed("a page has a negative number of values");
  }
}

void PageReader::go_to(uint64_t offset) {
  if (offset < place_.begin || offset > place_.limit) {
    raise_malformed("an offset index points outside its column");
  }
  position_ = offset;
}

PageBytes PageReader::read_body() {
  const auto in_window = window_from(body_);
  if (in_window.size() >= body_bytes_) {
    return {{}, in_window.first(body_bytes_), window_};
  }
  auto buffer = Buffer::allocate(body_bytes_);
  if (!in_window.empty()) {
    std::memcpy(buffer->data(), in_window.data(), in_window.size());
  }
  file_.read_exactly_at(body_ + in_window.size(), buffer->data() + in_window.size(),
                        body_bytes_ - in_window.size());
  return {{}, {buffer->data(), body_bytes_}, buffer};
}

void PageReader::check_crc(std::span<const std::byte> body) const {
  if (header_.crc.has_value() && crc32_of(body.data(), body.size()) != *header_.crc) {
    raise(sqlstate::kDataCorrupted, "a page's checksum doesn't match its bytes");
  }
}

PageBytes PageReader::load() {
  const PageBytes stored = read_body();
  check_crc(stored.bytes);
  skip();
  return decompress(stored);
}

PageBytes PageReader::decompress(const PageBytes& stored) const {
  size_t level_bytes = 0;
  bool is_compressed = place_.codec != Codec::kUncompressed;
  if (header_.type == PageType::kDataV2) {
    const DataPageHeaderV2& v2 = *header_.data_v2;
    if (v2.definition_bytes < 0 || v2.repetition_bytes < 0) {
      raise_malformed("a page has levels of negative size");
    }
    level_bytes = static_cast<size_t>(v2.definition_bytes) + static_cast<size_t>(v2.repetition_bytes);
    is_compressed = is_compressed && v2.is_compressed;
  }
  const auto decompressed_bytes = static_cast<size_t>(header_.uncompressed_bytes);
  if (level_bytes > stored.bytes.size() || level_bytes > decompressed_bytes) {
    raise_malformed("a page's levels go past its end");
  }
  PageBytes page{stored.bytes.first(level_bytes), stored.bytes.subspan(level_bytes), stored.owner};
  if (!is_compressed) {
    return page;
  }
  const size_t value_bytes = decompressed_bytes - level_bytes;
  if (value_bytes > decompressed_bytes_max(place_.codec, page.bytes.size())) {
    raise_malformed("a page claims to decompress to more than it can");
  }
  // An empty page v2 may have no compressed form at all.
  if (value_bytes == 0) {
    page.bytes = {};
    return page;
  }
  auto buffer = Buffer::allocate(value_bytes);
  decompress_page(place_.codec, page.bytes, {buffer->data(), value_bytes});
  if (level_bytes != 0) {
    // The levels stay where they are stored; both owners are needed.
    page.owner = std::make_shared<std::pair<Owner, Owner>>(stored.owner, buffer);
  } else {
    page.owner = buffer;
  }
  page.bytes = {buffer->data(), value_bytes};
  return page;
}

}  // namespace stoa::parquet
