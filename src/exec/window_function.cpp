#include "exec/window_function.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "base/error.h"
#include "column/kernels/gather.h"
#include "column/kernels/mask.h"
#include "plan/evaluator.h"

namespace stoa {

namespace {

/// A partition's rows [begin, end) and where its groups of peers start (the last entry is `end`).
struct Partition {
  size_t begin;
  size_t end;
  std::vector<size_t> peer_starts;
};

class WindowComputer {
 public:
  WindowComputer(const BoundWindow& window, const WindowRows& rows, std::span<const ColumnVector> arguments,
                 const ColumnVector* filter, const ExecutionContext& context)
      : window_(window), rows_(rows), arguments_(arguments), filter_(filter), context_(context) {}

  ColumnVector run() {
    start_offset_ = offset_of(window_.start_offset);
    end_offset_ = offset_of(window_.end_offset);
    result_ = ColumnVector::make_flat(window_.type, rows_.row_count, &context_.budget);
    size_t peer = 0;
    for (size_t p = 0; p < rows_.partition_starts.size(); ++p) {
      context_.cancellation.check();
      Partition partition;
      partition.begin = rows_.partition_starts[p];
      partition.end = p + 1 < rows_.partition_starts.size() ? rows_.partition_starts[p + 1] : rows_.row_count;
      for (; peer < rows_.peer_starts.size() && rows_.peer_starts[peer] < partition.end; ++peer) {
        partition.peer_starts.push_back(rows_.peer_starts[peer]);
      }
      partition.peer_starts.push_back(partition.end);
      compute(partition);
    }
    if (picks_rows()) {
      return picked_rows();
    }
    return std::move(result_);
  }

 private:
  std::optional<int64_t> offset_of(const ExpressionPtr& e) const {
    if (!e) {
      return std::nullopt;
    }
    const Value value = evaluate_constant(*e, context_.functions, context_.parameters);
    if (value.is_null() || value.as_integer() < 0) {
      raise(value.is_null() ? sqlstate::kNullNotAllowed : sqlstate::kInvalidParameterValue,
            "a frame offset must be a number that is not negative");
    }
    return value.as_int64();
  }

  void compute(const Partition& partition) {
    switch (window_.function) {
      case WindowFunctionKind::kRowNumber: return number_rows(partition);
      case WindowFunctionKind::kRank:
      case WindowFunctionKind::kDenseRank:
      case WindowFunctionKind::kPercentRank:
      case WindowFunctionKind::kCumeDist: return rank_peers(partition);
      case WindowFunctionKind::kNtile: return ntile(partition);
      case WindowFunctionKind::kLag:
      case WindowFunctionKind::kLead: return shift(partition);
      case WindowFunctionKind::kFirstValue:
      case WindowFunctionKind::kLastValue:
      case WindowFunctionKind::kNthValue: return pick_from_frame(partition);
      case WindowFunctionKind::kAggregate: return aggregate(partition);
    }
  }

  // --- ranking
  void number_rows(const Partition& p) {
    for (size_t row = p.begin; row < p.end; ++row) {
      result_.mutable_values<int64_t>()[row] = static_cast<int64_t>(row - p.begin + 1);
    }
  }

  void rank_peers(const Partition& p) {
    const size_t row_count = p.end - p.begin;
    for (size_t g = 0; g + 1 < p.peer_starts.size(); ++g) {
      const size_t first = p.peer_starts[g];
      const size_t next = p.peer_starts[g + 1];
      const size_t rank = first - p.begin + 1;
      for (size_t row = first; row < next; ++row) {
        switch (window_.function) {
          case WindowFunctionKind::kRank: put(row, static_cast<int64_t>(rank)); break;
          case WindowFunctionKind::kDenseRank: put(row, static_cast<int64_t>(g + 1)); break;
          case WindowFunctionKind::kPercentRank:
            put(row,
                row_count == 1 ? 0.0 : static_cast<double>(rank - 1) / static_cast<double>(row_count - 1));
            break;
          default: put(row, static_cast<double>(next - p.begin) / static_cast<double>(row_count)); break;
        }
      }
    }
  }

  template <class T>
  void put(size_t row, T value) {
    result_.mutable_values<T>()[row] = value;
  }

  void ntile(const Partition& p) {
    if (arguments_[0].is_null(p.begin)) {
      for (size_t row = p.begin; row < p.end; ++row) {
        result_.set_null(row);
      }
      return;
    }
    const int64_t bucket_count = arguments_[0].values<int64_t>()[p.begin];
    if (bucket_count <= 0) {
      raise(sqlstate::kInvalidParameterValue, "ntile wants a number above 0");
    }
    const auto row_count = static_cast<int64_t>(p.end - p.begin);
    const int64_t size = row_count / bucket_count;
    const int64_t larger_count = row_count % bucket_count;  // the first buckets hold one row more
    for (int64_t i = 0; i < row_count; ++i) {
      const int64_t in_larger = larger_count * (size + 1);
      const int64_t bucket =
          i < in_larger ? i / (size + 1) : larger_count + (i - in_larger) / std::max<int64_t>(1, size);
      put(p.begin + static_cast<size_t>(i), bucket + 1);
    }
  }

