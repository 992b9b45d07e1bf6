#include <new>
#include <string>

#include "base/error.h"
#include "function/aggregate_kernel.h"
#include "function/function_registry.h"

namespace stoa {

namespace {

/// The text so far. A value's own separator stands before it, but for the first value's, which is kept for
/// `combine`.
struct JoinedText {
  explicit JoinedText(MemoryBudget* budget) : reservation(budget) {}
  std::string text;
  std::string first_separator;
  Reservation reservation;

  void append(std::string_view part) {
    if (text.size() + part.size() > UINT32_MAX) {
      raise(sqlstate::kProgramLimitExceeded, "string_agg: the text is longer than 4 GiB");
    }
    text += part;
    if (text.capacity() > reservation.size_bytes()) {
      reservation.resize(text.capacity());
    }
  }
};

struct JoinState {
  std::unique_ptr<JoinedText> joined;
};

JoinState& join_at(std::byte* state) {
  return *reinterpret_cast<JoinState*>(state);
}

void join_value(const AggregateCall& call, JoinState& state, std::string_view separator,
                std::string_view value) {
  if (state.joined == nullptr) {
    state.joined = std::make_unique<JoinedText>(call.context.budget);
    state.joined->first_separator = separator;
  } else {
    state.joined->append(separator);
  }
  state.joined->append(value);
}

template <class StateOf>
void join_rows(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
               StateOf state_of) {
  const UnifiedVector values(arguments[0]);
  const ColumnVector* separators = arguments.size() > 1 ? &arguments[1] : nullptr;
  for (size_t row = 0; row < row_count; ++row) {
    if (!values.is_valid(row)) {
      continue;
    }
    std::string_view separator = ",";
    if (separators != nullptr) {
      const UnifiedVector given(*separators);
      separator = given.is_valid(row) ? given.value<TextView>(row).view() : std::string_view();
    }
    join_value(call, state_of(row), separator, values.value<TextView>(row).view());
  }
}

void join_update(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                 const GroupedStates& states) {
  join_rows(call, arguments, row_count, [&](size_t row) -> JoinState& { return join_at(states.at(row)); });
}

void join_single(const AggregateCall& call, std::span<const ColumnVector> arguments, size_t row_count,
                 std::byte* state) {
  join_rows(call, arguments, row_count, [&](size_t) -> JoinState& { return join_at(state); });
}

void join_combine(const AggregateCall& call, std::byte* from, std::byte* into) {
  const JoinState& other = join_at(from);
  if (other.joined == nullptr) {
    return;
  }
  join_value(call, join_at(into), other.joined->first_separator, other.joined->text);
}

void join_finalize(const AggregateCall&, std::byte* base, size_t stride_bytes, size_t count,
                   ColumnVector& result) {
  for (size_t i = 0; i < count; ++i) {
    const JoinState& state = join_at(base + i * stride_bytes);
    if (state.joined == nullptr) {
      result.set_null(i);
    } else {
      result.mutable_values<TextView>()[i] = result.mutable_heap().add(std::string_view(state.joined->text));
    }
  }
}

AggregateFunction make_join(const char* name, std::vector<LogicalType> parameters,
                            Documentation documentation) {
  AggregateFunction function;
  function.name = name;
  function.parameters = std::move(parameters);
  function.return_type = TypeId::kText;
  function.state_bytes = sizeof(JoinState);
  function.initialize = [](std::byte* state) { new (state) JoinState(); };
  function.destroy = [](std::byte* state) { join_at(state).~JoinState(); };
  function.update = &join_update;
  function.update_single = &join_single;
  function.combine = &join_combine;
  function.finalize = &join_finalize;
  function.is_order_sensitive = true;
  function.description = std::move(documentation.description);
  function.example = std::move(documentation.example);
  function.example_result = std::move(documentation.example_result);
  return function;
}

std::shared_ptr<const FunctionData> bind_list_aggregate(const ScalarBindInput&) {
  raise_unsupported("an aggregate that gives a list");
}

}  // namespace

void register_string_agg(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  for (const char* name : {"string_agg", "group_concat", "listagg"}) {
    const std::string begin = "(SELECT " + std::string(name);
    registry.add(make_join(name, {kText, kText},
                           {"The texts in their order, with a separator between.",
                            begin + "(x, '-') FROM (VALUES ('a'), (NULL), ('b')) t(x))", "a-b"}));
    registry.add(make_join(name, {kText},
                           {"The texts in their order, with commas between.",
                            begin + "(x) FROM (VALUES ('a'), ('b')) t(x))", "a,b"}));
  }
  // Known names of what comes with lists, so that the error says so.
  for (const char* name : {"array_agg", "list", "json_agg", "jsonb_agg"}) {
    AggregateFunction function =
        make_join(name, {TypeId::kNull},
                  {"The values as a list; not supported yet.", "(SELECT " + std::string(name) + "(1))", ""});
    function.bind = bind_list_aggregate;
    registry.add(std::move(function));
  }
}

}  // namespace stoa
