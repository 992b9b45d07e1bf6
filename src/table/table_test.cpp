#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "base/scheduler.h"
#include "table/bulk_appender.h"
#include "table/table_test_fixture.h"

namespace stoa {
namespace {

using namespace testing_tables;

const std::vector<LogicalType> kTypes{TypeId::kBigint, TypeId::kText, TypeId::kDouble};

std::vector<Value> make_row(int64_t id) {
  return {
      Value::bigint(id),
      id % 7 == 0 ? Value::null(TypeId::kText) : Value::text("the name of number " + std::to_string(id % 20)),
      Value::double_precision(static_cast<double>(id) / 2)};
}

Batch make_rows(int64_t first, int64_t count) {
  std::vector<std::vector<Value>> rows;
  for (int64_t i = first; i < first + count; ++i) {
    rows.push_back(make_row(i));
  }
  return make_batch(kTypes, rows);
}

class TableTest : public ::testing::Test {
 protected:
  explicit TableTest(size_t group_rows = 256) : store(StorageOptions{&budget, group_rows}) {
    make_table(store,
               make_schema({{"id", TypeId::kBigint}, {"name", TypeId::kText}, {"score", TypeId::kDouble}}));
  }
  ~TableTest() override = default;

  void append(int64_t first, int64_t count, int64_t step) {
    Fork fork = store.fork();
    for (int64_t i = 0; i < count; i += step) {
      TableWriter(fork, kTable).append(make_rows(first + i, std::min(step, count - i)));
    }
    store.commit(std::move(fork));
  }
  std::shared_ptr<const TableData> table() { return store.snapshot().root().share_as<TableData>(kTable); }

  void expect_ids(const std::vector<int64_t>& ids) {
    for (const size_t vector_size : {2, 64, 100, 2048}) {
      const auto rows = read_rows(table(), {0, 1, 2}, {}, vector_size);
      ASSERT_EQ(rows.size(), ids.size());
      for (size_t i = 0; i < ids.size(); ++i) {
        ASSERT_EQ(rows[i], make_row(ids[i])) << "row " << i;
      }
    }
    EXPECT_EQ(table()->row_count(), ids.size());
  }

