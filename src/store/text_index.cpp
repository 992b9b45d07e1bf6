#include "store/text_index.h"

namespace stoa {

namespace {
constexpr size_t kPlacesMin = 64;
}

TextIndex::TextIndex() : places_(kPlacesMin, 0) {}

uint32_t TextIndex::find(const TextView& text, uint64_t hash) const noexcept {
  const size_t mask = places_.size() - 1;
  for (size_t place = hash & mask; places_[place] != 0; place = (place + 1) & mask) {
    const uint32_t number = places_[place] - 1;
    if (hashes_[number] == hash && texts_[number] == text) {
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
  const size_t mask = places_.size() - 1;
  size_t place = hash & mask;
  while (places_[place] != 0) {
    place = (place + 1) & mask;
  }
  places_[place] = static_cast<uint32_t>(texts_.size());
  return places_[place] - 1;
}

void TextIndex::grow() {
  std::vector<uint32_t> places(places_.size() * 2, 0);
  const size_t mask = places.size() - 1;
  for (size_t number = 0; number < hashes_.size(); ++number) {
    size_t place = hashes_[number] & mask;
    while (places[place] != 0) {
      place = (place + 1) & mask;
    }
    places[place] = static_cast<uint32_t>(number + 1);
  }
  places_ = std::move(places);
}

}  // namespace stoa
