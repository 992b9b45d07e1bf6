#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stoa {

/// What a value means.
enum class TypeId : uint8_t {
  kNull,  ///< the type of a bare NULL; casts to anything
  kBoolean,
  kTinyint,
  kSmallint,
  kInteger,
  kBigint,
  kHugeint,
  kUtinyint,
  kUsmallint,
  kUinteger,
  kUbigint,
  kReal,
  kDouble,
  kDecimal,
  kText,
  kBytea,
  kDate,
  kTime,
  kTimestamp,
  kTimestamptz,
  kInterval,
  kUuid,
  kEnum,
  kJson,
  kList,
  kStruct,
  kMap,
  kVector,
  kHalfvec,
};

/// How a value lies in a column vector.
enum class PhysicalType : uint8_t {
  kBool,  ///< one byte, 0 or 1
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kInt128,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kFloat,
  kDouble,
  kText,      ///< TextView, 16 bytes (text_view.h)
  kInterval,  ///< Interval, 16 bytes (interval.h)
  kNested,    ///< children vectors; has its place here, operators come later
};

class LogicalType;

/// A member of a STRUCT, the element of a LIST, the key and value of a MAP, a label of an ENUM.
struct TypeField;

/// A type with its modifiers. Cheap to copy; immutable. Text forms are PostgreSQL's, e.g. `decimal(15,2)`.
///
/// Physical layouts: DECIMAL with precision <= 18 is kInt64, above kInt128, scaled by 10^scale. DATE is days
/// since 1970-01-01 in kInt32; TIME microseconds since midnight, TIMESTAMP(TZ) microseconds since 1970-01-01
/// UTC in kInt64 (infinities: the extreme values). UUID is kInt128, its 16 bytes read big-endian with the top
/// bit flipped, so that integer order is byte order. BOOLEAN is kBool. JSON is kText. ENUM is kUint32, an
/// index into its labels.
class LogicalType {
 public:
  constexpr LogicalType() = default;
  constexpr LogicalType(TypeId id) : id_(id) {}  // NOLINT: a plain TypeId is a type without modifiers
  static LogicalType decimal(uint8_t precision, uint8_t scale);
  /// VARCHAR(n): TEXT of at most n characters; 0 means no limit.
  static LogicalType varchar(uint32_t length_max);
  /// CHAR(n): blank-padded.
  static LogicalType fixed_char(uint32_t length);
  static LogicalType list(LogicalType element);
  static LogicalType structure(std::vector<TypeField> fields);
  static LogicalType map(LogicalType key, LogicalType value);
  static LogicalType enumeration(std::string name, std::vector<std::string> labels);
  static LogicalType vector(uint32_t dimension_count);
  static LogicalType halfvec(uint32_t dimension_count);

  TypeId id() const noexcept { return id_; }
  PhysicalType physical() const noexcept;
  /// Bytes of one value in a flat vector; 0 for nested types.
  size_t width_bytes() const noexcept;
  uint8_t precision() const noexcept { return precision_; }
  uint8_t scale() const noexcept { return scale_; }
  /// VARCHAR's and CHAR's limit, VECTOR's dimensions; 0 where there is none.
  uint32_t length() const noexcept { return length_; }
  bool is_fixed_char() const noexcept { return id_ == TypeId::kText && scale_ == 1; }
  const std::vector<TypeField>& fields() const noexcept;
  const std::string& name() const noexcept;

  bool is_null() const noexcept { return id_ == TypeId::kNull; }
  bool is_signed_integer() const noexcept { return id_ >= TypeId::kTinyint && id_ <= TypeId::kHugeint; }
  bool is_unsigned_integer() const noexcept { return id_ >= TypeId::kUtinyint && id_ <= TypeId::kUbigint; }
  bool is_integer() const noexcept { return is_signed_integer() || is_unsigned_integer(); }
  bool is_floating() const noexcept { return id_ == TypeId::kReal || id_ == TypeId::kDouble; }
  bool is_decimal() const noexcept { return id_ == TypeId::kDecimal; }
  bool is_numeric() const noexcept { return is_integer() || is_floating() || is_decimal(); }
  bool is_text() const noexcept { return id_ == TypeId::kText; }
  /// TEXT, BYTEA, JSON: values are TextViews.
  bool is_text_like() const noexcept { return physical() == PhysicalType::kText; }
  bool is_temporal() const noexcept { return id_ >= TypeId::kDate && id_ <= TypeId::kTimestamptz; }
  bool is_nested() const noexcept { return physical() == PhysicalType::kNested; }

  /// PostgreSQL's name: `bigint`, `numeric(15,2)` is written `decimal(15,2)`.
  std::string to_string() const;

  friend bool operator==(const LogicalType& a, const LogicalType& b) noexcept;

 private:
  struct Nested;
  TypeId id_ = TypeId::kNull;
  uint8_t precision_ = 0;
  uint8_t scale_ = 0;
  uint32_t length_ = 0;
  std::shared_ptr<const Nested> nested_;
};

struct TypeField {
  std::string name;
  LogicalType type;
  friend bool operator==(const TypeField&, const TypeField&) = default;
};

/// The type that a SQL type name with modifiers means, names in lower case: `int4`, `character varying` (50),
/// ... Raises 42704 for an unknown name with a near one as hint, 22023 for wrong modifiers.
LogicalType type_from_name(std::string_view name, const std::vector<int64_t>& modifiers);

/// The narrowest type that holds every value of both, or false where there is none: UNION, CASE, COALESCE,
/// comparison. Integers widen; integer with decimal gives decimal; anything with double gives double; DATE
/// with TIMESTAMP gives TIMESTAMP; NULL with any gives that. Text joins only with text.
[[nodiscard]] bool common_type(const LogicalType& a, const LogicalType& b, LogicalType& result);

/// Decimal digits that hold any value of an integer type: 3, 5, 10, 19, 38 (HUGEINT's 39th is checked at run
/// time).
uint8_t integer_digits(TypeId id);

}  // namespace stoa
