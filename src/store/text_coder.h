#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "column/column_vector.h"
#include "store/text_index.h"

namespace stoa {

/// Gives the texts of a stream of vectors numbers, equal texts equal ones: codes of its own, made dictionary
/// codes when a segment is finished. Vectors over a distinct dictionary are translated once per entry, not
/// per row. One thread.
class TextCoder {
 public:
  TextCoder(LogicalType type, MemoryBudget* budget);

  /// Writes the codes of rows [offset, offset + count).
  void encode(const ColumnVector& values, size_t offset, size_t count, uint32_t* codes);
  /// Distinct texts met, NULL included.
  size_t size() const noexcept { return index_.size() + (has_null_ ? 1 : 0); }
  /// The texts by code, as a flat vector; NULL where a NULL has its code.
  ColumnVector entries() const;

 private:
  uint32_t code_of(const TextView& text);
  uint32_t code_of_null();
  void start_translation(const std::shared_ptr<const ColumnVector>& dictionary);
  void encode_translated(const ColumnVector& values, size_t offset, size_t count, uint32_t* codes);
  void encode_rows(const ColumnVector& values, size_t offset, size_t count, uint32_t* codes);

  LogicalType type_;
  MemoryBudget* budget_;
  TextIndex index_;
  std::shared_ptr<TextHeap> heap_;
  std::vector<uint32_t> code_of_text_;  ///< by number in the index; the NULL takes a code between them
  bool has_null_ = false;
  uint32_t null_code_ = 0;
  std::shared_ptr<const ColumnVector> translated_;  ///< the dictionary that translation_ is for
  std::vector<uint32_t> translation_;
};

}  // namespace stoa
