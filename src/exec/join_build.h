#pragma once

#include "exec/hash_join.h"
#include "exec/join_table.h"

namespace stoa {

/// The build side as a sink: child 0 is what it reads. Run before the probe, which takes the table from its
/// state.
class PhysicalJoinBuild final : public PhysicalOperator {
 public:
  /// `keys` and `nulls_are_equal` belong to the join above.
  PhysicalJoinBuild(const ExpressionList& keys, const std::vector<bool>& nulls_are_equal,
                    bool tracks_matches);
  std::unique_ptr<SinkState> open_sink(Execution& execution) const override;

  /// The table that the finished sink holds.
  static std::shared_ptr<JoinTable> table_of(SinkState& state);

 private:
  const ExpressionList& keys_;
  const std::vector<bool>& nulls_are_equal_;
  bool tracks_matches_;
};

}  // namespace stoa
