#include "store/text_index.h"

namespace stoa {

namespace {

constexpr size_t kPlacesMin = 64;
constexpr uint64_t kTagMask = ~uint64_t{0} << 32;

}  // namespace

TextIndex::TextIndex() : places_(kPlacesMin, 0) {}

uint32_t TextIndex::find(const TextView& text, uint64_t hash) const noexcept {
  const size_t mask = places_.size() - 1;
  for (size_t place = hash & mask; places_[place] != 0; place = (place + 1) & mask) {
    const uint64_t found = places_[place];
    if (((found ^ hash) & kTagMask) != 0) {
      continue;
    }
    const auto number = static_cast<uint32_t>(found) - 1;
    if (texts_[number] == text) {
      return number;
    }
  }
  return kNone;
}

uint32_t TextIndex::add(const TextView& text, uint64_t hash) {
  if ((texts_.size() + 1) * 2 > places_.size()) {
    grow();
  }
  texts_.push_back(text);
  hashes_.push_back(hash);
  put(texts_.size() - 1);
  return static_cast<uint32_t>(texts_.size() - 1);
}

void TextIndex::put(size_t number) {
  const size_t mask = places_.size() - 1;
  size_t place = hashes_[number] & mask;
  while (places_[place] != 0) {
    place = (place + 1) & mask;
  }
  places_[place] = (hashes_[number] & kTagMask) | (number + 1);
}

void TextIndex::grow() {
  places_.assign(places_.size() * 2, 0);
  for (size_t number = 0; number < hashes_.size(); ++number) {
    put(number);
  }
}

}  // namespace stoa
