#include "function/aggregate_kernel.h"
#include "function/function_registry.h"
#include "function/math_errors.h"

namespace stoa {

namespace {

template <class T>
struct Folded {
  T value;
  bool is_set;
};

struct AndStep {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct OrStep {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct XorStep {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct MultiplyStep {
  static double apply(double a, double b) { return a * b; }
};

template <class T, class Step>
struct Fold {
  using State = Folded<T>;
  using Input = T;
  using Output = T;
  static void step(State& state, const T& value) {
    state.value = state.is_set ? Step::apply(state.value, value) : value;
    state.is_set = true;
  }
  static void merge(State& into, State& from) {
    if (from.is_set) {
      step(into, from.value);
    }
  }
  static bool finish(const AggregateCall&, const State& state, Output& out, TextHeap*) {
    out = state.value;
    return state.is_set;
  }
};

template <class Step>
void add_bits(FunctionRegistry& registry, const char* name, const char* word, const char* result) {
  const Documentation documentation = {std::string("The bitwise ") + word + " of all values.",
                                       "(SELECT " + std::string(name) + "(x) FROM (VALUES (6), (3)) t(x))",
                                       result};
  const auto add = [&](AggregateFunction function) {
    function.ignores_duplicates = !std::is_same_v<Step, XorStep>;
    registry.add(std::move(function));
  };
  add(aggregate<Fold<int8_t, Step>>(name, {TypeId::kTinyint}, TypeId::kTinyint, documentation));
  add(aggregate<Fold<int16_t, Step>>(name, {TypeId::kSmallint}, TypeId::kSmallint, documentation));
  add(aggregate<Fold<int32_t, Step>>(name, {TypeId::kInteger}, TypeId::kInteger, documentation));
  add(aggregate<Fold<int64_t, Step>>(name, {TypeId::kBigint}, TypeId::kBigint, documentation));
  add(aggregate<Fold<Int128, Step>>(name, {TypeId::kHugeint}, TypeId::kHugeint, documentation));
  add(aggregate<Fold<uint8_t, Step>>(name, {TypeId::kUtinyint}, TypeId::kUtinyint, documentation));
  add(aggregate<Fold<uint16_t, Step>>(name, {TypeId::kUsmallint}, TypeId::kUsmallint, documentation));
  add(aggregate<Fold<uint32_t, Step>>(name, {TypeId::kUinteger}, TypeId::kUinteger, documentation));
  add(aggregate<Fold<uint64_t, Step>>(name, {TypeId::kUbigint}, TypeId::kUbigint, documentation));
}

template <class Step>
void add_truth(FunctionRegistry& registry, const char* name, const char* description, const char* result) {
  AggregateFunction function = aggregate<Fold<uint8_t, Step>>(
      name, {TypeId::kBoolean}, TypeId::kBoolean,
      {description, "(SELECT " + std::string(name) + "(x) FROM (VALUES (true), (false)) t(x))", result});
  function.ignores_duplicates = true;
  registry.add(std::move(function));
}

}  // namespace

void register_bool_bit_aggregates(FunctionRegistry& registry) {
  add_bits<AndStep>(registry, "bit_and", "and", "2");
  add_bits<OrStep>(registry, "bit_or", "or", "7");
  add_bits<XorStep>(registry, "bit_xor", "exclusive or", "5");
  for (const char* name : {"bool_and", "every"}) {
    add_truth<AndStep>(registry, name, "Whether all values are true.", "false");
  }
  add_truth<OrStep>(registry, "bool_or", "Whether some value is true.", "true");
  AggregateFunction product =
      aggregate<Fold<double, MultiplyStep>>("product", {TypeId::kDouble}, TypeId::kDouble,
                                            {"The product of all values, in their order.",
                                             "(SELECT product(x) FROM (VALUES (2), (3.5)) t(x))", "7"});
  product.is_order_sensitive = true;  // rounding makes the order matter
  registry.add(std::move(product));
}

}  // namespace stoa
