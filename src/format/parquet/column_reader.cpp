#include "format/parquet/column_reader.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "format/parquet/convert.h"
#include "format/parquet/thrift_reader.h"
#include "format/parquet/unpack_kernel.h"

namespace stoa::parquet {

/// What one call of read() has so far. Starts undecided; a dictionary part makes it a dictionary vector until
/// the first other part, which turns all of it flat.
struct ColumnReader::BatchInProgress {
  explicit BatchInProgress(size_t row_count) : size(row_count) {}

  enum class Form : uint8_t { kUndecided, kDictionary, kFlat };
  Form form = Form::kUndecided;
  size_t size;
  size_t done = 0;
  BufferRef indices;
  BufferRef values;
  BufferRef mask;
  bool has_null = false;
  std::vector<Owner> heaps;
  std::shared_ptr<TextHeap> heap;
  ColumnVector view;  ///< the whole result, where it is a view into the page
  bool is_view = false;

  void note_nulls(const uint64_t* part_mask, size_t count, size_t valid_count) {
    if (valid_count == count && mask == nullptr) {
      return;
    }
    if (mask == nullptr) {
      mask = Buffer::allocate_zeroed((words_for_bits(size) + 1) * sizeof(uint64_t));
      fill_bits(mask->as<uint64_t>(), 0, done, true);
    }
    has_null |= valid_count != count;
    if (valid_count == count) {
      fill_bits(mask->as<uint64_t>(), done, count, true);
    } else {
      copy_bits(reinterpret_cast<const std::byte*>(part_mask), 0, mask->as<uint64_t>(), done, count);
    }
  }

  Owner heap_owner() {
    if (heap != nullptr) {
      heaps.push_back(heap);
    }
    if (heaps.empty()) {
      return nullptr;
    }
    if (heaps.size() == 1) {
      return heaps[0];
    }
    return std::make_shared<std::vector<Owner>>(std::move(heaps));
  }

  void keep(const Owner& owner) {
    if (heaps.empty() || heaps.back() != owner) {
      heaps.push_back(owner);
    }
  }

