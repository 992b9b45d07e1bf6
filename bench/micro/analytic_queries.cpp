// Whole statements over a generated table of a million rows, as an embedding program sees them: the plan is
// cached, the result is read by nobody. Names end in the number of threads.
#include <map>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "engine/database.h"
#include "engine/session.h"

namespace stoa {
namespace {

constexpr size_t kRows = 1'000'000;

constexpr const char* kTable =
    "CREATE TABLE employees AS SELECT i AS id, 'dept' || (hash(i) % 5)::text AS dept,"
    " 'city ' || (hash(i + 7) % 1000)::text AS city, (20 + hash(i + 1) % 45)::integer AS age,"
    " (3000000 + hash(i + 2) % 17000000)::double / 100 AS salary,"
    " (hash(i + 3) % 1000000)::double / 10000 AS score, (hash(i + 4) % 100000)::bigint AS number"
    " FROM generate_series(0, 999999) t(i)";

struct Query {
  const char* name;
  const char* sql;
};

constexpr Query kQueries[] = {
    {"select_1", "SELECT 1"},
    {"count_small", "SELECT count(*), sum(score) FROM employees WHERE id < 1000"},
    {"sum_score_statistics", "SELECT sum(score) FROM employees"},
    {"sum_score_scan", "SELECT sum(score) FROM employees WHERE id >= 0"},
    {"sum_id_scan", "SELECT sum(id) FROM employees WHERE score >= 0"},
    {"count_where", "SELECT count(*) FROM employees WHERE score > 50"},
    {"where_all_columns", "SELECT * FROM employees WHERE score > 50"},
    {"group_by_dept", "SELECT dept, sum(salary), avg(score), min(age) FROM employees GROUP BY dept"},
    {"group_by_dept_doubles",
     "SELECT dept, sum(salary), avg(score), min(score) FROM employees GROUP BY dept"},
    {"group_by_city", "SELECT city, sum(salary), avg(score), count(*) FROM employees GROUP BY city"},
    {"group_by_100k", "SELECT number, count(*), sum(age) FROM employees GROUP BY number"},
    {"group_by_100k_doubles", "SELECT number, sum(salary) FROM employees GROUP BY number"},
    {"where_group_order",
     "SELECT dept, count(*), avg(salary) AS a FROM employees WHERE age > 40 GROUP BY dept ORDER BY a DESC"},
    {"distinct_dept", "SELECT DISTINCT dept FROM employees"},
    {"distinct_number", "SELECT DISTINCT number FROM employees"},
    {"count_distinct_dept", "SELECT count(DISTINCT dept) FROM employees"},
    {"count_distinct_number", "SELECT count(DISTINCT number) FROM employees"},
    {"top_score", "SELECT * FROM employees ORDER BY score DESC LIMIT 10"},
    {"top_id", "SELECT * FROM employees ORDER BY id DESC LIMIT 10"},
    {"top_city", "SELECT * FROM employees ORDER BY city LIMIT 10"},
};

/// One database for each number of threads.
engine::Session& session_of(size_t thread_count) {
  struct Opened {
    explicit Opened(size_t thread_count) : database(options(thread_count)), session(database) {
      session.execute(kTable);
    }
    static engine::DatabaseOptions options(size_t thread_count) {
      engine::DatabaseOptions options;
      options.thread_count = thread_count;
      return options;
    }
    engine::Database database;
    engine::Session session;
  };
  static std::map<size_t, std::unique_ptr<Opened>> opened;
  std::unique_ptr<Opened>& found = opened[thread_count];
  if (!found) {
    found = std::make_unique<Opened>(thread_count);
  }
  return found->session;
}

void run_query(benchmark::State& state, const char* sql, size_t thread_count) {
  engine::Session& session = session_of(thread_count);
  session.execute(sql);
  for (auto _ : state) {
    benchmark::DoNotOptimize(session.execute(sql));
  }
  state.counters["ns/row"] =
      benchmark::Counter(static_cast<double>(kRows) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void register_queries() {
  for (const size_t thread_count : {size_t{1}, size_t{2}}) {
    for (const Query& query : kQueries) {
      const std::string name = std::string(query.name) + "/" + std::to_string(thread_count);
      benchmark::RegisterBenchmark(
          name.c_str(), [=](benchmark::State& state) { run_query(state, query.sql, thread_count); })
          ->UseRealTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace
}  // namespace stoa

int main(int argc, char** argv) {
  stoa::register_queries();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
