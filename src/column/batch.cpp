#include "column/batch.h"

#include <utility>

namespace stoa {

namespace {

/// Columns that came through the same selection have the same indices: composing them once is enough.
struct Composed {
  const uint32_t* from;
  const uint32_t* to;
  Owner owner;
};

const Composed& compose(std::vector<Composed>& known, const uint32_t* from, Selection selection) {
  for (const Composed& one : known) {
    if (one.from == from) {
      return one;
    }
  }
  auto buffer = Buffer::allocate(selection.size_bytes());
  auto* to = buffer->as<uint32_t>();
  for (size_t i = 0; i < selection.size(); ++i) {
    to[i] = from[selection[i]];
  }
  return known.emplace_back(Composed{from, to, std::move(buffer)});
}

}  // namespace

Batch Batch::select(Selection selection, const Owner& selection_owner) const {
  Batch result;
  result.row_count = selection.size();
  result.columns.reserve(columns.size());
  std::vector<Composed> known;
  for (const ColumnVector& column : columns) {
    if (!column.is_dictionary()) {
      result.columns.push_back(column.select(selection, selection_owner));
      continue;
    }
    const Composed& indices = compose(known, column.indices(), selection);
    result.columns.push_back(ColumnVector::make_over(column.shared_dictionary(),
                                                     column.has_distinct_dictionary(), indices.to,
                                                     indices.owner, selection.size()));
    result.columns.back().set_type(column.type());
  }
  return result;
}

Batch Batch::slice(size_t offset, size_t count) const {
  Batch result;
  result.row_count = count;
  result.columns.reserve(columns.size());
  for (const ColumnVector& column : columns) {
    result.columns.push_back(column.slice(offset, count));
  }
  return result;
}

}  // namespace stoa
