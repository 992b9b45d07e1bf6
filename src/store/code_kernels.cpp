#include "store/code_kernels.h"

namespace stoa {

namespace {

template <class From, class To>
void convert(const From* from, size_t count, To* to) {
  for (size_t i = 0; i < count; ++i) {
    to[i] = static_cast<To>(from[i]);
  }
}

}  // namespace

void widen_codes(const uint8_t* from, size_t count, uint32_t* to) {
  convert(from, count, to);
}
void widen_codes(const uint16_t* from, size_t count, uint32_t* to) {
  convert(from, count, to);
}
void narrow_codes(const uint32_t* from, size_t count, uint8_t* to) {
  convert(from, count, to);
}
void narrow_codes(const uint32_t* from, size_t count, uint16_t* to) {
  convert(from, count, to);
}

void translate_codes(const uint32_t* translation, size_t count, uint32_t* codes) {
  for (size_t i = 0; i < count; ++i) {
    codes[i] = translation[codes[i]];
  }
}

}  // namespace stoa
