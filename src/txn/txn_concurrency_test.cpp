#include <array>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "txn/version_store.h"

namespace stoa {
namespace {

constexpr size_t kAccounts = 64;
constexpr int64_t kTotal = 6400;
constexpr ObjectId kBank{kFirstFreeObjectId};

class Bank final : public RootObject {
 public:
  std::shared_ptr<RootObject> clone() const override { return std::make_shared<Bank>(*this); }
  std::string describe() const override { return "table \"bank\""; }
  std::vector<int64_t> balances = std::vector<int64_t>(kAccounts, kTotal / static_cast<int64_t>(kAccounts));
};

class OpenBank final : public ChangeRecord {
 public:
  ChangeKind kind() const noexcept override { return ChangeKind::kCreateTable; }
  void apply(Fork& fork, RowIdMap&) const override { fork.put(kBank, std::make_shared<Bank>()); }
  void collect_writes(const Root&, WriteSet&) const override {}
};

/// Sets two balances, as an UPDATE that has read them does.
class Transfer final : public ChangeRecord {
 public:
  Transfer(size_t from, int64_t from_balance, size_t to, int64_t to_balance)
      : from_(from), to_(to), from_balance_(from_balance), to_balance_(to_balance) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kUpdateRows; }
  void apply(Fork& fork, RowIdMap&) const override {
    auto& bank = fork.edit_as<Bank>(kBank);
    bank.balances[from_] = from_balance_;
    bank.balances[to_] = to_balance_;
  }
  void collect_writes(const Root&, WriteSet& writes) const override {
    writes.add_row(kBank, from_);
    writes.add_row(kBank, to_);
  }

 private:
  size_t from_;
  size_t to_;
  int64_t from_balance_;
  int64_t to_balance_;
};

int64_t total_of(const Root& root) {
  const auto& balances = root.find_as<Bank>(kBank)->balances;
  return std::accumulate(balances.begin(), balances.end(), int64_t{0});
}

bool try_transfer(VersionStore& store, Random& random) {
  Fork fork = store.fork();
  const auto& balances = fork.root().find_as<Bank>(kBank)->balances;
  const size_t from = random.below(kAccounts);
  const size_t to = (from + 1 + random.below(kAccounts - 1)) % kAccounts;
  const int64_t amount = random.between(1, 20);
  fork.change(std::make_shared<Transfer>(from, balances[from] - amount, to, balances[to] + amount));
  try {
    store.commit(std::move(fork));
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.state(), sqlstate::kSerializationFailure);
    return false;
  }
}

TEST(TransactionConcurrencyTest, ReadersAlwaysSeeOneSumWhileWritersCollide) {
  VersionStore store;
  {
    Fork fork = store.fork();
    fork.change(std::make_shared<OpenBank>());
    store.commit(std::move(fork));
  }
  constexpr int kWriters = 3;
  constexpr int kReaders = 4;
  constexpr int kTransfers = 1500;
  std::atomic<int> writers_left{kWriters};
  std::atomic<uint64_t> committed{0};
  std::vector<std::thread> threads;
  for (int w = 0; w < kWriters; ++w) {
    threads.emplace_back([&, w] {
      Random random(static_cast<uint64_t>(w) + 1);
      for (int i = 0; i < kTransfers; ++i) {
        committed += try_transfer(store, random) ? 1 : 0;
      }
      --writers_left;
    });
  }
  for (int r = 0; r < kReaders; ++r) {
    threads.emplace_back([&] {
      uint64_t last_version = 0;
      do {
        const Snapshot one = store.snapshot();
        const Snapshot two = store.snapshot();
        ASSERT_EQ(total_of(one.root()), kTotal);
        ASSERT_LE(one.version(), two.version());
        ASSERT_LE(last_version, one.version());
        last_version = one.version();
      } while (writers_left.load() != 0);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(store.newest_version(), committed.load() + 1);
  EXPECT_EQ(store.reader_count(), 0U);
  {
    Fork fork = store.fork();
    fork.change(std::make_shared<Transfer>(0, 0, 1, 0));
    store.commit(std::move(fork));
  }
  EXPECT_EQ(store.root_count(), 1U);
  EXPECT_EQ(store.history_size(), 0U);
}

}  // namespace
}  // namespace stoa
