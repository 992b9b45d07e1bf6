#include "store/encoded_segment.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "column/kernels/mask.h"
#include "store/encoding/dictionary.h"
#include "store/segment_format.h"
#include "store/statistics_format.h"

namespace stoa {

namespace {

using encoding::ByteReader;
using encoding::EncodedBodyRef;
using encoding::Encoding;
using encoding::raise_damaged;

using Bytes = std::span<const std::byte>;

SegmentHeader read_header(Bytes bytes) {
  const auto header = ByteReader(bytes).get<SegmentHeader>();
  if (header.magic != SegmentHeader::kMagic) {
    raise_damaged("it does not begin as a segment does");
  }
  if (header.format_version > SegmentHeader::kFormatVersion) {
    raise_unsupported("a column segment of format " + std::to_string(header.format_version));
  }
  const bool is_one_flag = header.flags == 0 || (header.flags <= 4 && std::has_single_bit(header.flags));
  if (header.format_version == 0 || !is_one_flag || header.zero[0] != 0 || header.zero[1] != 0 ||
      header.total_bytes > bytes.size() ||
      header.total_bytes < sizeof(SegmentHeader) + encoding::kSlackBytes ||
      header.row_count > kStoredRowsMax || header.null_count > header.row_count) {
    raise_damaged("its header is impossible");
  }
  const uint64_t usable = header.total_bytes - encoding::kSlackBytes;
  if (header.body_offset % encoding::kBodyAlignment != 0 || header.body_offset > usable ||
      header.body_offset < sizeof(SegmentHeader) + uint64_t{header.statistics_bytes}) {
    raise_damaged("its parts overlap or reach beyond its end");
  }
  const bool has_nulls = header.flags != 0;
  if (has_nulls != (header.null_count != 0) ||
      (header.flags == SegmentHeader::kAllNull && header.null_count != header.row_count)) {
    raise_damaged("its count of NULLs is impossible");
  }
  return header;
}

class EncodedSegment final : public Segment {
 public:
  EncodedSegment(const LogicalType& type, const SegmentHeader& header, Bytes bytes, Owner owner)
      : Segment(type, header.row_count), header_(header), bytes_(bytes), owner_(std::move(owner)) {
    ByteReader reader(bytes.first(header.total_bytes - encoding::kSlackBytes).subspan(header.body_offset));
    body_ = encoding::open_body(reader, type.physical());
    if (body_->count() != row_count()) {
      raise_damaged("its values are not as many as its rows");
    }
    open_nulls();
    if (body_->encoding() == Encoding::kDictionary) {
      open_dictionary();
    }
    if (type.id() == TypeId::kEnum) {
      check_labels();
    }
  }

  SegmentForm form() const noexcept override {
    if (body_->encoding() == Encoding::kConstant && !has_mask()) {
      return SegmentForm::kConstant;
    }
    return dictionary_vector_ != nullptr ? SegmentForm::kDictionary : SegmentForm::kPlain;
  }

  ColumnVector read(size_t offset, size_t count) const override {
    if (header_.flags == SegmentHeader::kAllNull) {
      return ColumnVector::make_null(type(), count);
    }
    if (dictionary_vector_ != nullptr) {
      return read_dictionary(offset, count);
    }
    if (form() == SegmentForm::kConstant && count != 0) {
      return ColumnVector::make_constant(read_flat(offset, 1).value(0), count);
    }
    return read_flat(offset, count);
  }

