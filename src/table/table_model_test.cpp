#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "table/table_test_fixture.h"

namespace stoa {
namespace {

using namespace testing_tables;

/// Row id to values: what a table should hold.
using Model = std::map<uint64_t, std::pair<Value, Value>>;

/// A transaction and what it should see.
struct Session {
  Fork fork;
  Model model;
  uint64_t end;  // first row id that was not there when it began
  std::vector<std::pair<uint64_t, std::pair<Value, Value>>> inserted;  // in order, as they were when it ends
  std::vector<std::pair<Savepoint, Model>> savepoints;
  std::set<uint64_t> written;  // rows of the base that it changed
};

class TableModel {
 public:
  explicit TableModel(uint64_t seed) : random_(seed), store_(StorageOptions{nullptr, 64}) {
    make_table(store_, make_schema({{"n", TypeId::kInteger}, {"s", TypeId::kText}}));
  }

  void run(size_t step_count) {
    for (size_t step = 0; step < step_count; ++step) {
      if (sessions_.size() < 3 && random_.chance(0.1)) {
        begin();
      }
      if (sessions_.empty()) {
        continue;
      }
      const size_t chosen = random_.below(sessions_.size());
      Session& session = sessions_[chosen];
      const uint64_t kind = random_.below(100);
      if (kind < 35) {
        insert(session);
      } else if (kind < 60) {
        update(session);
      } else if (kind < 75) {
        erase(session);
      } else if (kind < 82) {
        session.savepoints.emplace_back(session.fork.savepoint(), session.model);
      } else if (kind < 88 && !session.savepoints.empty()) {
        roll_back(session);
      } else if (kind < 93) {
        end(chosen);
        continue;
      }
      if (kind % 5 == 0) {
        expect_equal(session.fork.root(), session.model);
      }
    }
    while (!sessions_.empty()) {
      end(0);
    }
    expect_equal(store_.snapshot().root(), committed_);
  }

 private:
  Value random_text() {
    if (random_.chance(0.1)) {
      return Value::null(TypeId::kText);
    }
    return Value::text(std::string(random_.below(20), 'z') + std::to_string(random_.below(30)));
  }
  Value random_number() { return Value::integer(static_cast<int32_t>(random_.below(1000))); }

  void begin() {
    Fork fork = store_.fork();
    const uint64_t end_id = table_of(fork.root()).next_row_id();
    sessions_.push_back(Session{std::move(fork), committed_, end_id, {}, {}, {}});
    ++begun_;
  }

  void insert(Session& session) {
    const size_t count = random_.chance(0.2) ? 1 + random_.below(150) : 1 + random_.below(4);
    std::vector<std::vector<Value>> rows;
    for (size_t i = 0; i < count; ++i) {
      rows.push_back({random_number(), random_text()});
    }
    const uint64_t first =
        TableWriter(session.fork, kTable).append(make_batch({TypeId::kInteger, TypeId::kText}, rows));
    for (size_t i = 0; i < count; ++i) {
      session.model[first + i] = {rows[i][0], rows[i][1]};
    }
  }

  std::vector<uint64_t> pick_rows(const Session& session) {
    std::vector<uint64_t> picked;
    const double share = random_.chance(0.15) ? 0.5 : 3.0 / static_cast<double>(session.model.size() + 1);
    for (const auto& [id, values] : session.model) {
      if (random_.chance(share)) {
        picked.push_back(id);
      }
    }
    return picked;
  }

  void update(Session& session) {
    std::vector<std::vector<Value>> changes;
    const bool both = random_.chance(0.5);
    for (const uint64_t id : pick_rows(session)) {
      auto& values = session.model[id];
      values.second = random_text();
      if (both) {
        values.first = random_number();
      }
      changes.push_back({Value::bigint(static_cast<int64_t>(id)), values.second, values.first});
    }
    const std::vector<Batch> batches{make_batch({TypeId::kBigint, TypeId::kText, TypeId::kInteger}, changes)};
    TableWriter(session.fork, kTable)
        .update(both ? std::vector<size_t>{1, 0} : std::vector<size_t>{1}, batches);
  }

