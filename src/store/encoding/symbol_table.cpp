#include "store/encoding/symbol_table.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <unordered_map>

#include "base/bits.h"
#include "base/hash.h"

namespace stoa::encoding {

namespace {

constexpr uint16_t kNone = 0xFFFF;
constexpr int kRounds = 5;

/// Up to eight bytes at `place`; never reads beyond `end`.
uint64_t load_bytes(const char* place, const char* end) {
  if (end - place >= 8) {
    return load_unaligned<uint64_t>(place);
  }
  uint64_t bytes = 0;
  std::memcpy(&bytes, place, static_cast<size_t>(end - place));
  return bytes;
}

size_t hash_three(uint64_t bytes) {
  return static_cast<size_t>(hash_integer(bytes & 0xFFFFFF)) % 2048;
}

SymbolTable::Symbol join(const SymbolTable::Symbol& a, const SymbolTable::Symbol& b) {
  SymbolTable::Symbol joined;
  joined.size = std::min<uint32_t>(8, a.size + b.size);
  joined.bytes = a.size == 8 ? a.bytes : (a.bytes | b.bytes << (8 * a.size));
  return joined;
}

}  // namespace

/// How often each symbol, or escaped byte (256 + byte), came, and each pair of neighbours.
struct SymbolTable::Counts {
  std::vector<uint32_t> single = std::vector<uint32_t>(512, 0);
  std::vector<uint32_t> pair = std::vector<uint32_t>(512 * 512, 0);
};

SymbolTable::SymbolTable() : of_two_(65536, kNone) {
  of_one_.fill(kNone);
  of_three_up_.fill(kNone);
}

void SymbolTable::add(Symbol symbol) {
  uint16_t* place = symbol.size == 1   ? &of_one_[symbol.bytes]
                    : symbol.size == 2 ? &of_two_[symbol.bytes]
                                       : &of_three_up_[hash_three(symbol.bytes)];
  // Of those that begin with the same three bytes, only the first, which saves most, has a place.
  if (*place != kNone || count_ == kSymbolsMax) {
    return;
  }
  *place = static_cast<uint16_t>(count_);
  symbols_[count_++] = symbol;
}

uint32_t SymbolTable::find(uint64_t bytes, size_t left) const {
  if (left >= 3) {
    const uint16_t number = of_three_up_[hash_three(bytes)];
    if (number != kNone) {
      const Symbol& symbol = symbols_[number];
      if (symbol.size <= left && ((bytes ^ symbol.bytes) & low_bits(8 * symbol.size)) == 0) {
        return number;
      }
    }
  }
  if (left >= 2) {
    const uint16_t number = of_two_[bytes & 0xFFFF];
    if (number != kNone) {
      return number;
    }
  }
  const uint16_t number = of_one_[bytes & 0xFF];
  return number != kNone ? number : 256 + static_cast<uint32_t>(bytes & 0xFF);
}

void SymbolTable::encode(std::string_view text, std::vector<uint8_t>& codes) const {
  const char* end = text.data() + text.size();
  for (const char* place = text.data(); place != end;) {
    const uint32_t found = find(load_bytes(place, end), static_cast<size_t>(end - place));
    if (found < 256) {
      codes.push_back(static_cast<uint8_t>(found));
      place += symbols_[found].size;
    } else {
      codes.push_back(kEscape);
      codes.push_back(static_cast<uint8_t>(*place++));
    }
  }
}

void SymbolTable::count_sample(std::span<const std::string_view> sample, Counts& counts) const {
  for (const std::string_view text : sample) {
    const char* end = text.data() + text.size();
    uint32_t before = 512;
    for (const char* place = text.data(); place != end;) {
      const uint32_t found = find(load_bytes(place, end), static_cast<size_t>(end - place));
      ++counts.single[found];
      if (before != 512) {
        ++counts.pair[before * 512 + found];
      }
      before = found;
      place += found < 256 ? symbols_[found].size : 1;
    }
  }
}

SymbolTable SymbolTable::choose(const SymbolTable& before, const Counts& counts) {
  struct Key {
    size_t operator()(const std::pair<uint64_t, uint32_t>& key) const {
      return hash_integer(key.first ^ (uint64_t{key.second} << 56));
    }
  };
  std::unordered_map<std::pair<uint64_t, uint32_t>, uint64_t, Key> gains;
  const auto symbol_of = [&](size_t number) {
    return number < 256 ? before.symbols_[number] : Symbol{number - 256, 1};
  };
  for (size_t first = 0; first < 512; ++first) {
    if (counts.single[first] == 0) {
      continue;
    }
    const Symbol symbol = symbol_of(first);
    // A single byte is worth more than its length says: without it each costs an escape.
    gains[{symbol.bytes, symbol.size}] +=
        uint64_t{counts.single[first]} * (symbol.size == 1 ? 8 : symbol.size);
    for (size_t second = 0; second < 512; ++second) {
      const uint32_t count = counts.pair[first * 512 + second];
      if (count > 1) {
        const Symbol joined = join(symbol, symbol_of(second));
        gains[{joined.bytes, joined.size}] += uint64_t{count} * joined.size;
      }
    }
  }
  struct Candidate {
    uint64_t gain;
    Symbol symbol;
  };
  std::vector<Candidate> candidates;
  for (const auto& [key, gain] : gains) {
    candidates.push_back({gain, {key.first, key.second}});
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(b.gain, a.symbol.size, a.symbol.bytes) < std::tie(a.gain, b.symbol.size, b.symbol.bytes);
  });
  SymbolTable table;
  for (const Candidate& candidate : candidates) {
    table.add(candidate.symbol);
  }
  return table;
}

SymbolTable SymbolTable::train(std::span<const std::string_view> sample) {
  SymbolTable table;
  for (int round = 0; round < kRounds; ++round) {
    Counts counts;
    table.count_sample(sample, counts);
    table = choose(table, counts);
  }
  return table;
}

}  // namespace stoa::encoding
