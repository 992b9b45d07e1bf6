#include "function/like_pattern.h"

#include "base/error.h"
#include "function/text_search.h"
#include "types/utf8.h"

namespace stoa {

namespace {

bool continues_character(char byte) {
  return (static_cast<uint8_t>(byte) & 0xC0) == 0x80;
}

/// The end of the character at `place`, which is inside of the text.
size_t next_character(std::string_view text, size_t place) {
  return std::min(text.size(), place + character_bytes(text[place]));
}

}  // namespace

LikePattern::LikePattern(std::string_view pattern, std::string_view escape) {
  if (!escape.empty() && character_bytes(escape[0]) != escape.size()) {
    throw Error(sqlstate::kInvalidEscape, "invalid escape string")
        .with_hint("An escape string is empty or one character.");
  }
  pieces_.emplace_back();
  bool after_percent = false;
  for (size_t i = 0; i < pattern.size();) {
    const bool is_escape = !escape.empty() && pattern.substr(i).starts_with(escape);
    if (is_escape) {
      i += escape.size();
      if (i >= pattern.size()) {
        raise(sqlstate::kInvalidEscape, "LIKE pattern must not end with escape character");
      }
    }
    const char c = pattern[i++];
    if (c == '%' && !is_escape) {
      if (!after_percent) {
        pieces_.emplace_back();
      }
      after_percent = true;
      continue;
    }
    // "%_%" and "_%" alike: a '_' between two '%' makes a piece of its own, which is right, if not the
    // fastest.
    after_percent = false;
    add_byte(c, c == '_' && !is_escape);
  }
  settle_shape();
}

void LikePattern::add_byte(char byte, bool is_one) {
  Piece& piece = pieces_.back();
  piece.bytes.push_back(byte);
  piece.is_one.push_back(is_one);
  piece.has_one = piece.has_one || is_one;
  piece.character_count += continues_character(byte) ? 0 : 1;
}

void LikePattern::settle_shape() {
  for (const Piece& piece : pieces_) {
    if (piece.has_one) {
      return;
    }
  }
  const bool open_start = pieces_.size() > 1 && pieces_.front().bytes.empty();
  const bool open_end = pieces_.size() > 1 && pieces_.back().bytes.empty();
  if (pieces_.size() == 1) {
    shape_ = Shape::kExact;
    text_ = pieces_[0].bytes;
  } else if (pieces_.size() == 2 && open_start && open_end) {
    shape_ = Shape::kAny;
  } else if (pieces_.size() == 2 && open_end) {
    shape_ = Shape::kPrefix;
    text_ = pieces_[0].bytes;
  } else if (pieces_.size() == 2 && open_start) {
    shape_ = Shape::kSuffix;
    text_ = pieces_[1].bytes;
  } else if (pieces_.size() == 3 && open_start && open_end) {
    shape_ = Shape::kContains;
    text_ = pieces_[1].bytes;
  }
}

bool LikePattern::matches_piece_at(const Piece& piece, std::string_view text, size_t& place) {
  if (!piece.has_one) {
    if (!text.substr(place).starts_with(piece.bytes)) {
      return false;
    }
    place += piece.bytes.size();
    return true;
  }
  size_t at = place;
  for (size_t i = 0; i < piece.bytes.size(); ++i) {
    if (at >= text.size()) {
      return false;
    }
    if (piece.is_one[i]) {
      at = next_character(text, at);
    } else if (text[at++] != piece.bytes[i]) {
      return false;
    }
  }
  place = at;
  return true;
}

bool LikePattern::find_piece(const Piece& piece, std::string_view text, size_t& place) {
  if (!piece.has_one) {
    const size_t found = find_text(text, piece.bytes, place);
    if (found == std::string_view::npos) {
      return false;
    }
    place = found + piece.bytes.size();
    return true;
  }
  for (size_t start = place; start < text.size(); start = next_character(text, start)) {
    size_t end = start;
    if (matches_piece_at(piece, text, end)) {
      place = end;
      return true;
    }
  }
  return false;
}

bool LikePattern::matches_end(const Piece& piece, std::string_view text, size_t from) {
  if (!piece.has_one) {
    return text.size() - from >= piece.bytes.size() && text.ends_with(piece.bytes);
  }
  size_t start = text.size();
  for (size_t left = piece.character_count; left > 0; --left) {
    if (start <= from) {
      return false;
    }
    --start;
    while (start > from && continues_character(text[start])) {
      --start;
    }
  }
  return matches_piece_at(piece, text, start) && start == text.size();
}

bool LikePattern::matches_general(std::string_view text) const {
  size_t place = 0;
  if (!matches_piece_at(pieces_.front(), text, place)) {
    return false;
  }
  if (pieces_.size() == 1) {
    return place == text.size();
  }
  for (size_t i = 1; i + 1 < pieces_.size(); ++i) {
    if (!find_piece(pieces_[i], text, place)) {
      return false;
    }
  }
  return matches_end(pieces_.back(), text, place);
}

bool LikePattern::matches(std::string_view text) const {
  switch (shape_) {
    case Shape::kExact: return text == text_;
    case Shape::kPrefix: return text.starts_with(text_);
    case Shape::kSuffix: return text.ends_with(text_);
    case Shape::kContains: return find_text(text, text_) != std::string_view::npos;
    case Shape::kAny: return true;
    case Shape::kGeneral: break;
  }
  return matches_general(text);
}

}  // namespace stoa
