#include <array>

#include <fmt/format.h>

#include "base/error.h"
#include "bind/query_binder.h"
#include "sql/tree.h"

namespace stoa {

namespace {

struct WindowName {
  std::string_view name;
  WindowFunctionKind kind;
  size_t arguments_min;
  size_t arguments_max;
};

constexpr std::array kWindowNames = {
    WindowName{"row_number", WindowFunctionKind::kRowNumber, 0, 0},
    WindowName{"rank", WindowFunctionKind::kRank, 0, 0},
    WindowName{"dense_rank", WindowFunctionKind::kDenseRank, 0, 0},
    WindowName{"percent_rank", WindowFunctionKind::kPercentRank, 0, 0},
    WindowName{"cume_dist", WindowFunctionKind::kCumeDist, 0, 0},
    WindowName{"ntile", WindowFunctionKind::kNtile, 1, 1},
    WindowName{"lag", WindowFunctionKind::kLag, 1, 3},
    WindowName{"lead", WindowFunctionKind::kLead, 1, 3},
    WindowName{"first_value", WindowFunctionKind::kFirstValue, 1, 1},
    WindowName{"last_value", WindowFunctionKind::kLastValue, 1, 1},
    WindowName{"nth_value", WindowFunctionKind::kNthValue, 2, 2},
};

const WindowName* find_window_name(std::string_view name) {
  for (const WindowName& candidate : kWindowNames) {
    if (candidate.name == name) {
      return &candidate;
    }
  }
  return nullptr;
}

LogicalType result_type(WindowFunctionKind kind, const ExpressionList& arguments) {
  switch (kind) {
    case WindowFunctionKind::kPercentRank:
    case WindowFunctionKind::kCumeDist: return TypeId::kDouble;
    case WindowFunctionKind::kLag:
    case WindowFunctionKind::kLead:
    case WindowFunctionKind::kFirstValue:
    case WindowFunctionKind::kLastValue:
    case WindowFunctionKind::kNthValue: return arguments[0]->type;
    default: return TypeId::kBigint;
  }
}

/// The specification with the named windows that it refers to written out.
sql::WindowSpecification resolve_window(const sql::Over& over, const sql::SelectQuery* select) {
  const std::string& base = over.name.text.empty() ? over.specification.base.text : over.name.text;
  if (base.empty()) {
    return sql::clone(over.specification);
  }
  const sql::NamedWindow* named = nullptr;
  for (size_t i = 0; select != nullptr && i < select->windows.size(); ++i) {
    if (select->windows[i].name.text == base) {
      named = &select->windows[i];
    }
  }
  if (named == nullptr) {
    raise_at(over.name.place, sqlstate::kUndefinedObject, fmt::format("window \"{}\" does not exist", base));
  }
  sql::Over inner;
  inner.specification = sql::clone(named->specification);
  sql::WindowSpecification resolved = resolve_window(inner, select);
  if (!over.name.text.empty()) {
    return resolved;
  }
  sql::WindowSpecification refined = sql::clone(over.specification);
  if (!refined.partition_by.empty()) {
    raise_at(refined.place, sqlstate::kWindowingError,
             fmt::format("cannot override PARTITION BY of window \"{}\"", base));
  }
  refined.partition_by = std::move(resolved.partition_by);
  if (refined.order_by.empty()) {
    refined.order_by = std::move(resolved.order_by);
  }
  return refined;
}

}  // namespace

void QueryBinder::bind_frame(const sql::WindowSpecification& window, BoundWindow& bound) {
  if (!window.frame) {
    return;
  }
  const sql::WindowFrame& frame = *window.frame;
  bound.frame_unit = static_cast<FrameUnit>(frame.unit);
  bound.frame_start = static_cast<FrameBoundKind>(frame.start.kind);
  bound.frame_end = static_cast<FrameBoundKind>(frame.end.kind);
  bound.exclusion = static_cast<FrameExclusion>(frame.exclusion);
  const bool is_wrong =
      bound.frame_start == FrameBoundKind::kUnboundedFollowing ||
      bound.frame_end == FrameBoundKind::kUnboundedPreceding ||
      (bound.frame_start == FrameBoundKind::kFollowing && bound.frame_end == FrameBoundKind::kPreceding) ||
      (bound.frame_start == FrameBoundKind::kFollowing && bound.frame_end == FrameBoundKind::kCurrentRow) ||
      (bound.frame_start == FrameBoundKind::kCurrentRow && bound.frame_end == FrameBoundKind::kPreceding);
  if (is_wrong) {
    raise_at(frame.place, sqlstate::kWindowingError, "the frame's end lies before its start");
  }
  if (frame.start.offset) {
    bound.start_offset = coerce(bind(*frame.start.offset, Clause::kLimit), TypeId::kBigint);
  }
  if (frame.end.offset) {
    bound.end_offset = coerce(bind(*frame.end.offset, Clause::kLimit), TypeId::kBigint);
  }
  const bool has_offset = bound.start_offset || bound.end_offset;
  if (bound.frame_unit != FrameUnit::kRows && has_offset) {
    raise_at(frame.place, sqlstate::kFeatureNotSupported,
             "RANGE and GROUPS frames with offsets are not supported");
  }
  if (bound.exclusion != FrameExclusion::kNone) {
    raise_at(frame.place, sqlstate::kFeatureNotSupported, "EXCLUDE in a frame is not supported");
  }
}

bool QueryBinder::is_window_function(std::string_view name) {
  return find_window_name(name) != nullptr;
}

ExpressionPtr QueryBinder::bind_window(const std::string& name, const sql::FunctionCall& e, Clause clause) {
  if (select_ == nullptr ||
      (clause != Clause::kSelect && clause != Clause::kOrderBy && clause != Clause::kQualify)) {
    raise_at(e.place, sqlstate::kWindowingError,
             "window functions are allowed only in SELECT, QUALIFY and ORDER BY");
  }
  ExpressionList arguments;
  for (const sql::Argument& argument : e.arguments) {
    arguments.push_back(bind(*argument.value, Clause::kWindowArgument));
  }
  const WindowName* known = find_window_name(name);
  const bool is_aggregate = known == nullptr;
  if (is_aggregate && !statement_.context.functions.has_aggregate(name)) {
    raise_at(e.place, sqlstate::kUndefinedFunction, fmt::format("there is no window function {}", name));
  }
  if (known != nullptr &&
      (arguments.size() < known->arguments_min || arguments.size() > known->arguments_max)) {
    raise_at(e.place, sqlstate::kUndefinedFunction,
             fmt::format("{} does not take {} arguments", name, arguments.size()));
  }
  BoundAggregateCall aggregate;
  if (is_aggregate) {
    aggregate = resolve_aggregate(name, e, arguments);
  }
  if (!is_aggregate && arguments.size() == 3) {  // lag and lead: the value and its default share a type
    unify({&arguments[0], &arguments[2]}, known->name);
  }
  const LogicalType type = is_aggregate ? aggregate.return_type : result_type(known->kind, arguments);
  auto window =
      std::make_unique<BoundWindow>(is_aggregate ? WindowFunctionKind::kAggregate : known->kind, type);
  window->aggregate = std::move(aggregate);
  if (!is_aggregate) {
    // Offsets and counts are BIGINT.
    if (window->function == WindowFunctionKind::kNtile) {
      arguments[0] = coerce(std::move(arguments[0]), TypeId::kBigint);
    }
    if (arguments.size() >= 2) {
      arguments[1] = coerce(std::move(arguments[1]), TypeId::kBigint);
    }
  }
  window->arguments = std::move(arguments);
  window->is_distinct = e.distinct;
  if (e.distinct) {
    raise_at(e.place, sqlstate::kFeatureNotSupported, "DISTINCT in window functions is not supported");
  }
  window->ignores_nulls = e.nulls == sql::NullTreatment::kIgnore;
  if (window->ignores_nulls) {
    raise_at(e.place, sqlstate::kFeatureNotSupported, "IGNORE NULLS is not supported");
  }
  if (e.filter) {
    window->filter = bind_condition(*e.filter, Clause::kWindowArgument);
  }
  const sql::WindowSpecification specification = resolve_window(*e.over, select_->syntax);
  for (const sql::ExpressionPtr& part : specification.partition_by) {
    window->partition_by.push_back(bind(*part, Clause::kWindowArgument));
  }
  window->order_by = bind_orders(specification.order_by, Clause::kWindowArgument);
  bind_frame(specification, *window);
  const ColumnId id = columns().add(name, type);
  select_->windows.push_back({id, std::move(window)});
  return make_column(id, columns());
}

}  // namespace stoa