  // --- values of other rows: `picked_` holds, for each row, the row whose value it gets
  bool picks_rows() const {
    return window_.function >= WindowFunctionKind::kLag && window_.function <= WindowFunctionKind::kNthValue;
  }

  static constexpr uint32_t kNoRow = ~uint32_t{0};

  void pick(size_t row, size_t from) {
    if (picked_.empty()) {
      picked_.assign(rows_.row_count, kNoRow);
    }
    picked_[row] = static_cast<uint32_t>(from);
  }

  void shift(const Partition& p) {
    if (picked_.empty()) {
      picked_.assign(rows_.row_count, kNoRow);
    }
    for (size_t row = p.begin; row < p.end; ++row) {
      int64_t distance = 1;
      if (arguments_.size() >= 2) {
        if (arguments_[1].is_null(row)) {
          shifts_to_null_.push_back(static_cast<uint32_t>(row));
          continue;
        }
        distance = arguments_[1].values<int64_t>()[row];
      }
      const auto own = static_cast<Int128>(row);
      const Int128 from = window_.function == WindowFunctionKind::kLag ? own - distance : own + distance;
      if (from >= static_cast<Int128>(p.begin) && from < static_cast<Int128>(p.end)) {
        pick(row, static_cast<size_t>(from));
      }
    }
  }

  ColumnVector picked_rows() {
    const ColumnVector& values = arguments_[0];
    const ColumnVector* otherwise = arguments_.size() == 3 ? &arguments_[2] : nullptr;
    std::vector<uint32_t> safe(picked_.size());
    for (size_t i = 0; i < picked_.size(); ++i) {
      safe[i] = picked_[i] == kNoRow ? 0 : picked_[i];
    }
    if (rows_.row_count == 0) {
      return std::move(result_);
    }
    ColumnVector picked = gather(values, safe, &context_.budget);
    picked.set_type(window_.type);
    std::vector<uint32_t> defaulted;
    for (size_t i = 0; i < picked_.size(); ++i) {
      if (picked_[i] == kNoRow) {
        defaulted.push_back(static_cast<uint32_t>(i));
      }
    }
    if (defaulted.empty()) {
      return picked;
    }
    ColumnVector parts[] = {
        picked, otherwise != nullptr ? *otherwise : ColumnVector::make_null(window_.type, rows_.row_count)};
    const ColumnVector both = concatenate(window_.type, parts, &context_.budget);
    std::vector<uint32_t> from(rows_.row_count);
    for (size_t i = 0; i < from.size(); ++i) {
      from[i] = static_cast<uint32_t>(picked_[i] == kNoRow ? i + rows_.row_count : i);
    }
    ColumnVector result = gather(both, from, &context_.budget);
    for (const uint32_t row : shifts_to_null_) {
      result.set_null(row);
    }
    return result;
  }

  // --- frames: rows [begin, end) for each row
  struct Frame {
    size_t begin;
    size_t end;
  };

  size_t peer_group_of(const Partition& p, size_t row) const {
    const auto next = std::upper_bound(p.peer_starts.begin(), p.peer_starts.end() - 1, row);
    return static_cast<size_t>(next - p.peer_starts.begin()) - 1;
  }

  static size_t clamp_row(Int128 row, const Partition& p) {
    return static_cast<size_t>(
        std::clamp<Int128>(row, static_cast<Int128>(p.begin), static_cast<Int128>(p.end)));
  }

  Frame frame_of(const Partition& p, size_t row) const {
    const auto own = static_cast<Int128>(row);
    const bool by_rows = window_.frame_unit == FrameUnit::kRows;
    const size_t group = by_rows ? 0 : peer_group_of(p, row);
    Frame frame{p.begin, p.end};
    switch (window_.frame_start) {
      case FrameBoundKind::kUnboundedPreceding: break;
      case FrameBoundKind::kPreceding: frame.begin = clamp_row(own - *start_offset_, p); break;
      case FrameBoundKind::kCurrentRow: frame.begin = by_rows ? row : p.peer_starts[group]; break;
      case FrameBoundKind::kFollowing: frame.begin = clamp_row(own + *start_offset_, p); break;
      case FrameBoundKind::kUnboundedFollowing: frame.begin = p.end; break;
    }
    switch (window_.frame_end) {
      case FrameBoundKind::kUnboundedPreceding: frame.end = p.begin; break;
      case FrameBoundKind::kPreceding: frame.end = clamp_row(own - *end_offset_ + 1, p); break;
      case FrameBoundKind::kCurrentRow: frame.end = by_rows ? row + 1 : p.peer_starts[group + 1]; break;
      case FrameBoundKind::kFollowing: frame.end = clamp_row(own + *end_offset_ + 1, p); break;
      case FrameBoundKind::kUnboundedFollowing: break;
    }
    frame.end = std::max(frame.end, frame.begin);
    return frame;
  }

