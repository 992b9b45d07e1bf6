#include "exec/hash_join.h"

#include "base/error.h"
#include "column/kernels/hash.h"
#include "column/kernels/mask.h"
#include "column/row_compare.h"
#include "exec/execution.h"
#include "exec/filter_project.h"
#include "exec/join_build.h"
#include "exec/join_filter_target.h"
#include "store/segment_statistics.h"

namespace stoa {

namespace {

/// Rows between two looks at whether the statement is to stop.
constexpr size_t kRowsPerCheck = 4096;

/// What a join does with matches, seen from the probing side.
enum class ProbeKind : uint8_t {
  kInner,
  kOuter,       ///< every probe row, NULLs where nothing matches
  kBuildOuter,  ///< matches, and at the end the build rows that had none
  kFullOuter,
  kSemi,
  kAnti,
  kMark,
  kSingle,
  kBuildSemi,  ///< only at the end: the build rows that had a match
  kBuildAnti,  ///< only at the end: those that had none
};

bool tracks_matches(ProbeKind kind) {
  return kind == ProbeKind::kBuildOuter || kind == ProbeKind::kFullOuter || kind == ProbeKind::kBuildSemi ||
         kind == ProbeKind::kBuildAnti;
}

bool gives_probe_columns(ProbeKind kind) {
  return kind != ProbeKind::kBuildSemi && kind != ProbeKind::kBuildAnti;
}

bool gives_build_columns(ProbeKind kind) {
  return kind != ProbeKind::kSemi && kind != ProbeKind::kAnti && kind != ProbeKind::kMark;
}

/// What never changes during an execution, shared by the threads.
struct JoinPlan {
  ProbeKind kind;
  const JoinExpressions& expressions;
  ColumnPositions probe_positions;
  ColumnPositions pair_positions;  ///< probe columns, then build columns
  std::vector<LogicalType> probe_types;
  const ExecutionContext& context;
  std::shared_ptr<JoinTable> table;
};

/// Candidate pairs of one probe batch, a round at a time: at most one build row for each probe row in a
/// round.
struct Pairs {
  BufferRef probe;
  BufferRef build;
  size_t count = 0;
  uint32_t* probe_rows() const { return probe->as<uint32_t>(); }
  uint32_t* build_rows() const { return build->as<uint32_t>(); }
  void reset(size_t capacity) {
    probe = Buffer::allocate((capacity + 64) * sizeof(uint32_t));
    build = Buffer::allocate((capacity + 64) * sizeof(uint32_t));
    count = 0;
  }
};

class ProbeState final : public StreamState {
 public:
  explicit ProbeState(const JoinPlan& plan)
      : plan_(plan),
        table_(*plan.table),
        residual_(plan.expressions.residual, plan.pair_positions, plan.context) {
    for (const ExpressionPtr& key : plan.expressions.probe_keys) {
      keys_.emplace_back(*key, plan.probe_positions, plan.context.functions, plan.context.parameters);
    }
  }

  bool process(Batch& batch, const Emit& emit) override {
    batch_ = &batch;
    const size_t row_count = batch.row_count;
    matched_.assign(words_for_bits(row_count) + 1, 0);
    const bool wants_more = keys_.empty() ? probe_all(emit) : probe_hashed(emit);
    if (!wants_more) {
      return false;
    }
    switch (plan_.kind) {
      case ProbeKind::kSemi: return emit_selected(emit);
      case ProbeKind::kAnti: mask_not(matched_.data(), row_count); return emit_selected(emit);
      case ProbeKind::kOuter:
      case ProbeKind::kFullOuter:
      case ProbeKind::kSingle: return emit_unmatched(emit);
      case ProbeKind::kMark: return emit_marked(emit);
      default: return true;
    }
  }

 private:
  // --- candidates
  bool probe_hashed(const Emit& emit) {
    const size_t row_count = batch_->row_count;
    evaluate_keys(row_count);
    open_.resize(row_count);
    heads_.resize(row_count);
    size_t open_count = 0;
    const uint64_t* hashes = hashes_.data();
    constexpr size_t kAhead = 16;
    for (size_t i = 0; i < row_count; ++i) {
      if (i + kAhead < row_count) {
        table_.prefetch(hashes[i + kAhead]);
      }
      const uint32_t row = table_.find(hashes[i]);
      heads_[open_count] = row;
      open_[open_count] = static_cast<uint32_t>(i);
      open_count += row != JoinTable::kNoRow && get_bit(usable_.data(), i) ? 1 : 0;
    }
    while (open_count != 0) {
      plan_.context.cancellation.check();
      if (!match_round(open_count, emit)) {
        return false;
      }
      open_count = advance(open_count);
    }
    return true;
  }

