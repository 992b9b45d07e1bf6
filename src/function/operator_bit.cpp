#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/numeric_types.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

template <class T>
T bit_and_row(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T bit_or_row(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T bit_xor_row(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T bit_not_row(T a) {
  return static_cast<T>(~a);
}

/// Shifts count modulo the width, as PostgreSQL's do on common machines.
template <class T>
unsigned shift_count(int32_t count) {
  return static_cast<unsigned>(count) & (sizeof(T) * 8 - 1);
}
template <class T>
T shift_left_row(T a, int32_t count) {
  return static_cast<T>(static_cast<UInt128>(a) << shift_count<T>(count));
}
template <class T>
T shift_right_row(T a, int32_t count) {
  return static_cast<T>(a >> shift_count<T>(count));
}

template <class T>
void add_bit_operators(FunctionRegistry& registry, TypeId type) {
  registry.add(
      scalar("&", {type, type}, type, row_kernel<&bit_and_row<T>>, {"Bitwise and.", "12 & 10", "8"}));
  registry.add(scalar("|", {type, type}, type, row_kernel<&bit_or_row<T>>, {"Bitwise or.", "12 | 10", "14"}));
  registry.add(scalar("#", {type, type}, type, row_kernel<&bit_xor_row<T>>,
                      {"Bitwise exclusive or.", "12 # 10", "6"}));
  registry.add(scalar("xor", {type, type}, type, row_kernel<&bit_xor_row<T>>,
                      {"Bitwise exclusive or.", "xor(12, 10)", "6"}));
  registry.add(scalar("~", {type}, type, row_kernel<&bit_not_row<T>>, {"Bitwise not.", "~ 5", "-6"}));
  registry.add(scalar("<<", {type, TypeId::kInteger}, type, row_kernel<&shift_left_row<T>>,
                      {"Shift left by a number of bits.", "1 << 4", "16"}));
  registry.add(scalar(">>", {type, TypeId::kInteger}, type, row_kernel<&shift_right_row<T>>,
                      {"Shift right by a number of bits, keeping the sign.", "-16 >> 2", "-4"}));
}

}  // namespace

void register_bit_operators(FunctionRegistry& registry) {
  add_bit_operators<int8_t>(registry, TypeId::kTinyint);
  add_bit_operators<int16_t>(registry, TypeId::kSmallint);
  add_bit_operators<int32_t>(registry, TypeId::kInteger);
  add_bit_operators<int64_t>(registry, TypeId::kBigint);
  add_bit_operators<Int128>(registry, TypeId::kHugeint);
  add_bit_operators<uint8_t>(registry, TypeId::kUtinyint);
  add_bit_operators<uint16_t>(registry, TypeId::kUsmallint);
  add_bit_operators<uint32_t>(registry, TypeId::kUinteger);
  add_bit_operators<uint64_t>(registry, TypeId::kUbigint);
}

}  // namespace stoa
