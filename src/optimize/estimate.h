#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "function/function_context.h"
#include "plan/logical_query.h"

/// What the optimizer believes of rows and values, from the statistics of what a plan scans (distinct counts,
/// bounds, counts of NULLs) and, where those say nothing, from a small sample of a table. Pure; an estimate
/// is never needed for an answer to be right.
namespace stoa {

/// Fills the estimates of a tree. A scan that has one keeps it: whoever adds a filter to a scan resets it.
/// Samples tables where statistics say nothing of a filter, and `may_sample`.
void estimate_rows(LogicalOperator& root, const FunctionContext& functions, bool may_sample);
/// The rows that `o` is believed to give; a guess before estimate_rows.
double rows_of(const LogicalOperator& o);

/// The share of rows for which a conjunct holds.
double estimate_selectivity(const BoundExpression& conjunct, const LogicalOperator& input);
/// The same for a filter of a scan, when statistics alone tell (a column compared to constants).
std::optional<double> known_selectivity(const BoundExpression& conjunct, const LogicalOperator& input);
/// How many values a column is drawn from: those of its table, less what filters over this column alone
/// leave out. Filters over other columns don't narrow it, so that a join is estimated alike in any order.
double estimate_distinct(ColumnId column, const LogicalOperator& input);
/// The same for any expression.
double estimate_distinct(const BoundExpression& e, const LogicalOperator& input);
/// How many values are met in `draw_count` draws out of `distinct_count`.
double values_in_draws(double distinct_count, double draw_count);
/// An upper bound of the combinations of columns: that of their values, and the rows of their table.
double estimate_combinations(const std::vector<const BoundExpression*>& keys, const LogicalOperator& input);

/// The share of pairs of rows that agree in all of some pairs of keys (left, right).
using KeyPairs = std::vector<std::pair<const BoundExpression*, const BoundExpression*>>;
double estimate_key_selectivity(const KeyPairs& keys, const LogicalOperator& left,
                                const LogicalOperator& right);

/// The scan that a column comes from unchanged, and its place there.
struct ColumnOrigin {
  const LogicalScan* scan = nullptr;
  size_t source_column = 0;
};
ColumnOrigin find_origin(ColumnId column, const LogicalOperator& o);
std::optional<SourceStatistics> statistics_of(ColumnId column, const LogicalOperator& o);
/// The expression that computes a column, over the given input; both null when nothing below `o` computes it.
struct ComputedColumn {
  const BoundExpression* expression = nullptr;
  const LogicalOperator* input = nullptr;
};
ComputedColumn find_computed(ColumnId column, const LogicalOperator& o);
/// Rows of a scan's table without its filters.
double table_rows(const LogicalScan& scan);

/// The share of some of a table's rows for which all conjuncts hold; none when there is nothing to sample.
std::optional<double> sample_selectivity(const LogicalScan& scan,
                                         const std::vector<const BoundExpression*>& conjuncts,
                                         const FunctionContext& functions);

}  // namespace stoa
