#include "function/regex.h"

#include <array>

#include <re2/re2.h>

#include "base/error.h"
#include "types/utf8.h"

namespace stoa {

namespace {

constexpr int64_t kRegexBytesMax = int64_t{64} << 20;
constexpr int kGroupsMax = 10;

struct RegexFlags {
  bool ignore_case = false;
  bool dot_stops_at_newline = false;
  bool newline_ends_line = false;
  bool skips_blanks = false;
  bool is_literal = false;
};

RegexFlags parse_flags(std::string_view text) {
  RegexFlags flags;
  for (const char c : text) {
    switch (c) {
      case 'i': flags.ignore_case = true; break;
      case 'c': flags.ignore_case = false; break;
      case 'n':
      case 'm': flags.dot_stops_at_newline = flags.newline_ends_line = true; break;
      case 's': flags.dot_stops_at_newline = flags.newline_ends_line = false; break;
      case 'p': flags.dot_stops_at_newline = true; break;
      case 'w': flags.newline_ends_line = true; break;
      case 'x': flags.skips_blanks = true; break;
      case 'q': flags.is_literal = true; break;
      case 'g':
      case 'e':
      case 't':
      case 'l': break;
      default:
        throw Error(sqlstate::kInvalidParameterValue,
                    std::string("invalid regular expression option: \"") + c + "\"")
            .with_hint("Options are: g, i, c, n, m, s, p, w, x, q.");
    }
  }
  return flags;
}

/// PostgreSQL's word boundaries in RE2's words; with x, without blanks and comments.
std::string translate_pattern(std::string_view pattern, bool skips_blanks) {
  std::string result;
  bool in_set = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size()) {
      const char next = pattern[++i];
      if (!in_set && (next == 'y' || next == 'm' || next == 'M')) {
        result += "\\b";
      } else if (!in_set && next == 'Y') {
        result += "\\B";
      } else if (next == 'Z') {
        result += "\\z";
      } else {
        result += {c, next};
      }
      continue;
    }
    if (skips_blanks && !in_set) {
      if (c == ' ' || (c >= '\t' && c <= '\r')) {
        continue;
      }
      if (c == '#') {
        while (i + 1 < pattern.size() && pattern[i + 1] != '\n') {
          ++i;
        }
        continue;
      }
    }
    in_set = in_set ? c != ']' : c == '[';
    result += c;
  }
  return result;
}

RE2::Options options_of(const RegexFlags& flags) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kRegexBytesMax);
  options.set_case_sensitive(!flags.ignore_case);
  options.set_literal(flags.is_literal);
  options.set_dot_nl(!flags.dot_stops_at_newline);
  return options;
}

re2::StringPiece piece_of(std::string_view text) {
  return {text.data(), text.size()};
}

void append_replacement(std::string& out, std::string_view replacement, const re2::StringPiece* groups,
                        int group_count) {
  for (size_t i = 0; i < replacement.size(); ++i) {
    const char c = replacement[i];
    if (c != '\\' || i + 1 == replacement.size()) {
      out += c;
      continue;
    }
    const char next = replacement[++i];
    const int group = next == '&' ? 0 : next - '0';
    if (next == '&' || (next >= '0' && next <= '9')) {
      if (group < group_count) {
        out.append(groups[group].data(), groups[group].size());
      }
    } else if (next == '\\') {
      out += '\\';
    } else {
      out += {c, next};
    }
  }
}

}  // namespace

struct Regex::State {
  State(const std::string& pattern, const RegexFlags& flags) : re(pattern, options_of(flags)) {}
  RE2 re;
};

Regex::Regex(std::string_view pattern, std::string_view flag_text) {
  const RegexFlags flags = parse_flags(flag_text);
  std::string source =
      flags.is_literal ? std::string(pattern) : translate_pattern(pattern, flags.skips_blanks);
  if (flags.newline_ends_line && !flags.is_literal) {
    source = "(?m)" + source;
  }
  state_ = std::make_unique<const State>(source, flags);
  if (!state_->re.ok()) {
    raise(sqlstate::kInvalidRegex, "invalid regular expression: " + state_->re.error());
  }
}
Regex::~Regex() = default;
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;

