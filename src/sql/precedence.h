// How strongly operators bind; shared by the parser and the printer, so that what is printed parses alike.
#pragma once

#include "sql/operators.h"

namespace stoa::sql {

/// PostgreSQL's table, weakest first. `//` binds like `*`, `**` like `^`.
enum Precedence : int {
  kLowest = 0,
  kOrLevel,
  kAndLevel,
  kNotLevel,
  kIsLevel,
  kComparisonLevel,
  kRangeLevel,
  kOperatorLevel,
  kAdditiveLevel,
  kMultiplicativeLevel,
  kPowerLevel,
  kAtLevel,
  kCollateLevel,
  kSignLevel,
};

/// The level at which a binary operator binds.
int precedence_of(BinaryOperator op);

}  // namespace stoa::sql
