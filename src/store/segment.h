#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "column/column_vector.h"
#include "store/segment_statistics.h"

namespace stoa {

/// How a segment keeps its values.
enum class SegmentForm : uint8_t { kConstant, kPlain, kDictionary };

/// One column of one row group: immutable, shared, any row readable at once. Its statistics are made when
/// they are first asked for, by whichever thread asks; nobody waits for another. All methods are thread-safe.
class Segment {
 public:
  virtual ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  /// `row_count` times the same value.
  static std::shared_ptr<const Segment> make_constant(const Value& value, size_t row_count);
  /// The values of a flat vector, shared.
  static std::shared_ptr<const Segment> make_plain(ColumnVector values);

  const LogicalType& type() const noexcept { return type_; }
  size_t row_count() const noexcept { return row_count_; }
  virtual SegmentForm form() const noexcept = 0;

  /// Rows [offset, offset + count) as a vector that shares the segment's memory where the form allows: flat,
  /// constant or over a distinct dictionary.
  virtual ColumnVector read(size_t offset, size_t count) const = 0;
  /// Writes the rows at `rows` into out[first ...]; `out` is flat, of this type, and its maker's.
  virtual void gather(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const = 0;
  virtual size_t size_bytes() const noexcept = 0;

  const ZoneStatistics& zone() const;
  const SegmentStatistics& statistics() const;

 protected:
  Segment(LogicalType type, size_t row_count) : type_(std::move(type)), row_count_(row_count) {}
  virtual ZoneStatistics make_zone() const = 0;
  virtual SegmentStatistics make_statistics() const = 0;

 private:
  LogicalType type_;
  size_t row_count_;
  mutable std::atomic<const ZoneStatistics*> zone_{nullptr};
  mutable std::atomic<const SegmentStatistics*> statistics_{nullptr};
};

using SegmentRef = std::shared_ptr<const Segment>;

}  // namespace stoa
