#pragma once

#include "column/batch.h"
#include "table/table_schema.h"

namespace stoa {

/// Checks new values of a column: 23502 for NULL where it is NOT NULL, 22001 for texts longer than VARCHAR(n)
/// or CHAR(n). Gives the values to store: themselves, or with spaces at the end cut (and added, for CHAR(n))
/// to the length.
ColumnVector check_values(const TableSchema& table, const ColumnDefinition& column,
                          const ColumnVector& values, size_t row_count);

/// The same for whole rows, columns in schema order.
Batch check_rows(const TableSchema& table, const Batch& rows);

}  // namespace stoa