  void erase(Session& session) {
    const std::vector<uint64_t> picked = pick_rows(session);
    for (const uint64_t id : picked) {
      session.model.erase(id);
    }
    EXPECT_EQ(TableWriter(session.fork, kTable).erase(picked), picked.size());
  }

  void roll_back(Session& session) {
    const size_t to = random_.below(session.savepoints.size());
    session.fork.rollback_to(session.savepoints[to].first);
    session.model = session.savepoints[to].second;
    session.savepoints.resize(to);
    expect_equal(session.fork.root(), session.model);
  }

  void end(size_t chosen) {
    Session session = std::move(sessions_[chosen]);
    sessions_.erase(sessions_.begin() + static_cast<ptrdiff_t>(chosen));
    if (random_.chance(0.3)) {
      return;
    }
    const bool was_alone = store_.newest_version() == session.fork.base().version();
    const Model before = committed_;
    // What the transaction changed: rows of its base by id, its own rows in order.
    const Model base = model_of(session.fork.base());
    const uint64_t own_end = table_of(session.fork.root()).next_row_id();
    try {
      store_.commit(std::move(session.fork));
    } catch (const Error& error) {
      EXPECT_EQ(error.state(), sqlstate::kSerializationFailure);
      EXPECT_FALSE(was_alone);
      ++conflicts_;
      expect_equal(store_.snapshot().root(), committed_);
      return;
    }
    if (was_alone) {
      committed_ = session.model;
    } else {
      rebase(session, base, own_end);
      ++rebases_;
    }
    expect_equal(store_.snapshot().root(), committed_);
  }

  /// Own rows move up by as much as the newest table has grown since the base.
  void rebase(const Session& session, const Model& base, uint64_t own_end) {
    const uint64_t new_end = table_of(store_.snapshot().root()).next_row_id();
    const uint64_t shift = new_end - own_end;
    for (const auto& [id, values] : base) {
      const auto now = session.model.find(id);
      if (now == session.model.end()) {
        committed_.erase(id);
      } else if (now->second != values) {
        committed_[id] = now->second;
      }
    }
    for (const auto& [id, values] : session.model) {
      if (id >= session.end) {
        committed_[id + shift] = values;
      }
    }
  }

  static Model model_of(const Root& root) {
    Model model;
    for (const auto& row : read_rows(root.share_as<TableData>(kTable), {kRowIdColumn, 0, 1})) {
      model[static_cast<uint64_t>(row[0].as_int64())] = {row[1], row[2]};
    }
    return model;
  }

  static void expect_equal(const Root& root, const Model& expected) {
    ASSERT_EQ(model_of(root), expected);
    ASSERT_EQ(table_of(root).row_count(), expected.size());
    std::vector<uint64_t> ids;
    for (const auto& [id, values] : expected) {
      ids.push_back(id);
    }
    const Batch fetched = table_of(root).fetch(ids, std::vector<size_t>{1});
    for (size_t i = 0; i < ids.size(); ++i) {
      ASSERT_EQ(fetched.columns[0].value(i), expected.at(ids[i]).second);
    }
    if (const SegmentStatistics* exact = table_of(root).exact_statistics(0)) {
      Int128 sum = 0;
      for (const auto& [id, values] : expected) {
        sum += values.first.as_integer();
      }
      ASSERT_EQ(exact->integer_sum, sum);
    }
  }

  Random random_;
  VersionStore store_;
  Model committed_;
  std::vector<Session> sessions_;

 public:
  size_t begun_ = 0;
  size_t conflicts_ = 0;
  size_t rebases_ = 0;
};

TEST(TableModelTest, InterleavedForksAgreeWithAMap) {
  size_t conflicts = 0;
  size_t rebases = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TableModel model(seed);
    model.run(400);
    conflicts += model.conflicts_;
    rebases += model.rebases_;
    if (HasFatalFailure()) {
      return;
    }
  }
  EXPECT_GT(conflicts, 5U);
  EXPECT_GT(rebases, 5U);
}

}  // namespace
}  // namespace stoa
