#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "column/column_vector.h"

namespace stoa {

/// The dictionary that the segments of one text column share, so that equal texts have equal codes in all of
/// them.
///
/// It only grows. `version()` is its state as a flat vector of distinct texts (with one NULL entry once a
/// NULL was met); every later version begins with the same entries. Versions between which the entries did
/// not move have the same `data()`, and the same pointer when nothing was added. Thread-safe; versions are
/// immutable.
class SharedDictionary {
 public:
  static constexpr size_t kEntryCountMax = 65536;
  /// Bytes of long texts; entries live as long as the dictionary, used or not.
  static constexpr size_t kTextBytesMax = size_t{16} << 20;

  SharedDictionary(LogicalType type, MemoryBudget* budget);
  ~SharedDictionary();
  SharedDictionary(const SharedDictionary&) = delete;
  SharedDictionary& operator=(const SharedDictionary&) = delete;

  /// Finds or adds the entries of `texts` (flat, distinct or not; NULLs allowed), writes their codes, and
  /// gives the version that has them all. False, adding nothing, when they would not fit the limits.
  [[nodiscard]] bool intern(const ColumnVector& texts, uint32_t* codes,
                            std::shared_ptr<const ColumnVector>& version);

  std::shared_ptr<const ColumnVector> version() const;

 private:
  struct State;
  mutable std::mutex mutex_;
  std::unique_ptr<State> state_;
};

}  // namespace stoa
