#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/physical_dispatch.h"
#include "function/row_kernel.h"
#include "function/stored_value.h"

namespace stoa {

namespace {

/// The common type of all arguments; quoted constants take the type of the others.
std::shared_ptr<const FunctionData> bind_common_type(const ScalarBindInput& input) {
  LogicalType common;
  const auto is_constant_text = [&](size_t i) {
    return i < input.constants.size() && input.constants[i] != nullptr && input.parameter_types[i].is_text();
  };
  for (size_t i = 0; i < input.parameter_types.size(); ++i) {
    if (is_constant_text(i)) {
      continue;
    }
    LogicalType wider;
    if (!common_type(common, input.parameter_types[i], wider)) {
      raise(sqlstate::kDatatypeMismatch, "types " + common.to_string() + " and " +
                                             input.parameter_types[i].to_string() + " cannot be matched");
    }
    common = wider;
  }
  if (common.is_null()) {
    common = TypeId::kText;
  }
  if (common.is_nested()) {
    raise_unsupported("comparing values of type " + common.to_string());
  }
  for (LogicalType& type : input.parameter_types) {
    type = common;
  }
  input.return_type = common;
  return nullptr;
}

template <class T, bool kGreatest>
void pick(std::span<const ColumnVector> arguments, size_t row_count, ColumnVector& result) {
  T* to = result.mutable_values<T>();
  std::vector<bool> has_value(row_count, false);
  for (const ColumnVector& argument : arguments) {
    const UnifiedVector values(argument);
    for (size_t row = 0; row < row_count; ++row) {
      if (!values.is_valid(row)) {
        continue;
      }
      const T& value = values.value<T>(row);
      if (!has_value[row] || (kGreatest ? orders_before(to[row], value) : orders_before(value, to[row]))) {
        to[row] = value;
        has_value[row] = true;
      }
    }
  }
  for (size_t row = 0; row < row_count; ++row) {
    if (!has_value[row]) {
      result.set_null(row);
    }
  }
}

template <bool kGreatest>
ColumnVector pick_kernel(const ScalarCall& call) {
  ColumnVector result = ColumnVector::make_flat(call.return_type, call.row_count);
  if (call.return_type.is_text_like()) {
    share_heaps(call.arguments, result);
  }
  dispatch_physical(call.return_type.physical(),
                    [&]<class T>() { pick<T, kGreatest>(call.arguments, call.row_count, result); });
  return result;
}

ScalarFunction make_pick(const char* name, ScalarKernel kernel, Documentation documentation) {
  ScalarFunction function = scalar(name, {TypeId::kNull, TypeId::kNull}, TypeId::kNull, kernel,
                                   std::move(documentation), bind_common_type);
  function.is_variadic = true;
  function.null_handling = NullHandling::kSpecial;
  return function;
}

}  // namespace

void register_greatest_least(FunctionRegistry& registry) {
  registry.add(make_pick("greatest", pick_kernel<true>,
                         {"The greatest argument, NULLs left out.", "greatest(3, NULL, 7)", "7"}));
  registry.add(make_pick("least", pick_kernel<false>,
                         {"The least argument, NULLs left out.", "least(3, NULL, 7)", "3"}));
}

}  // namespace stoa
