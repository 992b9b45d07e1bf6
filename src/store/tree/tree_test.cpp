#include "store/tree/tree.h"

#include <cstdio>
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"

namespace stoa {
namespace {

uint64_t test_seed() {
  const char* given = std::getenv("STOA_TEST_SEED");
  const uint64_t seed = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  std::printf("STOA_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

using Model = std::map<std::string, std::string>;

/// Checks a node and what is below it, and that keys lie in [lower, upper).
void check_node(const Node& node, const std::string& lower, const std::string* upper, uint64_t& entries) {
  ASSERT_GT(node.entry_count, 0U);
  ASSERT_LE(node.used_bytes(), node.size_bytes);
  std::string former;
  for (uint32_t i = 0; i < node.entry_count; ++i) {
    std::string key;
    if (node.is_leaf() || i > 0) {
      node.append_key(i, key);
      ASSERT_GE(key, lower);
      if (upper != nullptr) {
        ASSERT_LT(key, *upper);
      }
      if (i > (node.is_leaf() ? 0 : 1)) {
        ASSERT_LT(former, key);
      }
      former = key;
    }
    if (node.is_leaf()) {
      ++entries;
      continue;
    }
    const Node& child = *node.child(i);
    ASSERT_EQ(child.level + 1, node.level);
    std::string next;
    if (i + 1 < node.entry_count) {
      node.append_key(i + 1, next);
    }
    check_node(child, i == 0 ? lower : key, i + 1 < node.entry_count ? &next : upper, entries);
  }
}

void check_tree(const Tree& tree, const Model& model) {
  ASSERT_EQ(tree.entry_count, model.size());
  uint64_t entries = 0;
  if (tree.root != nullptr) {
    check_node(*tree.root, "", nullptr, entries);
  }
  ASSERT_EQ(entries, model.size());
  TreeCursor cursor(tree);
  cursor.seek_first();
  for (const auto& [key, value] : model) {
    ASSERT_TRUE(cursor.is_valid());
    ASSERT_EQ(cursor.key(), key);
    ASSERT_EQ(cursor.value(), value);
    cursor.next();
  }
  ASSERT_FALSE(cursor.is_valid());
  cursor.seek_last();
  for (auto entry = model.rbegin(); entry != model.rend(); ++entry) {
    ASSERT_TRUE(cursor.is_valid());
    ASSERT_EQ(cursor.key(), entry->first);
    cursor.previous();
  }
  ASSERT_FALSE(cursor.is_valid());
}

/// What keys and values of a run look like.
struct Shape {
  const char* name;
  uint64_t key_count;  ///< distinct keys to draw from
  size_t key_bytes_max;
  size_t value_bytes_max;
  bool ascending;
};

std::string make_key(const Shape& shape, uint64_t number) {
  Random random(number * 7919 + 3);
  if (shape.ascending) {
    std::string key(8, '\0');
    for (size_t i = 0; i < 8; ++i) {
      key[i] = static_cast<char>(number >> (56 - 8 * i));
    }
    return key;
  }
  std::string key(random.below(shape.key_bytes_max + 1), 'x');
  for (size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<char>(random.chance(0.7) ? 'a' + random.below(2) : random.below(256));
  }
  return key + std::to_string(number % 10);
}

/// A tree and a map that go through the same changes, commits and rollbacks.
class ModelRun {
 public:
  explicit ModelRun(const Shape& shape) : shape_(shape), random_(test_seed()), pool_(&budget_) {}

  void commit(uint64_t version) {
    NodeBook book(pool_);
    book.start(EditToken{++token_});
    const State before = state_;
    saved_ = state_;
    mark_ = book.mark();
    const uint64_t put_percent = version % 20 < 12 ? 75 : 20;
    for (size_t steps = random_.below(400); steps > 0; --steps) {
      ASSERT_NO_FATAL_FAILURE(step(book, put_percent));
    }
    ASSERT_NO_FATAL_FAILURE(check_tree(state_.tree, state_.model));
    if (random_.chance(0.2)) {  // given up
      state_ = before;
      return;
    }
    for (Node* node : book.commit(version)) {
      retired_.push_back(node);
    }
    kept_.push_back(state_);
  }

  /// Old versions stand as they were; nothing is left once everything is gone.
  void finish() {
    for (const State& state : kept_) {
      ASSERT_NO_FATAL_FAILURE(check_tree(state.tree, state.model));
    }
    free_retired();
    ASSERT_NO_FATAL_FAILURE(check_tree(state_.tree, state_.model));
    NodeBook book(pool_);
    book.start(EditToken{++token_});
    TreeEditor(state_.tree, book).clear();
    retired_ = book.commit(1'000'000);
    free_retired();
    EXPECT_EQ(pool_.node_count(), 0U);
  }

 private:
  struct State {
    Tree tree;
    Model model;
  };

  void step(NodeBook& book, uint64_t put_percent) {
    const std::string key = make_key(shape_, random_.below(shape_.key_count));
    const uint64_t choice = random_.below(100);
    TreeEditor editor(state_.tree, book);
    if (choice < put_percent) {
      const std::string value(random_.below(shape_.value_bytes_max + 1),
                              static_cast<char>('A' + random_.below(26)));
      ASSERT_EQ(editor.put(key, value), state_.model.count(key) == 0);
      state_.model[key] = value;
    } else if (choice < 95) {
      ASSERT_EQ(editor.erase(key), state_.model.erase(key) == 1);
    } else if (choice < 96) {
      ASSERT_NO_FATAL_FAILURE(erase_range(editor, key, make_key(shape_, random_.below(shape_.key_count))));
    } else if (choice < 98) {  // a savepoint
      saved_ = state_;
      mark_ = book.mark();
      book.start(EditToken{++token_});
    } else if (choice < 99) {  // back to it
      state_ = saved_;
      book.roll_back(mark_);
      book.start(EditToken{++token_});
    } else {
      const auto found = state_.tree.find(key);
      ASSERT_EQ(found.has_value(), state_.model.count(key) == 1);
      ASSERT_TRUE(!found || *found == state_.model[key]);
    }
  }

  void erase_range(TreeEditor& editor, const std::string& begin, const std::string& end) {
    uint64_t expected = 0;
    if (begin < end) {
      const auto first = state_.model.lower_bound(begin);
      const auto last = state_.model.lower_bound(end);
      expected = static_cast<uint64_t>(std::distance(first, last));
      state_.model.erase(first, last);
    }
    ASSERT_EQ(editor.erase_range(begin, end), expected);
  }

  void free_retired() {
    for (Node* node : retired_) {
      pool_.free(node);
    }
    retired_.clear();
  }

  const Shape& shape_;
  Random random_;
  MemoryBudget budget_;
  NodePool pool_;
  uint64_t token_ = 1;
  State state_;
  State saved_;
  NodeBook::Mark mark_;
  std::vector<State> kept_;
  std::vector<Node*> retired_;
};

class TreeModel : public testing::TestWithParam<Shape> {};

TEST_P(TreeModel, KeepsWhatAMapKeepsThroughForksAndRollbacks) {
  ModelRun run(GetParam());
  for (uint64_t version = 1; version <= 60; ++version) {
    ASSERT_NO_FATAL_FAILURE(run.commit(version));
  }
  run.finish();
}

INSTANTIATE_TEST_SUITE_P(Shapes, TreeModel,
                         testing::Values(Shape{"Short", 2000, 12, 20, false}, Shape{"Few", 20, 3, 5, false},
                                         Shape{"Ascending", 3000, 8, 8, true},
                                         Shape{"LongKeys", 300, 3000, 50, false},
                                         Shape{"LongValues", 300, 20, 9000, false},
                                         Shape{"HugeKeys", 60, 60000, 3000, false}),
                         [](const auto& shape) { return std::string(shape.param.name); });

TEST(Tree, TakesTheEmptyKeyAndTheEmptyValue) {
  NodePool pool(nullptr);
  NodeBook book(pool);
  book.start(EditToken{1});
  Tree tree;
  EXPECT_FALSE(tree.find(""));
  EXPECT_TRUE(TreeEditor(tree, book).put("", ""));
  EXPECT_TRUE(TreeEditor(tree, book).put(std::string(1, '\0'), "x"));
  EXPECT_EQ(tree.find(""), "");
  EXPECT_FALSE(TreeEditor(tree, book).insert("", "y"));
  EXPECT_TRUE(TreeEditor(tree, book).erase(""));
  EXPECT_EQ(tree.entry_count, 1U);
}

TEST(Tree, RefusesWhatIsTooLong) {
  NodePool pool(nullptr);
  NodeBook book(pool);
  book.start(EditToken{1});
  Tree tree;
  TreeEditor editor(tree, book);
  EXPECT_TRUE(editor.put(std::string(kKeyBytesMax, 'k'), "v"));
  EXPECT_THROW(editor.put(std::string(kKeyBytesMax + 1, 'k'), "v"), Error);
  EXPECT_EQ(tree.entry_count, 1U);
}

TEST(Tree, FillsItsNodes) {
  for (const bool ascending : {true, false}) {
    NodePool pool(nullptr);
    NodeBook book(pool);
    book.start(EditToken{1});
    Tree tree;
    TreeEditor editor(tree, book);
    Random random(5);
    size_t bytes = 0;
    const Shape shape{"", 0, 0, 0, true};
    for (uint64_t i = 0; i < 100'000; ++i) {
      const std::string key = make_key(shape, ascending ? i : random.next());
      if (editor.put(key, "12345678")) {
        bytes += key.size() + 8;
      }
    }
    const double fill = static_cast<double>(bytes) / static_cast<double>(pool.node_count() * kBlockBytes);
    std::printf("%s keys of 8 bytes, values of 8: %.0f %% of the bytes in nodes are data\n",
                ascending ? "ascending" : "random", 100 * fill);
    EXPECT_GT(fill, ascending ? 0.7 : 0.4);
  }
}

TEST(TreeCursor, SeeksBetweenKeys) {
  NodePool pool(nullptr);
  NodeBook book(pool);
  book.start(EditToken{1});
  Tree tree;
  TreeEditor editor(tree, book);
  const Shape shape{"", 0, 0, 0, true};
  for (uint64_t i = 0; i < 5000; ++i) {
    editor.put(make_key(shape, 2 * i + 1), "");
  }
  for (uint64_t i = 0; i < 5000; ++i) {
    TreeCursor cursor(tree);
    cursor.seek(make_key(shape, 2 * i));
    ASSERT_TRUE(cursor.is_valid());
    ASSERT_EQ(cursor.key(), make_key(shape, 2 * i + 1));
    cursor.seek_before(make_key(shape, 2 * i));
    ASSERT_EQ(cursor.is_valid(), i > 0);
    if (i > 0) {
      ASSERT_EQ(cursor.key(), make_key(shape, 2 * i - 1));
    }
  }
  TreeCursor cursor(tree);
  cursor.seek(make_key(shape, 10'001));
  EXPECT_FALSE(cursor.is_valid());
  cursor.seek_before(make_key(shape, 10'001));
  EXPECT_TRUE(cursor.is_valid());
}

TEST(Tree, StaysWithinItsBudget) {
  MemoryBudget budget(1 << 20);
  NodePool pool(&budget);
  Tree tree;
  {
    NodeBook book(pool);
    book.start(EditToken{1});
    TreeEditor editor(tree, book);
    const Shape shape{"", 0, 0, 0, true};
    EXPECT_THROW(
        {
          for (uint64_t i = 0; i < 1'000'000; ++i) {
            editor.put(make_key(shape, i), std::string(100, 'v'));
          }
        },
        Error);
  }
  EXPECT_EQ(pool.node_count(), 0U);
}

}  // namespace
}  // namespace stoa