  void evaluate_keys(size_t row_count) {
    hashes_.resize(row_count);
    usable_.assign(words_for_bits(row_count) + 1, 0);
    mask_fill(usable_.data(), row_count, true);
    key_values_.clear();
    std::vector<uint64_t> valid(words_for_bits(row_count) + 1);
    for (size_t k = 0; k < keys_.size(); ++k) {
      key_values_.push_back(keys_[k].evaluate(*batch_));
      hash_column(key_values_[k], row_count, hashes_.data(), k != 0);
      if (plan_.expressions.nulls_are_equal[k]) {
        continue;
      }
      valid_to_mask(key_values_[k], row_count, valid.data());
      mask_and(usable_.data(), valid.data(), row_count);
    }
  }

  /// Compares the keys of the open rows with those of their current build rows, and hands on the pairs that
  /// agree.
  bool match_round(size_t open_count, const Emit& emit) {
    pairs_.reset(open_count);
    candidates_.resize(open_count + 64);
    size_t count = open_count;
    for (size_t k = 0; k < keys_.size(); ++k) {
      count = match_rows(key_values_[k], open_.data(), table_.keys()[k], heads_.data(),
                         k == 0 ? nullptr : candidates_.data(), count, plan_.expressions.nulls_are_equal[k],
                         candidates_.data());
    }
    for (size_t i = 0; i < count; ++i) {
      pairs_.probe_rows()[i] = open_[candidates_[i]];
      pairs_.build_rows()[i] = heads_[candidates_[i]];
    }
    pairs_.count = count;
    return count == 0 || take_pairs(emit);
  }

  /// The next build row of each open row; rows are closed at the end of their list, or once a match is
  /// enough.
  size_t advance(size_t open_count) {
    const bool one_is_enough =
        plan_.kind == ProbeKind::kSemi || plan_.kind == ProbeKind::kAnti || plan_.kind == ProbeKind::kMark;
    size_t kept = 0;
    for (size_t i = 0; i < open_count; ++i) {
      const uint32_t next = table_.next(heads_[i]);
      if (next == JoinTable::kNoRow || (one_is_enough && get_bit(matched_.data(), open_[i]))) {
        continue;
      }
      open_[kept] = open_[i];
      heads_[kept++] = next;
    }
    return kept;
  }

  /// No keys: every probe row with every build row.
  bool probe_all(const Emit& emit) {
    const size_t row_count = batch_->row_count;
    for (size_t build_row = 0; build_row < table_.row_count(); ++build_row) {
      if (build_row % 64 == 0) {
        plan_.context.cancellation.check();
      }
      pairs_.reset(row_count);
      for (size_t i = 0; i < row_count; ++i) {
        pairs_.probe_rows()[i] = static_cast<uint32_t>(i);
        pairs_.build_rows()[i] = static_cast<uint32_t>(build_row);
      }
      pairs_.count = row_count;
      if (!take_pairs(emit)) {
        return false;
      }
    }
    return true;
  }

  // --- what becomes of pairs whose keys agree
  bool take_pairs(const Emit& emit) {
    Batch joined;
    const bool has_residual = !plan_.expressions.residual.empty();
    if (has_residual) {
      joined = pair_batch();
      joined.columns.push_back(pair_numbers());
      if (!residual_.apply(joined)) {
        return true;
      }
      keep_pairs(joined.columns.back());
      joined.columns.pop_back();
    }
    note_matches();
    switch (plan_.kind) {
      case ProbeKind::kInner:
      case ProbeKind::kOuter:
      case ProbeKind::kBuildOuter:
      case ProbeKind::kFullOuter:
      case ProbeKind::kSingle:
        if (!has_residual) {
          joined = pair_batch();
        }
        return emit(joined);
      default: return true;
    }
  }

  Batch pair_batch() const {
    Batch joined = batch_->select({pairs_.probe_rows(), pairs_.count}, pairs_.probe);
    for (const ColumnVector& column : table_.columns().columns) {
      joined.columns.push_back(
          ColumnVector::make_dictionary(column, pairs_.build_rows(), pairs_.build, pairs_.count));
    }
    return joined;
  }

