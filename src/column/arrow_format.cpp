#include "column/arrow_format.h"

#include <charconv>
#include <cstring>
#include <string_view>

#include "base/bits.h"
#include "base/error.h"

namespace stoa::arrow_format {

namespace {

constexpr std::string_view kExtensionName = "ARROW:extension:name";
constexpr std::string_view kUuidName = "arrow.uuid";
constexpr std::string_view kJsonName = "arrow.json";

[[noreturn]] void raise_no_counterpart(const ArrowSchema& schema) {
  const std::string name = schema.name == nullptr ? "" : schema.name;
  raise_unsupported("Arrow type '" + std::string(schema.format) + "' of column \"" + name + "\"");
}

/// The value of a metadata key, or nothing.
std::string_view metadata_value(const char* metadata, std::string_view wanted) {
  if (metadata == nullptr) {
    return {};
  }
  const auto take_text = [&metadata] {
    const auto size = static_cast<size_t>(load_unaligned<int32_t>(metadata));
    const std::string_view text(metadata + sizeof(int32_t), size);
    metadata += sizeof(int32_t) + size;
    return text;
  };
  const auto pair_count = load_unaligned<int32_t>(metadata);
  metadata += sizeof(int32_t);
  for (int32_t i = 0; i < pair_count; ++i) {
    const std::string_view key = take_text();
    const std::string_view value = take_text();
    if (key == wanted) {
      return value;
    }
  }
  return {};
}

void append_packed(std::string& out, std::string_view text) {
  const auto size = static_cast<int32_t>(text.size());
  out.append(reinterpret_cast<const char*>(&size), sizeof(size));
  out.append(text);
}

/// Reads a number and moves behind it and a comma.
bool take_number(std::string_view& text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) {
    return false;
  }
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (!text.empty() && text.front() == ',') {
    text.remove_prefix(1);
  }
  return true;
}

Format parse_decimal(const ArrowSchema& schema, std::string_view modifiers) {
  int precision = 0;
  int scale = 0;
  int bits = 128;
  const bool known = take_number(modifiers, precision) && take_number(modifiers, scale) &&
                     (modifiers.empty() || take_number(modifiers, bits));
  if (!known || precision < 1 || precision > 38 || scale < 0 || scale > precision || bits > 128) {
    raise_no_counterpart(schema);
  }
  const LogicalType type = LogicalType::decimal(static_cast<uint8_t>(precision), static_cast<uint8_t>(scale));
  return {type, Layout::kDecimal, bits / 8};
}

Format parse_fixed_bytes(const ArrowSchema& schema, std::string_view modifiers) {
  int size = 0;
  if (!take_number(modifiers, size) || size < 0) {
    raise_no_counterpart(schema);
  }
  const bool is_uuid = size == 16 && metadata_value(schema.metadata, kExtensionName) == kUuidName;
  return {is_uuid ? TypeId::kUuid : TypeId::kBytea, Layout::kFixedBytes, size};
}

/// Microseconds per unit, or minus the units per microsecond.
bool unit_factor(char unit, int64_t& factor) {
  switch (unit) {
    case 's': factor = 1'000'000; return true;
    case 'm': factor = 1'000; return true;
    case 'u': factor = 1; return true;
    case 'n': factor = -1'000; return true;
    default: return false;
  }
}

Format parse_temporal(const ArrowSchema& schema, std::string_view format) {
  int64_t factor = 1;
  if (format == "tdD") {
    return {TypeId::kDate, Layout::kSame, 1};
  }
  if (format == "tdm") {
    return {TypeId::kDate, Layout::kScaledInt64, -86'400'000};
  }
  if (format == "tiM") {
    return {TypeId::kInterval, Layout::kMonths, 1};
  }
  if (format == "tiD") {
    return {TypeId::kInterval, Layout::kDaysMillis, 1};
  }
  if (format == "tin") {
    return {TypeId::kInterval, Layout::kMonthDayNano, 1};
  }
  if (format.size() < 3 || !unit_factor(format[2], factor)) {
    raise_no_counterpart(schema);
  }
  const Layout layout = factor == 1 ? Layout::kSame : Layout::kScaledInt64;
  if (format[1] == 't') {
    const bool narrow = format[2] == 's' || format[2] == 'm';
    return {TypeId::kTime, narrow ? Layout::kScaledInt32 : layout, factor};
  }
  if (format[1] == 'D') {
    return {TypeId::kInterval, Layout::kDuration, factor};
  }
  if (format[1] != 's' || format.size() < 4 || format[3] != ':') {
    raise_no_counterpart(schema);
  }
  return {format.size() == 4 ? TypeId::kTimestamp : TypeId::kTimestamptz, layout, factor};
}

LogicalType text_type(const ArrowSchema& schema) {
  return metadata_value(schema.metadata, kExtensionName) == kJsonName ? TypeId::kJson : TypeId::kText;
}

}  // namespace

