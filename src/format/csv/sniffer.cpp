#include "format/csv/sniffer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "format/csv/value_text.h"

namespace stoa::csv {

namespace {

/// In order of preference. The last two are parts of ordinary text and times, so they must prove themselves.
constexpr std::string_view kDelimiters = ",;\t|\x01~^: ";
constexpr std::string_view kWeakDelimiters = ": ";

/// How well a dialect explains a text.
struct Candidate {
  Dialect dialect;
  size_t column_count = 1;
  size_t rows_begin = 0;
  int rank = 0;             ///< 3: every row has as many fields; 2: but for a preamble; 1: nearly all; 0: no
  double typed_share = 0;   ///< of the values below the first row that are no plain text
  size_t quote_faults = 0;  ///< badly quoted fields
  size_t well_quoted_count = 0;
};

// Of equally frequent ones the first row's, else the largest.
size_t most_frequent_count(const SplitText& split) {
  std::map<size_t, size_t> rows_of_count;
  for (size_t row = 0; row < split.row_count(); ++row) ++rows_of_count[split.field_count(row)];
  size_t best = split.field_count(0);
  for (const auto& [count, rows] : rows_of_count) {
    const bool is_tie = rows == rows_of_count[best];
    if (rows > rows_of_count[best] || (is_tie && best != split.field_count(0))) best = count;
  }
  return best;
}

// As many fields, or one more that is empty (a delimiter at the line's end).
bool fits(const SplitText& split, size_t row, size_t column_count) {
  const size_t count = split.field_count(row);
  const FieldSpan& last = split.fields[split.row_ends[row] - 1];
  return count == column_count ||
         (count == column_count + 1 && last.size() == 0 && last.kind() == FieldKind::kPlain);
}

// Whether all rows but the first have one field too many, an empty one.
bool ends_in_delimiters(const SplitText& split, size_t column_count) {
  if (column_count < 2 || split.field_count(0) + 1 != column_count) return false;
  for (size_t row = 0; row < split.row_count(); ++row) {
    if (!fits(split, row, column_count - 1)) return false;
  }
  return true;
}

// 1234,5 is a number to the eye, whatever the reader makes of it later.
bool looks_typed(std::string_view value, char delimiter) {
  if (value.empty() || value.size() > 48) return value.empty();
  char padded[96] = {};
  for (size_t i = 0; i < value.size(); ++i) padded[i] = value[i] == ',' && delimiter != ',' ? '.' : value[i];
  return candidates_of({padded, value.size()}) != kMayBeText;
}

double typed_share(const SplitText& split, const Candidate& candidate, std::string_view text) {
  constexpr size_t kRowsMax = 200;
  size_t typed = 0;
  size_t total = 0;
  for (size_t row = 1; row < std::min(split.row_count(), kRowsMax); ++row) {
    if (split.field_count(row) != candidate.column_count) continue;
    for (size_t i = split.first_field(row); i < split.row_ends[row]; ++i) {
      const bool is_plain = split.fields[i].kind() != FieldKind::kEncoded;
      const bool is_typed =
          is_plain && looks_typed(split.fields[i].bytes(text.data()), candidate.dialect.delimiter);
      typed += is_typed ? 1 : 0;
      ++total;
    }
  }
  return total == 0 ? 0 : static_cast<double>(typed) / static_cast<double>(total);
}

class Sniffer {
 public:
  Sniffer(std::string_view text, bool is_whole, const Options& options)
      : text_(text), is_whole_(is_whole), options_(options) {}

  Form run() {
    std::optional<Candidate> best;
    for (const char delimiter : delimiters()) {
      const Candidate candidate = best_quoting(delimiter);
      const bool counts = options_.delimiter.has_value() || proves_itself(candidate);
      if (counts && (!best || is_better(candidate, *best))) best = candidate;
    }
    if (!best) best = single_column();
    return {best->dialect, best->column_count, best->rows_begin};
  }

 private:
  std::string delimiters() const {
    if (options_.delimiter) return std::string(1, *options_.delimiter);
    std::string found;
    for (const char c : kDelimiters) {
      if (text_.find(c) != std::string_view::npos && !(options_.decimal_comma && c == ',')) found += c;
    }
    return found;
  }

  Dialect dialect(char delimiter, char quote, char escape) const {
    Dialect made{.delimiter = delimiter, .quote = quote, .escape = escape};
    made.comment = options_.comment.value_or(0);
    made.strict = options_.strict;
    return made;
  }

  // The quoting that explains the text best with a delimiter: the double quote unless the apostrophe does
  // better.
  Candidate best_quoting(char delimiter) const {
    std::vector<std::pair<char, char>> quotings;
    const auto add = [&](char quote, char escape) {
      quotings.emplace_back(quote, options_.escape.value_or(escape));
    };
    if (options_.quote) {
      add(*options_.quote, *options_.quote);
    } else {
      add('"', '"');
      if (text_.find('\'') != std::string_view::npos) add('\'', '\'');
    }
    const std::string escaped = std::string("\\") + options_.quote.value_or('"');
    if (!options_.escape && text_.find(escaped) != std::string_view::npos) add(escaped[1], '\\');
    std::optional<Candidate> best;
    for (const auto& [quote, escape] : quotings) {
      const Candidate candidate = rate(dialect(delimiter, quote, escape));
      if (!best || quotes_better(candidate, *best)) best = candidate;
    }
    return *best;
  }