  /// A column 0, 1, 2 ... that tells after the residual which pairs are left.
  ColumnVector pair_numbers() const {
    ColumnVector numbers = ColumnVector::make_flat(TypeId::kInteger, pairs_.count);
    for (size_t i = 0; i < pairs_.count; ++i) {
      numbers.mutable_values<int32_t>()[i] = static_cast<int32_t>(i);
    }
    return numbers;
  }

  void keep_pairs(const ColumnVector& numbers) {
    const UnifiedVector kept(numbers);
    Pairs left;
    left.reset(numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto k = static_cast<size_t>(kept.value<int32_t>(i));
      left.probe_rows()[i] = pairs_.probe_rows()[k];
      left.build_rows()[i] = pairs_.build_rows()[k];
    }
    left.count = numbers.size();
    pairs_ = std::move(left);
  }

  void note_matches() {
    if (tracks_matches(plan_.kind)) {
      for (size_t i = 0; i < pairs_.count; ++i) {
        plan_.table->set_matched(pairs_.build_rows()[i]);
      }
    }
    if (plan_.kind == ProbeKind::kInner || plan_.kind == ProbeKind::kBuildOuter) {
      return;
    }
    for (size_t i = 0; i < pairs_.count; ++i) {
      const uint32_t row = pairs_.probe_rows()[i];
      if (plan_.kind == ProbeKind::kSingle && get_bit(matched_.data(), row)) {
        raise(sqlstate::kCardinalityViolation, "a subquery used as a value gave more than one row");
      }
      set_bit(matched_.data(), row);
    }
  }

  // --- what a whole batch gives
  bool emit_selected(const Emit& emit) {
    const size_t row_count = batch_->row_count;
    const BufferRef rows = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
    const size_t count = mask_to_selection(matched_.data(), row_count, rows->as<uint32_t>());
    if (count == 0) {
      return true;
    }
    if (count == row_count) {
      return emit(*batch_);
    }
    Batch selected = batch_->select({rows->as<uint32_t>(), count}, rows);
    return emit(selected);
  }

  bool emit_unmatched(const Emit& emit) {
    const size_t row_count = batch_->row_count;
    mask_not(matched_.data(), row_count);
    const BufferRef rows = Buffer::allocate((row_count + 64) * sizeof(uint32_t));
    const size_t count = mask_to_selection(matched_.data(), row_count, rows->as<uint32_t>());
    if (count == 0) {
      return true;
    }
    Batch selected = batch_->select({rows->as<uint32_t>(), count}, rows);
    for (const ColumnVector& column : table_.columns().columns) {
      selected.columns.push_back(ColumnVector::make_null(column.type(), count));
    }
    return emit(selected);
  }

  bool emit_marked(const Emit& emit) {
    const size_t row_count = batch_->row_count;
    std::vector<uint64_t> known(words_for_bits(row_count) + 1, 0);
    mask_fill(known.data(), row_count, true);
    if (plan_.expressions.is_null_aware) {
      clear_unknown(known.data());
    }
    Batch marked = *batch_;
    marked.columns.push_back(bool_vector(matched_.data(), known.data(), row_count));
    return emit(marked);
  }

  /// A row without a match is unknown, not false, when some build row compares to NULL with it: looked for
  /// one by one, but only where a NULL is involved.
  void clear_unknown(uint64_t* known) {
    const bool build_has_nulls =
        table_.has_null_keys() || !plan_.expressions.residual.empty() || keys_.empty();
    for (size_t i = 0; i < batch_->row_count; ++i) {
      const bool probe_has_null = !keys_.empty() && !get_bit(usable_.data(), i);
      if (get_bit(matched_.data(), i) || (!build_has_nulls && !probe_has_null)) {
        continue;
      }
      if (is_unknown_for_some(i)) {
        clear_bit(known, i);
      }
    }
  }

  bool is_unknown_for_some(size_t row) {
    if (plan_.expressions.residual.empty()) {
      for (uint32_t b = 0; b < table_.row_count(); ++b) {
        if (keys_may_be_equal(row, b)) {
          return true;
        }
      }
      return false;
    }
    return is_residual_unknown(row);
  }

  /// No key pair is surely different: with a NULL among them, and no match, the comparison is unknown.
  bool keys_may_be_equal(size_t row, uint32_t build_row) const {
    for (size_t k = 0; k < key_values_.size(); ++k) {
      const bool has_null = key_values_[k].is_null(row) || table_.keys()[k].is_null(build_row);
      if (has_null && !plan_.expressions.nulls_are_equal[k]) {
        continue;
      }
      if (!rows_equal(key_values_[k], row, table_.keys()[k], build_row)) {
        return false;
      }
    }
    return true;
  }

