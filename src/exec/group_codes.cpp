#include "exec/group_codes.h"

#include <algorithm>

#include "column/row_compare.h"

namespace stoa {

namespace {

bool has_small_integers(const LogicalType& type) {
  switch (type.physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kInt8:
    case PhysicalType::kInt16:
    case PhysicalType::kInt32:
    case PhysicalType::kInt64:
    case PhysicalType::kUint8:
    case PhysicalType::kUint16:
    case PhysicalType::kUint32:
    case PhysicalType::kUint64: return true;
    default: return false;
  }
}

}  // namespace

GroupCodes::GroupCodes(size_t key_count, MemoryBudget* budget)
    : keys_(key_count), groups_by_code_(budget), own_codes_(budget) {}

GroupCodes::KeyKind GroupCodes::kind_of(const ColumnVector& vector) {
  if (vector.is_constant()) {
    return KeyKind::kConstant;
  }
  if (vector.has_distinct_dictionary() && vector.dictionary().is_flat()) {
    return KeyKind::kDictionary;
  }
  const bool is_plain = vector.is_flat() || vector.dictionary().is_flat();
  return is_plain && has_small_integers(vector.type()) ? KeyKind::kInteger : KeyKind::kNone;
}

/// Makes the key's state fit the vector; true when codes keep their meaning.
bool GroupCodes::settle_key(Key& key, const ColumnVector& vector) {
  const KeyKind kind = kind_of(vector);
  bool is_same = kind == key.kind;
  key.kind = kind;
  if (kind == KeyKind::kConstant) {
    is_same = is_same && rows_equal(key.constant, 0, vector, 0);
    key.constant = vector;
    key.code_count = 1;
  } else if (kind == KeyKind::kDictionary) {
    is_same = is_same && key.dictionary == vector.shared_dictionary();
    key.dictionary = vector.shared_dictionary();
    key.code_count = vector.dictionary().size();
  } else if (kind == KeyKind::kInteger && !is_same) {
    key.range = {};
    key.code_count = 1;
  }
  return is_same;
}

bool GroupCodes::is_small() const {
  uint64_t product = 1;
  for (const Key& key : keys_) {
    product *= key.code_count;
    if (product > kCodesMax || key.kind == KeyKind::kNone || key.is_too_wide) {
      return false;
    }
  }
  return true;
}

/// Takes the vector's values into the range, with room to grow where it has grown before; false when that is
/// too much.
bool GroupCodes::widen_range(Key& key, const ColumnVector& vector, size_t n) {
  Int128 low;
  Int128 high;
  if (!find_integer_bounds(vector, n, low, high)) {
    return true;
  }
  const bool is_first = key.range.width == 0;
  if (!is_first) {
    const auto old_width = static_cast<Int128>(key.range.width);
    const bool is_unsigned = vector.type().physical() == PhysicalType::kUint64;
    const Int128 old_low = is_unsigned ? static_cast<Int128>(key.range.low)
                                       : static_cast<Int128>(static_cast<int64_t>(key.range.low));
    const Int128 old_high = old_low + old_width - 1;
    const bool has_room = std::max(high, old_high) - std::min(low, old_low) < Int128{kCodesMax / 2};
    const Int128 room = has_room ? old_width / 4 : 0;
    low = low < old_low ? low - room : old_low;
    high = high > old_high ? high + room : old_high;
  }
  const Int128 width = high - low + 1;
  if (width >= static_cast<Int128>(kCodesMax)) {
    key.is_too_wide = true;
    return false;
  }
  key.range = {static_cast<uint64_t>(low), static_cast<uint64_t>(width)};
  key.code_count = key.range.width + 1;
  return true;
}

bool GroupCodes::encode_key(Key& key, const ColumnVector& vector, size_t n, bool combine) {
  switch (key.kind) {
    case KeyKind::kConstant:
      if (!combine) {
        std::fill_n(own_codes_.data(), n, 0);
      }
      return true;
    case KeyKind::kDictionary:
      encode_entries(vector.indices(), n, static_cast<uint32_t>(key.code_count), combine, own_codes_.data());
      return true;
    default: return encode_integers(vector, n, key.range, combine, own_codes_.data());
  }
}

void GroupCodes::forget() {
  uint64_t code_count = 1;
  for (const Key& key : keys_) {
    code_count *= key.code_count;
  }
  groups_by_code_.resize(code_count);
  std::fill_n(groups_by_code_.data(), code_count, kUnknownGroup);
}

bool GroupCodes::encode(std::span<const ColumnVector> keys, size_t n) {
  bool is_same = !groups_by_code_.empty();
  for (size_t k = 0; k < keys.size(); ++k) {
    if (!settle_key(keys_[k], keys[k])) {
      is_same = false;
    }
  }
  if (!is_same) {
    groups_by_code_.clear();
  }
  if (!is_small()) {
    return false;
  }
  if (keys.size() == 1 && keys_[0].kind == KeyKind::kDictionary) {
    codes_ = keys[0].indices();
  } else {
    own_codes_.resize(n);
    codes_ = own_codes_.data();
    for (size_t k = 0; k < keys.size();) {
      if (encode_key(keys_[k], keys[k], n, k != 0)) {
        ++k;
        continue;
      }
      groups_by_code_.clear();
      if (!widen_range(keys_[k], keys[k], n) || !is_small()) {
        return false;
      }
      k = 0;
    }
  }
  if (groups_by_code_.empty()) {
    forget();
  }
  return true;
}

bool GroupCodes::find(size_t n, uint32_t* groups) const {
  return groups == nullptr ? knows_codes(codes_, n, groups_by_code_.data())
                           : look_up_codes(codes_, n, groups_by_code_.data(), groups);
}

void GroupCodes::unknown_rows(size_t n, std::vector<uint32_t>& rows) {
  // A code whose row is listed is marked by group 0 until learn() says which it is.
  rows.clear();
  for (size_t i = 0; i < n; ++i) {
    uint32_t& group = groups_by_code_[codes_[i]];
    if (group == kUnknownGroup) {
      group = 0;
      rows.push_back(static_cast<uint32_t>(i));
    }
  }
}

void GroupCodes::learn(std::span<const uint32_t> rows, const uint32_t* groups) {
  for (size_t i = 0; i < rows.size(); ++i) {
    groups_by_code_[codes_[rows[i]]] = groups[i];
  }
}

}  // namespace stoa