  void gather(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const override {
    if (rows.empty()) {
      return;
    }
    TextHeap* heap = type().is_text_like() ? &out.mutable_heap() : nullptr;
    if (heap != nullptr) {
      heap->keep(owner_);
    }
    body_->gather(rows, out.mutable_values<std::byte>() + first * type().width_bytes(), heap);
    for (size_t i = 0; header_.flags != 0 && i < rows.size(); ++i) {
      if (is_null(rows[i])) {
        out.set_null(first + i);
      }
    }
  }

  size_t size_bytes() const noexcept override { return header_.total_bytes; }

 private:
  bool has_mask() const noexcept { return nulls_ != nullptr; }

  bool is_null(uint32_t row) const {
    if (header_.flags == SegmentHeader::kAllNull) {
      return true;
    }
    if (has_mask()) {
      return !get_bit(nulls_, row);
    }
    uint32_t code = 0;
    dictionary_->gather_codes({&row, 1}, &code);
    return code == dictionary_->entry_count();
  }

  void open_nulls() {
    const bool is_in_dictionary = header_.flags == SegmentHeader::kNullsInDictionary;
    if (is_in_dictionary && body_->encoding() != Encoding::kDictionary) {
      raise_damaged("its NULLs are in a dictionary that is not there");
    }
    if (header_.flags != SegmentHeader::kHasNullBitmap) {
      if (header_.nulls_offset != 0) {
        raise_damaged("it has a bitmap of NULLs that it does not tell of");
      }
      return;
    }
    const uint64_t end = header_.total_bytes - encoding::kSlackBytes;
    const uint64_t size_bytes = words_for_bits(row_count()) * sizeof(uint64_t);
    if (header_.nulls_offset % sizeof(uint64_t) != 0 || header_.nulls_offset > end ||
        size_bytes > end - header_.nulls_offset) {
      raise_damaged("its bitmap of NULLs reaches beyond its end");
    }
    nulls_ = reinterpret_cast<const uint64_t*>(bytes_.data() + header_.nulls_offset);
    if (count_bits(nulls_, row_count()) + header_.null_count != row_count()) {
      raise_damaged("its bitmap of NULLs has another count than its header");
    }
  }

  /// The entries and, behind them, one for NULL. Only texts are given out as codes: other types have values
  /// that differ in bits and are equal all the same.
  void open_dictionary() {
    dictionary_ = static_cast<const encoding::DictionaryBody*>(body_.get());
    if (dictionary_->has_null() != (header_.flags == SegmentHeader::kNullsInDictionary)) {
      raise_damaged("a dictionary and its header disagree about NULLs");
    }
    if (!type().is_text_like()) {
      return;
    }
    const size_t entry_count = dictionary_->entry_count();
    dictionary_->heap()->keep(owner_);
    const bool has_null = dictionary_->has_null();
    ColumnVector entries =
        ColumnVector::view_flat(type(), entry_count + (has_null ? 1 : 0), dictionary_->entries()->data(),
                                dictionary_->entries(), {}, dictionary_->heap());
    if (has_null) {
      entries.set_null(entry_count);
    }
    dictionary_vector_ = std::make_shared<const ColumnVector>(std::move(entries));
  }

  /// Labels are looked up without a check: a number beyond them must not get out.
  void check_labels() const {
    const ColumnVector all = read_flat(0, row_count());
    const auto* numbers = all.values<uint32_t>();
    for (size_t row = 0; row < row_count(); ++row) {
      if (numbers[row] >= type().fields().size() && !all.is_null(row)) {
        raise_damaged("a label's number is beyond its type");
      }
    }
  }

  ColumnVector read_dictionary(size_t offset, size_t count) const {
    auto indices = Buffer::allocate(count * sizeof(uint32_t));
    auto* codes = indices->as<uint32_t>();
    dictionary_->codes(offset, count, codes);
    return ColumnVector::make_distinct_dictionary(dictionary_vector_, codes, std::move(indices), count);
  }

  ColumnVector read_flat(size_t offset, size_t count) const {
    const size_t width_bytes = type().width_bytes();
    ColumnVector vector;
    if (const std::byte* plain = body_->plain_values(); plain != nullptr) {
      vector = ColumnVector::view_flat(type(), count, plain + offset * width_bytes, owner_);
    } else {
      auto values = Buffer::allocate(std::max<size_t>(1, count * width_bytes));
      std::shared_ptr<TextHeap> heap;
      if (type().is_text_like()) {
        heap = std::make_shared<TextHeap>();
        heap->keep(owner_);
      }
      body_->decode(offset, count, values->data(), heap.get());
      const std::byte* data = values->data();
      vector = ColumnVector::view_flat(type(), count, data, std::move(values), {}, std::move(heap));
    }
    set_nulls(offset, count, vector);
    return vector;
  }

  void set_nulls(size_t offset, size_t count, ColumnVector& vector) const {
    if (has_mask()) {
      if (offset % 64 == 0) {
        vector.set_validity(Validity(nulls_ + offset / 64, owner_));
        return;
      }
      auto words = Buffer::allocate(words_for_bits(count) * sizeof(uint64_t));
      mask_copy_bits(nulls_, offset, count, words->as<uint64_t>());
      const auto* mask = words->as<uint64_t>();
      vector.set_validity(Validity(mask, std::move(words)));
    } else if (header_.flags == SegmentHeader::kNullsInDictionary) {
      std::vector<uint32_t> codes(count + encoding::kSlackBytes / 4);
      dictionary_->codes(offset, count, codes.data());
      for (size_t i = 0; i < count; ++i) {
        if (codes[i] == dictionary_->entry_count()) {
          vector.set_null(i);
        }
      }
    }
  }

  SegmentStatistics read_stored_statistics() const {
    ByteReader reader(bytes_.subspan(sizeof(SegmentHeader), header_.statistics_bytes));
    SegmentStatistics statistics = read_statistics(type(), reader);
    if (statistics.zone.row_count != row_count() || statistics.zone.null_count != header_.null_count) {
      raise_damaged("its statistics are those of other rows");
    }
    return statistics;
  }
  ZoneStatistics make_zone() const override { return read_stored_statistics().zone; }
  SegmentStatistics make_statistics() const override { return read_stored_statistics(); }

  SegmentHeader header_;
  Bytes bytes_;
  Owner owner_;
  EncodedBodyRef body_;
  const uint64_t* nulls_ = nullptr;
  const encoding::DictionaryBody* dictionary_ = nullptr;  ///< the body, if it is one
  std::shared_ptr<const ColumnVector> dictionary_vector_;
};

}  // namespace

SegmentRef open_segment(const LogicalType& type, Bytes bytes, Owner owner) {
  const SegmentHeader header = read_header(bytes);
  if (header.type_id != static_cast<uint8_t>(type.id()) ||
      header.physical_type != static_cast<uint8_t>(type.physical())) {
    raise_damaged("it is one of another type than its column");
  }
  if (reinterpret_cast<uintptr_t>(bytes.data()) % encoding::kBodyAlignment != 0) {
    auto copy = Buffer::allocate(header.total_bytes);
    std::memcpy(copy->data(), bytes.data(), header.total_bytes);
    bytes = {copy->data(), header.total_bytes};
    owner = std::move(copy);
  }
  return std::make_shared<EncodedSegment>(type, header, bytes, std::move(owner));
}

Encoding encoding_of(Bytes bytes) {
  const SegmentHeader header = read_header(bytes);
  ByteReader reader(bytes.subspan(header.body_offset));
  return encoding::read_body(reader).encoding;
}

}  // namespace stoa
