#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exec/group_array.h"
#include "exec/group_code_kernels.h"

namespace stoa {

/// Array aggregation: keys that can take few values (entries of a distinct dictionary, integers of a small
/// range, constants) are numbered by their combination, the code, and an array remembers each code's group.
/// It stands before a GroupTable as a cache: what it does not know, the table is asked for, so it is right
/// whatever changes (another dictionary, a wider range: it forgets all codes and learns anew). The general
/// path is the table alone; group_builder_test.cpp holds them together.
///
/// One thread. Counted by the budget.
class GroupCodes {
 public:
  /// More codes than these are not worth an array (it would not stay in the second cache).
  static constexpr uint64_t kCodesMax = uint64_t{1} << 18;

  GroupCodes(size_t key_count, MemoryBudget* budget);

  /// Finds the codes of the first n rows. False when these keys have none.
  bool encode(std::span<const ColumnVector> keys, size_t n);
  /// The groups of the encoded rows (`groups` null: only looks whether they are known). False when some
  /// aren't.
  bool find(size_t n, uint32_t* groups) const;
  /// Replaces `rows` by the first row of each code whose group is unknown, ascending.
  void unknown_rows(size_t n, std::vector<uint32_t>& rows);
  /// Remembers the groups of those rows.
  void learn(std::span<const uint32_t> rows, const uint32_t* groups);

 private:
  enum class KeyKind : uint8_t { kNone, kConstant, kDictionary, kInteger };
  struct Key {
    KeyKind kind = KeyKind::kNone;
    ColumnVector constant;
    std::shared_ptr<const ColumnVector> dictionary;
    IntegerRange range;
    bool is_too_wide = false;  ///< an integer whose values were seen to range too widely
    uint64_t code_count = 1;
  };

  static KeyKind kind_of(const ColumnVector& vector);
  bool settle_key(Key& key, const ColumnVector& vector);
  bool widen_range(Key& key, const ColumnVector& vector, size_t n);
  bool encode_key(Key& key, const ColumnVector& vector, size_t n, bool combine);
  bool is_small() const;
  void forget();

  std::vector<Key> keys_;
  GroupArray<uint32_t> groups_by_code_;
  GroupArray<uint32_t> own_codes_;
  const uint32_t* codes_ = nullptr;
};

}  // namespace stoa
