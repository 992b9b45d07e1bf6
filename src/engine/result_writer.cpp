#include "engine/result_writer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <utf8proc.h>

namespace stoa::engine {

namespace {

constexpr std::array<std::string_view, 5> kFormatNames = {"table", "csv", "json", "ndjson", "markdown"};

/// Columns that a text takes on a terminal.
size_t display_width(std::string_view text) {
  size_t width = 0;
  size_t offset = 0;
  while (offset < text.size()) {
    utf8proc_int32_t code = 0;
    const auto read = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + offset,
                                       static_cast<utf8proc_ssize_t>(text.size() - offset), &code);
    if (read <= 0) {
      ++width;
      ++offset;
      continue;
    }
    width += static_cast<size_t>(std::max(0, utf8proc_charwidth(code)));
    offset += static_cast<size_t>(read);
  }
  return width;
}

/// Line breaks and other control characters would tear a table apart.
std::string one_line(const std::string& text) {
  std::string shown;
  for (const char c : text) {
    switch (c) {
      case '\n': shown += "\\n"; break;
      case '\r': shown += "\\r"; break;
      case '\t': shown += "\\t"; break;
      default: shown += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return shown;
}

std::string json_string(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': quoted += "\\\""; break;
      case '\\': quoted += "\\\\"; break;
      case '\n': quoted += "\\n"; break;
      case '\r': quoted += "\\r"; break;
      case '\t': quoted += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          quoted += "\\u00";
          quoted += kDigits[static_cast<unsigned char>(c) >> 4];
          quoted += kDigits[static_cast<unsigned char>(c) & 15];
        } else {
          quoted += c;
        }
    }
  }
  return quoted + "\"";
}

std::string json_value(const Value& value) {
  if (value.is_null()) {
    return "null";
  }
  const LogicalType& type = value.type();
  if (type.id() == TypeId::kBoolean) {
    return value.as_boolean() ? "true" : "false";
  }
  // JSON has no NaN and no infinity.
  if (type.is_floating()) {
    return std::isfinite(value.as_double()) ? value.to_string() : json_string(value.to_string());
  }
  if (type.is_integer() || type.is_decimal()) {
    return value.to_string();
  }
  return json_string(value.to_string());
}

std::string csv_field(const std::string& text, bool is_text) {
  const bool needs_quotes = text.find_first_of(",\"\r\n") != std::string::npos || (is_text && text.empty());
  if (!needs_quotes) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') {
      quoted += '"';
    }
  }
  return quoted + "\"";
}

/// Calls `visit(batch, row)` for each row.
template <class Visit>
void for_each_row(const QueryResult& result, const Visit& visit) {
  for (const Batch& batch : result.rows->batches()) {
    for (size_t row = 0; row < batch.row_count; ++row) {
      visit(batch, row);
    }
  }
}

void write_csv(std::ostream& out, const QueryResult& result) {
  for (size_t c = 0; c < result.names.size(); ++c) {
    out << (c == 0 ? "" : ",") << csv_field(result.names[c], false);
  }
  out << '\n';
  for_each_row(result, [&](const Batch& batch, size_t row) {
    for (size_t c = 0; c < batch.columns.size(); ++c) {
      const Value value = batch.columns[c].value(row);
      out << (c == 0 ? "" : ",")
          << (value.is_null() ? "" : csv_field(value.to_string(), value.type().is_text_like()));
    }
    out << '\n';
  });
}

void write_json_row(std::ostream& out, const QueryResult& result, const Batch& batch, size_t row) {
  out << '{';
  for (size_t c = 0; c < batch.columns.size(); ++c) {
    out << (c == 0 ? "" : ",") << json_string(result.names[c]) << ':'
        << json_value(batch.columns[c].value(row));
  }
  out << '}';
}

void write_json(std::ostream& out, const QueryResult& result) {
  out << '[';
  bool is_first = true;
  for_each_row(result, [&](const Batch& batch, size_t row) {
    out << (is_first ? "" : ",\n ");
    is_first = false;
    write_json_row(out, result, batch, row);
  });
  out << "]\n";
}

