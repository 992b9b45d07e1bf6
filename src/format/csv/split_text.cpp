#include "format/csv/sniffer.h"

namespace stoa::csv {

namespace {

class Splitter {
 public:
  Splitter(std::string_view text, const Dialect& dialect, bool keeps_blank_lines, bool is_whole)
      : text_(text), dialect_(dialect), keeps_blank_lines_(keeps_blank_lines), is_whole_(is_whole) {}

  SplitText run() {
    while (place_ < text_.size()) {
      row_begin_ = place_;
      if (dialect_.comment != 0 && text_[place_] == dialect_.comment) {
        skip_line();
      } else if (is_line_end(text_[place_]) && !keeps_blank_lines_) {
        skip_line_end();
      } else if (!read_row()) {
        break;
      }
    }
    return std::move(split_);
  }

 private:
  void skip_line() {
    while (place_ < text_.size() && !is_line_end(text_[place_])) ++place_;
    if (place_ < text_.size()) skip_line_end();
  }
  void skip_line_end() {
    const bool is_pair = text_[place_] == '\r' && place_ + 1 < text_.size() && text_[place_ + 1] == '\n';
    place_ += is_pair ? 2 : 1;
  }

  // False where the text ends inside a row that isn't whole.
  bool read_row() {
    const size_t fields_before = split_.fields.size();
    for (;;) {
      const bool has_end = read_field();
      const bool ends_text = place_ == text_.size();
      if (ends_text && !is_whole_) {
        split_.fields.resize(fields_before);
        split_.is_unterminated = false;
        return false;
      }
      if (!has_end) split_.is_unterminated = true;
      if (ends_text || is_line_end(text_[place_])) break;
      ++place_;  // the delimiter
    }
    split_.row_begins.push_back(static_cast<uint32_t>(row_begin_));
    split_.row_ends.push_back(static_cast<uint32_t>(split_.fields.size()));
    if (place_ < text_.size()) skip_line_end();
    return true;
  }

  // Goes to the separator behind the field; false where a closing quote is missing.
  bool read_field() {
    const size_t begin = place_;
    const bool is_quoted = dialect_.quote != 0 && place_ < text_.size() && text_[place_] == dialect_.quote;
    FieldKind kind = FieldKind::kPlain;
    bool is_closed = true;
    if (is_quoted) {
      kind = FieldKind::kQuoted;
      ++place_;
      is_closed = skip_quoted(kind);
    }
    const size_t behind_quote = place_;
    while (place_ < text_.size() && text_[place_] != dialect_.delimiter && !is_line_end(text_[place_]))
      ++place_;
    if (is_quoted && place_ != behind_quote) kind = FieldKind::kEncoded;
    if (is_quoted) ++(place_ != behind_quote ? split_.badly_quoted_count : split_.well_quoted_count);
    if (kind == FieldKind::kQuoted && is_closed) {
      split_.fields.emplace_back(begin + 1, place_ - 1, kind);
    } else {
      split_.fields.emplace_back(begin, place_, is_closed ? kind : FieldKind::kEncoded);
    }
    return is_closed;
  }

  bool skip_quoted(FieldKind& kind) {
    for (; place_ < text_.size(); ++place_) {
      const char c = text_[place_];
      const bool has_next = place_ + 1 < text_.size();
      if (!dialect_.doubles_quotes() && c == dialect_.escape) {
        kind = FieldKind::kEncoded;
        ++place_;
      } else if (c == dialect_.quote) {
        if (!dialect_.doubles_quotes() || !has_next || text_[place_ + 1] != dialect_.quote) {
          ++place_;
          return true;
        }
        kind = FieldKind::kEncoded;
        ++place_;
      }
    }
    place_ = text_.size();
    return false;
  }

  std::string_view text_;
  const Dialect& dialect_;
  bool keeps_blank_lines_;
  bool is_whole_;
  size_t place_ = 0;
  size_t row_begin_ = 0;
  SplitText split_;
};

}  // namespace

SplitText split_text(std::string_view text, const Dialect& dialect, bool keeps_blank_lines, bool is_whole) {
  return Splitter(text, dialect, keeps_blank_lines, is_whole).run();
}

}  // namespace stoa::csv
