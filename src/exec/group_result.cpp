#include "exec/group_result.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.h"
#include "column/kernels/gather.h"

namespace stoa {

namespace {

constexpr size_t kBatchesPerMorsel = 16;
constexpr unsigned kDigitBits = 11;
constexpr size_t kSortedByComparisonMax = 512;

/// Ordinals without the gap between the bits of morsel and row.
class OrdinalPacker {
 public:
  explicit OrdinalPacker(std::span<const RowOrdinal> ordinals) {
    RowOrdinal seen = 0;
    for (const RowOrdinal ordinal : ordinals) {
      seen |= ordinal;
    }
    row_bits_ = static_cast<unsigned>(std::bit_width(seen & kRowMask));
    bits_ = row_bits_ + static_cast<unsigned>(std::bit_width(seen >> kOrdinalRowBits));
  }
  unsigned bits() const { return bits_; }
  uint64_t pack(RowOrdinal ordinal) const {
    return (ordinal >> kOrdinalRowBits) << row_bits_ | (ordinal & kRowMask);
  }

 private:
  static constexpr uint64_t kRowMask = (uint64_t{1} << kOrdinalRowBits) - 1;
  unsigned row_bits_;
  unsigned bits_;
};

/// One pass of a least-significant-digit radix sort.
void sort_by_digit(const uint64_t* from, size_t n, unsigned shift, uint64_t* to) {
  std::array<uint32_t, (size_t{1} << kDigitBits) + 1> begins{};
  constexpr uint64_t kMask = (uint64_t{1} << kDigitBits) - 1;
  for (size_t i = 0; i < n; ++i) {
    ++begins[((from[i] >> shift) & kMask) + 1];
  }
  for (size_t digit = 0; digit <= kMask; ++digit) {
    begins[digit + 1] += begins[digit];
  }
  for (size_t i = 0; i < n; ++i) {
    to[begins[(from[i] >> shift) & kMask]++] = from[i];
  }
}

/// Ordinals of at most 32 bits with their position below: eight bytes a row, two or three passes.
void sort_packed(std::span<const RowOrdinal> ordinals, const OrdinalPacker& packer,
                 GroupArray<uint32_t>& order) {
  const size_t n = ordinals.size();
  std::vector<uint64_t> entries(n);
  std::vector<uint64_t> scratch(n);
  for (size_t i = 0; i < n; ++i) {
    entries[i] = packer.pack(ordinals[i]) << 32 | i;
  }
  for (unsigned bit = 0; bit < packer.bits(); bit += kDigitBits) {
    sort_by_digit(entries.data(), n, 32 + bit, scratch.data());
    entries.swap(scratch);
  }
  for (size_t i = 0; i < n; ++i) {
    order[i] = static_cast<uint32_t>(entries[i]);
  }
}

class ResultScan final : public TableScan {
 public:
  ResultScan(std::vector<GroupResult> results, size_t vector_size, MemoryBudget* budget)
      : results_(std::move(results)), vector_size_(vector_size), budget_(budget) {
    for (const GroupResult& result : results_) {
      first_morsels_.push_back(morsel_count_);
      morsel_count_ += (result.row_count + morsel_rows() - 1) / morsel_rows();
    }
  }

  size_t morsel_count() const override { return morsel_count_; }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    const auto after = std::upper_bound(first_morsels_.begin(), first_morsels_.end(), morsel);
    const auto index = static_cast<size_t>(after - first_morsels_.begin()) - 1;
    const size_t begin = (morsel - first_morsels_[index]) * morsel_rows();
    return std::make_unique<Reader>(*this, results_[index], begin);
  }

 private:
  class Reader final : public MorselReader {
   public:
    Reader(const ResultScan& scan, const GroupResult& result, size_t begin)
        : scan_(scan), result_(result), next_(begin) {
      end_ = std::min(begin + scan.morsel_rows(), result.row_count);
    }
    bool next(Batch& batch) override {
      batch.clear();
      const size_t count = std::min(scan_.vector_size_, end_ - next_);
      batch.row_count = count;
      for (const ColumnVector& column : result_.columns) {
        batch.columns.push_back(result_.is_ordered ? column.slice(next_, count) : pick(column, count));
      }
      next_ += count;
      return count != 0;
    }

