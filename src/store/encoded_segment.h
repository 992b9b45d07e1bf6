#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "store/encoding/encoding.h"
#include "store/segment.h"

/// Stored column segments: bytes that a block file holds, read where they lie. Format:
/// docs/formats/segment.md.
namespace stoa {

/// The most rows that a stored segment may have.
inline constexpr size_t kStoredRowsMax = size_t{1} << 24;

/// Encodes a vector of any kind of a type that isn't nested, by whatever takes least; `statistics` are those
/// of the values. Raises 54000 for more than kStoredRowsMax rows.
std::vector<std::byte> encode_segment(const ColumnVector& values, const SegmentStatistics& statistics);
/// The same for a segment.
std::vector<std::byte> encode_segment(const Segment& segment);

/// Opens what encode_segment wrote for a column of `type`; `owner` keeps the bytes alive and unchanged. They
/// are copied only if they do not start at a multiple of 16. Whatever is read later may raise XX001 if the
/// bytes are damaged; opening raises it for what can be seen without reading all values, 0A000 for a newer
/// format.
SegmentRef open_segment(const LogicalType& type, std::span<const std::byte> bytes, Owner owner);
/// How the values of stored bytes are encoded, for people and tests.
encoding::Encoding encoding_of(std::span<const std::byte> bytes);

}  // namespace stoa