bool Regex::matches(std::string_view text) const {
  return state_->re.Match(piece_of(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

int Regex::group_count() const {
  return state_->re.NumberOfCapturingGroups();
}

bool Regex::find(std::string_view text, size_t from, Match& match, int group) const {
  std::array<re2::StringPiece, kGroupsMax> groups;
  const int wanted = group_count() == 0 ? 0 : std::min({group, group_count(), kGroupsMax - 1});
  if (!state_->re.Match(piece_of(text), from, text.size(), RE2::UNANCHORED, groups.data(), wanted + 1)) {
    return false;
  }
  const auto place = [&](const re2::StringPiece& piece) {
    return static_cast<size_t>(piece.data() - text.data());
  };
  match.begin = place(groups[0]);
  match.end = match.begin + groups[0].size();
  const re2::StringPiece& inner = groups[static_cast<size_t>(wanted)];
  match.group_begin = inner.data() == nullptr ? std::string_view::npos : place(inner);
  match.group_end = inner.data() == nullptr ? std::string_view::npos : match.group_begin + inner.size();
  return true;
}

GrowingText Regex::replace(std::string_view text, std::string_view replacement, size_t from, bool all) const {
  std::array<re2::StringPiece, kGroupsMax> groups;
  const int count = std::min(group_count(), kGroupsMax - 1) + 1;
  GrowingText result;
  result.append(text.substr(0, from));
  std::string replaced;
  size_t place = from;
  while (place <= text.size() &&
         state_->re.Match(piece_of(text), place, text.size(), RE2::UNANCHORED, groups.data(), count)) {
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    const size_t end = begin + groups[0].size();
    result.append(text.substr(place, begin - place));
    replaced.clear();
    append_replacement(replaced, replacement, groups.data(), count);
    result.append(replaced);
    place = end;
    if (begin == end) {  // an empty match moves on by one character, which is kept
      const size_t next =
          end < text.size() ? std::min(text.size(), end + character_bytes(text[end])) : end + 1;
      result.append(text.substr(std::min(end, text.size()), next - end));
      place = next;
    }
    if (!all) {
      break;
    }
  }
  if (place < text.size()) {
    result.append(text.substr(place));
  }
  return result;
}

namespace {

/// Appends SIMILAR TO's patterns as regular expressions, piece by piece.
class SimilarPattern {
 public:
  SimilarPattern(std::string_view pattern, std::string_view escape) : pattern_(pattern), escape_(escape) {
    if (!escape.empty() && character_bytes(escape[0]) != escape.size()) {
      throw Error(sqlstate::kInvalidEscape, "invalid escape string")
          .with_hint("An escape string is empty or one character.");
    }
  }

  /// The pattern up to its end, or, when asked to, up to an escape and a double quote, which is passed over.
  /// True when it was a quote.
  bool append_piece(std::string& regex, bool stops_at_quote, std::string_view any_text) {
    bool in_set = false;
    while (place_ < pattern_.size()) {
      if (!escape_.empty() && pattern_.substr(place_).starts_with(escape_)) {
        place_ += escape_.size();
        if (stops_at_quote && place_ < pattern_.size() && pattern_[place_] == '"') {
          ++place_;
          return true;
        }
        append_escaped(regex);
        continue;
      }
      const char c = pattern_[place_++];
      if (in_set) {
        in_set = c != ']';
        regex += c == '\\' ? "\\\\" : std::string(1, c);
      } else if (c == '%') {
        regex += any_text;
      } else if (c == '_') {
        regex += '.';
      } else {
        in_set = c == '[';
        if (c == '.' || c == '^' || c == '$' || c == '\\') {
          regex += '\\';
        }
        regex += c;
      }
    }
    return false;
  }

 private:
  void append_escaped(std::string& regex) {
    if (place_ >= pattern_.size()) {
      raise(sqlstate::kInvalidEscape, "SIMILAR TO pattern must not end with escape character");
    }
    const size_t size = std::min(character_bytes(pattern_[place_]), pattern_.size() - place_);
    if (size == 1 && !std::isalnum(static_cast<unsigned char>(pattern_[place_]))) {
      regex += '\\';
    }
    regex += pattern_.substr(place_, size);
    place_ += size;
  }

  std::string_view pattern_;
  std::string_view escape_;
  size_t place_ = 0;
};

}  // namespace

std::string similar_to_regex(std::string_view pattern, std::string_view escape) {
  std::string result = "^(?:";
  SimilarPattern(pattern, escape).append_piece(result, false, ".*");
  return result + ")$";
}

std::string similar_substring_regex(std::string_view pattern, std::string_view escape) {
  SimilarPattern pieces(pattern, escape);
  // The part before is as short as can be, the part asked for as long as can be.
  std::string before;
  if (!pieces.append_piece(before, true, ".*?")) {
    return "^(" + std::string(before) + ")$";
  }
  std::string wanted;
  const bool has_end = pieces.append_piece(wanted, true, ".*");
  std::string after;
  if (has_end && pieces.append_piece(after, true, ".*")) {
    raise(sqlstate::kInvalidEscape,
          "SQL regular expression may not contain more than two escape-double-quote "
          "separators");
  }
  return "^(?:" + before + ")(" + wanted + ")(?:" + after + ")$";
}

}  // namespace stoa