   private:
    ColumnVector pick(const ColumnVector& column, size_t count) const {
      if (column.is_constant()) {
        return column.slice(0, count);
      }
      return gather(column, {result_.order.data() + next_, count}, scan_.budget_);
    }

    const ResultScan& scan_;
    const GroupResult& result_;
    size_t next_;
    size_t end_;
  };

  size_t morsel_rows() const { return vector_size_ * kBatchesPerMorsel; }

  std::vector<GroupResult> results_;
  size_t vector_size_;
  MemoryBudget* budget_;
  std::vector<size_t> first_morsels_;
  size_t morsel_count_ = 0;
};

/// Keys, then results, of one part.
std::vector<ColumnVector> take_columns(GroupPart& part) {
  const size_t count = part.size();
  std::vector<ColumnVector> columns = part.table.take_keys();
  for (size_t item = 0; item < part.states.layout().items().size(); ++item) {
    columns.push_back(part.states.finalize(item, 0, count));
  }
  part.states.clear();
  return columns;
}

}  // namespace

bool order_by_ordinal(std::span<const RowOrdinal> ordinals, GroupArray<uint32_t>& order) {
  order.clear();
  if (std::is_sorted(ordinals.begin(), ordinals.end())) {
    return true;
  }
  const size_t n = ordinals.size();
  if (n > ~uint32_t{0}) {
    raise(sqlstate::kProgramLimitExceeded, "more than 4294967295 groups");
  }
  order.resize(n);
  const OrdinalPacker packer(ordinals);
  if (packer.bits() <= 32 && n > kSortedByComparisonMax) {
    sort_packed(ordinals, packer, order);
    return false;
  }
  for (size_t i = 0; i < n; ++i) {
    order[i] = static_cast<uint32_t>(i);
  }
  std::sort(order.data(), order.data() + n,
            [&](uint32_t a, uint32_t b) { return ordinals[a] < ordinals[b]; });
  return false;
}

std::vector<ColumnVector> concatenate_parts(const std::vector<LogicalType>& types,
                                            std::vector<std::vector<ColumnVector>> part_columns,
                                            const ExecutionContext& context) {
  if (part_columns.size() == 1) {
    return std::move(part_columns[0]);
  }
  size_t row_count = 0;
  for (const std::vector<ColumnVector>& part : part_columns) {
    row_count += part.empty() ? 0 : part[0].size();
  }
  std::vector<ColumnVector> columns(types.size());
  context.scheduler.for_each(types.size(), context.thread_count_for(row_count), [&](size_t column) {
    std::vector<ColumnVector> parts;
    for (std::vector<ColumnVector>& part : part_columns) {
      parts.push_back(std::move(part[column]));
    }
    columns[column] = concatenate(types[column], parts, &context.budget);
  });
  return columns;
}

GroupResult take_result(std::vector<GroupPart>& parts, const ExecutionContext& context) {
  GroupResult result;
  result.order = GroupArray<uint32_t>(&context.budget);
  if (parts.empty()) {
    return result;
  }
  std::vector<LogicalType> types = parts[0].table.key_types();
  for (const AggregateLayout::Item& item : parts[0].states.layout().items()) {
    types.push_back(item.call.return_type);
  }
  GroupArray<RowOrdinal> ordinals(&context.budget);
  for (const GroupPart& part : parts) {
    ordinals.append(part.ordinals);
  }
  result.row_count = ordinals.size();
  std::vector<std::vector<ColumnVector>> columns(parts.size());
  context.scheduler.for_each(parts.size(), context.thread_count_for(result.row_count), [&](size_t p) {
    context.cancellation.check();
    columns[p] = take_columns(parts[p]);
  });
  result.columns = concatenate_parts(types, std::move(columns), context);
  result.is_ordered = order_by_ordinal(ordinals, result.order);
  return result;
}

std::unique_ptr<TableScan> scan_results(std::vector<GroupResult> results, size_t vector_size,
                                        MemoryBudget* budget) {
  return std::make_unique<ResultScan>(std::move(results), vector_size, budget);
}

}  // namespace stoa