void write_ndjson(std::ostream& out, const QueryResult& result) {
  for_each_row(result, [&](const Batch& batch, size_t row) {
    write_json_row(out, result, batch, row);
    out << '\n';
  });
}

/// Rows as text with the widths of columns, for tables.
struct Cells {
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> widths;
  std::vector<bool> right_aligned;
};

Cells make_cells(const QueryResult& result, size_t rows_max, std::string_view null_text) {
  Cells cells;
  for (size_t c = 0; c < result.names.size(); ++c) {
    cells.widths.push_back(display_width(result.names[c]));
    cells.right_aligned.push_back(result.types[c].is_numeric());
  }
  for_each_row(result, [&](const Batch& batch, size_t row) {
    if (rows_max != 0 && cells.rows.size() == rows_max) {
      return;
    }
    std::vector<std::string> texts;
    for (size_t c = 0; c < batch.columns.size(); ++c) {
      const Value value = batch.columns[c].value(row);
      texts.push_back(value.is_null() ? std::string(null_text) : one_line(value.to_string()));
      cells.widths[c] = std::max(cells.widths[c], display_width(texts.back()));
    }
    cells.rows.push_back(std::move(texts));
  });
  return cells;
}

std::string padded(const std::string& text, size_t width, bool is_right) {
  const std::string space(width - std::min(width, display_width(text)), ' ');
  return is_right ? space + text : text + space;
}

void write_rule(std::ostream& out, const Cells& cells) {
  out << '+';
  for (const size_t width : cells.widths) {
    out << std::string(width + 2, '-') << '+';
  }
  out << '\n';
}

void write_table(std::ostream& out, const QueryResult& result, size_t rows_max) {
  const Cells cells = make_cells(result, rows_max, "");
  write_rule(out, cells);
  out << '|';
  for (size_t c = 0; c < result.names.size(); ++c) {
    out << ' ' << padded(result.names[c], cells.widths[c], false) << " |";
  }
  out << '\n';
  write_rule(out, cells);
  for (const std::vector<std::string>& row : cells.rows) {
    out << '|';
    for (size_t c = 0; c < row.size(); ++c) {
      out << ' ' << padded(row[c], cells.widths[c], cells.right_aligned[c]) << " |";
    }
    out << '\n';
  }
  write_rule(out, cells);
  const size_t row_count = result.row_count();
  out << '(' << row_count << (row_count == 1 ? " row" : " rows");
  if (cells.rows.size() < row_count) {
    out << ", the first " << cells.rows.size() << " shown";
  }
  out << ")\n";
}

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') {
      cell += '\\';
    }
    cell += c;
  }
  return cell;
}

void write_markdown(std::ostream& out, const QueryResult& result) {
  const Cells cells = make_cells(result, 0, "");
  out << '|';
  for (const std::string& name : result.names) {
    out << ' ' << markdown_cell(name) << " |";
  }
  out << "\n|";
  for (size_t c = 0; c < result.names.size(); ++c) {
    out << (cells.right_aligned[c] ? " ---: |" : " --- |");
  }
  out << '\n';
  for (const std::vector<std::string>& row : cells.rows) {
    out << '|';
    for (const std::string& text : row) {
      out << ' ' << markdown_cell(text) << " |";
    }
    out << '\n';
  }
}

}  // namespace

bool find_format(std::string_view name, Format& format) {
  const auto* found = std::find(kFormatNames.begin(), kFormatNames.end(), name);
  if (found == kFormatNames.end()) {
    return false;
  }
  format = static_cast<Format>(found - kFormatNames.begin());
  return true;
}

std::string_view format_name(Format format) {
  return kFormatNames[static_cast<size_t>(format)];
}

void write_result(std::ostream& out, const QueryResult& result, Format format, size_t rows_max) {
  if (!result.has_rows) {
    return;
  }
  switch (format) {
    case Format::kTable: return write_table(out, result, rows_max);
    case Format::kCsv: return write_csv(out, result);
    case Format::kJson: return write_json(out, result);
    case Format::kNdjson: return write_ndjson(out, result);
    case Format::kMarkdown: return write_markdown(out, result);
  }
}

}  // namespace stoa::engine