  /// With conditions besides the keys: their AND, three-valued, over all build rows whose keys may be equal.
  bool is_residual_unknown(size_t row) {
    std::vector<uint32_t> build_rows;
    for (uint32_t b = 0; b < table_.row_count(); ++b) {
      if (keys_may_be_equal(row, b)) {
        build_rows.push_back(b);
      }
    }
    for (const uint32_t b : build_rows) {
      pairs_.reset(1);
      pairs_.probe_rows()[0] = static_cast<uint32_t>(row);
      pairs_.build_rows()[0] = b;
      pairs_.count = 1;
      const Batch pair = pair_batch();
      bool is_false = false;
      for (const ExpressionPtr& condition : plan_.expressions.residual) {
        ExpressionEvaluator evaluator(*condition, plan_.pair_positions, plan_.context.functions,
                                      plan_.context.parameters);
        const Value value = evaluator.evaluate(pair).value(0);
        is_false = is_false || (!value.is_null() && !value.as_boolean());
      }
      if (!is_false) {
        return true;
      }
    }
    return false;
  }

  const JoinPlan& plan_;
  const JoinTable& table_;
  std::vector<ExpressionEvaluator> keys_;
  BatchFilter residual_;
  Batch* batch_ = nullptr;
  std::vector<ColumnVector> key_values_;
  std::vector<uint64_t> hashes_;
  std::vector<uint64_t> usable_;
  std::vector<uint64_t> matched_;
  std::vector<uint32_t> open_;
  std::vector<uint32_t> heads_;
  std::vector<uint32_t> candidates_;
  Pairs pairs_;
};

/// Build rows that a probe has (or has not) matched, with NULLs for the probe's columns.
class MatchScan final : public TableScan {
 public:
  explicit MatchScan(const JoinPlan& plan)
      : table_(plan.table),
        wants_matched_(plan.kind == ProbeKind::kBuildSemi),
        vector_size_(plan.context.vector_size) {
    if (gives_probe_columns(plan.kind)) {
      probe_types_ = plan.probe_types;
    }
  }

  size_t morsel_count() const override { return (table_->row_count() + kRowsPerMorsel - 1) / kRowsPerMorsel; }
  std::unique_ptr<MorselReader> open_morsel(size_t morsel) override {
    return std::make_unique<Reader>(*this, morsel * kRowsPerMorsel);
  }

 private:
  static constexpr size_t kRowsPerMorsel = 65536;

  class Reader final : public MorselReader {
   public:
    Reader(const MatchScan& scan, size_t begin)
        : scan_(scan), next_(begin), end_(std::min(begin + kRowsPerMorsel, scan.table_->row_count())) {}
    bool next(Batch& batch) override {
      batch.clear();
      const BufferRef rows = Buffer::allocate(scan_.vector_size_ * sizeof(uint32_t));
      size_t count = 0;
      for (; next_ < end_ && count < scan_.vector_size_; ++next_) {
        const auto row = static_cast<uint32_t>(next_);
        if (scan_.table_->is_matched(row) == scan_.wants_matched_) {
          rows->as<uint32_t>()[count++] = row;
        }
      }
      if (count == 0) {
        return false;
      }
      batch.row_count = count;
      for (const LogicalType& type : scan_.probe_types_) {
        batch.columns.push_back(ColumnVector::make_null(type, count));
      }
      for (const ColumnVector& column : scan_.table_->columns().columns) {
        batch.columns.push_back(ColumnVector::make_dictionary(column, rows->as<uint32_t>(), rows, count));
      }
      return true;
    }

   private:
    const MatchScan& scan_;
    size_t next_;
    size_t end_;
  };

  std::shared_ptr<const JoinTable> table_;
  bool wants_matched_;
  size_t vector_size_;
  std::vector<LogicalType> probe_types_;
};

class JoinFactory final : public StreamFactory {
 public:
  explicit JoinFactory(JoinPlan plan) : plan_(std::move(plan)) {}
  std::unique_ptr<StreamState> make_state() override { return std::make_unique<ProbeState>(plan_); }
  std::unique_ptr<TableScan> remainder() override {
    return tracks_matches(plan_.kind) ? std::make_unique<MatchScan>(plan_) : nullptr;
  }

