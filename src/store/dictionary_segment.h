#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "store/segment.h"

namespace stoa {

/// Texts as codes of one or two bytes into a dictionary that other segments share. Reading widens the codes
/// of the rows asked for. Immutable; thread-safe as Segment.
class DictionarySegment final : public Segment {
 public:
  /// `codes` are below the dictionary's size, which is at most 65,536.
  DictionarySegment(std::shared_ptr<const ColumnVector> dictionary, std::span<const uint32_t> codes,
                    MemoryBudget* budget);

  SegmentForm form() const noexcept override { return SegmentForm::kDictionary; }
  ColumnVector read(size_t offset, size_t count) const override;
  void gather(std::span<const uint32_t> rows, ColumnVector& out, size_t first) const override;
  size_t size_bytes() const noexcept override;

 private:
  ZoneStatistics make_zone() const override;
  SegmentStatistics make_statistics() const override;
  /// The rows of the dictionary that some row uses, as a vector; with the number of NULL rows.
  ColumnVector used_entries(uint64_t& null_count) const;
  void widen(size_t offset, size_t count, uint32_t* codes) const;

  std::shared_ptr<const ColumnVector> dictionary_;
  BufferRef codes_;
  bool is_wide_;  ///< two bytes a code
};

}  // namespace stoa
