#include "format/parquet/bounds.h"

#include <cmath>
#include <utility>

#include "base/bits.h"
#include "base/error.h"
#include "format/parquet/convert.h"
#include "types/utf8.h"

namespace stoa::parquet {
namespace {

/// Whether the old `min` and `max`, compared as signed numbers whatever the type, mean what they should.
bool has_signed_order(const Leaf& leaf) {
  if (leaf.stored == ParquetType::kByteArray || leaf.stored == ParquetType::kFixedLengthByteArray ||
      leaf.stored == ParquetType::kInt96) {
    return false;
  }
  return !leaf.type.is_unsigned_integer();
}

/// Types whose bounds the format leaves without an order, or that order differently here.
bool has_no_order(const Leaf& leaf) {
  return leaf.stored == ParquetType::kInt96 || leaf.conversion == Conversion::kInterval ||
         leaf.type.id() == TypeId::kJson;
}

Value value_of_converted(const Leaf& leaf, const std::byte* converted) {
  switch (leaf.type.physical()) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return Value::from_integer(leaf.type, load_unaligned<uint8_t>(converted));
    case PhysicalType::kInt8: return Value::from_integer(leaf.type, load_unaligned<int8_t>(converted));
    case PhysicalType::kInt16: return Value::from_integer(leaf.type, load_unaligned<int16_t>(converted));
    case PhysicalType::kInt32: return Value::from_integer(leaf.type, load_unaligned<int32_t>(converted));
    case PhysicalType::kInt64: return Value::from_integer(leaf.type, load_unaligned<int64_t>(converted));
    case PhysicalType::kInt128: return Value::from_integer(leaf.type, load_unaligned<Int128>(converted));
    case PhysicalType::kUint16: return Value::from_integer(leaf.type, load_unaligned<uint16_t>(converted));
    case PhysicalType::kUint32: return Value::from_integer(leaf.type, load_unaligned<uint32_t>(converted));
    case PhysicalType::kUint64: return Value::from_integer(leaf.type, load_unaligned<uint64_t>(converted));
    case PhysicalType::kFloat: return Value::from_double(leaf.type, double{load_unaligned<float>(converted)});
    case PhysicalType::kDouble: return Value::from_double(leaf.type, load_unaligned<double>(converted));
    default: return Value::null(leaf.type);
  }
}

/// A bound as a value of the leaf's type; NULL where the bytes are none.
Value decode_bound(const Leaf& leaf, const std::string& bytes) {
  const auto* stored = reinterpret_cast<const std::byte*>(bytes.data());
  if (is_bytes(leaf)) {
    return Value::from_bytes(leaf.type, bytes);
  }
  std::byte converted[16] = {};
  try {
    if (leaf.stored == ParquetType::kByteArray) {
      const TextView view(bytes.data(), static_cast<uint32_t>(bytes.size()));
      convert_decimal_texts(leaf, &view, 1, converted);
    } else if (bytes.size() == leaf.stored_bytes) {
      convert_values(leaf, stored, 1, converted);
    } else {
      return Value::null(leaf.type);
    }
  } catch (const Error&) {
    return Value::null(leaf.type);
  }
  return value_of_converted(leaf, converted);
}

bool is_nan(const Value& value) {
  return !value.is_null() && value.type().is_floating() && std::isnan(value.as_double());
}

/// Takes both bounds or none of them.
void set_bounds(const Leaf& leaf, const std::string& minimum, const std::string& maximum,
                PartBounds& bounds) {
  Value low = decode_bound(leaf, minimum);
  Value high = decode_bound(leaf, maximum);
  if (low.is_null() || high.is_null() || is_nan(low) || is_nan(high)) {
    return;
  }
  if (compare_values(low, high) > 0) {
    return;
  }
  bounds.minimum = std::move(low);
  bounds.maximum = std::move(high);
  // Only bytes are ever shortened; for them, exactness must be said.
  bounds.minimum_is_exact = bounds.maximum_is_exact = !is_bytes(leaf);
}

/// Numbers to compare a bound and a filter's constant by; false where they aren't of kinds that compare.
[[nodiscard]] bool comparison(const Value& bound, const Value& constant, int& order) {
  const LogicalType& a = bound.type();
  const LogicalType& b = constant.type();
  if (a.is_integer() && b.is_integer()) {
    const Int128 x = bound.as_integer();
    const Int128 y = constant.as_integer();
    order = x < y ? -1 : x > y ? 1 : 0;
    return true;
  }
  const bool is_same = a.id() == b.id() && (!a.is_decimal() || a.scale() == b.scale());
  const bool is_bytes_pair = a.id() == TypeId::kText || a.id() == TypeId::kBytea;
  if (!is_same && !(a.is_floating() && b.is_floating())) {
    return false;
  }
  if (is_bytes_pair) {
    order = bound.as_text().compare(constant.as_text());
  } else if (a.is_floating()) {
    const double x = bound.as_double();
    const double y = constant.as_double();
    order = x < y ? -1 : x > y ? 1 : 0;
  } else {
    order = compare_values(bound, constant);
  }
  return true;
}

/// No value of the part passes `value OP constant`, by its bounds; the constant is no NaN.
bool bounds_exclude(const PartBounds& bounds, CompareOperator op, const Value& constant) {
  int low = 0;
  int high = 0;
  if (!comparison(bounds.minimum, constant, low) || !comparison(bounds.maximum, constant, high)) {
    return false;
  }
  const bool may_be_above = high > 0 || bounds.may_have_nan;
  const bool is_single = low == 0 && high == 0 && bounds.minimum_is_exact && bounds.maximum_is_exact;
  switch (op) {
    case CompareOperator::kEqual:
    case CompareOperator::kNotDistinct: return low > 0 || high < 0;
    case CompareOperator::kNotEqual: return is_single && !bounds.may_have_nan;
    case CompareOperator::kLess: return low >= 0;
    case CompareOperator::kLessEqual: return low > 0;
    case CompareOperator::kGreater: return !may_be_above;
    case CompareOperator::kGreaterEqual: return high < 0 && !bounds.may_have_nan;
    case CompareOperator::kDistinct: return false;
  }
  return false;
}

}  // namespace

