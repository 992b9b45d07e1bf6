#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "txn/version_store.h"

namespace stoa {
namespace {

/// A small table of numbers by row id, to try transactions without tables.
class Numbers final : public RootObject {
 public:
  std::shared_ptr<RootObject> clone() const override { return std::make_shared<Numbers>(*this); }
  std::string describe() const override { return "table \"numbers\""; }
  std::map<uint64_t, int64_t> values;
  uint64_t next_id = 0;
};

constexpr ObjectId kNumbers{kFirstFreeObjectId + 100};

class CreateNumbers final : public ChangeRecord {
 public:
  ChangeKind kind() const noexcept override { return ChangeKind::kCreateTable; }
  void apply(Fork& fork, RowIdMap&) const override { fork.put(kNumbers, std::make_shared<Numbers>()); }
  void collect_writes(const Root&, WriteSet&) const override {}
};

class AddNumber final : public ChangeRecord {
 public:
  AddNumber(uint64_t id, int64_t value) : id_(id), value_(value) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kAppendRows; }
  void apply(Fork& fork, RowIdMap& rows) const override {
    auto& numbers = fork.edit_as<Numbers>(kNumbers);
    rows.add(kNumbers, id_, 1, numbers.next_id);
    numbers.values[numbers.next_id++] = value_;
  }
  void collect_writes(const Root&, WriteSet& writes) const override { writes.touch(kNumbers); }

 private:
  uint64_t id_;
  int64_t value_;
};

class SetNumber final : public ChangeRecord {
 public:
  SetNumber(uint64_t id, int64_t value) : id_(id), value_(value) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kUpdateRows; }
  void apply(Fork& fork, RowIdMap& rows) const override {
    fork.edit_as<Numbers>(kNumbers).values[rows.map(kNumbers, id_)] = value_;
  }
  void collect_writes(const Root& base, WriteSet& writes) const override {
    if (id_ < base.find_as<Numbers>(kNumbers)->next_id) {
      writes.add_row(kNumbers, id_);
    }
  }

 private:
  uint64_t id_;
  int64_t value_;
};

class FailingChange final : public ChangeRecord {
 public:
  ChangeKind kind() const noexcept override { return ChangeKind::kUpdateRows; }
  void apply(Fork& fork, RowIdMap&) const override {
    fork.edit_as<Numbers>(kNumbers).values.clear();
    raise(sqlstate::kDivisionByZero, "division by zero");
  }
  void collect_writes(const Root&, WriteSet&) const override {}
};

const Numbers& numbers_of(const Root& root) {
  return *root.find_as<Numbers>(kNumbers);
}

uint64_t add(Fork& fork, int64_t value) {
  const uint64_t id = numbers_of(fork.root()).next_id;
  fork.change(std::make_shared<AddNumber>(id, value));
  return id;
}

void set(Fork& fork, uint64_t id, int64_t value) {
  fork.change(std::make_shared<SetNumber>(id, value));
}

class TransactionTest : public testing::Test {
 protected:
  TransactionTest() {
    Fork fork = store.fork();
    fork.change(std::make_shared<CreateNumbers>());
    for (int64_t i = 0; i < 3; ++i) {
      add(fork, i * 10);
    }
    store.commit(std::move(fork));
  }
  VersionStore store;
};

TEST_F(TransactionTest, SnapshotKeepsItsState) {
  const Snapshot before = store.snapshot();
  Fork fork = store.fork();
  set(fork, 0, 99);
  EXPECT_EQ(numbers_of(fork.root()).values.at(0), 99);
  EXPECT_EQ(numbers_of(store.snapshot().root()).values.at(0), 0);
  EXPECT_EQ(store.commit(std::move(fork)), 2U);
  EXPECT_EQ(numbers_of(before.root()).values.at(0), 0);
  EXPECT_EQ(numbers_of(store.snapshot().root()).values.at(0), 99);
}

TEST_F(TransactionTest, ForkThatEndsLeavesNoTrace) {
  {
    Fork fork = store.fork();
    set(fork, 0, 99);
  }
  EXPECT_EQ(store.newest_version(), 1U);
  EXPECT_EQ(store.reader_count(), 0U);
  EXPECT_EQ(numbers_of(store.snapshot().root()).values.at(0), 0);
}

