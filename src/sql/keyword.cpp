#include "sql/keyword.h"

#include <array>

namespace stoa::sql {
namespace {

struct Entry {
  std::string_view word;
  KeywordClass keyword_class;
  bool bare_label;
};

using enum KeywordClass;

constexpr Entry kEntries[] = {{"", kReserved, false},
#define STOA_SQL_ENTRY(enumerator, word, keyword_class, bare_label) {word, keyword_class, bare_label},
                              STOA_SQL_KEYWORDS(STOA_SQL_ENTRY)
#undef STOA_SQL_ENTRY
};

constexpr size_t kSlotCount = 2048;
constexpr size_t kWordLengthMax = 17;

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr uint32_t hash_word(std::string_view word) {
  uint32_t h = 2166136261U;
  for (const char c : word) h = (h ^ static_cast<unsigned char>(lower(c))) * 16777619U;
  return h ^ (h >> 15);
}

// Open addressing, filled at compile time; 0 (kNotKeyword) marks a free slot.
constexpr std::array<uint16_t, kSlotCount> make_slots() {
  std::array<uint16_t, kSlotCount> slots{};
  for (uint16_t i = 1; i < std::size(kEntries); ++i) {
    size_t slot = hash_word(kEntries[i].word) % kSlotCount;
    while (slots[slot] != 0) slot = (slot + 1) % kSlotCount;
    slots[slot] = i;
  }
  return slots;
}

constexpr auto kSlots = make_slots();

bool same_word(std::string_view word, std::string_view lower_word) {
  if (word.size() != lower_word.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    if (lower(word[i]) != lower_word[i]) return false;
  }
  return true;
}

const Entry& entry_of(Keyword keyword) {
  return kEntries[static_cast<size_t>(keyword)];
}

}  // namespace

Keyword find_keyword(std::string_view word) {
  if (word.size() < 2 || word.size() > kWordLengthMax) return Keyword::kNotKeyword;
  for (size_t slot = hash_word(word) % kSlotCount; kSlots[slot] != 0; slot = (slot + 1) % kSlotCount) {
    if (same_word(word, kEntries[kSlots[slot]].word)) return static_cast<Keyword>(kSlots[slot]);
  }
  return Keyword::kNotKeyword;
}

std::string_view keyword_text(Keyword keyword) {
  return entry_of(keyword).word;
}
KeywordClass keyword_class(Keyword keyword) {
  return entry_of(keyword).keyword_class;
}
bool is_bare_label(Keyword keyword) {
  return entry_of(keyword).bare_label;
}

}  // namespace stoa::sql
