#include "types/uuid.h"

namespace stoa {
namespace {

constexpr Int128 kTopBit = static_cast<Int128>(UInt128{1} << 127);
constexpr int kHexDigits = 32;

int hex_value(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// A hyphen stands behind these many digits in the printed form.
bool is_group_end(int digits) {
  return digits == 8 || digits == 12 || digits == 16 || digits == 20;
}

}  // namespace

bool parse_uuid(std::string_view text, Int128& stored) noexcept {
  if (text.size() >= 2 && text.front() == '{' && text.back() == '}') {
    text = text.substr(1, text.size() - 2);
  }
  UInt128 value = 0;
  int digits = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    // After every four digits a hyphen may stand, but not at the end.
    if (text[i] == '-' && digits > 0 && digits % 4 == 0 && digits < kHexDigits && text[i - 1] != '-') {
      continue;
    }
    const int digit = hex_value(text[i]);
    if (digit < 0 || digits == kHexDigits) {
      return false;
    }
    value = (value << 4) | static_cast<unsigned>(digit);
    ++digits;
  }
  if (digits != kHexDigits) {
    return false;
  }
  stored = static_cast<Int128>(value) ^ kTopBit;
  return true;
}

size_t print_uuid(Int128 stored, char* out) noexcept {
  const auto value = static_cast<UInt128>(stored ^ kTopBit);
  char* at = out;
  for (int digit = 0; digit < kHexDigits; ++digit) {
    if (is_group_end(digit)) {
      *at++ = '-';
    }
    *at++ = "0123456789abcdef"[static_cast<unsigned>(value >> (4 * (kHexDigits - 1 - digit))) & 15U];
  }
  return kUuidPrintBytes;
}

std::string uuid_to_string(Int128 stored) {
  char buffer[kUuidPrintBytes];
  return {buffer, print_uuid(stored, buffer)};
}

Int128 uuid_from_bytes(const uint8_t bytes[16]) noexcept {
  UInt128 value = 0;
  for (int i = 0; i < 16; ++i) {
    value = (value << 8) | bytes[i];
  }
  return static_cast<Int128>(value) ^ kTopBit;
}

void uuid_to_bytes(Int128 stored, uint8_t bytes[16]) noexcept {
  auto value = static_cast<UInt128>(stored ^ kTopBit);
  for (int i = 15; i >= 0; --i) {
    bytes[i] = static_cast<uint8_t>(value);
    value >>= 8;
  }
}

Int128 make_random_uuid(uint64_t high_bits, uint64_t low_bits) noexcept {
  constexpr uint64_t kVersionMask = 0xF000;
  constexpr uint64_t kVersion4 = 0x4000;
  constexpr uint64_t kVariantMask = uint64_t{3} << 62;
  constexpr uint64_t kVariant = uint64_t{2} << 62;
  const uint64_t high = (high_bits & ~kVersionMask) | kVersion4;
  const uint64_t low = (low_bits & ~kVariantMask) | kVariant;
  return make_int128(static_cast<int64_t>(high), low) ^ kTopBit;
}

}  // namespace stoa
