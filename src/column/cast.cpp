#include "column/cast.h"

#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "column/cast_run.h"
#include "types/calendar.h"
#include "types/cast.h"

namespace stoa {
namespace {

bool is_number_or_boolean(const LogicalType& type) {
  return type.is_numeric() || type.id() == TypeId::kBoolean;
}

/// True when the stored bytes mean the same under the target type.
bool keeps_bytes(const LogicalType& from, const LogicalType& to) {
  if (from == to) {
    return true;
  }
  if (from.is_decimal() && to.is_decimal()) {
    return from.scale() == to.scale() && from.precision() <= to.precision() &&
           from.physical() == to.physical();
  }
  const bool is_plain_text = to.is_text() && to.length() == 0;
  if (is_plain_text && (from.id() == TypeId::kJson || from.is_text())) {
    return !from.is_fixed_char();
  }
  const bool are_timestamps = (from.id() == TypeId::kTimestamp && to.id() == TypeId::kTimestamptz) ||
                              (from.id() == TypeId::kTimestamptz && to.id() == TypeId::kTimestamp);
  return are_timestamps;
}

/// True when different values stay different.
bool keeps_distinct(const LogicalType& from, const LogicalType& to) {
  if (to.is_text()) {
    return to.length() == 0 && !from.is_text();
  }
  return from.is_integer() && to.is_integer();
}

void run_loop(CastRun& run) {
  const LogicalType& from = run.input.type();
  const LogicalType& to = run.result.type();
  if (to.is_text()) {
    return cast_to_text(run);
  }
  if (from.is_text()) {
    return cast_from_text(run);
  }
  if (is_number_or_boolean(from) && is_number_or_boolean(to)) {
    return cast_numbers(run);
  }
  cast_temporals(run);
}

void make_failed_null(CastRun& run) {
  uint64_t* valid = run.result.mutable_validity();
  for (size_t word = 0; word < run.failed.size(); ++word) {
    valid[word] &= ~run.failed[word];
  }
}

/// Casts or assigns a flat vector; failed rows are NULL in the result and marked in `failed`.
ColumnVector cast_flat(const ColumnVector& input, const LogicalType& target, bool assign,
                       MemoryBudget* budget, std::vector<uint64_t>& failed) {
  ColumnVector result = ColumnVector::make_flat(target, input.size(), budget);
  CastRun run{input, result, input.size(), {}};
  if (assign) {
    fit_texts(run, true);
  } else {
    run_loop(run);
  }
  result.set_validity(input.validity());
  if (!run.failed.empty()) {
    make_failed_null(run);
  }
  failed = std::move(run.failed);
  return result;
}

/// One row cast alone says what is wrong with it, in cast_value's words.
[[noreturn]] void raise_for(const ColumnVector& input, size_t row, const LogicalType& target, bool assign) {
  const Value value = input.value(row);
  static_cast<void>(assign ? assign_value(value, target) : cast_value(value, target));
  STOA_UNREACHABLE("a vector's cast failed where the value's does not");
}

void raise_first_failed(const ColumnVector& input, const std::vector<uint64_t>& failed,
                        const LogicalType& target, bool assign) {
  if (failed.empty()) {
    return;
  }
  for (size_t row = 0; row < input.size(); ++row) {
    if (get_bit(failed.data(), input.position(row))) {
      raise_for(input, row, target, assign);
    }
  }
}

struct Job {
  const LogicalType& target;
  bool assign;
  CastFailure failure;
  MemoryBudget* budget;
};

ColumnVector cast_constant(const ColumnVector& input, const Job& job) {
  const Value value = input.value(0);
  if (job.assign) {
    return ColumnVector::make_constant(assign_value(value, job.target), input.size());
  }
  if (job.failure == CastFailure::kRaise) {
    return ColumnVector::make_constant(cast_value(value, job.target), input.size());
  }
  Value result = Value::null(job.target);
  const bool converts = try_cast_value(value, job.target, result);
  return ColumnVector::make_constant(converts ? result : Value::null(job.target), input.size());
}

ColumnVector cast_rows_of(const ColumnVector& input, const Job& job) {
  std::vector<uint64_t> failed;
  ColumnVector result = cast_flat(input, job.target, job.assign, job.budget, failed);
  if (job.failure == CastFailure::kRaise) {
    raise_first_failed(input, failed, job.target, job.assign);
  }
  return result;
}

/// Casts each entry once. Entries that no row refers to may fail without harm.
ColumnVector cast_entries(const ColumnVector& input, const Job& job) {
  std::vector<uint64_t> failed;
  const ColumnVector& entries = input.dictionary();
  auto cast =
      std::make_shared<const ColumnVector>(cast_flat(entries, job.target, job.assign, job.budget, failed));
  if (job.failure == CastFailure::kRaise) {
    raise_first_failed(input, failed, job.target, job.assign);
  }
  const bool distinct =
      input.has_distinct_dictionary() && failed.empty() && keeps_distinct(input.type(), job.target);
  return ColumnVector::make_over(std::move(cast), distinct, input.indices(), input.indices_owner(),
                                 input.size());
}

ColumnVector run_job(const ColumnVector& input, const Job& job) {
  if (input.type().is_nested() || job.target.is_nested()) {
    raise_unsupported("casting a column of type " + input.type().to_string() + " to " +
                      job.target.to_string());
  }
  if (input.size() == 0) {
    return ColumnVector::make_flat(job.target, 0, job.budget);
  }
  if (input.is_constant()) {
    return cast_constant(input, job);
  }
  if (input.is_flat()) {
    return cast_rows_of(input, job);
  }
  const bool has_few_entries = input.dictionary().is_flat() && input.dictionary().size() <= input.size();
  return has_few_entries ? cast_entries(input, job) : cast_rows_of(input.flatten(), job);
}

ColumnVector retyped(const ColumnVector& input, const LogicalType& target) {
  ColumnVector result = input;
  result.set_type(target);
  return result;
}

}  // namespace

void cast_temporals(CastRun& run) {
  const TypeId from = run.input.type().id();
  const TypeId to = run.result.type().id();
  if (from == TypeId::kTime) {
    return cast_rows<int64_t, Interval>(run, [](int64_t time, Interval& result) {
      result = {0, 0, time};
      return true;
    });
  }
  if (from == TypeId::kInterval) {
    return cast_rows<Interval, int64_t>(run, [](const Interval& interval, int64_t& result) {
      result = interval_to_time(interval);
      return true;
    });
  }
  if (from == TypeId::kDate) {
    return cast_rows<int32_t, int64_t>(
        run, [=](int32_t days, int64_t& result) { return cast_temporal(days, from, to, result); });
  }
  if (to == TypeId::kDate) {
    return cast_rows<int64_t, int32_t>(run, [](int64_t micros, int32_t& result) {
      result = timestamp_to_date(micros);
      return true;
    });
  }
  cast_rows<int64_t, int64_t>(
      run, [=](int64_t micros, int64_t& result) { return cast_temporal(micros, from, to, result); });
}

ColumnVector cast_vector(const ColumnVector& input, const LogicalType& target, CastFailure failure,
                         MemoryBudget* budget) {
  if (keeps_bytes(input.type(), target)) {
    return retyped(input, target);
  }
  if (cast_kind(input.type(), target) == CastKind::kNone) {
    raise_no_cast(input.type(), target);
  }
  if (input.type().is_null()) {
    return ColumnVector::make_null(target, input.size());
  }
  return run_job(input, {target, false, failure, budget});
}

ColumnVector assign_vector(const ColumnVector& input, const LogicalType& target, MemoryBudget* budget) {
  if (input.type() == target || !target.is_text() || target.length() == 0) {
    return cast_vector(input, target, CastFailure::kRaise, budget);
  }
  return run_job(cast_vector(input, TypeId::kText, CastFailure::kRaise, budget),
                 {target, true, CastFailure::kRaise, budget});
}

}  // namespace stoa
