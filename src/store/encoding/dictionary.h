#pragma once

#include <memory>

#include "store/encoding/encoding.h"

namespace stoa::encoding {

/// Distinct values, decoded when opened, and a code into them per row. Code entry_count() stands for NULL
/// where has_null(); its entry holds zeros. Immutable, thread-safe.
class DictionaryBody final : public EncodedBody {
 public:
  /// `entries` has one more than the codes' values when there is a NULL.
  DictionaryBody(size_t width_bytes, BufferRef entries, std::shared_ptr<TextHeap> heap, size_t entry_count,
                 bool has_null, EncodedBodyRef codes);

  void decode(size_t offset, size_t count, std::byte* out, TextHeap* heap) const override;
  void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap* heap) const override;

  /// The codes of rows, each at most entry_count(), below it where there is no NULL.
  void codes(size_t offset, size_t count, uint32_t* out) const;
  void gather_codes(std::span<const uint32_t> rows, uint32_t* out) const;
  size_t entry_count() const noexcept { return entry_count_; }
  bool has_null() const noexcept { return has_null_; }
  const BufferRef& entries() const noexcept { return entries_; }
  /// What the entries' texts point into, beside the segment's own bytes.
  const std::shared_ptr<TextHeap>& heap() const noexcept { return heap_; }

 private:
  void check_codes(const uint32_t* codes, size_t count) const;
  void look_up(const uint32_t* codes, size_t count, std::byte* out, TextHeap* heap) const;

  size_t width_bytes_;
  BufferRef entries_;
  std::shared_ptr<TextHeap> heap_;
  size_t entry_count_;
  bool has_null_;
  EncodedBodyRef codes_;
};

}  // namespace stoa::encoding
