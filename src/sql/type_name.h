// A data type as it is written in SQL; which type it means is found by the binder.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sql/place.h"

namespace stoa::sql {

struct Expression;

struct TypeField;

/// A type as written. Names of several words are brought to one: DOUBLE PRECISION is `double`, CHARACTER
/// VARYING `varchar`, BIT VARYING `varbit`, CHARACTER `char`, TIMESTAMP WITH TIME ZONE `timestamptz`, TIME
/// WITH TIME ZONE `timetz`; WITHOUT TIME ZONE vanishes. All others stay as they are written (`int`,
/// `integer`, `int4`, `app.mood`); the binder maps synonyms.
struct TypeName {
  Place place;
  QualifiedName name;
  /// varchar(n), decimal(p, s), vector(n), timestamp(p); interval(p) too.
  std::vector<std::unique_ptr<Expression>> modifiers;
  /// STRUCT(a INT, b TEXT), ROW(...), UNION(...): named fields. MAP(K, V), LIST(T): fields without a name.
  std::vector<TypeField> fields;
  /// One entry per array level, innermost first: INT[] is {nullopt}, INT[3] is {3}.
  std::vector<std::optional<int64_t>> dimensions;
  /// INTERVAL's range as written, upper case: "DAY", "YEAR TO MONTH"; empty when none.
  std::string interval_range;
  bool set_of = false;

  TypeName();
  TypeName(TypeName&&) noexcept;
  TypeName& operator=(TypeName&&) noexcept;
  ~TypeName();
};

struct TypeField {
  Name name;
  TypeName type;
};

/// `decimal(10, 2)[]`: the type as SQL.
std::string to_text(const TypeName& type);

}  // namespace stoa::sql
