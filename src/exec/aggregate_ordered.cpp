#include "exec/aggregate_ordered.h"

#include <algorithm>
#include <cstring>

#include "column/kernels/gather.h"

namespace stoa {

namespace {

constexpr size_t kChunkRows = 2048;

/// The kept rows of all threads behind each other.
struct JoinedRows {
  explicit JoinedRows(MemoryBudget* budget) : groups(budget), ordinals(budget) {}
  std::vector<ColumnVector> columns;
  GroupArray<uint32_t> groups;
  GroupArray<RowOrdinal> ordinals;
};

JoinedRows join_runs(const OrderedFeed& feed, std::vector<OrderedRows> runs, MemoryBudget* budget) {
  JoinedRows joined(budget);
  std::vector<std::vector<ColumnVector>> parts(feed.types.size());
  for (OrderedRows& run : runs) {
    joined.groups.append(run.groups());
    joined.ordinals.append(run.ordinals());
    std::vector<ColumnVector> columns = run.take_columns();
    for (size_t c = 0; c < columns.size(); ++c) {
      parts[c].push_back(std::move(columns[c]));
    }
  }
  for (size_t c = 0; c < parts.size(); ++c) {
    joined.columns.push_back(concatenate(feed.types[c], parts[c], budget));
  }
  return joined;
}

void sort_by_keys(const OrderedFeed& feed, const JoinedRows& rows, const ExecutionContext& context,
                  GroupArray<uint32_t>& order) {
  const size_t row_count = rows.groups.size();
  std::vector<ColumnVector> columns;
  for (const size_t column : feed.order_columns) {
    columns.push_back(rows.columns[column]);
  }
  const SortKeyEncoder encoder(feed.order);
  const size_t width_bytes = encoder.width_bytes();
  const BufferRef keys = Buffer::allocate(row_count * width_bytes, &context.budget);
  const bool was_cut = encoder.encode(columns, row_count, keys->data(), width_bytes);
  const size_t compared_bytes = was_cut ? encoder.decisive_bytes() : width_bytes;
  context.cancellation.check();
  order.resize(row_count);
  for (size_t row = 0; row < row_count; ++row) {
    order[row] = static_cast<uint32_t>(row);
  }
  const std::byte* bytes = keys->data();
  std::sort(order.data(), order.data() + row_count, [&](uint32_t a, uint32_t b) {
    int difference = std::memcmp(bytes + a * width_bytes, bytes + b * width_bytes, compared_bytes);
    if (difference == 0 && was_cut) {
      difference = encoder.compare(columns, a, columns, b);
    }
    return difference != 0 ? difference < 0 : rows.ordinals[a] < rows.ordinals[b];
  });
}

}  // namespace

OrderedRows::OrderedRows(const std::vector<LogicalType>& types, MemoryBudget* budget)
    : groups_(budget), ordinals_(budget) {
  for (const LogicalType& type : types) {
    columns_.emplace_back(type, budget);
  }
}

void OrderedRows::append(const AggregateRows& rows, const uint32_t* groups, RowOrdinals ordinals) {
  for (size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].append(rows.columns[c], 0, rows.row_count);
  }
  groups_.reserve(groups_.size() + rows.row_count);
  ordinals_.reserve(ordinals_.size() + rows.row_count);
  for (size_t i = 0; i < rows.row_count; ++i) {
    groups_.push_back(groups[rows.selection == nullptr ? i : rows.selection[i]]);
    ordinals_.push_back(RowOrdinals{ordinals.first, rows.selection}[i]);
  }
}

void OrderedRows::append(std::span<const ColumnVector> columns, std::span<const uint32_t> groups,
                         std::span<const RowOrdinal> ordinals) {
  for (size_t c = 0; c < columns_.size(); ++c) {
    columns_[c].append(columns[c]);
  }
  groups_.append(groups);
  ordinals_.append(ordinals);
}

size_t OrderedRows::size_bytes() const {
  size_t total = groups_.size_bytes() + ordinals_.size_bytes();
  for (const VectorBuilder& column : columns_) {
    total += column.size_bytes();
  }
  return total;
}

std::vector<ColumnVector> OrderedRows::take_columns() {
  std::vector<ColumnVector> result;
  for (VectorBuilder& column : columns_) {
    result.push_back(column.finish());
  }
  return result;
}

void feed_ordered(const OrderedFeed& feed, std::vector<OrderedRows> runs, AggregateStates& states,
                  size_t item, const ExecutionContext& context) {
  const JoinedRows rows = join_runs(feed, std::move(runs), &context.budget);
  const size_t row_count = rows.groups.size();
  GroupArray<uint32_t> order(&context.budget);
  if (!feed.order.empty()) {
    sort_by_keys(feed, rows, context, order);
  } else if (order_by_ordinal(rows.ordinals, order)) {
    order.resize(row_count);
    for (size_t row = 0; row < row_count; ++row) {
      order[row] = static_cast<uint32_t>(row);
    }
  }
  const AggregateLayout::Item& one = states.layout().items()[item];
  std::vector<uint32_t> groups(kChunkRows);
  for (size_t begin = 0; begin < row_count; begin += kChunkRows) {
    context.cancellation.check();
    const Selection chunk(order.data() + begin, std::min(kChunkRows, row_count - begin));
    std::vector<ColumnVector> arguments;
    for (size_t c = 0; c < feed.argument_count; ++c) {
      arguments.push_back(gather(rows.columns[c], chunk));
    }
    for (size_t i = 0; i < chunk.size(); ++i) {
      groups[i] = rows.groups[chunk[i]];
    }
    one.function->update(one.call, arguments, chunk.size(), states.at(item, groups.data()));
  }
}

}  // namespace stoa