PartBounds make_bounds(const Leaf& leaf, const Statistics& statistics, uint64_t row_count,
                       const BoundsTrust& trust) {
  PartBounds bounds;
  bounds.row_count = row_count;
  if (statistics.null_count.has_value() && *statistics.null_count >= 0 &&
      static_cast<uint64_t>(*statistics.null_count) <= row_count) {
    bounds.null_count = static_cast<uint64_t>(*statistics.null_count);
  }
  if (!leaf.is_optional) {
    bounds.null_count = 0;
  }
  bounds.may_have_nan = leaf.type.is_floating() && !trust.excludes_nan;
  if (has_no_order(leaf)) {
    return bounds;
  }
  const bool takes_new = trust.has_type_order || has_signed_order(leaf);
  if (takes_new && statistics.min_value.has_value() && statistics.max_value.has_value()) {
    set_bounds(leaf, *statistics.min_value, *statistics.max_value, bounds);
    if (statistics.is_min_exact.has_value()) {
      bounds.minimum_is_exact = *statistics.is_min_exact;
    }
    if (statistics.is_max_exact.has_value()) {
      bounds.maximum_is_exact = *statistics.is_max_exact;
    }
  } else if (has_signed_order(leaf) && statistics.legacy_min.has_value() &&
             statistics.legacy_max.has_value()) {
    set_bounds(leaf, *statistics.legacy_min, *statistics.legacy_max, bounds);
  }
  return bounds;
}

PartBounds make_page_bounds(const Leaf& leaf, const ColumnIndex& index, size_t page, uint64_t row_count,
                            const BoundsTrust& trust) {
  PartBounds bounds;
  bounds.row_count = row_count;
  bounds.may_have_nan = leaf.type.is_floating() && !trust.excludes_nan;
  if (page < index.null_counts.size() && index.null_counts[page] >= 0 &&
      static_cast<uint64_t>(index.null_counts[page]) <= row_count) {
    bounds.null_count = static_cast<uint64_t>(index.null_counts[page]);
  }
  if (!leaf.is_optional) {
    bounds.null_count = 0;
  }
  if (page < index.null_pages.size() && index.null_pages[page] && leaf.is_optional) {
    bounds.null_count = row_count;
    return bounds;
  }
  const bool takes_bounds = trust.has_type_order || has_signed_order(leaf);
  if (!has_no_order(leaf) && takes_bounds && page < index.min_values.size() &&
      page < index.max_values.size()) {
    set_bounds(leaf, index.min_values[page], index.max_values[page], bounds);
  }
  return bounds;
}

bool excludes(const PartBounds& bounds, const ScanFilter& filter) {
  if (filter.kind == ScanFilter::Kind::kIsNull) {
    return bounds.null_count == 0;
  }
  if (filter.kind == ScanFilter::Kind::kIsNotNull) {
    return bounds.is_all_null();
  }
  const bool takes_nulls =
      filter.compare == CompareOperator::kDistinct || filter.compare == CompareOperator::kNotDistinct;
  if (takes_nulls && bounds.null_count != 0) {
    return false;
  }
  if (filter.constant.is_null()) {
    return !takes_nulls;
  }
  if (bounds.is_all_null()) {
    return true;
  }
  if (bounds.minimum.is_null() || bounds.maximum.is_null() || is_nan(filter.constant)) {
    return false;
  }
  return bounds_exclude(bounds, filter.compare, filter.constant);
}

void widen_bounds(PartBounds& total, const PartBounds& part) {
  if (part.row_count == 0) {
    return;
  }
  const bool is_first = total.row_count == 0 || total.is_all_null();
  if (total.row_count == 0) {
    total.null_count = part.null_count;
  } else if (total.null_count.has_value() && part.null_count.has_value()) {
    total.null_count = *total.null_count + *part.null_count;
  } else {
    total.null_count.reset();
  }
  total.row_count += part.row_count;
  total.may_have_nan |= part.may_have_nan;
  if (part.is_all_null()) {
    return;
  }
  if (is_first) {
    total.minimum = part.minimum;
    total.maximum = part.maximum;
    total.minimum_is_exact = part.minimum_is_exact;
    total.maximum_is_exact = part.maximum_is_exact;
    return;
  }
  if (total.minimum.is_null() || part.minimum.is_null()) {
    // One part without bounds leaves the whole without.
    total.minimum = Value();
    total.maximum = Value();
    return;
  }
  if (compare_values(part.minimum, total.minimum) < 0) {
    total.minimum = part.minimum;
    total.minimum_is_exact = part.minimum_is_exact;
  }
  if (compare_values(part.maximum, total.maximum) > 0) {
    total.maximum = part.maximum;
    total.maximum_is_exact = part.maximum_is_exact;
  }
}

}  // namespace stoa::parquet
