#pragma once

#include <cstdint>
#include <vector>

#include "optimize/rewrite.h"

namespace stoa {

/// A region of inner joins as a graph: the relations, what connects them, and how many rows any set of them
/// gives joined. A set of relations is a mask of 64 bits. Equal columns are classes (a = b and b = c tell
/// that a = c), so that any order finds a key; all other conditions belong to the set that they refer to.
/// Used by one thread; the estimates don't depend on the order of joins.
class JoinGraph {
 public:
  static constexpr size_t kRelationsMax = 64;

  /// At most kRelationsMax relations, with estimates.
  JoinGraph(std::vector<OperatorPtr> relations, ExpressionList conditions, RewriteContext& context);

  size_t size() const { return relations_.size(); }
  uint64_t all() const { return size() == 64 ? ~uint64_t{0} : (uint64_t{1} << size()) - 1; }
  OperatorPtr take_relation(size_t index) { return std::move(relations_[index]); }

  /// Rows of a set joined by all conditions within it.
  double row_count(uint64_t set) const;
  /// Whether an equality has one side in each; a condition of any kind does.
  bool has_key(uint64_t left, uint64_t right) const;
  bool is_connected(uint64_t left, uint64_t right) const;
  /// What a join of the two sets has to check: a column of each class on both sides is compared once.
  ExpressionList conditions_between(uint64_t left, uint64_t right) const;
  /// Conditions that refer to no relation.
  ExpressionList take_free_conditions() { return std::move(free_); }

 private:
  struct Member {
    ColumnId column;
    size_t relation;
    double distinct;
  };
  using Class = std::vector<Member>;
  struct Condition {
    ExpressionPtr expression;
    uint64_t relations;
    double selectivity;
    uint64_t left = 0;  ///< of an equality: what each side refers to
    uint64_t right = 0;
  };
  /// Two relations that share several classes: what the product of the classes' shares has to be corrected
  /// by.
  struct Correction {
    uint64_t relations;
    double factor;
  };

  uint64_t relations_in(const BoundExpression& e) const;
  bool add_equality(const BoundExpression& e);
  void add_condition(ExpressionPtr e);
  void merge(Member a, Member b);
  void filter_inside_relations();
  void pass_on_constants();
  void find_corrections();
  void estimate_conditions();
  static const Member* member_in(const Class& members, uint64_t set);

  RewriteContext& context_;
  std::vector<OperatorPtr> relations_;
  ColumnMap<size_t> owners_;
  std::vector<double> row_counts_;
  std::vector<Class> classes_;
  std::vector<Condition> conditions_;
  std::vector<Correction> corrections_;
  ExpressionList free_;
};

}  // namespace stoa
