#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stoa {

/// A LIKE pattern, compiled: `%` stands for any characters, `_` for one. Works on bytes of valid UTF-8; the
/// common shapes are single comparisons or searches. Immutable, shared by threads. The scalar reference of
/// the tests matches patterns character by character.
class LikePattern {
 public:
  enum class Shape : uint8_t {
    kExact,     ///< 'abc'
    kPrefix,    ///< 'abc%'
    kSuffix,    ///< '%abc'
    kContains,  ///< '%abc%'
    kAny,       ///< '%'
    kGeneral,
  };

  /// `escape` is one character, or empty where nothing escapes. Raises 22025 for a longer one, and for a
  /// pattern that ends in it.
  LikePattern(std::string_view pattern, std::string_view escape);

  Shape shape() const { return shape_; }
  /// The text of every shape but kAny and kGeneral.
  std::string_view text() const { return text_; }
  bool matches(std::string_view text) const;
  bool matches_general(std::string_view text) const;

 private:
  /// What lies between two '%': characters, '_' among them as kOne.
  struct Piece {
    std::string bytes;
    std::vector<bool> is_one;  ///< per byte: stands for any one character
    bool has_one = false;
    size_t character_count = 0;
  };
  void add_byte(char byte, bool is_one);
  void settle_shape();
  static bool matches_piece_at(const Piece& piece, std::string_view text, size_t& place);
  static bool find_piece(const Piece& piece, std::string_view text, size_t& place);
  static bool matches_end(const Piece& piece, std::string_view text, size_t from);

  Shape shape_ = Shape::kGeneral;
  std::string text_;
  std::vector<Piece> pieces_;  ///< one more than there are runs of '%'
};

}  // namespace stoa
