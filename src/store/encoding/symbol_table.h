#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace stoa::encoding {

/// Up to 255 frequent byte strings of 1 to 8 bytes, each written as one byte; code 255 says that the next
/// byte stands for itself. FSST (Boncz, Neumann & Leis 2020): the table grows over a sample in a few rounds,
/// each of which encodes the sample by the table so far and keeps the symbols, and pairs of symbols, that
/// saved most. Built by one thread, then immutable.
class SymbolTable {
 public:
  static constexpr unsigned kSymbolsMax = 255;
  static constexpr uint8_t kEscape = 255;
  struct Symbol {
    uint64_t bytes = 0;  ///< the first byte lowest, the rest zero
    uint32_t size = 0;
  };

  SymbolTable();
  /// Finds the symbols of texts.
  static SymbolTable train(std::span<const std::string_view> sample);

  std::span<const Symbol> symbols() const noexcept { return {symbols_.data(), count_}; }
  /// Appends the codes of a text.
  void encode(std::string_view text, std::vector<uint8_t>& codes) const;

 private:
  struct Counts;
  static constexpr size_t kHashSize = 2048;

  void add(Symbol symbol);
  void count_sample(std::span<const std::string_view> sample, Counts& counts) const;
  static SymbolTable choose(const SymbolTable& before, const Counts& counts);
  /// The number of the longest symbol that `bytes`, of which `left` count, begin with; or 256 + first byte.
  uint32_t find(uint64_t bytes, size_t left) const;

  std::array<Symbol, kSymbolsMax> symbols_ = {};
  size_t count_ = 0;
  std::array<uint16_t, 256> of_one_;             ///< by the byte
  std::vector<uint16_t> of_two_;                 ///< by the two bytes
  std::array<uint16_t, kHashSize> of_three_up_;  ///< by a hash of the first three bytes; one each
};

}  // namespace stoa::encoding