  MemoryBudget budget;
  VersionStore store;
};

std::vector<int64_t> count_up(int64_t count) {
  std::vector<int64_t> ids(static_cast<size_t>(count));
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

TEST_F(TableTest, AppendsAtEverySize) {
  for (const int64_t step : {1, 3, 63, 64, 65, 255, 256, 257, 1000}) {
    VersionStore fresh(StorageOptions{nullptr, 256});
    make_table(fresh, table()->shared_schema());
    Fork fork = fresh.fork();
    for (int64_t i = 0; i < 1000; i += step) {
      const uint64_t first = TableWriter(fork, kTable).append(make_rows(i, std::min(step, 1000 - i)));
      ASSERT_EQ(first, static_cast<uint64_t>(i));
    }
    fresh.commit(std::move(fork));
    const auto data = fresh.snapshot().root().share_as<TableData>(kTable);
    EXPECT_EQ(data->sealed_count(), 3U);
    EXPECT_EQ(data->next_row_id(), 1000U);
    const auto rows = read_rows(data, {kRowIdColumn, 0, 1, 2});
    ASSERT_EQ(rows.size(), 1000U);
    for (int64_t i = 0; i < 1000; ++i) {
      std::vector<Value> expected = make_row(i);
      expected.insert(expected.begin(), Value::bigint(i));
      ASSERT_EQ(rows[static_cast<size_t>(i)], expected);
    }
  }
}

TEST_F(TableTest, EachStatementSeesTheTableAsItWas) {
  append(0, 100, 1);
  Fork fork = store.fork();
  const Root before = fork.freeze();
  TableWriter(fork, kTable).append(make_rows(100, 1));
  TableWriter(fork, kTable).erase(std::vector<uint64_t>{3, 99});
  EXPECT_EQ(read_rows(before.share_as<TableData>(kTable), {0}).size(), 100U);
  EXPECT_EQ(read_rows(fork.root().share_as<TableData>(kTable), {0}).size(), 99U);
}

TEST_F(TableTest, ErasesInAllBlocks) {
  append(0, 900, 7);
  std::vector<int64_t> left;
  std::vector<uint64_t> erased;
  for (int64_t i = 0; i < 900; ++i) {
    if (i % 3 == 0 || (i > 300 && i < 500)) {
      erased.push_back(static_cast<uint64_t>(i));
    } else {
      left.push_back(i);
    }
  }
  std::vector<uint64_t> shuffled = erased;
  std::reverse(shuffled.begin(), shuffled.end());
  shuffled.push_back(erased[0]);
  Fork fork = store.fork();
  EXPECT_EQ(TableWriter(fork, kTable).erase(shuffled), erased.size());
  EXPECT_EQ(TableWriter(fork, kTable).erase(erased), 0U);
  store.commit(std::move(fork));
  expect_ids(left);
  EXPECT_FALSE(table()->contains(0));
  EXPECT_TRUE(table()->contains(1));
  EXPECT_FALSE(table()->contains(900));
}

TEST_F(TableTest, UpdatesFewAndMany) {
  for (const int64_t stride : {1, 2, 5, 50, 400}) {
    VersionStore fresh(StorageOptions{nullptr, 256});
    make_table(fresh, table()->shared_schema());
    Fork fork = fresh.fork();
    TableWriter(fork, kTable).append(make_rows(0, 900));
    TableWriter(fork, kTable).append(make_rows(900, 50));
    std::vector<std::vector<Value>> changes;
    for (int64_t i = 940; i >= 0; i -= stride) {
      changes.push_back({Value::bigint(i),
                         i % 2 == 0 ? Value::text("changed to something long " + std::to_string(i))
                                    : Value::null(TypeId::kText),
                         Value::double_precision(-1)});
    }
    const std::vector<Batch> batches{make_batch({TypeId::kBigint, TypeId::kText, TypeId::kDouble}, changes)};
    EXPECT_EQ(TableWriter(fork, kTable).update(std::vector<size_t>{1, 2}, batches), changes.size());
    fresh.commit(std::move(fork));
    const auto data = fresh.snapshot().root().share_as<TableData>(kTable);
    std::vector<std::vector<Value>> expected;
    for (int64_t i = 0; i < 950; ++i) {
      expected.push_back(make_row(i));
    }
    for (const auto& change : changes) {
      auto& row = expected[static_cast<size_t>(change[0].as_int64())];
      row[1] = change[1];
      row[2] = change[2];
    }
    for (const size_t vector_size : {2, 64, 2048}) {
      ASSERT_EQ(read_rows(data, {0, 1, 2}, {}, vector_size), expected);
    }
    std::vector<uint64_t> ids;
    for (uint64_t i = 0; i < 950; i += 3) {
      ids.push_back((i * 7) % 950);
    }
    const Batch fetched = data->fetch(ids, std::vector<size_t>{2, 1, kRowIdColumn});
    for (size_t i = 0; i < ids.size(); ++i) {
      ASSERT_EQ(fetched.columns[0].value(i), expected[ids[i]][2]);
      ASSERT_EQ(fetched.columns[1].value(i), expected[ids[i]][1]);
      ASSERT_EQ(fetched.columns[2].value(i), Value::bigint(static_cast<int64_t>(ids[i])));
    }
  }
}

TEST_F(TableTest, UpdateOfAColumnSharesTheOthers) {
  append(0, 256, 256);
  const auto before = table();
  Fork fork = store.fork();
  Batch change;
  change.row_count = 256;
  change.columns.push_back(make_rows(0, 256).columns[0]);
  change.columns.push_back(ColumnVector::make_constant(Value::double_precision(5), 256));
  TableWriter(fork, kTable).update(std::vector<size_t>{2}, {&change, 1});
  store.commit(std::move(fork));
  const auto& old_group = static_cast<const RowGroup&>(*before->block(0));
  const auto& new_group = static_cast<const RowGroup&>(*table()->block(0));
  EXPECT_EQ(old_group.part(TableColumnId{0}).segment, new_group.part(TableColumnId{0}).segment);
  EXPECT_EQ(new_group.part(TableColumnId{2}).segment->form(), SegmentForm::kConstant);
}

TEST_F(TableTest, TakesAndDropsColumns) {
  append(0, 300, 10);
  auto wider = std::make_shared<TableSchema>(table()->schema());
  ColumnDefinition added;
  added.name = "grade";
  added.type = TypeId::kText;
  added.initial_value = Value::text("a default of some length");
  wider->add_column(added);
  wider->columns.erase(wider->columns.begin() + 1);
  Fork fork = store.fork();
  fork.change(std::make_shared<ChangeSchema>(wider));
  auto row = std::vector<Value>{Value::bigint(300), Value::double_precision(1), Value::text("own")};
  TableWriter(fork, kTable).append(make_batch({TypeId::kBigint, TypeId::kDouble, TypeId::kText}, {row}));
  const std::vector<Batch> change{
      make_batch({TypeId::kBigint, TypeId::kText}, {{Value::bigint(5), Value::text("changed")}})};
  TableWriter(fork, kTable).update(std::vector<size_t>{2}, change);
  store.commit(std::move(fork));
  const auto rows = read_rows(table(), {2, 0});
  ASSERT_EQ(rows.size(), 301U);
  EXPECT_EQ(rows[4][0], added.initial_value);
  EXPECT_EQ(rows[5][0], Value::text("changed"));
  EXPECT_EQ(rows[300][0], Value::text("own"));
  EXPECT_EQ(rows[300][1], Value::bigint(300));
  EXPECT_EQ(table()->estimate_distinct_count(2) > 0, true);
}

TEST_F(TableTest, TruncateGoesOnCounting) {
  append(0, 700, 50);
  Fork fork = store.fork();
  EXPECT_EQ(TableWriter(fork, kTable).truncate(), 700U);
  const uint64_t first = TableWriter(fork, kTable).append(make_rows(0, 10));
  store.commit(std::move(fork));
  EXPECT_GE(first, 700U);
  ASSERT_NE(table()->exact_statistics(0), nullptr);
  EXPECT_EQ(table()->zone(0).row_count, 10U);
  EXPECT_EQ(table()->zone(0).maximum, Value::bigint(9));
  expect_ids(count_up(10));
}

TEST_F(TableTest, FiltersSkipBlocks) {
  append(0, 1000, 1000);
  const ScanFilter filter{0, ScanFilter::Kind::kCompare, CompareOperator::kGreaterEqual, Value::bigint(600)};
  const auto scan = TableDataSource(table()).scan({0}, {filter}, 64);
  uint64_t rows = 0;
  Batch batch;
  for (size_t i = 0; i < scan->morsel_count(); ++i) {
    const auto reader = scan->open_morsel(i);
    while (reader->next(batch)) {
      rows += batch.row_count;
    }
  }
  EXPECT_EQ(scan->skipped_row_count(), 512U);
  EXPECT_EQ(rows, 488U);
}

TEST(ScanFilterTest, DecidesByBounds) {
  ZoneStatistics zone;
  zone.row_count = 10;
  zone.minimum = Value::double_precision(-0.0);
  zone.maximum = Value::double_precision(std::numeric_limits<double>::quiet_NaN());
  auto passes = [&zone](CompareOperator compare, double constant) {
    return may_pass({0, ScanFilter::Kind::kCompare, compare, Value::double_precision(constant)}, zone);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(passes(CompareOperator::kEqual, nan));
  EXPECT_TRUE(passes(CompareOperator::kGreater, 1e300));
  EXPECT_FALSE(passes(CompareOperator::kGreater, nan));
  EXPECT_TRUE(passes(CompareOperator::kLessEqual, 0.0));
  EXPECT_FALSE(passes(CompareOperator::kLess, 0.0));
  EXPECT_FALSE(may_pass({0, ScanFilter::Kind::kIsNull, CompareOperator::kEqual, Value()}, zone));
  EXPECT_FALSE(may_pass({0, ScanFilter::Kind::kCompare, CompareOperator::kEqual, Value()}, zone));
  zone.maximum = zone.minimum;
  EXPECT_FALSE(passes(CompareOperator::kNotEqual, 0.0));
  EXPECT_TRUE(passes(CompareOperator::kNotEqual, 1.0));
  zone.minimum = zone.maximum = Value::null(TypeId::kDouble);
  zone.null_count = 10;
  EXPECT_FALSE(may_pass({0, ScanFilter::Kind::kIsNotNull, CompareOperator::kEqual, Value()}, zone));
  EXPECT_TRUE(may_pass({0, ScanFilter::Kind::kIsNull, CompareOperator::kEqual, Value()}, zone));
  EXPECT_TRUE(passes(CompareOperator::kDistinct, 0.0));
}

TEST_F(TableTest, KnowsItsStatistics) {
  append(0, 1000, 37);
  const SegmentStatistics* whole = table()->exact_statistics(0);
  ASSERT_NE(table()->exact_statistics(0), nullptr);
  const auto data = table();
  whole = data->exact_statistics(0);
  EXPECT_EQ(whole->zone.row_count, 1000U);
  EXPECT_EQ(whole->zone.minimum, Value::bigint(0));
  EXPECT_EQ(whole->zone.maximum, Value::bigint(999));
  EXPECT_EQ(*whole->integer_sum, 999 * 1000 / 2);
  EXPECT_TRUE(whole->zone.is_ascending);
  EXPECT_EQ(data->exact_statistics(1)->zone.null_count, 143U);
  EXPECT_EQ(data->exact_statistics(2)->double_sum->round(), 999.0 * 1000 / 4);
  EXPECT_NEAR(data->estimate_distinct_count(1), 20, 2);
  EXPECT_NEAR(data->estimate_distinct_count(0), 1000, 150);

  Fork fork = store.fork();
  TableWriter(fork, kTable).erase(std::vector<uint64_t>{500});
  const std::vector<Batch> change{
      make_batch({TypeId::kBigint, TypeId::kBigint}, {{Value::bigint(10), Value::bigint(5000)}})};
  TableWriter(fork, kTable).update(std::vector<size_t>{0}, change);
  store.commit(std::move(fork));
  EXPECT_EQ(table()->exact_statistics(0), nullptr);
  EXPECT_FALSE(table()->exact_statistics(0, 0).has_value());
  EXPECT_TRUE(table()->exact_statistics(2, 0).has_value());
  EXPECT_EQ(table()->zone(0).maximum, Value::bigint(5000));
  EXPECT_EQ(data->exact_statistics(0)->zone.maximum, Value::bigint(999));
  const ScanFilter filter{0, ScanFilter::Kind::kCompare, CompareOperator::kEqual, Value::bigint(5000)};
  const auto rows = read_rows(table(), {0}, {filter});
  EXPECT_EQ(std::count(rows.begin(), rows.end(), std::vector<Value>{Value::bigint(5000)}), 1);
}

TEST_F(TableTest, StatisticsOfAnEmptyTable) {
  const auto data = table();
  ASSERT_NE(data->exact_statistics(0), nullptr);
  EXPECT_EQ(data->exact_statistics(0)->zone.row_count, 0U);
  EXPECT_EQ(data->zone(0).row_count, 0U);
  EXPECT_EQ(data->estimate_distinct_count(0), 0);
  expect_ids({});
}

TEST(RowCheckTest, RefusesWhatColumnsDoNotAllow) {
  VersionStore store;
  make_table(store, make_schema({{"a", TypeId::kInteger, false},
                                 {"b", LogicalType::varchar(3)},
                                 {"c", LogicalType::fixed_char(4)}}));
  auto append = [&store](Value a, Value b, Value c) {
    Fork fork = store.fork();
    TableWriter(fork, kTable)
        .append(make_batch({TypeId::kInteger, TypeId::kText, TypeId::kText},
                           {{std::move(a), std::move(b), std::move(c)}}));
    store.commit(std::move(fork));
  };
  auto state_of = [&append](Value a, Value b, Value c) {
    try {
      append(std::move(a), std::move(b), std::move(c));
    } catch (const Error& error) {
      EXPECT_EQ(error.table(), "t");
      return std::string(error.state().view()) + " " + error.column() + " " + error.message();
    }
    return std::string();
  };
  const Value null = Value::null(TypeId::kText);
  EXPECT_EQ(state_of(Value::null(TypeId::kInteger), null, null),
            "23502 a null value in column \"a\" of relation \"t\" violates not-null constraint");
  EXPECT_EQ(state_of(Value::integer(1), Value::text("abcd"), null),
            "22001 b value too long for type character varying(3)");
  EXPECT_EQ(state_of(Value::integer(1), null, Value::text("abcde")),
            "22001 c value too long for type character(4)");
  EXPECT_EQ(state_of(Value::integer(1), Value::text("\xC3\xA4\xC3\xB6\xC3\xBC"), Value::text("x")), "");
  EXPECT_EQ(state_of(Value::integer(2), Value::text("ab    "), Value::text("\xC3\xA4")), "");
  const auto rows = read_rows(store.snapshot().root().share_as<TableData>(kTable), {1, 2});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0][0].as_text(), "\xC3\xA4\xC3\xB6\xC3\xBC");
  EXPECT_EQ(rows[0][1].as_text(), "x   ");
  EXPECT_EQ(rows[1][0].as_text(), "ab ");
  EXPECT_EQ(rows[1][1].as_text(), "\xC3\xA4   ");
}

TEST_F(TableTest, BulkAppendKeepsTheOrderOfMorsels) {
  for (const int64_t total : {0, 10, 200, 255, 256, 1000, 5000}) {
    for (const bool is_empty : {true, false}) {
      VersionStore fresh(StorageOptions{nullptr, 256});
      make_table(fresh, table()->shared_schema());
      Fork fork = fresh.fork();
      if (!is_empty) {
        TableWriter(fork, kTable).append(make_rows(0, 33));
      }
      const int64_t before = is_empty ? 0 : 33;
      Scheduler scheduler(3);
      BulkAppender appender(fork, kTable, &scheduler);
      constexpr int64_t kMorselRows = 90;
      const auto morsel_count = static_cast<size_t>((total + kMorselRows - 1) / kMorselRows);
      std::atomic<size_t> next{0};
      scheduler.run(3, [&](size_t) {
        for (size_t morsel = next++; morsel < morsel_count; morsel = next++) {
          const auto first = static_cast<int64_t>(morsel) * kMorselRows;
          for (int64_t row = first; row < std::min(first + kMorselRows, total); row += 40) {
            appender.append(
                morsel,
                make_rows(before + row, std::min<int64_t>({40, first + kMorselRows - row, total - row})));
          }
          if (morsel % 5 != 4) {
            appender.finish_morsel(morsel);
          }
        }
      });
      EXPECT_EQ(appender.finish(fork), static_cast<uint64_t>(total));
      fresh.commit(std::move(fork));
      const auto rows = read_rows(fresh.snapshot().root().share_as<TableData>(kTable), {0, 1, 2});
      ASSERT_EQ(rows.size(), static_cast<size_t>(before + total));
      for (size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i], make_row(static_cast<int64_t>(i))) << i;
      }
    }
  }
}

