// Stored segments: size against plain values, speed of encoding, reading and gathering random rows, on
// columns shaped like TPC-H's lineitem and the flights table.
#include <functional>
#include <string>

#include <benchmark/benchmark.h>

#include "base/random.h"
#include "store/encoded_segment.h"

namespace stoa {
namespace {

constexpr size_t kRows = 122'880;

template <class T>
ColumnVector numbers(const LogicalType& type, const std::function<T(size_t, Random&)>& value) {
  Random random(1);
  ColumnVector vector = ColumnVector::make_flat(type, kRows);
  for (size_t i = 0; i < kRows; ++i) {
    vector.mutable_values<T>()[i] = value(i, random);
  }
  return vector;
}

ColumnVector texts(const std::function<std::string(size_t, Random&)>& value) {
  Random random(2);
  ColumnVector vector = ColumnVector::make_flat(TypeId::kText, kRows);
  for (size_t i = 0; i < kRows; ++i) {
    vector.mutable_values<TextView>()[i] = vector.mutable_heap().add(value(i, random));
  }
  return vector;
}

std::string comment(size_t, Random& random) {
  const char* const kWords[] = {"carefully", "final",    "deposits",  "sleep",  "quickly",
                                "regular",   "accounts", "furiously", "ironic", "requests",
                                "haggle",    "blithely", "packages",  "express"};
  std::string text;
  const size_t size = 10 + random.below(34);
  while (text.size() < size) {
    text += kWords[random.below(std::size(kWords))];
    text += ' ';
  }
  return text.substr(0, size);
}

struct Column {
  const char* name;
  ColumnVector values;
};

std::vector<Column> columns() {
  const LogicalType decimal = LogicalType::decimal(15, 2);
  return {
      {"orderkey", numbers<int64_t>(TypeId::kBigint,
                                    [](size_t i, Random&) { return int64_t(i / 4 / 8 * 32 + i / 4 % 8); })},
      {"partkey", numbers<int64_t>(TypeId::kBigint, [](size_t, Random& r) { return r.between(1, 200'000); })},
      {"quantity", numbers<int64_t>(decimal, [](size_t, Random& r) { return r.between(1, 50) * 100; })},
      {"extendedprice",
       numbers<int64_t>(decimal, [](size_t, Random& r) { return r.between(90'000, 10'500'000); })},
      {"shipdate",
       numbers<int32_t>(TypeId::kDate,
                        [](size_t, Random& r) { return static_cast<int32_t>(r.between(8036, 10561)); })},
      {"delay_int16",
       numbers<int16_t>(TypeId::kSmallint,
                        [](size_t, Random& r) { return static_cast<int16_t>(r.between(-40, 300)); })},
      {"month_runs",
       numbers<int32_t>(TypeId::kInteger,
                        [](size_t i, Random&) { return static_cast<int32_t>(i / 900 * 7 % 31); })},
      {"price_double", numbers<double>(TypeId::kDouble,
                                       [](size_t, Random& r) {
                                         return static_cast<double>(r.between(90'000, 10'500'000)) / 100;
                                       })},
      {"noise_double", numbers<double>(TypeId::kDouble, [](size_t, Random& r) { return r.unit(); })},
      {"shipmode", texts([](size_t, Random& r) { return "SHIP MODE NUMBER " + std::to_string(r.below(7)); })},
      {"tailnum",
       texts([](size_t, Random& r) { return "N" + std::to_string(10'000 + r.below(4'000)) + "AA"; })},
      {"comment", texts(comment)},
  };
}

size_t plain_bytes(const ColumnVector& values) {
  size_t total = values.size() * values.type().width_bytes();
  for (size_t i = 0; values.type().is_text_like() && i < values.size(); ++i) {
    const auto& text = values.values<TextView>()[i];
    total += text.is_inlined() ? 0 : text.size();
  }
  return total;
}

void encode(benchmark::State& state, const ColumnVector& values) {
  const SegmentStatistics statistics = compute_statistics(values);
  for (auto _ : state) {
    benchmark::DoNotOptimize(encode_segment(values, statistics));
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * plain_bytes(values)));
}

void decode(benchmark::State& state, const ColumnVector& values) {
  const auto bytes = encode_segment(values, compute_statistics(values));
  const SegmentRef segment = open_segment(values.type(), bytes, nullptr);
  for (auto _ : state) {
    for (size_t offset = 0; offset < kRows; offset += 2048) {
      benchmark::DoNotOptimize(segment->read(offset, 2048));
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * plain_bytes(values)));
  state.counters["encoding"] = static_cast<double>(encoding_of(bytes));
  state.counters["size_share"] = static_cast<double>(bytes.size()) / static_cast<double>(plain_bytes(values));
}

void gather(benchmark::State& state, const ColumnVector& values) {
  const auto bytes = encode_segment(values, compute_statistics(values));
  const SegmentRef segment = open_segment(values.type(), bytes, nullptr);
  Random random(3);
  std::vector<uint32_t> rows(1024);
  for (uint32_t& row : rows) {
    row = static_cast<uint32_t>(random.below(kRows));
  }
  for (auto _ : state) {
    ColumnVector out = ColumnVector::make_flat(values.type(), rows.size());
    segment->gather(rows, out, 0);
    benchmark::DoNotOptimize(out);
  }
  state.counters["ns/row"] = benchmark::Counter(
      1024e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace stoa

int main(int argc, char** argv) {
  for (const auto& column : stoa::columns()) {
    const std::string name = column.name;
    const stoa::ColumnVector& values = column.values;
    benchmark::RegisterBenchmark(("encode/" + name).c_str(),
                                 [values](auto& state) { stoa::encode(state, values); });
    benchmark::RegisterBenchmark(("decode/" + name).c_str(),
                                 [values](auto& state) { stoa::decode(state, values); });
    benchmark::RegisterBenchmark(("gather/" + name).c_str(),
                                 [values](auto& state) { stoa::gather(state, values); });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