  /// Dictionary rows so far become views of their entries.
  void flatten(const Leaf& leaf, const Dictionary& dictionary) {
    values = Buffer::allocate(size * leaf.type.width_bytes());
    gather_entries(dictionary.values->data(), indices->as<uint32_t>(), done, sizeof(TextView),
                   values->data());
    keep(dictionary.entries->heap());
    if (has_null) {
      mask = Buffer::allocate_zeroed((words_for_bits(size) + 1) * sizeof(uint64_t));
      for (size_t i = 0; i < done; ++i) {
        put_bit(mask->as<uint64_t>(), i, indices->as<uint32_t>()[i] != dictionary.size);
      }
    }
    form = Form::kFlat;
  }
};

ColumnReader::ColumnReader(const ChunkReadPlan& plan)
    : plan_(plan),
      width_(plan.leaf->type.width_bytes()),
      pages_(*plan.file, plan.place),
      uses_null_entry_(plan.leaf->is_optional && plan.may_have_nulls) {}

// --- pages

/// Notes where the dictionary is, so that pages may be passed over before one needs it.
void ColumnReader::start() {
  if (is_started_) {
    return;
  }
  is_started_ = true;
  const uint64_t begin = pages_.position();
  if (pages_.next_header().type == PageType::kDictionary) {
    note_dictionary(begin);
  } else {
    pages_.go_to(begin);
  }
}

void ColumnReader::note_dictionary(uint64_t offset) {
  if (dictionary_offset_.has_value()) {
    raise_malformed("a column has two dictionaries");
  }
  dictionary_offset_ = offset;
  pages_.skip();
}

void ColumnReader::load_dictionary() {
  if (!dictionary_offset_.has_value()) {
    raise_malformed("a page refers to a dictionary that the column doesn't have");
  }
  dictionary_ = plan_.dictionary->get_or_make([&] {
    const uint64_t place = pages_.position();
    pages_.go_to(*dictionary_offset_);
    const PageHeader& header = pages_.next_header();
    if (header.type != PageType::kDictionary) {
      raise_malformed("a dictionary has changed");
    }
    const DictionaryPageHeader details = *header.dictionary;
    const auto dictionary = make_dictionary(*plan_.leaf, details, pages_.load());
    pages_.go_to(place);
    return dictionary;
  });
}

/// Goes to the next page that has rows at or behind `skip_below`, passing over those before without
/// decompressing.
void ColumnReader::next_page(uint64_t skip_below) {
  start();
  while (page_rows_left_ == 0) {
    const uint64_t place = pages_.position();
    const PageHeader& header = pages_.next_header();
    switch (header.type) {
      case PageType::kData:
      case PageType::kDataV2:
        if (!open_data_page(header, skip_below)) {
          return;
        }
        break;
      case PageType::kDictionary: note_dictionary(place); break;
      default: pages_.skip();
    }
  }
}

/// True: the page was passed over, and the row that was looked for may still come.
bool ColumnReader::open_data_page(const PageHeader& header, uint64_t skip_below) {
  const bool is_v2 = header.type == PageType::kDataV2;
  const auto count = static_cast<size_t>(is_v2 ? header.data_v2->value_count : header.data->value_count);
  if (count > plan_.row_count - row_) {
    raise_malformed("a column has more values than its row group has rows");
  }
  if (count == 0 || row_ + count <= skip_below) {
    row_ += count;
    pages_.skip();
    return row_ < skip_below || count == 0;
  }
  page_ = {};
  page_ = pages_.load();
  page_rows_left_ = count;
  if (is_v2) {
    open_page_v2(*header.data_v2);
  } else {
    open_page_v1(*header.data);
  }
  return false;
}

void ColumnReader::open_page_v1(const DataPageHeader& header) {
  auto bytes = page_.bytes;
  has_levels_ = plan_.leaf->is_optional;
  if (has_levels_) {
    if (header.definition_encoding == Encoding::kBitPacked) {
      open_bit_packed_levels(bytes, page_rows_left_);
    } else if (header.definition_encoding == Encoding::kRle) {
      if (bytes.size() < 4) {
        raise_malformed("a page ends inside its levels");
      }
      const auto size = load_unaligned<uint32_t>(bytes.data());
      if (size > bytes.size() - 4) {
        raise_malformed("a page ends inside its levels");
      }
      levels_ = RleDecoder(bytes.subspan(4, size), 1);
      bytes = bytes.subspan(4 + size);
    } else {
      raise_malformed("a page has levels of an unknown encoding");
    }
  }
  open_values(header.encoding, bytes);
}

void ColumnReader::open_page_v2(const DataPageHeaderV2& header) {
  has_levels_ = plan_.leaf->is_optional;
  const auto repetition_bytes = static_cast<size_t>(header.repetition_bytes);
  if (has_levels_) {
    levels_ = RleDecoder(page_.levels.subspan(repetition_bytes), 1);
  }
  open_values(header.encoding, page_.bytes);
}

/// The deprecated form has no run lengths, and its first value in the highest bit. It becomes one run of the
/// other.
void ColumnReader::open_bit_packed_levels(std::span<const std::byte>& bytes, size_t count) {
  const size_t level_bytes = (count + 7) / 8;
  if (level_bytes > bytes.size()) {
    raise_malformed("a page ends inside its levels");
  }
  constexpr size_t kHeaderBytesMax = 10;
  unpacked_levels_ = Buffer::allocate(level_bytes + kHeaderBytesMax);
  std::byte* out = unpacked_levels_->data();
  for (uint64_t header = uint64_t{level_bytes} << 1 | 1;; header >>= 7) {
    const bool is_last = header < 0x80;
    *out++ = static_cast<std::byte>((header & 0x7F) | (is_last ? 0 : 0x80));
    if (is_last) {
      break;
    }
  }
  for (size_t i = 0; i < level_bytes; ++i) {
    auto byte = static_cast<unsigned>(bytes[i]);
    byte = (byte & 0xF0) >> 4 | (byte & 0x0F) << 4;
    byte = (byte & 0xCC) >> 2 | (byte & 0x33) << 2;
    byte = (byte & 0xAA) >> 1 | (byte & 0x55) << 1;
    *out++ = static_cast<std::byte>(byte);
  }
  levels_ = RleDecoder({unpacked_levels_->data(), out}, 1);
  bytes = bytes.subspan(level_bytes);
}

void ColumnReader::open_values(Encoding encoding, std::span<const std::byte> bytes) {
  is_dictionary_page_ = encoding == Encoding::kPlainDictionary || encoding == Encoding::kRleDictionary;
  if (!is_dictionary_page_) {
    // A page of NULLs alone may have no bytes for its values, not even a header of their encoding.
    values_ = bytes.empty() ? make_value_decoder(Encoding::kPlain, *plan_.leaf, bytes)
                            : make_value_decoder(encoding, *plan_.leaf, bytes);
    return;
  }
  if (dictionary_ == nullptr) {
    load_dictionary();
  }
  if (bytes.empty()) {
    indices_ = RleDecoder(bytes, 1);
    return;
  }
  const auto width = static_cast<unsigned>(bytes[0]);
  if (width > 32) {
    raise_malformed("dictionary indices have a bit width over 32");
  }
  indices_ = RleDecoder(bytes.subspan(1), width);
}

// --- moving

void ColumnReader::jump_to_page_of(uint64_t row) {
  if (plan_.offsets == nullptr) {
    return;
  }
  const auto& pages = plan_.offsets->pages;
  const auto after = std::upper_bound(
      pages.begin(), pages.end(), row,
      [](uint64_t value, const PageLocation& page) { return value < static_cast<uint64_t>(page.first_row); });
  if (after == pages.begin()) {
    return;
  }
  const PageLocation& page = *std::prev(after);
  // Only forward: pages in between are walked otherwise.
  if (static_cast<uint64_t>(page.first_row) <= row_ + page_rows_left_) {
    return;
  }
  start();
  pages_.go_to(static_cast<uint64_t>(page.offset));
  row_ = static_cast<uint64_t>(page.first_row);
  page_rows_left_ = 0;
}

void ColumnReader::seek(uint64_t row) {
  if (row <= row_) {
    return;
  }
  if (row - row_ >= page_rows_left_) {
    jump_to_page_of(row);
  }
  while (row_ < row) {
    if (page_rows_left_ == 0) {
      next_page(row);
    } else {
      skip_rows(std::min<uint64_t>(page_rows_left_, row - row_));
    }
  }
}

void ColumnReader::skip_rows(size_t count) {
  const size_t valid = read_levels(count);
  if (is_dictionary_page_) {
    indices_.skip(valid);
  } else {
    values_->skip(valid);
  }
  page_rows_left_ -= count;
  row_ += count;
}

// --- values

/// Reads the next levels to part_mask_; returns how many rows have a value.
size_t ColumnReader::read_levels(size_t count) {
  if (!has_levels_) {
    return count;
  }
  part_mask_.resize(words_for_bits(count) + 1);
  return levels_.decode_bits(part_mask_.data(), 0, count);
}

void ColumnReader::read_indices(uint32_t* out, size_t count) {
  if (count == 0) {
    return;
  }
  indices_.decode(out, count);
  if (max_index(out, count) >= dictionary_->size) {
    raise_malformed("a dictionary index is out of range");
  }
}

void ColumnReader::read_dictionary_part(BatchInProgress& batch, size_t count) {
  if (batch.indices == nullptr) {
    batch.indices = Buffer::allocate(batch.size * sizeof(uint32_t));
  }
  batch.form = BatchInProgress::Form::kDictionary;
  uint32_t* out = batch.indices->as<uint32_t>() + batch.done;
  const size_t valid = read_levels(count);
  if (valid == count) {
    read_indices(out, count);
    return;
  }
  batch.has_null = true;
  dense_indices_.resize(count + 1);
  read_indices(dense_indices_.data(), valid);
  spread_indices(dense_indices_.data(), part_mask_.data(), count, static_cast<uint32_t>(dictionary_->size),
                 out);
}

/// Whether a plain page's bytes are the values as they are wanted.
bool ColumnReader::can_view() const {
  return !is_dictionary_page_ && plan_.leaf->conversion == Conversion::kIdentity &&
         plan_.leaf->stored != ParquetType::kBoolean;
}

void ColumnReader::read_flat_part(BatchInProgress& batch, size_t count) {
  const size_t valid = read_levels(count);
  if (valid == count && count == batch.size && can_view()) {
    const std::byte* values = values_->direct(count);
    if (values != nullptr && reinterpret_cast<uintptr_t>(values) % width_ == 0) {
      batch.view = ColumnVector::view_flat(plan_.leaf->type, count, values, page_.owner);
      batch.is_view = true;
      return;
    }
    if (values != nullptr) {
      batch.values = Buffer::allocate(count * width_);
      std::memcpy(batch.values->data(), values, count * width_);
      return;
    }
  }
  if (batch.values == nullptr) {
    batch.values = Buffer::allocate(batch.size * width_);
  }
  batch.note_nulls(part_mask_.data(), count, valid);
  std::byte* out = batch.values->data() + batch.done * width_;
  if (valid == count) {
    read_dense(batch, out, count);
    return;
  }
  dense_values_.resize((count + 1) * width_);
  read_dense(batch, dense_values_.data(), valid);
  spread_values(dense_values_.data(), part_mask_.data(), count, width_, out);
}

/// The next `count` values of the page as values of the leaf's type.
void ColumnReader::read_dense(BatchInProgress& batch, std::byte* out, size_t count) {
  const Leaf& leaf = *plan_.leaf;
  if (is_dictionary_page_) {
    dense_indices_.resize(count + 1);
    read_indices(dense_indices_.data(), count);
    gather_entries(dictionary_->values->data(), dense_indices_.data(), count, width_, out);
    if (is_bytes(leaf)) {
      batch.keep(dictionary_->entries->heap());
    }
  } else if (is_bytes(leaf)) {
    read_dense_texts(batch, reinterpret_cast<TextView*>(out), count);
  } else if (leaf.conversion == Conversion::kIdentity) {
    values_->decode(out, count);
  } else if (leaf.stored == ParquetType::kByteArray) {
    stored_texts_.resize(count);
    values_->decode_texts(stored_texts_.data(), count, batch.heap);
    convert_decimal_texts(leaf, stored_texts_.data(), count, out);
  } else {
    convert_values(leaf, read_stored(count), count, out);
  }
}

void ColumnReader::read_dense_texts(BatchInProgress& batch, TextView* out, size_t count) {
  const TextRange range = values_->decode_texts(out, count, batch.heap);
  if (plan_.leaf->conversion == Conversion::kText) {
    check_texts(out, count, range.data, range.size);
  }
  batch.keep(page_.owner);
}

const std::byte* ColumnReader::read_stored(size_t count) {
  if (const std::byte* values = values_->direct(count)) {
    return values;
  }
  stored_values_.resize(count * plan_.leaf->stored_bytes);
  values_->decode(stored_values_.data(), count);
  return stored_values_.data();
}

ColumnVector ColumnReader::read(size_t count) {
  BatchInProgress batch(count);
  while (batch.done < count) {
    if (page_rows_left_ == 0) {
      next_page(0);
    }
    const size_t part = std::min(count - batch.done, page_rows_left_);
    const bool keeps_dictionary =
        is_bytes(*plan_.leaf) && is_dictionary_page_ && batch.form != BatchInProgress::Form::kFlat;
    if (keeps_dictionary) {
      read_dictionary_part(batch, part);
    } else {
      if (batch.form == BatchInProgress::Form::kDictionary) {
        batch.flatten(*plan_.leaf, *dictionary_);
      }
      batch.form = BatchInProgress::Form::kFlat;
      read_flat_part(batch, part);
    }
    batch.done += part;
    page_rows_left_ -= part;
    row_ += part;
  }
  if (batch.is_view) {
    return std::move(batch.view);
  }
  return batch.form == BatchInProgress::Form::kDictionary ? finish_dictionary(batch) : finish_flat(batch);
}

ColumnVector ColumnReader::finish_dictionary(BatchInProgress& batch) {
  // One dictionary vector per chunk where possible, so that what is known of its entries is learned once.
  uses_null_entry_ |= batch.has_null;
  const auto& entries = uses_null_entry_ ? dictionary_->entries_with_null : dictionary_->entries;
  const auto* indices = batch.indices->as<uint32_t>();
  if (dictionary_->is_distinct) {
    return ColumnVector::make_distinct_dictionary(entries, indices, batch.indices, batch.size);
  }
  return ColumnVector::make_dictionary(*entries, indices, batch.indices, batch.size);
}

ColumnVector ColumnReader::finish_flat(BatchInProgress& batch) {
  if (batch.values == nullptr) {
    return ColumnVector::make_flat(plan_.leaf->type, batch.size);
  }
  Validity validity;
  if (batch.has_null) {
    validity = Validity(batch.mask->as<uint64_t>(), batch.mask);
  }
  return ColumnVector::view_flat(plan_.leaf->type, batch.size, batch.values->data(), batch.values,
                                 std::move(validity), batch.heap_owner());
}

}  // namespace stoa::parquet
