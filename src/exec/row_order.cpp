#include "exec/row_order.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"

namespace stoa {

namespace {

constexpr size_t kRowsPerRunMin = 8192;
constexpr ptrdiff_t kTiesMin = 32;  // fewer rows of one prefix are compared by their keys

/// A row with the first eight bytes of its key, which decide most comparisons without touching the key
/// itself.
struct Entry {
  uint64_t prefix;
  RowReference place;
};

class Sorter {
 public:
  Sorter(const SortKeyEncoder& encoder, const std::vector<std::vector<ColumnVector>>& keys,
         const ExecutionContext& context)
      : encoder_(encoder),
        keys_(keys),
        context_(context),
        reservation_(&context.budget),
        width_bytes_(encoder.width_bytes()) {
    first_row_.push_back(0);
    for (const auto& columns : keys) {
      first_row_.push_back(first_row_.back() + columns[0].size());
    }
  }

  std::vector<RowReference> run() {
    const size_t row_count = first_row_.back();
    reservation_.resize(row_count * (2 * sizeof(Entry) + sizeof(RowReference)));
    key_bytes_ = Buffer::allocate(row_count * width_bytes_);
    entries_.resize(row_count);
    encode();
    sort_runs();
    std::vector<RowReference> order(row_count);
    for (size_t i = 0; i < row_count; ++i) {
      order[i] = entries_[i].place;
    }
    return order;
  }

 private:
  void encode() {
    std::atomic<bool> has_cut_texts{false};
    context_.scheduler.for_each(keys_.size(), parallelism(), [&](size_t b) {
      context_.cancellation.check();
      std::byte* keys = key_bytes_->data() + first_row_[b] * width_bytes_;
      const size_t row_count = keys_[b][0].size();
      if (encoder_.encode(keys_[b], row_count, keys, width_bytes_)) {
        has_cut_texts = true;
      }
      for (size_t r = 0; r < row_count; ++r) {
        entries_[first_row_[b] + r] = {prefix_of(keys + r * width_bytes_),
                                       {static_cast<uint32_t>(b), static_cast<uint32_t>(r)}};
      }
    });
    has_cut_texts_ = has_cut_texts;
  }

  size_t parallelism() const { return context_.thread_count_for(entries_.size()); }

  /// Eight bytes of a key from `offset` on, which compare as a number.
  uint64_t prefix_of(const std::byte* key, size_t offset = 0) const {
    std::byte padded[8] = {};
    std::memcpy(padded, key + offset, std::min<size_t>(width_bytes_ - offset, 8));
    return __builtin_bswap64(load_unaligned<uint64_t>(padded));
  }

  const std::byte* key_of(const RowReference& row) const {
    return key_bytes_->data() + (first_row_[row.batch] + row.row) * width_bytes_;
  }

  /// The order of rows with equal keys.
  static bool comes_before(const RowReference& a, const RowReference& b) {
    return a.batch != b.batch ? a.batch < b.batch : a.row < b.row;
  }

  bool before(const Entry& a, const Entry& b) const {
    // A cut text makes bytes behind it undecided, and with it the prefix when it lies within.
    if (a.prefix != b.prefix && (!has_cut_texts_ || encoder_.decisive_bytes() >= 8)) {
      return a.prefix < b.prefix;
    }
    const size_t compared_bytes = has_cut_texts_ ? encoder_.decisive_bytes() : width_bytes_;
    int order = std::memcmp(key_of(a.place), key_of(b.place), compared_bytes);
    if (order == 0 && has_cut_texts_) {
      order = encoder_.compare(keys_[a.place.batch], a.place.row, keys_[b.place.batch], b.place.row);
    }
    if (order != 0) {
      return order < 0;
    }
    return comes_before(a.place, b.place);
  }

  /// Sorts entries whose keys agree before `offset` and whose prefixes are the bytes from there. Many rows
  /// with one prefix (a column of few values comes first) get the next bytes as their prefix, so that keys
  /// are read once per row and not once per comparison. Same order as `before` alone gives.
  void sort_by_prefix(Entry* first, Entry* last, size_t offset) {
    const auto less = [this](const Entry& a, const Entry& b) {
      context_.cancellation.check();
      return a.prefix < b.prefix;
    };
    std::sort(first, last, less);
    while (first != last) {
      Entry* end = first + 1;
      while (end != last && end->prefix == first->prefix) {
        ++end;
      }
      order_ties(first, end, offset + sizeof(uint64_t));
      first = end;
    }
  }

  /// Rows of one prefix, which comes back to them afterwards: merging compares whole keys.
  void order_ties(Entry* first, Entry* last, size_t offset) {
    if (last - first == 1) {
      return;
    }
    if (offset >= width_bytes_) {
      std::sort(first, last, [this](const Entry& a, const Entry& b) {
        context_.cancellation.check();
        return comes_before(a.place, b.place);
      });
      return;
    }
    if (last - first < kTiesMin) {
      std::sort(first, last, [this](const Entry& a, const Entry& b) { return before(a, b); });
      return;
    }
    const uint64_t prefix = first->prefix;
    for (Entry* entry = first; entry != last; ++entry) {
      entry->prefix = prefix_of(key_of(entry->place), offset);
    }
    sort_by_prefix(first, last, offset);
    for (Entry* entry = first; entry != last; ++entry) {
      entry->prefix = prefix;
    }
  }

