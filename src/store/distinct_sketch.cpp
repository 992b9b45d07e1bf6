#include "store/distinct_sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace stoa {

DistinctSketch::Registers& DistinctSketch::own_registers() {
  if (registers_ == nullptr) {
    registers_ = std::make_shared<Registers>();
    registers_->fill(0);
  } else if (registers_.use_count() > 1) {
    registers_ = std::make_shared<Registers>(*registers_);
  }
  return *registers_;
}

DistinctSketch DistinctSketch::from_registers(std::span<const uint8_t, kRegisterCount> registers) {
  DistinctSketch sketch;
  std::copy(registers.begin(), registers.end(), sketch.own_registers().begin());
  return sketch;
}

void DistinctSketch::add(uint64_t hash) {
  add({&hash, 1});
}

void DistinctSketch::add(std::span<const uint64_t> hashes) {
  if (hashes.empty()) {
    return;
  }
  Registers& registers = own_registers();
  for (const uint64_t hash : hashes) {
    const uint64_t rest = (hash << kIndexBits) | (uint64_t{1} << (kIndexBits - 1));
    const auto rank = static_cast<uint8_t>(std::countl_zero(rest) + 1);
    uint8_t& place = registers[hash >> (64 - kIndexBits)];
    place = std::max(place, rank);
  }
}

void DistinctSketch::merge(const DistinctSketch& other) {
  if (other.registers_ == nullptr || other.registers_ == registers_) {
    return;
  }
  if (registers_ == nullptr) {
    registers_ = other.registers_;
    return;
  }
  Registers& registers = own_registers();
  for (size_t i = 0; i < registers.size(); ++i) {
    registers[i] = std::max(registers[i], (*other.registers_)[i]);
  }
}

double DistinctSketch::estimate() const {
  if (registers_ == nullptr) {
    return 0;
  }
  const auto register_count = static_cast<double>(registers_->size());
  double inverse_sum = 0;
  size_t zero_count = 0;
  for (const uint8_t rank : *registers_) {
    inverse_sum += std::ldexp(1.0, -int{rank});
    zero_count += rank == 0 ? 1 : 0;
  }
  const double alpha = 0.7213 / (1.0 + 1.079 / register_count);
  const double raw = alpha * register_count * register_count / inverse_sum;
  if (raw > 2.5 * register_count || zero_count == 0) {
    return raw;
  }
  return register_count * std::log(register_count / static_cast<double>(zero_count));
}

}  // namespace stoa
