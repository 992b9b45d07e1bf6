#pragma once

#include "store/encoding/byte_stream.h"
#include "store/segment_statistics.h"

/// The statistics block of a stored segment. Byte table: docs/formats/segment.md.
namespace stoa {

void write_statistics(const SegmentStatistics& statistics, encoding::ByteWriter& writer);
/// Reads what write_statistics wrote for a column of `type`; raises XX001. The caller checks the counts.
SegmentStatistics read_statistics(const LogicalType& type, encoding::ByteReader& reader);

}  // namespace stoa
