#include "function/few_group_doubles.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/random.h"
#include "column/sample_vectors.h"
#include "function/call_test_support.h"
#include "function/function_registry.h"

namespace stoa {
namespace {

constexpr size_t kStrideBytes = 128;

/// The results by group of an aggregate over all rows in calls of `rows_per_call`; one row a call never meets
/// few groups' special path.
std::vector<Value> results(const AggregateFunction& function, const ColumnVector& vector,
                           const std::vector<uint32_t>& groups, uint32_t group_count, size_t rows_per_call) {
  const FunctionContext context;
  const std::vector<LogicalType> types{vector.type()};
  const LogicalType return_type = TypeId::kDouble;
  const AggregateCall call{context, nullptr, return_type, types};
  const BufferRef states = Buffer::allocate_zeroed(group_count * kStrideBytes);
  EXPECT_LE(function.state_bytes, kStrideBytes);
  for (uint32_t group = 0; group < group_count && function.initialize != nullptr; ++group) {
    function.initialize(states->data() + group * kStrideBytes);
  }
  for (size_t begin = 0; begin < vector.size(); begin += rows_per_call) {
    const size_t count = std::min(rows_per_call, vector.size() - begin);
    const ColumnVector part = vector.slice(begin, count);
    function.update(call, {&part, 1}, count, {states->data(), kStrideBytes, groups.data() + begin});
  }
  ColumnVector result = ColumnVector::make_flat(return_type, group_count);
  function.finalize(call, states->data(), kStrideBytes, group_count, result);
  std::vector<Value> values;
  for (uint32_t group = 0; group < group_count; ++group) {
    values.push_back(result.value(group));
    function.destroy(states->data() + group * kStrideBytes);
  }
  return values;
}

void check(const char* name, const ColumnVector& vector, uint32_t group_count, Random& random) {
  std::vector<uint32_t> groups(vector.size());
  for (uint32_t& group : groups) {
    group = static_cast<uint32_t>(random.below(group_count));
  }
  const AggregateFunction* function = nullptr;
  for (const AggregateFunction* candidate : function_test::registry().aggregate_functions()) {
    if (candidate->name == name && candidate->parameters[0] == vector.type()) {
      function = candidate;
    }
  }
  ASSERT_NE(function, nullptr);
  const std::vector<Value> expected = results(*function, vector, groups, group_count, 1);
  for (const size_t rows_per_call : {size_t{100}, size_t{2048}, size_t{4096}}) {
    const std::vector<Value> found = results(*function, vector, groups, group_count, rows_per_call);
    for (uint32_t group = 0; group < group_count; ++group) {
      ASSERT_EQ(found[group].to_string(), expected[group].to_string())
          << name << " of " << vector.size() << " rows, group " << group;
    }
  }
}

ColumnVector numbers(Random& random, const LogicalType& type, size_t size, double null_fraction, double odd) {
  std::vector<Value> values;
  for (size_t i = 0; i < size; ++i) {
    const double number = random.below(500) == 0 ? odd : random.unit() * 1000 - 300;
    values.push_back(random.unit() < null_fraction ? Value::null(type) : Value::from_double(type, number));
  }
  return ColumnVector::from_values(type, values);
}

TEST(FewGroupDoubles, GiveTheSameAsOneByOne) {
  Random random(17);
  const double inf = std::numeric_limits<double>::infinity();
  for (const size_t size : {0, 1, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 5000}) {
    for (const double odd : {1.0, -0.0, 1e30, inf, std::nan("")}) {
      for (const double null_fraction : {0.0, 0.3}) {
        const ColumnVector doubles = numbers(random, TypeId::kDouble, size, null_fraction, odd);
        for (const uint32_t group_count : {1U, 2U, 5U, 8U, 9U}) {
          check("sum", doubles, group_count, random);
          check("avg", doubles, group_count, random);
          check("sum", numbers(random, TypeId::kReal, size, null_fraction, odd), group_count, random);
        }
        if (std::isfinite(odd)) {
          check("var_samp", doubles, 5, random);
        }
      }
    }
  }
}

TEST(FewGroupDoubles, TakeSelectedAndConstantRows) {
  Random random(18);
  const ColumnVector doubles = numbers(random, TypeId::kDouble, 3000, 0.1, 1);
  const BufferRef rows = Buffer::allocate(2000 * sizeof(uint32_t));
  for (size_t i = 0; i < 2000; ++i) {
    rows->as<uint32_t>()[i] = static_cast<uint32_t>(random.below(3000));
  }
  check("sum", doubles.select(Selection(rows->as<uint32_t>(), 2000), rows), 4, random);
  check("sum", ColumnVector::make_constant(Value::double_precision(0.1), 500), 4, random);
  check("sum", ColumnVector::make_constant(Value::null(TypeId::kDouble), 500), 4, random);
}

TEST(FewGroupDoubles, DeclineManyGroupsAndFewRows) {
  Random random(19);
  const ColumnVector doubles = numbers(random, TypeId::kDouble, 129, 0, 1);
  std::vector<uint32_t> groups(129, kSplitGroupsMax - 1);
  FewGroupDoubles few;
  EXPECT_TRUE(few.take(doubles, 129, groups.data()));
  EXPECT_FALSE(few.take(doubles, FewGroupDoubles::kRowsMin - 1, groups.data()));
  groups[128] = kSplitGroupsMax;
  EXPECT_FALSE(few.take(doubles, 129, groups.data()));
}

}  // namespace
}  // namespace stoa
