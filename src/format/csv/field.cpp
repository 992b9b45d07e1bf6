#include "format/csv/field.h"

namespace stoa::csv {

void decode_field(std::string_view raw, const Dialect& dialect, std::string& value) {
  const bool doubles = dialect.doubles_quotes();
  size_t i = 1;
  for (; i < raw.size(); ++i) {
    const char c = raw[i];
    if (!doubles && c == dialect.escape && i + 1 < raw.size()) {
      value += raw[++i];
    } else if (c != dialect.quote) {
      value += c;
    } else if (doubles && i + 1 < raw.size() && raw[i + 1] == dialect.quote) {
      value += raw[++i];
    } else {
      value += raw.substr(i + 1);
      return;
    }
  }
}

std::string_view field_value(const FieldSpan& field, const char* data, const Dialect& dialect,
                             std::string& storage) {
  if (field.kind() == FieldKind::kMissing) return {};
  if (field.kind() != FieldKind::kEncoded) return field.bytes(data);
  storage.clear();
  decode_field(field.bytes(data), dialect, storage);
  return storage;
}

}  // namespace stoa::csv