TEST_F(TransactionTest, SavepointsNest) {
  Fork fork = store.fork();
  set(fork, 0, 1);
  const Savepoint outer = fork.savepoint();
  set(fork, 0, 2);
  const Savepoint inner = fork.savepoint();
  set(fork, 0, 3);
  add(fork, 7);
  fork.rollback_to(inner);
  EXPECT_EQ(numbers_of(fork.root()).values.at(0), 2);
  EXPECT_EQ(numbers_of(fork.root()).values.size(), 3U);
  set(fork, 0, 4);
  fork.rollback_to(inner);
  EXPECT_EQ(numbers_of(fork.root()).values.at(0), 2);
  fork.rollback_to(outer);
  EXPECT_EQ(numbers_of(fork.root()).values.at(0), 1);
  EXPECT_EQ(fork.records().size(), 1U);
  store.commit(std::move(fork));
  EXPECT_EQ(numbers_of(store.snapshot().root()).values.at(0), 1);
}

TEST_F(TransactionTest, FailedStatementLeavesNothingBehind) {
  Fork fork = store.fork();
  set(fork, 1, 5);
  {
    const StatementGuard guard(fork);
    set(fork, 2, 6);
    EXPECT_THROW(fork.change(std::make_shared<FailingChange>()), Error);
  }
  EXPECT_EQ(numbers_of(fork.root()).values.at(1), 5);
  EXPECT_EQ(numbers_of(fork.root()).values.at(2), 20);
  {
    StatementGuard guard(fork);
    set(fork, 2, 7);
    guard.keep();
  }
  EXPECT_EQ(numbers_of(fork.root()).values.at(2), 7);
}

TEST_F(TransactionTest, FrozenRootStaysWhileTheForkGoesOn) {
  Fork fork = store.fork();
  set(fork, 0, 1);
  const Root frozen = fork.freeze();
  set(fork, 0, 2);
  EXPECT_EQ(numbers_of(frozen).values.at(0), 1);
  EXPECT_EQ(numbers_of(fork.root()).values.at(0), 2);
}

TEST_F(TransactionTest, OwnedObjectsAreChangedInPlace) {
  Fork fork = store.fork();
  set(fork, 0, 1);
  const RootObject* object = fork.root().find(kNumbers).get();
  set(fork, 0, 2);
  EXPECT_EQ(fork.root().find(kNumbers).get(), object);
  fork.savepoint();
  set(fork, 0, 3);
  EXPECT_NE(fork.root().find(kNumbers).get(), object);
}

TEST_F(TransactionTest, FirstCommitterWins) {
  Fork first = store.fork();
  Fork second = store.fork();
  set(first, 1, 100);
  set(second, 1, 200);
  store.commit(std::move(first));
  try {
    store.commit(std::move(second));
    FAIL() << "no conflict seen";
  } catch (const Error& error) {
    EXPECT_EQ(error.state(), sqlstate::kSerializationFailure);
    EXPECT_NE(error.detail().find("row 1 of table \"numbers\""), std::string::npos) << error.detail();
  }
  EXPECT_EQ(numbers_of(store.snapshot().root()).values.at(1), 100);
  EXPECT_EQ(store.reader_count(), 0U);
}

TEST_F(TransactionTest, DifferentRowsAreRebasedAndOwnRowsMove) {
  Fork first = store.fork();
  Fork second = store.fork();
  add(first, 1000);
  set(first, 0, 1);
  const uint64_t own = add(second, 2000);
  EXPECT_EQ(own, 3U);
  set(second, own, 2001);
  set(second, 1, 2);
  store.commit(std::move(first));
  EXPECT_EQ(store.commit(std::move(second)), 3U);
  const std::map<uint64_t, int64_t> expected{{0, 1}, {1, 2}, {2, 20}, {3, 1000}, {4, 2001}};
  EXPECT_EQ(numbers_of(store.snapshot().root()).values, expected);
}