  void pick_from_frame(const Partition& p) {
    if (picked_.empty()) {
      picked_.assign(rows_.row_count, kNoRow);
    }
    for (size_t row = p.begin; row < p.end; ++row) {
      const Frame frame = frame_of(p, row);
      if (frame.begin == frame.end) {
        continue;
      }
      if (window_.function == WindowFunctionKind::kFirstValue) {
        pick(row, frame.begin);
      }
      if (window_.function == WindowFunctionKind::kLastValue) {
        pick(row, frame.end - 1);
      }
      if (window_.function != WindowFunctionKind::kNthValue || arguments_[1].is_null(row)) {
        continue;
      }
      const int64_t n = arguments_[1].values<int64_t>()[row];
      if (n <= 0) {
        raise(sqlstate::kInvalidParameterValue, "nth_value wants a number above 0");
      }
      if (static_cast<uint64_t>(n) <= frame.end - frame.begin) {
        pick(row, frame.begin + static_cast<size_t>(n) - 1);
      }
    }
  }

  // --- aggregates
  /// A state of the window's aggregate, destroyed in any case.
  class State {
   public:
    explicit State(const AggregateFunction& function)
        : function_(function), bytes_(Buffer::allocate_zeroed(std::max<size_t>(16, function.state_bytes))) {
      if (function_.initialize != nullptr) {
        function_.initialize(bytes_->data());
      }
    }
    ~State() {
      if (function_.destroy != nullptr) {
        function_.destroy(bytes_->data());
      }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    std::byte* data() { return bytes_->data(); }

   private:
    const AggregateFunction& function_;
    BufferRef bytes_;
  };

  void aggregate(const Partition& p) {
    const bool only_grows = window_.frame_start == FrameBoundKind::kUnboundedPreceding;
    if (!only_grows) {
      return aggregate_each_frame(p);
    }
    State state(*window_.aggregate.function);
    size_t done = p.begin;
    for (size_t row = p.begin; row < p.end;) {
      context_.cancellation.check();
      const Frame frame = frame_of(p, row);
      size_t same_end = row + 1;
      while (same_end < p.end && frame_of(p, same_end).end == frame.end) {
        ++same_end;
      }
      if (frame.end > done) {
        update(state, done, frame.end);
        done = frame.end;
      }
      finalize(state, row, same_end);
      row = same_end;
    }
  }

  void aggregate_each_frame(const Partition& p) {
    for (size_t row = p.begin; row < p.end; ++row) {
      if (row % 64 == 0) {
        context_.cancellation.check();
      }
      const Frame frame = frame_of(p, row);
      State state(*window_.aggregate.function);
      update(state, frame.begin, frame.end);
      finalize(state, row, row + 1);
    }
  }

  AggregateCall call() const {
    return {context_.functions, window_.aggregate.data.get(), window_.aggregate.return_type,
            window_.aggregate.parameter_types};
  }

  void update(State& state, size_t begin, size_t end) const {
    if (begin == end) {
      return;
    }
    std::vector<ColumnVector> slices;
    for (const ColumnVector& argument : arguments_) {
      slices.push_back(argument.slice(begin, end - begin));
    }
    size_t row_count = end - begin;
    if (filter_ != nullptr) {
      const BufferRef rows = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
      std::vector<uint64_t> mask(words_for_bits(row_count) + 1, 0);
      true_to_mask(filter_->slice(begin, row_count), row_count, mask.data());
      row_count = mask_to_selection(mask.data(), row_count, rows->as<uint32_t>());
      for (ColumnVector& slice : slices) {
        slice = slice.select({rows->as<uint32_t>(), row_count}, rows);
      }
    }
    window_.aggregate.function->update_single(call(), slices, row_count, state.data());
  }

  void finalize(State& state, size_t begin, size_t end) {
    ColumnVector one = ColumnVector::make_flat(window_.type, 1);
    const AggregateFunction& function = *window_.aggregate.function;
    function.finalize(call(), state.data(), std::max<size_t>(16, function.state_bytes), 1, one);
    const size_t width_bytes = window_.type.width_bytes();
    const bool is_null = one.is_null(0);
    if (!is_null && window_.type.is_text_like()) {
      const TextView text = result_.mutable_heap().add(one.values<TextView>()[0]);
      for (size_t row = begin; row < end; ++row) {
        result_.mutable_values<TextView>()[row] = text;
      }
      return;
    }
    for (size_t row = begin; row < end; ++row) {
      if (is_null) {
        result_.set_null(row);
      } else {
        std::memcpy(result_.mutable_values<std::byte>() + row * width_bytes, one.data(), width_bytes);
      }
    }
  }

  const BoundWindow& window_;
  const WindowRows& rows_;
  std::span<const ColumnVector> arguments_;
  const ColumnVector* filter_;
  const ExecutionContext& context_;
  std::optional<int64_t> start_offset_;
  std::optional<int64_t> end_offset_;
  ColumnVector result_;
  std::vector<uint32_t> picked_;
  std::vector<uint32_t> shifts_to_null_;
};

}  // namespace

ColumnVector compute_window(const BoundWindow& window, const WindowRows& rows,
                            std::span<const ColumnVector> arguments, const ColumnVector* filter,
                            const ExecutionContext& context) {
  return WindowComputer(window, rows, arguments, filter, context).run();
}

}  // namespace stoa
