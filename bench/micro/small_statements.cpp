// Nanoseconds per call of what must stay small: SELECT 1 on a warm connection, opening a database in memory.
#include <benchmark/benchmark.h>
#include <stoa/stoa.h>

namespace {

/// A row stands for a call here.
void finish(benchmark::State& state) {
  state.counters["ns/row"] =
      benchmark::Counter(1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

class Connected {
 public:
  Connected() {
    stoa_open(nullptr, nullptr, &database_);
    stoa_connect(database_, &connection_);
    stoa_query(connection_, "CREATE TABLE t AS SELECT i, i * 2.5 AS d FROM generate_series(1, 1000) g(i)",
               nullptr);
  }
  ~Connected() {
    stoa_disconnect(connection_);
    stoa_close(database_);
  }
  stoa_connection* connection() const { return connection_; }

 private:
  stoa_database* database_ = nullptr;
  stoa_connection* connection_ = nullptr;
};

void query_text(benchmark::State& state, const char* sql) {
  const Connected connected;
  for ([[maybe_unused]] auto _ : state) {
    stoa_result* result = nullptr;
    if (stoa_query(connected.connection(), sql, &result) != STOA_OK) {
      state.SkipWithError("the query failed");
      break;
    }
    benchmark::DoNotOptimize(stoa_value_int64(result, 0, 0));
    stoa_result_free(result);
  }
  finish(state);
}

void query_prepared(benchmark::State& state) {
  const Connected connected;
  stoa_statement* statement = nullptr;
  if (stoa_prepare(connected.connection(), "SELECT $1::bigint", &statement) != STOA_OK) {
    state.SkipWithError("the statement could not be prepared");
    return;
  }
  for ([[maybe_unused]] auto _ : state) {
    stoa_bind_int64(statement, 1, 1);
    benchmark::DoNotOptimize(stoa_step(statement));
    benchmark::DoNotOptimize(stoa_value_int64(stoa_statement_result(statement), 0, 0));
    stoa_reset(statement);
  }
  stoa_finalize(statement);
  finish(state);
}

void open_and_close(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    stoa_database* database = nullptr;
    stoa_open(nullptr, nullptr, &database);
    stoa_close(database);
  }
  finish(state);
}

BENCHMARK_CAPTURE(query_text, select_1, "SELECT 1");
BENCHMARK_CAPTURE(query_text, filter_1000, "SELECT count(*) FROM t WHERE d > 100");
BENCHMARK(query_prepared);
BENCHMARK(open_and_close);

}  // namespace

BENCHMARK_MAIN();