  void sort_run(Entry* first, Entry* last) {
    if (!has_cut_texts_) {
      sort_by_prefix(first, last, 0);
      return;
    }
    // A run may take a second: it is given up in the midst.
    std::sort(first, last, [this](const Entry& a, const Entry& b) {
      context_.cancellation.check();
      return before(a, b);
    });
  }

  void sort_runs() {
    const size_t row_count = entries_.size();
    const size_t run_count = std::clamp<size_t>(row_count / kRowsPerRunMin, 1, parallelism());
    std::vector<size_t> bounds;
    for (size_t i = 0; i <= run_count; ++i) {
      bounds.push_back(row_count * i / run_count);
    }
    context_.scheduler.for_each(run_count, parallelism(), [&](size_t i) {
      sort_run(entries_.data() + bounds[i], entries_.data() + bounds[i + 1]);
    });
    std::vector<Entry> merged(run_count > 1 ? row_count : 0);
    while (bounds.size() > 2) {
      context_.cancellation.check();
      bounds = merge_pairs(bounds, merged);
      entries_.swap(merged);
    }
  }

  /// Merges neighbouring runs from entries_ into `merged`, each pair cut into parts for all threads.
  std::vector<size_t> merge_pairs(const std::vector<size_t>& bounds, std::vector<Entry>& merged) const {
    struct Part {
      size_t left, left_end, right, right_end, to;
    };
    std::vector<Part> parts;
    std::vector<size_t> next{0};
    for (size_t i = 0; i + 1 < bounds.size(); i += 2) {
      const size_t left = bounds[i];
      const size_t middle = bounds[i + 1];
      const size_t end = i + 2 < bounds.size() ? bounds[i + 2] : middle;
      next.push_back(end);
      const size_t part_count = std::max<size_t>(1, parallelism());
      size_t l = left, r = middle;
      for (size_t p = 1; p <= part_count; ++p) {
        const size_t l_end = p == part_count ? middle : left + (middle - left) * p / part_count;
        size_t r_end = end;
        if (p != part_count && l_end < middle) {
          const auto less = [this](const Entry& a, const Entry& b) { return before(a, b); };
          r_end = static_cast<size_t>(std::lower_bound(entries_.begin() + static_cast<ptrdiff_t>(r),
                                                       entries_.begin() + static_cast<ptrdiff_t>(end),
                                                       entries_[l_end], less) -
                                      entries_.begin());
        }
        parts.push_back({l, l_end, r, r_end, l + (r - middle)});
        l = l_end;
        r = r_end;
      }
    }
    context_.scheduler.for_each(parts.size(), parallelism(), [&](size_t i) {
      const Part& part = parts[i];
      const auto at = [this](size_t k) { return entries_.begin() + static_cast<ptrdiff_t>(k); };
      std::merge(at(part.left), at(part.left_end), at(part.right), at(part.right_end),
                 merged.begin() + static_cast<ptrdiff_t>(part.to), [this](const Entry& a, const Entry& b) {
                   context_.cancellation.check();
                   return before(a, b);
                 });
    });
    return next;
  }

  const SortKeyEncoder& encoder_;
  const std::vector<std::vector<ColumnVector>>& keys_;
  const ExecutionContext& context_;
  Reservation reservation_;
  size_t width_bytes_;
  std::vector<size_t> first_row_;
  BufferRef key_bytes_;
  std::vector<Entry> entries_;
  bool has_cut_texts_ = false;
};

class OrderedScan final : public TableScan {
 public:
  OrderedScan(std::shared_ptr<const RowGatherer> rows, std::vector<RowReference> order, size_t vector_size)
      : rows_(std::move(rows)), order_(std::move(order)), vector_size_(vector_size) {
    reservation_.resize(order_.size() * sizeof(RowReference));
  }

  size_t morsel_count() const override {
    return (order_.size() + kOrderedRowsPerMorsel - 1) / kOrderedRowsPerMorsel;
  }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    return std::make_unique<Reader>(*this, morsel * kOrderedRowsPerMorsel);
  }

 private:
  class Reader final : public MorselReader {
   public:
    Reader(const OrderedScan& scan, size_t begin)
        : scan_(scan), next_(begin), end_(std::min(begin + kOrderedRowsPerMorsel, scan.order_.size())) {}
    bool next(Batch& batch) override {
      batch.clear();
      if (next_ == end_) {
        return false;
      }
      const size_t count = std::min(scan_.vector_size_, end_ - next_);
      batch = scan_.rows_->gather({scan_.order_.data() + next_, count});
      next_ += count;
      return true;
    }

   private:
    const OrderedScan& scan_;
    size_t next_;
    size_t end_;
  };

  std::shared_ptr<const RowGatherer> rows_;
  std::vector<RowReference> order_;
  Reservation reservation_ = Reservation::from_scope();
  size_t vector_size_;
};

}  // namespace

std::vector<SortSpec> sort_specs(const std::vector<BoundOrder>& order_by) {
  std::vector<SortSpec> specs;
  for (const BoundOrder& o : order_by) {
    specs.push_back({o.expression->type, o.is_descending, o.nulls_first});
  }
  return specs;
}

std::vector<RowReference> sort_rows(const SortKeyEncoder& encoder,
                                    const std::vector<std::vector<ColumnVector>>& keys,
                                    const ExecutionContext& context) {
  return Sorter(encoder, keys, context).run();
}

std::unique_ptr<TableScan> scan_in_order(std::shared_ptr<const RowGatherer> rows,
                                         std::vector<RowReference> order, size_t vector_size) {
  return std::make_unique<OrderedScan>(std::move(rows), std::move(order), vector_size);
}

}  // namespace stoa