TEST_F(TransactionTest, WriteSetsAreKeptOnlyForOpenForks) {
  {
    Fork only = store.fork();
    set(only, 0, 1);
    store.commit(std::move(only));
  }
  EXPECT_EQ(store.history_size(), 0U);
  std::optional<Fork> old = store.fork();
  for (int64_t i = 0; i < 3; ++i) {
    Fork fork = store.fork();
    set(fork, 0, i);
    store.commit(std::move(fork));
  }
  EXPECT_EQ(store.history_size(), 3U);
  old.reset();
  Fork fork = store.fork();
  set(fork, 0, 1);
  store.commit(std::move(fork));
  EXPECT_EQ(store.history_size(), 0U);
}

TEST_F(TransactionTest, OldRootsGoWhenTheirReadersDo) {
  std::vector<Snapshot> snapshots;
  for (int64_t i = 0; i < 200; ++i) {
    snapshots.push_back(store.snapshot());
    Fork fork = store.fork();
    set(fork, 0, i);
    store.commit(std::move(fork));
  }
  EXPECT_EQ(store.reader_count(), 200U);
  EXPECT_EQ(store.root_count(), 201U);
  EXPECT_EQ(numbers_of(snapshots[7].root()).values.at(0), 6);
  snapshots.erase(snapshots.begin() + 10, snapshots.end());
  EXPECT_EQ(store.root_count(), 11U);
  EXPECT_EQ(numbers_of(snapshots[7].root()).values.at(0), 6);
  snapshots.clear();
  EXPECT_EQ(store.root_count(), 1U);
}

TEST_F(TransactionTest, EmptyCommitMakesNoVersion) {
  EXPECT_EQ(store.commit(store.fork()), 1U);
  EXPECT_EQ(store.newest_version(), 1U);
}

TEST(WriteSetTest, ReshapingCollidesWithEverything) {
  WriteSet shape;
  shape.reshape(ObjectId{20});
  WriteSet insert;
  insert.touch(ObjectId{20});
  EXPECT_TRUE(shape.find_collision(insert));
  EXPECT_TRUE(insert.find_collision(shape));
  EXPECT_FALSE(insert.find_collision(insert));
  WriteSet other;
  other.touch(ObjectId{21});
  EXPECT_FALSE(shape.find_collision(other));
}

TEST(WriteSetTest, RowsAndKeys) {
  WriteSet a;
  WriteSet b;
  for (uint64_t row = 0; row < 20000; row += 2) {
    a.add_row(ObjectId{20}, row);
  }
  for (uint64_t row = 1; row < 20000; row += 2) {
    b.add_row(ObjectId{20}, row);
  }
  EXPECT_FALSE(a.find_collision(b));
  b.add_row(ObjectId{20}, 12344);
  ASSERT_TRUE(a.find_collision(b));
  EXPECT_EQ(a.find_collision(b)->row_id, 12344U);
  WriteSet c;
  c.add_key(ObjectId{1}, "table public.x");
  EXPECT_FALSE(a.find_collision(c));
  EXPECT_EQ(c.find_collision(c)->key, "table public.x");
}

TEST(PersistentVectorTest, SharesAndCopies) {
  using Cell = std::shared_ptr<const int>;
  PersistentVector<Cell> vector;
  const EditToken first{1};
  for (int i = 0; i < 1000; ++i) {
    vector.push_back(std::make_shared<int>(i), first);
  }
  PersistentVector<Cell> copy = vector;
  const EditToken second{2};
  copy.set(500, std::make_shared<int>(-1), second);
  copy.set(5000, std::make_shared<int>(-2), second);
  EXPECT_EQ(vector.size(), 1000U);
  EXPECT_EQ(copy.size(), 5001U);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(*vector[static_cast<size_t>(i)], i);
    EXPECT_EQ(*copy[static_cast<size_t>(i)], i == 500 ? -1 : i);
  }
  EXPECT_EQ(copy[4999], nullptr);
  EXPECT_EQ(*copy[5000], -2);
  EXPECT_EQ(vector[5000], nullptr);
  EXPECT_EQ(vector[1000000], nullptr);
}

}  // namespace
}  // namespace stoa
