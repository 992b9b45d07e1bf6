#include "exec/row_gather.h"

#include "base/assert.h"
#include "base/bits.h"

namespace stoa {

struct RowGatherer::Column {
  std::vector<UnifiedVector> parts;
  bool has_nulls = false;
  /// Set when every batch has the same distinct dictionary.
  std::shared_ptr<const ColumnVector> dictionary;
};

namespace {

struct Sixteen {
  uint64_t words[2];
};

template <class T>
void gather_values(const std::vector<UnifiedVector>& parts, std::span<const RowReference> rows,
                   std::byte* to) {
  T* values = reinterpret_cast<T*>(to);
  for (size_t i = 0; i < rows.size(); ++i) {
    values[i] = parts[rows[i].batch].value<T>(rows[i].row);
  }
}

}  // namespace

RowGatherer::RowGatherer(std::vector<LogicalType> types, std::vector<Batch> batches)
    : types_(std::move(types)), batches_(std::make_shared<const std::vector<Batch>>(std::move(batches))) {
  for (const Batch& batch : *batches_) {
    row_count_ += batch.row_count;
  }
  for (size_t c = 0; c < types_.size(); ++c) {
    Column column;
    bool shares_dictionary = !batches_->empty();
    for (const Batch& batch : *batches_) {
      const ColumnVector& vector = batch.columns[c];
      column.parts.emplace_back(vector);
      column.has_nulls = column.has_nulls || column.parts.back().validity != nullptr;
      shares_dictionary = shares_dictionary && vector.has_distinct_dictionary() &&
                          vector.shared_dictionary() == batches_->front().columns[c].shared_dictionary();
    }
    if (shares_dictionary) {
      column.dictionary = batches_->front().columns[c].shared_dictionary();
    }
    columns_.push_back(std::move(column));
  }
}

RowGatherer::~RowGatherer() = default;

ColumnVector RowGatherer::gather(size_t column, std::span<const RowReference> rows) const {
  const Column& from = columns_[column];
  if (from.dictionary) {
    const BufferRef codes = Buffer::allocate(rows.size() * sizeof(uint32_t));
    for (size_t i = 0; i < rows.size(); ++i) {
      codes->as<uint32_t>()[i] = (*batches_)[rows[i].batch].columns[column].indices()[rows[i].row];
    }
    return ColumnVector::make_distinct_dictionary(from.dictionary, codes->as<uint32_t>(), codes, rows.size());
  }
  const size_t width_bytes = types_[column].width_bytes();
  const BufferRef values = Buffer::allocate(rows.size() * width_bytes);
  switch (width_bytes) {
    case 1: gather_values<uint8_t>(from.parts, rows, values->data()); break;
    case 2: gather_values<uint16_t>(from.parts, rows, values->data()); break;
    case 4: gather_values<uint32_t>(from.parts, rows, values->data()); break;
    case 8: gather_values<uint64_t>(from.parts, rows, values->data()); break;
    case 16: gather_values<Sixteen>(from.parts, rows, values->data()); break;
    default: STOA_UNREACHABLE("nested types have no operators yet");
  }
  Validity validity;
  if (from.has_nulls) {
    const BufferRef mask = Buffer::allocate_zeroed(words_for_bits(rows.size()) * sizeof(uint64_t));
    for (size_t i = 0; i < rows.size(); ++i) {
      if (from.parts[rows[i].batch].is_valid(rows[i].row)) {
        set_bit(mask->as<uint64_t>(), i);
      }
    }
    validity = Validity(mask->as<uint64_t>(), mask);
  }
  const Owner heap = types_[column].is_text_like() ? Owner(batches_) : Owner();
  return ColumnVector::view_flat(types_[column], rows.size(), values->data(), values, std::move(validity),
                                 heap);
}

Batch RowGatherer::gather(std::span<const RowReference> rows) const {
  Batch batch;
  batch.row_count = rows.size();
  for (size_t c = 0; c < types_.size(); ++c) {
    batch.columns.push_back(gather(c, rows));
  }
  return batch;
}

}  // namespace stoa
