// Writing stored segments.
#include <algorithm>

#include "base/error.h"
#include "column/kernels/mask.h"
#include "store/encoded_segment.h"
#include "store/encoding/encoding_choice.h"
#include "store/segment_format.h"
#include "store/statistics_format.h"

namespace stoa {

namespace {

using encoding::ByteWriter;
using encoding::Values;

/// What stands in NULL rows is free: numbers repeat the one before, which packs, runs and deltas like; texts
/// are empty. Without a NULL the vector's own values serve.
std::vector<std::byte> fill_nulls(const Values& values, const uint64_t* valid) {
  const size_t width = values.width_bytes;
  std::vector<std::byte> filled(values.data, values.data + values.count * width);
  std::vector<std::byte> before(width);
  if (values.physical != PhysicalType::kText) {
    for (size_t row = 0; row < values.count; ++row) {
      if (get_bit(valid, row)) {
        std::memcpy(before.data(), filled.data() + row * width, width);
        break;
      }
    }
  }
  for (size_t row = 0; row < values.count; ++row) {
    if (!get_bit(valid, row)) {
      std::memcpy(filled.data() + row * width, before.data(), width);
    } else if (values.physical != PhysicalType::kText) {
      std::memcpy(before.data(), filled.data() + row * width, width);
    }
  }
  return filled;
}

/// Reads the same for every row: where all are NULL.
void write_zeros(const Values& values, ByteWriter& writer) {
  const size_t start =
      encoding::begin_body(writer, encoding::Encoding::kConstant, values.physical, values.count);
  writer.grow(std::max<size_t>(8, values.width_bytes));
  encoding::end_body(writer, start);
}

void write_values(const Values& values, const uint64_t* valid, double distinct_count, SegmentHeader& header,
                  ByteWriter& writer) {
  if (header.null_count == header.row_count && header.row_count != 0) {
    header.flags = SegmentHeader::kAllNull;
    write_zeros(values, writer);
    return;
  }
  std::vector<std::byte> filled;
  Values kept = values;
  if (valid != nullptr) {
    filled = fill_nulls(values, valid);
    kept.data = filled.data();
  }
  const bool has_nulls_within = encoding::encode_outer(kept, {valid, distinct_count}, writer);
  if (valid != nullptr) {
    header.flags = has_nulls_within ? SegmentHeader::kNullsInDictionary : SegmentHeader::kHasNullBitmap;
  }
}

void write_bitmap(const uint64_t* valid, SegmentHeader& header, ByteWriter& writer) {
  if (header.flags != SegmentHeader::kHasNullBitmap) {
    return;
  }
  header.nulls_offset = writer.size();
  std::vector<uint64_t> words(words_for_bits(header.row_count));
  mask_copy_bits(valid, 0, header.row_count, words.data());
  writer.append(words.data(), words.size() * sizeof(uint64_t));
}

}  // namespace

std::vector<std::byte> encode_segment(const ColumnVector& source, const SegmentStatistics& statistics) {
  if (source.size() > kStoredRowsMax) {
    raise(sqlstate::kProgramLimitExceeded, "a column segment takes at most 16777216 rows");
  }
  if (source.type().is_nested()) {
    raise_unsupported("storing a column of type " + source.type().to_string());
  }
  const ColumnVector flat = source.flatten();
  const size_t null_count = flat.size() - flat.validity().count_valid(flat.size());
  SegmentHeader header = {};
  header.magic = SegmentHeader::kMagic;
  header.format_version = SegmentHeader::kFormatVersion;
  header.type_id = static_cast<uint8_t>(flat.type().id());
  header.physical_type = static_cast<uint8_t>(flat.type().physical());
  header.row_count = static_cast<uint32_t>(flat.size());
  header.null_count = static_cast<uint32_t>(null_count);
  ByteWriter writer;
  writer.grow(sizeof(SegmentHeader));
  write_statistics(statistics, writer);
  header.statistics_bytes = static_cast<uint32_t>(writer.size() - sizeof(SegmentHeader));
  writer.align(encoding::kBodyAlignment);
  header.body_offset = writer.size();
  const uint64_t* valid = null_count == 0 ? nullptr : flat.validity().words();
  const Values values = {flat.type().physical(), flat.type().width_bytes(), flat.data(), flat.size()};
  write_values(values, valid, statistics.sketch.estimate(), header, writer);
  write_bitmap(valid, header, writer);
  writer.grow(encoding::kSlackBytes);
  writer.align(encoding::kBodyAlignment);
  header.total_bytes = writer.size();
  writer.put_at(0, header);
  return writer.take();
}

std::vector<std::byte> encode_segment(const Segment& segment) {
  return encode_segment(segment.read(0, segment.row_count()), segment.statistics());
}

}  // namespace stoa
