#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <vector>

#include "column/kernels/hash.h"
#include "function/aggregate_kernel.h"
#include "function/function_registry.h"

namespace stoa {

namespace {

/// HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007) with 4,096 registers, an error of about 1.6 %; while
/// there are few distinct hashes, those themselves.
class DistinctSketch {
 public:
  static constexpr unsigned kIndexBits = 12;
  static constexpr size_t kRegisterCount = size_t{1} << kIndexBits;
  static constexpr size_t kExactMax = 128;

  void add(uint64_t hash) {
    if (registers_ != nullptr) {
      add_to_registers(hash);
      return;
    }
    const auto place = std::lower_bound(hashes_.begin(), hashes_.end(), hash);
    if (place != hashes_.end() && *place == hash) {
      return;
    }
    hashes_.insert(place, hash);
    if (hashes_.size() > kExactMax) {
      widen();
    }
  }

  void merge(const DistinctSketch& other) {
    for (const uint64_t hash : other.hashes_) {
      add(hash);
    }
    if (other.registers_ == nullptr) {
      return;
    }
    widen();
    for (size_t i = 0; i < kRegisterCount; ++i) {
      (*registers_)[i] = std::max((*registers_)[i], (*other.registers_)[i]);
    }
  }

  int64_t estimate() const {
    if (registers_ == nullptr) {
      return static_cast<int64_t>(hashes_.size());
    }
    constexpr auto kCount = static_cast<double>(kRegisterCount);
    double sum = 0;
    size_t empty_count = 0;
    for (const uint8_t rank : *registers_) {
      sum += std::ldexp(1.0, -int{rank});
      empty_count += rank == 0 ? 1 : 0;
    }
    const double raw = 0.7213 / (1 + 1.079 / kCount) * kCount * kCount / sum;
    const bool is_small = raw <= 2.5 * kCount && empty_count != 0;
    return std::llround(is_small ? kCount * std::log(kCount / static_cast<double>(empty_count)) : raw);
  }

 private:
  void widen() {
    if (registers_ != nullptr) {
      return;
    }
    registers_ = std::make_unique<std::array<uint8_t, kRegisterCount>>();
    registers_->fill(0);
    for (const uint64_t hash : hashes_) {
      add_to_registers(hash);
    }
    hashes_.clear();
    hashes_.shrink_to_fit();
  }
  void add_to_registers(uint64_t hash) {
    const size_t index = hash >> (64 - kIndexBits);
    const uint64_t rest = (hash << kIndexBits) | (uint64_t{1} << (kIndexBits - 1));
    const auto rank = static_cast<uint8_t>(std::countl_zero(rest) + 1);
    (*registers_)[index] = std::max((*registers_)[index], rank);
  }

  std::vector<uint64_t> hashes_;
  std::unique_ptr<std::array<uint8_t, kRegisterCount>> registers_;
};

DistinctSketch& sketch_at(std::byte* state) {
  return *reinterpret_cast<DistinctSketch*>(state);
}

template <class StateOf>
void sketch_rows(const ColumnVector& values, size_t row_count, StateOf state_of) {
  std::vector<uint64_t> hashes(row_count);
  hash_column(values, row_count, hashes.data(), false);
  const UnifiedVector rows(values);
  for (size_t row = 0; row < row_count; ++row) {
    if (rows.is_valid(row)) {
      state_of(row).add(hashes[row]);
    }
  }
}

void sketch_update(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                   const GroupedStates& states) {
  sketch_rows(arguments[0], row_count,
              [&](size_t row) -> DistinctSketch& { return sketch_at(states.at(row)); });
}

void sketch_single(const AggregateCall&, std::span<const ColumnVector> arguments, size_t row_count,
                   std::byte* state) {
  sketch_rows(arguments[0], row_count, [&](size_t) -> DistinctSketch& { return sketch_at(state); });
}

void sketch_combine(const AggregateCall&, std::byte* from, std::byte* into) {
  sketch_at(into).merge(sketch_at(from));
}

void sketch_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                     ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    result.mutable_values<int64_t>()[i] = sketch_at(base + i * stride_bytes).estimate();
  }
}

}  // namespace

void register_approx_count_distinct(FunctionRegistry& registry) {
  AggregateFunction function;
  function.name = "approx_count_distinct";
  function.parameters = {TypeId::kNull};
  function.return_type = TypeId::kBigint;
  function.state_bytes = sizeof(DistinctSketch);
  function.initialize = [](std::byte* state) { new (state) DistinctSketch(); };
  function.destroy = [](std::byte* state) { sketch_at(state).~DistinctSketch(); };
  function.update = &sketch_update;
  function.update_single = &sketch_single;
  function.combine = &sketch_combine;
  function.finalize = &sketch_finalize;
  function.ignores_duplicates = true;
  function.has_value_when_empty = true;
  function.description = "About how many distinct values there are, within a few percent; exact when few.";
  function.example = "(SELECT approx_count_distinct(x) FROM (VALUES (1), (2), (2)) t(x))";
  function.example_result = "2";
  registry.add(std::move(function));
}

}  // namespace stoa
