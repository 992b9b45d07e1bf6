#include "store/segment.h"

#include "store/dictionary_segment.h"
#include "store/row_copy.h"

namespace stoa {

namespace {

/// Keeps what was made first; whoever comes second drops their own.
template <class T>
const T& publish_once(std::atomic<const T*>& place, std::unique_ptr<const T> made) {
  const T* expected = nullptr;
  if (place.compare_exchange_strong(expected, made.get())) {
    return *made.release();
  }
  return *expected;
}

/// Constant and plain: a vector as it is.
class VectorSegment final : public Segment {
 public:
  explicit VectorSegment(ColumnVector values)
      : Segment(values.type(), values.size()), values_(std::move(values)) {}

  SegmentForm form() const noexcept override {
    return values_.is_constant() ? SegmentForm::kConstant : SegmentForm::kPlain;
  }
  ColumnVector read(size_t offset, size_t count) const override { return values_.slice(offset, count); }
  void gather(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const override {
    copy_rows(values_, rows, out, first);
  }
  size_t size_bytes() const noexcept override {
    return values_.is_constant() ? values_.slice(0, 1).size_bytes() : values_.size_bytes();
  }

 private:
  ZoneStatistics make_zone() const override { return compute_zone(values_); }
  SegmentStatistics make_statistics() const override { return compute_statistics(values_, zone()); }

  ColumnVector values_;
};

}  // namespace

Segment::~Segment() {
  const std::unique_ptr<const ZoneStatistics> zone(zone_.load());
  const std::unique_ptr<const SegmentStatistics> statistics(statistics_.load());
}

const ZoneStatistics& Segment::zone() const {
  const ZoneStatistics* known = zone_.load(std::memory_order_acquire);
  return known != nullptr ? *known : publish_once(zone_, std::make_unique<const ZoneStatistics>(make_zone()));
}

const SegmentStatistics& Segment::statistics() const {
  const SegmentStatistics* known = statistics_.load(std::memory_order_acquire);
  return known != nullptr
             ? *known
             : publish_once(statistics_, std::make_unique<const SegmentStatistics>(make_statistics()));
}

SegmentRef Segment::make_constant(const Value& value, size_t row_count) {
  return std::make_shared<VectorSegment>(ColumnVector::make_constant(value, row_count));
}

SegmentRef Segment::make_plain(ColumnVector values) {
  return std::make_shared<VectorSegment>(std::move(values));
}

}  // namespace stoa