Format parse(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (format == "vu") {
    return {text_type(schema), Layout::kTextView, 1};
  }
  if (format == "vz") {
    return {TypeId::kBytea, Layout::kTextView, 1};
  }
  if (format.starts_with("d:")) {
    return parse_decimal(schema, format.substr(2));
  }
  if (format.starts_with("w:")) {
    return parse_fixed_bytes(schema, format.substr(2));
  }
  if (format.starts_with('t')) {
    return parse_temporal(schema, format);
  }
  if (format.size() != 1) {
    raise_no_counterpart(schema);
  }
  switch (format[0]) {
    case 'n': return {TypeId::kNull, Layout::kNull, 1};
    case 'b': return {TypeId::kBoolean, Layout::kBits, 1};
    case 'c': return {TypeId::kTinyint, Layout::kSame, 1};
    case 'C': return {TypeId::kUtinyint, Layout::kSame, 1};
    case 's': return {TypeId::kSmallint, Layout::kSame, 1};
    case 'S': return {TypeId::kUsmallint, Layout::kSame, 1};
    case 'i': return {TypeId::kInteger, Layout::kSame, 1};
    case 'I': return {TypeId::kUinteger, Layout::kSame, 1};
    case 'l': return {TypeId::kBigint, Layout::kSame, 1};
    case 'L': return {TypeId::kUbigint, Layout::kSame, 1};
    case 'e': return {TypeId::kReal, Layout::kHalfFloat, 1};
    case 'f': return {TypeId::kReal, Layout::kSame, 1};
    case 'g': return {TypeId::kDouble, Layout::kSame, 1};
    case 'u': return {text_type(schema), Layout::kText, 1};
    case 'U': return {text_type(schema), Layout::kLargeText, 1};
    case 'z': return {TypeId::kBytea, Layout::kText, 1};
    case 'Z': return {TypeId::kBytea, Layout::kLargeText, 1};
    default: raise_no_counterpart(schema);
  }
}

std::string print(const LogicalType& type, const ArrowOptions& options) {
  const bool large = options.text == ArrowOptions::Text::kLargeUtf8;
  const bool view = options.text == ArrowOptions::Text::kUtf8View;
  switch (type.id()) {
    case TypeId::kNull: return "n";
    case TypeId::kBoolean: return "b";
    case TypeId::kTinyint: return "c";
    case TypeId::kSmallint: return "s";
    case TypeId::kInteger: return "i";
    case TypeId::kBigint: return "l";
    case TypeId::kHugeint: return "d:38,0";
    case TypeId::kUtinyint: return "C";
    case TypeId::kUsmallint: return "S";
    case TypeId::kUinteger: return "I";
    case TypeId::kUbigint: return "L";
    case TypeId::kReal: return "f";
    case TypeId::kDouble: return "g";
    case TypeId::kDecimal:
      return "d:" + std::to_string(type.precision()) + "," + std::to_string(type.scale());
    case TypeId::kText:
    case TypeId::kJson:
    case TypeId::kEnum: return view ? "vu" : large ? "U" : "u";
    case TypeId::kBytea: return view ? "vz" : large ? "Z" : "z";
    case TypeId::kDate: return "tdD";
    case TypeId::kTime: return "ttu";
    case TypeId::kTimestamp: return "tsu:";
    case TypeId::kTimestamptz: return "tsu:UTC";
    case TypeId::kInterval: return "tin";
    case TypeId::kUuid: return "w:16";
    default: raise_unsupported("Arrow export of type " + type.to_string());
  }
}

std::string extension_metadata(const LogicalType& type) {
  if (type.id() != TypeId::kUuid && type.id() != TypeId::kJson) {
    return {};
  }
  const int32_t pair_count = 2;
  std::string packed(reinterpret_cast<const char*>(&pair_count), sizeof(pair_count));
  append_packed(packed, kExtensionName);
  append_packed(packed, type.id() == TypeId::kUuid ? kUuidName : kJsonName);
  append_packed(packed, "ARROW:extension:metadata");
  append_packed(packed, "");
  return packed;
}

}  // namespace stoa::arrow_format