TEST_F(TableTest, BulkAppendIsRebased) {
  Fork slow = store.fork();
  BulkAppender appender(slow, kTable);
  appender.append(0, make_rows(1000, 600));
  appender.finish(slow);
  const uint64_t own_row = table_of(slow.root()).find_block(599)->first_row_id();
  TableWriter(slow, kTable).erase(std::vector<uint64_t>{own_row, 5});
  append(0, 100, 100);
  store.commit(std::move(slow));
  const auto rows = read_rows(table(), {0});
  EXPECT_EQ(rows.size(), 698U);
  EXPECT_EQ(rows[0][0], Value::bigint(0));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), std::vector<Value>{Value::bigint(1005)}), 0);
  EXPECT_EQ(std::count(rows.begin(), rows.end(), std::vector<Value>{Value::bigint(5)}), 1);
}

TEST_F(TableTest, MemoryIsChargedAndGivenBack) {
  append(0, 1000, 50);
  EXPECT_GT(budget.used_bytes(), 1000U * 16);
  const uint64_t before = budget.used_bytes();
  {
    Fork fork = store.fork();
    TableWriter(fork, kTable).append(make_rows(0, 3000));
    EXPECT_GT(budget.used_bytes(), before);
  }
  EXPECT_EQ(budget.used_bytes(), before);
  budget.set_limit(before + 1000);
  Fork fork = store.fork();
  {
    const StatementGuard guard(fork);
    EXPECT_THROW(TableWriter(fork, kTable).append(make_rows(0, 3000)), Error);
  }
  EXPECT_EQ(table_of(fork.root()).row_count(), 1000U);
}

TEST_F(TableTest, LongTextsOfOpenRowsDoNotPileUp) {
  append(0, 10, 10);
  for (int64_t i = 0; i < 1000; ++i) {
    Fork fork = store.fork();
    const std::vector<Batch> change{
        make_batch({TypeId::kBigint, TypeId::kText},
                   {{Value::bigint(3), Value::text(std::string(1000, 'x') + std::to_string(i))}})};
    TableWriter(fork, kTable).update(std::vector<size_t>{1}, change);
    store.commit(std::move(fork));
  }
  EXPECT_LT(budget.used_bytes(), 200000U);
  EXPECT_EQ(read_rows(table(), {1})[3][0].as_text(), std::string(1000, 'x') + "999");
}

TEST_F(TableTest, UnknownRowsAreAnError) {
  append(0, 10, 10);
  EXPECT_THROW(table()->fetch(std::vector<uint64_t>{10}, std::vector<size_t>{0}), Error);
  Fork fork = store.fork();
  EXPECT_THROW(TableWriter(fork, kTable).erase(std::vector<uint64_t>{77}), Error);
}

}  // namespace
}  // namespace stoa