  static bool quotes_better(const Candidate& a, const Candidate& b) {
    if ((a.quote_faults == 0) != (b.quote_faults == 0) && a.well_quoted_count > 0) return a.quote_faults == 0;
    if (a.dialect.quote == b.dialect.quote) return a.rank > b.rank;
    // An apostrophe quotes only where it does so throughout.
    if (a.quote_faults != 0) return false;
    return a.rank > b.rank || (a.rank == b.rank && a.well_quoted_count > b.well_quoted_count);
  }

  Candidate rate(const Dialect& dialect) const {
    const SplitText split = split_text(text_, dialect, false, is_whole_);
    Candidate candidate;
    candidate.dialect = dialect;
    candidate.quote_faults = split.badly_quoted_count + (split.is_unterminated ? 1 : 0);
    candidate.well_quoted_count = split.well_quoted_count;
    if (split.row_count() == 0) return candidate;
    candidate.column_count = most_frequent_count(split);
    if (ends_in_delimiters(split, candidate.column_count)) --candidate.column_count;
    if (options_.null_padding) candidate.column_count = widest(split);
    rank(split, candidate);
    candidate.typed_share = typed_share(split, candidate, text_);
    return candidate;
  }

  static size_t widest(const SplitText& split) {
    size_t count = 1;
    for (size_t row = 0; row < split.row_count(); ++row) count = std::max(count, split.field_count(row));
    return count;
  }

  void rank(const SplitText& split, Candidate& candidate) const {
    size_t first = 0;
    while (first < split.row_count() && !fits(split, first, candidate.column_count)) ++first;
    size_t fitting = 0;
    for (size_t row = first; row < split.row_count(); ++row)
      fitting += fits(split, row, candidate.column_count) ? 1 : 0;
    const size_t rows_behind = split.row_count() - first;
    bool is_preamble = first > 0 && first <= 20 && rows_behind >= 2 && !options_.skip;
    for (size_t row = 0; row < first; ++row) is_preamble = is_preamble && split.field_count(row) == 1;
    if (candidate.column_count < 2) return;
    // Ragged rows are to be told of, not hidden by taking lines whole.
    const bool begins_well = first == 0 && fitting * 3 >= split.row_count() * 2;
    const bool is_nearly = begins_well || fitting * 5 >= split.row_count() * 4 || options_.null_padding;
    candidate.rank = fitting == split.row_count()            ? 3
                     : is_preamble && fitting == rows_behind ? 2
                     : is_nearly                             ? 1
                                                             : 0;
    if (candidate.rank == 2) candidate.rows_begin = split.row_begins[first];
  }

  bool proves_itself(const Candidate& candidate) const {
    if (candidate.rank == 0 || candidate.column_count < 2) return false;
    const char delimiter = candidate.dialect.delimiter;
    if (kWeakDelimiters.find(delimiter) == std::string_view::npos) return true;
    if (candidate.rank < 3) return false;
    if (delimiter == ' ') return candidate.typed_share == 1;
    return candidate.column_count >= 4 && candidate.typed_share > 0.2 && candidate.typed_share < 1;
  }

  static bool is_better(const Candidate& a, const Candidate& b) {
    const auto is_weak = [](const Candidate& c) {
      return kWeakDelimiters.find(c.dialect.delimiter) != std::string_view::npos;
    };
    if (is_weak(a) != is_weak(b)) return is_weak(b);
    if ((a.quote_faults == 0) != (b.quote_faults == 0)) return a.quote_faults == 0;
    if (a.rank != b.rank) return a.rank > b.rank;
    const double difference = a.typed_share - b.typed_share;
    if (difference > 0.2 || difference < -0.2) return difference > 0;
    return a.column_count > b.column_count;
  }

  // Lines. Quotes still count where they do: a quoted value may span lines.
  Candidate single_column() const {
    Candidate candidate = best_quoting(options_.delimiter.value_or(','));
    candidate.column_count = 1;
    candidate.rows_begin = 0;
    const Dialect plain = candidate.dialect;
    // A delimiter that the text doesn't have keeps lines whole.
    for (const char c : std::string_view(",;\t|\x01~^")) {
      if (text_.find(c) == std::string_view::npos) {
        candidate.dialect.delimiter = c;
        return candidate;
      }
    }
    candidate.dialect = plain;
    candidate.dialect.delimiter = '\x02';
    return candidate;
  }

  std::string_view text_;
  bool is_whole_;
  const Options& options_;
};

}  // namespace

Form sniff(std::string_view text, bool is_whole, const Options& options) {
  return Sniffer(text, is_whole, options).run();
}

}  // namespace stoa::csv
