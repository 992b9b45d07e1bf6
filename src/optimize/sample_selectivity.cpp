#include <algorithm>

#include "base/bits.h"
#include "base/error.h"
#include "column/kernels/mask.h"
#include "optimize/estimate.h"
#include "plan/evaluator.h"
#include "plan/expression_tree.h"
#include "table/table_source.h"

namespace stoa {

namespace {

constexpr size_t kPartCount = 8;
constexpr size_t kRowsPerPart = 256;
constexpr double kRowsMin = 4096;

/// The columns that the conjuncts read: their places in the source, and in a batch of these.
std::optional<std::vector<size_t>> wanted_columns(const LogicalScan& scan,
                                                  const std::vector<const BoundExpression*>& conjuncts,
                                                  ColumnPositions& positions) {
  ColumnSet used;
  for (const BoundExpression* e : conjuncts) {
    collect_columns(*e, used);
    if (is_volatile(*e) || contains(*e, ExpressionKind::kParameter)) {
      return std::nullopt;
    }
  }
  std::vector<size_t> columns;
  for (const LogicalScan::Column& column : scan.columns) {
    if (!used.contains(column.id)) {
      continue;
    }
    if (column.source_column == kRowIdColumn) {
      return std::nullopt;
    }
    positions.emplace(column.id, columns.size());
    columns.push_back(column.source_column);
  }
  return columns;
}

}  // namespace

std::optional<double> sample_selectivity(const LogicalScan& scan,
                                         const std::vector<const BoundExpression*>& conjuncts,
                                         const FunctionContext& functions) {
  if (scan.statistics_source == nullptr || table_rows(scan) < kRowsMin) {
    return std::nullopt;
  }
  ColumnPositions positions;
  const auto columns = wanted_columns(scan, conjuncts, positions);
  if (!columns || columns->empty()) {
    return std::nullopt;
  }
  try {
    const std::unique_ptr<TableScan> rows = scan.statistics_source->scan(*columns, {}, kRowsPerPart);
    std::vector<ExpressionEvaluator> evaluators;
    for (const BoundExpression* e : conjuncts) {
      evaluators.emplace_back(*e, positions, functions, std::span<const Value>());
    }
    const size_t part_count = std::min(kPartCount, rows->morsel_count());
    double seen = 0, passed = 0;
    Batch batch;
    std::vector<uint64_t> mask, own;
    for (size_t part = 0; part < part_count; ++part) {
      if (!rows->open_morsel(part * rows->morsel_count() / part_count)->next(batch)) {
        continue;
      }
      mask.assign(words_for_bits(batch.row_count) + 1, 0);
      own.assign(mask.size(), 0);
      mask_fill(mask.data(), batch.row_count, true);
      for (ExpressionEvaluator& evaluator : evaluators) {
        evaluator.evaluate_mask(batch, own.data());
        mask_and(mask.data(), own.data(), batch.row_count);
      }
      seen += static_cast<double>(batch.row_count);
      passed += static_cast<double>(mask_count(mask.data(), batch.row_count));
    }
    return seen == 0 ? std::nullopt : std::optional(std::max(passed, 0.5) / seen);
  } catch (const Error&) {
    return std::nullopt;  // what raises on a row is raised when the statement runs, if it meets that row
  }
}

}  // namespace stoa