 private:
  JoinPlan plan_;
};

/// Child 0 probes, child 1 is the PhysicalJoinBuild.
class PhysicalHashJoin final : public PhysicalOperator {
 public:
  PhysicalHashJoin(ProbeKind kind, JoinExpressions expressions)
      : PhysicalOperator(OperatorRole::kStream,
                         expressions.probe_keys.empty() ? "NestedLoopJoin" : "HashJoin"),
        kind_(kind),
        expressions_(std::move(expressions)) {}

  const JoinExpressions& expressions() const { return expressions_; }

  ProbeKind kind() const { return kind_; }

  void finish_planning() {
    const bool drops_unmatched = kind_ == ProbeKind::kInner || kind_ == ProbeKind::kSemi ||
                                 kind_ == ProbeKind::kBuildOuter || kind_ == ProbeKind::kBuildSemi ||
                                 kind_ == ProbeKind::kBuildAnti;
    for (size_t k = 0; drops_unmatched && k < expressions_.probe_keys.size(); ++k) {
      const auto* column = try_as<BoundColumn>(*expressions_.probe_keys[k]);
      const auto target = column == nullptr ? std::nullopt
                                            : find_join_filter_target(*children()[0], column->column,
                                                                      expressions_.nulls_are_equal[k]);
      if (target) {
        targets_.push_back({*target, k});
      }
    }
  }

  std::unique_ptr<StreamFactory> open_stream(Execution& execution) const override {
    const PhysicalOperator& build = *children()[1];
    JoinPlan plan{kind_,
                  expressions_,
                  children()[0]->positions(),
                  {},
                  children()[0]->types(),
                  execution.context(),
                  PhysicalJoinBuild::table_of(execution.sink_of(build))};
    plan.pair_positions = plan.probe_positions;
    const std::vector<ColumnId>& build_output = build.children()[0]->output();
    for (size_t i = 0; i < build_output.size(); ++i) {
      plan.pair_positions.emplace(build_output[i], children()[0]->output().size() + i);
    }
    for (auto& [scan, filter] : make_filters(plan.table, plan.context.cancellation)) {
      execution.add_join_filter(*scan, std::move(filter));
    }
    return std::make_unique<JoinFactory>(std::move(plan));
  }

 private:
  /// A scan that gives the column of a key.
  struct Target {
    JoinFilterTarget place;
    size_t key;
  };

  /// One scan that has all keys asks for their combination; otherwise each asks for the key that it has.
  std::vector<std::pair<const PhysicalOperator*, JoinFilter>> make_filters(
      const std::shared_ptr<JoinTable>& table, const Cancellation& cancellation) const {
    std::vector<std::pair<const PhysicalOperator*, JoinFilter>> filters;
    const bool has_all_keys = targets_.size() == expressions_.probe_keys.size() &&
                              std::all_of(targets_.begin(), targets_.end(), [&](const Target& target) {
                                return target.place.scan == targets_[0].place.scan;
                              });
    if (has_all_keys && !targets_.empty()) {
      JoinFilter filter{{table, &table->bloom()}, {}, {}};
      for (const Target& target : targets_) {
        filter.columns.push_back(target.place.column);
        add_bounds(*table, target, cancellation, filter);
      }
      filters.emplace_back(targets_[0].place.scan, std::move(filter));
      return filters;
    }
    for (const Target& target : targets_) {
      JoinFilter filter{nullptr, {target.place.column}, {}};
      if (table->row_count() <= kRowsForKeyFilterMax) {
        filter.bloom = filter_of_key(*table, target.key);
      }
      add_bounds(*table, target, cancellation, filter);
      filters.emplace_back(target.place.scan, std::move(filter));
    }
    return filters;
  }

  static std::shared_ptr<const BloomFilter> filter_of_key(const JoinTable& table, size_t key) {
    auto bloom = std::make_shared<BloomFilter>(table.row_count());
    std::vector<uint64_t> hashes(table.row_count());
    hash_column(table.keys()[key], table.row_count(), hashes.data(), false);
    for (const uint64_t hash : hashes) {
      bloom->add(hash);
    }
    return bloom;
  }

  /// Where NULLs are equal the bounds would drop them.
  void add_bounds(const JoinTable& table, const Target& target, const Cancellation& cancellation,
                  JoinFilter& filter) const {
    if (expressions_.nulls_are_equal[target.key]) {
      return;
    }
    const ColumnVector& key = table.keys()[target.key];
    ZoneStatistics zone = compute_zone(key.slice(0, 0));
    for (size_t begin = 0; begin < table.row_count(); begin += kRowsPerCheck) {
      cancellation.check();
      zone.merge(compute_zone(key.slice(begin, std::min(kRowsPerCheck, table.row_count() - begin))));
    }
    if (zone.is_known && !zone.minimum.is_null() && !zone.maximum.is_null()) {
      filter.bounds.push_back({target.place.column, std::move(zone.minimum), std::move(zone.maximum)});
    }
  }

