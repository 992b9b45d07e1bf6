// Nanoseconds per row of the hot loops over columns, on vectors that stay in the first-level cache.
#include <vector>

#include <benchmark/benchmark.h>

#include "base/exact_sum.h"
#include "base/exact_sum_kernel.h"
#include "base/random.h"
#include "column/column_builder.h"
#include "column/kernels/aggregate.h"
#include "column/kernels/arithmetic.h"
#include "column/kernels/compare.h"
#include "column/kernels/gather.h"
#include "column/kernels/hash.h"
#include "column/kernels/mask.h"
#include "column/row_compare.h"
#include "column/sort_key.h"

namespace stoa {
namespace {

constexpr size_t kRows = 2048;

/// Sets the time per row beside the time per call.
void finish(benchmark::State& state) {
  state.counters["ns/row"] =
      benchmark::Counter(static_cast<double>(kRows) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

ColumnVector doubles() {
  Random random(1);
  ColumnVector vector = ColumnVector::make_flat(TypeId::kDouble, kRows);
  for (size_t i = 0; i < kRows; ++i) {
    vector.mutable_values<double>()[i] = static_cast<double>(random.between(3'000'000, 20'000'000)) / 100;
  }
  return vector;
}

template <class T>
ColumnVector integers(const LogicalType& type, int64_t bound) {
  Random random(2);
  ColumnVector vector = ColumnVector::make_flat(type, kRows);
  for (size_t i = 0; i < kRows; ++i) {
    vector.mutable_values<T>()[i] = static_cast<T>(random.below(static_cast<uint64_t>(bound)));
  }
  return vector;
}

ColumnVector texts(bool dictionary) {
  std::vector<Value> entries;
  for (int i = 0; i < 1000; ++i) {
    entries.push_back(Value::text("city " + std::to_string(i)));
  }
  auto indices = Buffer::allocate(kRows * sizeof(uint32_t));
  Random random(3);
  for (size_t i = 0; i < kRows; ++i) {
    indices->as<uint32_t>()[i] = static_cast<uint32_t>(random.below(1000));
  }
  const ColumnVector vector = ColumnVector::make_distinct_dictionary(
      std::make_shared<const ColumnVector>(ColumnVector::from_values(TypeId::kText, entries)),
      indices->as<uint32_t>(), indices, kRows);
  return dictionary ? vector : vector.flatten();
}

void run_compare(benchmark::State& state, const ColumnVector& left, const ColumnVector& right) {
  uint64_t mask[kRows / 64];
  for (auto _ : state) {
    compare_to_mask(CompareOperator::kGreater, left, right, kRows, mask);
    benchmark::DoNotOptimize(mask);
    benchmark::ClobberMemory();
  }
  finish(state);
}

void compare_double_constant(benchmark::State& state) {
  run_compare(state, doubles(), ColumnVector::make_constant(Value::double_precision(100'000), kRows));
}
void compare_double_double(benchmark::State& state) {
  run_compare(state, doubles(), doubles());
}
void compare_int32_constant(benchmark::State& state) {
  run_compare(state, integers<int32_t>(TypeId::kInteger, 100),
              ColumnVector::make_constant(Value::integer(50), kRows));
}
void compare_int64_constant(benchmark::State& state) {
  run_compare(state, integers<int64_t>(TypeId::kBigint, 100),
              ColumnVector::make_constant(Value::bigint(50), kRows));
}
void compare_text_constant(benchmark::State& state) {
  run_compare(state, texts(false), ColumnVector::make_constant(Value::text("city 500"), kRows));
}
void compare_dictionary_constant(benchmark::State& state) {
  run_compare(state, texts(true), ColumnVector::make_constant(Value::text("city 500"), kRows));
}

void mask_to_rows(benchmark::State& state) {
  Random random(4);
  std::vector<uint64_t> mask(kRows / 64);
  for (size_t i = 0; i < kRows; ++i) {
    if (random.below(100) < static_cast<uint64_t>(state.range(0))) {
      set_bit(mask.data(), i);
    }
  }
  std::vector<uint32_t> rows(kRows);
  for (auto _ : state) {
    benchmark::DoNotOptimize(mask_to_selection(mask.data(), kRows, rows.data()));
    benchmark::ClobberMemory();
  }
  finish(state);
}

void run_hash(benchmark::State& state, const ColumnVector& vector) {
  std::vector<uint64_t> hashes(kRows);
  for (auto _ : state) {
    hash_column(vector, kRows, hashes.data(), false);
    benchmark::ClobberMemory();
  }
  finish(state);
}
void hash_int64(benchmark::State& state) {
  run_hash(state, integers<int64_t>(TypeId::kBigint, 1'000'000));
}
void hash_text_flat(benchmark::State& state) {
  run_hash(state, texts(false));
}
void hash_text_dictionary(benchmark::State& state) {
  run_hash(state, texts(true));
}

void run_gather(benchmark::State& state, const ColumnVector& vector) {
  Random random(5);
  std::vector<uint32_t> rows(kRows);
  for (uint32_t& row : rows) {
    row = static_cast<uint32_t>(random.below(kRows));
  }
  std::vector<std::byte> to(kRows * 16);
  for (auto _ : state) {
    gather_values(vector, rows.data(), kRows, to.data());
    benchmark::ClobberMemory();
  }
  finish(state);
}
void gather_int64(benchmark::State& state) {
  run_gather(state, integers<int64_t>(TypeId::kBigint, 100));
}
void gather_text(benchmark::State& state) {
  run_gather(state, texts(false));
}

void build_text(benchmark::State& state) {
  const ColumnVector vector = texts(false);
  for (auto _ : state) {
    VectorBuilder builder(TypeId::kText);
    builder.append(vector);
    benchmark::DoNotOptimize(builder.finish());
  }
  finish(state);
}

void run_arithmetic(benchmark::State& state, ArithmeticOperator op, const ColumnVector& left,
                    const ColumnVector& right) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(arithmetic(op, left.type(), left, right, kRows));
  }
  finish(state);
}
void add_int64(benchmark::State& state) {
  const ColumnVector vector = integers<int64_t>(TypeId::kBigint, 100);
  run_arithmetic(state, ArithmeticOperator::kAdd, vector, vector);
}
void multiply_int64(benchmark::State& state) {
  const ColumnVector vector = integers<int64_t>(TypeId::kBigint, 100);
  run_arithmetic(state, ArithmeticOperator::kMultiply, vector, vector);
}
void multiply_int32(benchmark::State& state) {
  const ColumnVector vector = integers<int32_t>(TypeId::kInteger, 100);
  run_arithmetic(state, ArithmeticOperator::kMultiply, vector, vector);
}
void multiply_double(benchmark::State& state) {
  run_arithmetic(state, ArithmeticOperator::kMultiply, doubles(),
                 ColumnVector::make_constant(Value::double_precision(1.1), kRows));
}
void modulo_int64(benchmark::State& state) {
  run_arithmetic(state, ArithmeticOperator::kModulo, integers<int64_t>(TypeId::kBigint, 1'000'000),
                 ColumnVector::make_constant(Value::bigint(10), kRows));
}

void sum_int64(benchmark::State& state) {
  const ColumnVector vector = integers<int64_t>(TypeId::kBigint, 1'000'000);
  for (auto _ : state) {
    benchmark::DoNotOptimize(sum_integers(vector, kRows));
  }
  finish(state);
}
void sum_double_exact(benchmark::State& state) {
  const ColumnVector vector = doubles();
  ExactDoubleSum sum;
  for (auto _ : state) {
    sum.add({vector.values<double>(), kRows});
    benchmark::DoNotOptimize(sum);
  }
  finish(state);
}
void sum_double_one_by_one(benchmark::State& state) {
  const ColumnVector vector = doubles();
  ExactDoubleSum sum;
  for (auto _ : state) {
    for (size_t i = 0; i < kRows; ++i) {
      sum.add(vector.values<double>()[i]);
    }
    benchmark::DoNotOptimize(sum);
  }
  finish(state);
}
void sum_double_five_groups_one_by_one(benchmark::State& state) {
  const ColumnVector vector = doubles();
  Random random(6);
  std::vector<uint32_t> groups(kRows);
  for (uint32_t& group : groups) {
    group = static_cast<uint32_t>(random.below(5));
  }
  std::vector<ExactDoubleSum> sums(5);
  for (auto _ : state) {
    for (size_t i = 0; i < kRows; ++i) {
      sums[groups[i]].add(vector.values<double>()[i]);
    }
    benchmark::DoNotOptimize(sums.data());
  }
  finish(state);
}
void sum_double_split_groups(benchmark::State& state) {
  const ColumnVector vector = doubles();
  const auto group_count = static_cast<uint32_t>(state.range(0));
  Random random(6);
  std::vector<uint32_t> groups(kRows);
  for (uint32_t& group : groups) {
    group = static_cast<uint32_t>(random.below(group_count));
  }
  GroupSplit sums[kSplitGroupsMax];
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        split_group_sums(vector.values<double>(), groups.data(), kRows, group_count, sums));
    benchmark::ClobberMemory();
  }
  finish(state);
}
void max_double(benchmark::State& state) {
  const ColumnVector vector = doubles();
  for (auto _ : state) {
    benchmark::DoNotOptimize(max_row(vector, kRows));
  }
  finish(state);
}

void match_int64(benchmark::State& state) {
  const ColumnVector vector = integers<int64_t>(TypeId::kBigint, 100);
  std::vector<uint32_t> matching(kRows);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        match_rows(vector, nullptr, vector, nullptr, nullptr, kRows, true, matching.data()));
  }
  finish(state);
}

void sort_keys(benchmark::State& state) {
  const std::vector<ColumnVector> columns{doubles(), texts(false)};
  const SortKeyEncoder encoder({{TypeId::kDouble, true}, {TypeId::kText}});
  std::vector<std::byte> keys(kRows * encoder.width_bytes());
  for (auto _ : state) {
    benchmark::DoNotOptimize(encoder.encode(columns, kRows, keys.data(), encoder.width_bytes()));
  }
  finish(state);
}

BENCHMARK(compare_double_constant);
BENCHMARK(compare_double_double);
BENCHMARK(compare_int32_constant);
BENCHMARK(compare_int64_constant);
BENCHMARK(compare_text_constant);
BENCHMARK(compare_dictionary_constant);
BENCHMARK(mask_to_rows)->Arg(1)->Arg(10)->Arg(50)->Arg(99);
BENCHMARK(hash_int64);
BENCHMARK(hash_text_flat);
BENCHMARK(hash_text_dictionary);
BENCHMARK(gather_int64);
BENCHMARK(gather_text);
BENCHMARK(build_text);
BENCHMARK(add_int64);
BENCHMARK(multiply_int64);
BENCHMARK(multiply_int32);
BENCHMARK(multiply_double);
BENCHMARK(modulo_int64);
BENCHMARK(sum_int64);
BENCHMARK(sum_double_exact);
BENCHMARK(sum_double_one_by_one);
BENCHMARK(sum_double_five_groups_one_by_one);
BENCHMARK(sum_double_split_groups)->Arg(2)->Arg(5)->Arg(8);
BENCHMARK(max_double);
BENCHMARK(match_int64);
BENCHMARK(sort_keys);

}  // namespace
}  // namespace stoa

BENCHMARK_MAIN();
