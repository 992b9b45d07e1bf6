#pragma once

#include <memory>
#include <string>

#include "format/reader.h"
#include "types/interval.h"

namespace stoa {

/// The numbers start, start + step, ... of a type stored as 64 bits (BIGINT, TIMESTAMP), `count` of them; all
/// fit.
std::shared_ptr<TableSource> make_number_series(std::string column_name, const LogicalType& type,
                                                int64_t start, int64_t step, uint64_t count);

/// Timestamps by steps of an interval with months, each added to the one before; up to `stop`, or before it.
/// One morsel, as each depends on the last.
std::shared_ptr<TableSource> make_month_series(std::string column_name, const LogicalType& type,
                                               int64_t start, int64_t stop, const Interval& step,
                                               bool includes_stop);

}  // namespace stoa