  static constexpr size_t kRowsForKeyFilterMax = 262'144;

  ProbeKind kind_;
  JoinExpressions expressions_;
  std::vector<Target> targets_;
};

ProbeKind straight_kind(JoinKind kind) {
  switch (kind) {
    case JoinKind::kInner: return ProbeKind::kInner;
    case JoinKind::kLeft: return ProbeKind::kOuter;
    case JoinKind::kRight: return ProbeKind::kBuildOuter;
    case JoinKind::kFull: return ProbeKind::kFullOuter;
    case JoinKind::kSemi: return ProbeKind::kSemi;
    case JoinKind::kAnti: return ProbeKind::kAnti;
    case JoinKind::kMark: return ProbeKind::kMark;
    case JoinKind::kSingle: return ProbeKind::kSingle;
  }
  return ProbeKind::kInner;
}

/// The kind when the left side is built and the right one probes; none for those that can't be turned.
std::optional<ProbeKind> turned_kind(JoinKind kind) {
  switch (kind) {
    case JoinKind::kInner: return ProbeKind::kInner;
    case JoinKind::kLeft: return ProbeKind::kBuildOuter;
    case JoinKind::kRight: return ProbeKind::kOuter;
    case JoinKind::kFull: return ProbeKind::kFullOuter;
    case JoinKind::kSemi: return ProbeKind::kBuildSemi;
    case JoinKind::kAnti: return ProbeKind::kBuildAnti;
    default: return std::nullopt;
  }
}

/// Whether building the left side is clearly cheaper.
bool should_turn(const PhysicalOperator& left, const PhysicalOperator& right) {
  return left.estimated_rows() && right.estimated_rows() &&
         *left.estimated_rows() * 1.2 < *right.estimated_rows();
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

PhysicalOperatorPtr make_join(JoinExpressions expressions, PhysicalOperatorPtr left,
                              PhysicalOperatorPtr right, std::optional<ColumnId> mark) {
  ProbeKind kind = straight_kind(expressions.kind);
  if (const auto turned = turned_kind(expressions.kind); turned && should_turn(*left, *right)) {
    kind = *turned;
    std::swap(left, right);
    std::swap(expressions.probe_keys, expressions.build_keys);
  }
  std::vector<ColumnId> output;
  std::vector<LogicalType> types;
  if (gives_probe_columns(kind)) {
    append(output, left->output());
    append(types, left->types());
  }
  if (gives_build_columns(kind)) {
    append(output, right->output());
    append(types, right->types());
  }
  if (kind == ProbeKind::kMark) {
    output.push_back(mark.value());
    types.emplace_back(TypeId::kBoolean);
  }
  auto join = std::make_unique<PhysicalHashJoin>(kind, std::move(expressions));
  auto build = std::make_unique<PhysicalJoinBuild>(join->expressions().build_keys,
                                                   join->expressions().nulls_are_equal, tracks_matches(kind));
  build->set_output(right->output(), right->types());
  build->set_estimated_rows(right->estimated_rows());
  build->children().push_back(std::move(right));
  join->set_output(std::move(output), std::move(types));
  join->children().push_back(std::move(left));
  join->children().push_back(std::move(build));
  join->finish_planning();
  return join;
}

const PhysicalOperator* build_side_to_filter(const PhysicalOperator& op) {
  const auto* join = dynamic_cast<const PhysicalHashJoin*>(&op);
  // A second match of a scalar subquery must be seen, also of a row that is dropped later.
  if (join == nullptr || !gives_build_columns(join->kind()) || join->kind() == ProbeKind::kSingle) {
    return nullptr;
  }
  return op.children()[1]->children()[0].get();
}

bool adds_nulls(const PhysicalOperator& op) {
  const auto* join = dynamic_cast<const PhysicalHashJoin*>(&op);
  return join != nullptr && (join->kind() == ProbeKind::kOuter || join->kind() == ProbeKind::kSingle ||
                             join->kind() == ProbeKind::kBuildOuter || join->kind() == ProbeKind::kFullOuter);
}

}  // namespace stoa
