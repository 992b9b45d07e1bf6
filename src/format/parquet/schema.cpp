#include "format/parquet/schema.h"

#include <optional>

#include "format/parquet/thrift_reader.h"

namespace stoa::parquet {
namespace {

constexpr int kDepthMax = 64;
constexpr int kDecimalDigitsMax = 38;
constexpr int kDecimalDigitsInt64 = 18;
/// No writer takes more for 38 digits than 16; wider ones are plain bytes here.
constexpr int32_t kDecimalBytesMax = 64;
constexpr int32_t kFixedBytesMax = 1 << 30;

/// An annotation of the old kind put in the terms of the new one.
AnnotationDetail annotation_of_converted(const SchemaElement& element) {
  AnnotationDetail detail;
  const auto integer = [&](int32_t bits, bool is_signed) {
    detail.kind = Annotation::kInteger;
    detail.bit_width = bits;
    detail.is_signed = is_signed;
  };
  const auto temporal = [&](Annotation kind, TimeUnit unit) {
    detail.kind = kind;
    detail.unit = unit;
  };
  switch (element.converted) {
    case ConvertedType::kUtf8: detail.kind = Annotation::kString; break;
    case ConvertedType::kEnum: detail.kind = Annotation::kEnum; break;
    case ConvertedType::kJson: detail.kind = Annotation::kJson; break;
    case ConvertedType::kBson: detail.kind = Annotation::kBson; break;
    case ConvertedType::kMap:
    case ConvertedType::kMapKeyValue: detail.kind = Annotation::kMap; break;
    case ConvertedType::kList: detail.kind = Annotation::kList; break;
    case ConvertedType::kDate: detail.kind = Annotation::kDate; break;
    case ConvertedType::kDecimal:
      detail.kind = Annotation::kDecimal;
      detail.scale = element.scale;
      detail.precision = element.precision;
      break;
    case ConvertedType::kTimeMillis: temporal(Annotation::kTime, TimeUnit::kMillis); break;
    case ConvertedType::kTimeMicros: temporal(Annotation::kTime, TimeUnit::kMicros); break;
    case ConvertedType::kTimestampMillis: temporal(Annotation::kTimestamp, TimeUnit::kMillis); break;
    case ConvertedType::kTimestampMicros: temporal(Annotation::kTimestamp, TimeUnit::kMicros); break;
    case ConvertedType::kUint8: integer(8, false); break;
    case ConvertedType::kUint16: integer(16, false); break;
    case ConvertedType::kUint32: integer(32, false); break;
    case ConvertedType::kUint64: integer(64, false); break;
    case ConvertedType::kInt8: integer(8, true); break;
    case ConvertedType::kInt16: integer(16, true); break;
    case ConvertedType::kInt32: integer(32, true); break;
    case ConvertedType::kInt64: integer(64, true); break;
    default: break;
  }
  return detail;
}

AnnotationDetail effective_annotation(const SchemaElement& element) {
  return element.annotation.kind != Annotation::kNone ? element.annotation : annotation_of_converted(element);
}

struct Meaning {
  LogicalType type;
  Conversion conversion;
};

Meaning plain_meaning(const SchemaElement& element, bool binary_as_text) {
  switch (*element.type) {
    case ParquetType::kBoolean: return {TypeId::kBoolean, Conversion::kIdentity};
    case ParquetType::kInt32: return {TypeId::kInteger, Conversion::kIdentity};
    case ParquetType::kInt64: return {TypeId::kBigint, Conversion::kIdentity};
    case ParquetType::kInt96: return {TypeId::kTimestamp, Conversion::kInt96ToMicros};
    case ParquetType::kFloat: return {TypeId::kReal, Conversion::kIdentity};
    case ParquetType::kDouble: return {TypeId::kDouble, Conversion::kIdentity};
    case ParquetType::kByteArray:
      if (binary_as_text) {
        return {TypeId::kText, Conversion::kText};
      }
      return {TypeId::kBytea, Conversion::kBytes};
    case ParquetType::kFixedLengthByteArray: break;
  }
  // INTERVAL has no new annotation; it is told by the old one alone.
  if (element.converted == ConvertedType::kInterval && element.type_length == 12) {
    return {TypeId::kInterval, Conversion::kInterval};
  }
  return {TypeId::kBytea, Conversion::kBytes};
}

std::optional<Meaning> integer_meaning(ParquetType stored, const AnnotationDetail& detail) {
  if (stored == ParquetType::kInt64 && detail.bit_width == 64) {
    return Meaning{detail.is_signed ? TypeId::kBigint : TypeId::kUbigint, Conversion::kIdentity};
  }
  if (stored != ParquetType::kInt32) {
    return std::nullopt;
  }
  switch (detail.bit_width) {
    case 8:
      if (detail.is_signed) {
        return Meaning{TypeId::kTinyint, Conversion::kInt32ToInt8};
      }
      return Meaning{TypeId::kUtinyint, Conversion::kInt32ToUint8};
    case 16:
      if (detail.is_signed) {
        return Meaning{TypeId::kSmallint, Conversion::kInt32ToInt16};
      }
      return Meaning{TypeId::kUsmallint, Conversion::kInt32ToUint16};
    case 32: return Meaning{detail.is_signed ? TypeId::kInteger : TypeId::kUinteger, Conversion::kIdentity};
    default: return std::nullopt;
  }
}

std::optional<Meaning> decimal_meaning(const SchemaElement& element, const AnnotationDetail& detail) {
  if (detail.precision < 1 || detail.precision > kDecimalDigitsMax || detail.scale < 0 ||
      detail.scale > detail.precision) {
    return std::nullopt;
  }
  const LogicalType type =
      LogicalType::decimal(static_cast<uint8_t>(detail.precision), static_cast<uint8_t>(detail.scale));
  const bool is_narrow = detail.precision <= kDecimalDigitsInt64;
  switch (*element.type) {
    case ParquetType::kInt32:
      return Meaning{type, is_narrow ? Conversion::kInt32ToInt64 : Conversion::kInt32ToInt128};
    case ParquetType::kInt64:
      return Meaning{type, is_narrow ? Conversion::kIdentity : Conversion::kInt64ToInt128};
    case ParquetType::kFixedLengthByteArray:
      if (element.type_length > kDecimalBytesMax) {
        return std::nullopt;
      }
      [[fallthrough]];
    case ParquetType::kByteArray:
      return Meaning{type, is_narrow ? Conversion::kBigEndianToInt64 : Conversion::kBigEndianToInt128};
    default: return std::nullopt;
  }
}

std::optional<Meaning> time_meaning(ParquetType stored, const AnnotationDetail& detail) {
  if (stored == ParquetType::kInt32 && detail.unit == TimeUnit::kMillis) {
    return Meaning{TypeId::kTime, Conversion::kInt32MillisToMicros};
  }
  if (stored != ParquetType::kInt64) {
    return std::nullopt;
  }
  if (detail.unit == TimeUnit::kMicros) {
    return Meaning{TypeId::kTime, Conversion::kIdentity};
  }
  if (detail.unit == TimeUnit::kNanos) {
    return Meaning{TypeId::kTime, Conversion::kInt64NanosToMicros};
  }
  return std::nullopt;
}

std::optional<Meaning> timestamp_meaning(ParquetType stored, const AnnotationDetail& detail) {
  if (stored != ParquetType::kInt64) {
    return std::nullopt;
  }
  const TypeId type = detail.is_adjusted_to_utc ? TypeId::kTimestamptz : TypeId::kTimestamp;
  switch (detail.unit) {
    case TimeUnit::kMillis: return Meaning{type, Conversion::kInt64MillisToMicros};
    case TimeUnit::kMicros: return Meaning{type, Conversion::kIdentity};
    case TimeUnit::kNanos: return Meaning{type, Conversion::kInt64NanosToMicros};
    default: return std::nullopt;
  }
}

/// What an annotation makes of the stored type; nothing where it doesn't fit, which makes the column a plain
/// one.
std::optional<Meaning> annotated_meaning(const SchemaElement& element, const AnnotationDetail& detail) {
  const ParquetType stored = *element.type;
  const bool is_byte_array = stored == ParquetType::kByteArray;
  const bool is_fixed = stored == ParquetType::kFixedLengthByteArray;
  switch (detail.kind) {
    case Annotation::kString:
    case Annotation::kEnum:
      if (is_byte_array || is_fixed) {
        return Meaning{TypeId::kText, Conversion::kText};
      }
      break;
    case Annotation::kJson:
      if (is_byte_array) {
        return Meaning{TypeId::kJson, Conversion::kText};
      }
      break;
    case Annotation::kInteger: return integer_meaning(stored, detail);
    case Annotation::kDecimal: return decimal_meaning(element, detail);
    case Annotation::kDate:
      if (stored == ParquetType::kInt32) {
        return Meaning{TypeId::kDate, Conversion::kIdentity};
      }
      break;
    case Annotation::kTime: return time_meaning(stored, detail);
    case Annotation::kTimestamp: return timestamp_meaning(stored, detail);
    case Annotation::kUuid:
      if (is_fixed && element.type_length == 16) {
        return Meaning{TypeId::kUuid, Conversion::kUuid};
      }
      break;
    case Annotation::kFloat16:
      if (is_fixed && element.type_length == 2) {
        return Meaning{TypeId::kReal, Conversion::kFloat16ToFloat};
      }
      break;
    default: break;
  }
  return std::nullopt;
}

size_t stored_bytes(const SchemaElement& element) {
  switch (*element.type) {
    case ParquetType::kBoolean: return 1;
    case ParquetType::kInt32:
    case ParquetType::kFloat: return 4;
    case ParquetType::kInt64:
    case ParquetType::kDouble: return 8;
    case ParquetType::kInt96: return 12;
    case ParquetType::kByteArray: return 0;
    case ParquetType::kFixedLengthByteArray: return static_cast<size_t>(element.type_length);
  }
  raise_malformed("schema has an unknown physical type");
}

/// Walks the flattened tree depth first.
class SchemaBuilder {
 public:
  SchemaBuilder(const std::vector<SchemaElement>& elements, bool binary_as_text)
      : elements_(elements), binary_as_text_(binary_as_text) {}

  FileSchema build() {
    if (elements_.empty() || elements_[0].type.has_value()) {
      raise_malformed("schema has no root");
    }
    next_ = 1;
    for (int32_t i = 0; i < checked_child_count(elements_[0]); ++i) {
      add_column();
    }
    if (next_ != elements_.size()) {
      raise_malformed("schema has elements outside its tree");
    }
    schema_.leaf_count = leaf_count_;
    return std::move(schema_);
  }

 private:
  int32_t checked_child_count(const SchemaElement& element) const {
    if (element.child_count < 0 || static_cast<size_t>(element.child_count) > elements_.size()) {
      raise_malformed("schema has a group with a wrong number of children");
    }
    return element.child_count;
  }

  const SchemaElement& take() {
    if (next_ >= elements_.size()) {
      raise_malformed("schema ends inside a group");
    }
    const SchemaElement& element = elements_[next_++];
    const auto repetition = static_cast<int32_t>(element.repetition);
    if (repetition < 0 || repetition > 2) {
      raise_malformed("schema has an unknown repetition");
    }
    if (element.type.has_value()) {
      check_leaf(element);
    }
    return element;
  }

  static void check_leaf(const SchemaElement& element) {
    const auto type = static_cast<int32_t>(*element.type);
    if (type < 0 || type > 7) {
      raise_malformed("schema has an unknown physical type");
    }
    if (*element.type == ParquetType::kFixedLengthByteArray &&
        (element.type_length <= 0 || element.type_length > kFixedBytesMax)) {
      raise_malformed("schema has a fixed-length type of a wrong length");
    }
  }

  void add_column() {
    const SchemaElement& element = elements_[next_ < elements_.size() ? next_ : 0];
    FileColumn column;
    column.name = element.name;
    if (element.type.has_value() && element.repetition != Repetition::kRepeated) {
      column.leaf = make_leaf(take());
      column.type = column.leaf.type;
      refuse_wide_decimal(element, column);
    } else {
      column.type = nested_type(0);
      column.is_readable = false;
      column.unreadable_reason = "reading the nested column \"" + column.name + "\"";
    }
    schema_.columns.push_back(std::move(column));
  }

  static void refuse_wide_decimal(const SchemaElement& element, FileColumn& column) {
    const AnnotationDetail detail = effective_annotation(element);
    if (detail.kind == Annotation::kDecimal && detail.precision > kDecimalDigitsMax) {
      column.is_readable = false;
      column.unreadable_reason =
          "reading the column \"" + column.name + "\", a decimal of more than 38 digits,";
    }
  }

  Meaning meaning_of(const SchemaElement& element) const {
    const auto annotated = annotated_meaning(element, effective_annotation(element));
    return annotated.has_value() ? *annotated : plain_meaning(element, binary_as_text_);
  }

  Leaf make_leaf(const SchemaElement& element) {
    const Meaning meaning = meaning_of(element);
    Leaf leaf;
    leaf.name = element.name;
    leaf.type = meaning.type;
    leaf.conversion = meaning.conversion;
    leaf.stored = *element.type;
    leaf.stored_bytes = stored_bytes(element);
    leaf.is_optional = element.repetition == Repetition::kOptional;
    leaf.chunk = leaf_count_++;
    return leaf;
  }

  /// The type of a field that can't be read yet, for descriptions.
  LogicalType nested_type(int depth) {
    if (depth > kDepthMax) {
      raise_malformed("schema is nested too deeply");
    }
    const SchemaElement& element = take();
    LogicalType type;
    if (element.type.has_value()) {
      ++leaf_count_;
      type = meaning_of(element).type;
    } else {
      type = group_type(element, depth);
    }
    return element.repetition == Repetition::kRepeated ? LogicalType::list(std::move(type)) : type;
  }

  LogicalType group_type(const SchemaElement& element, int depth) {
    std::vector<TypeField> fields;
    for (int32_t i = 0; i < checked_child_count(element); ++i) {
      std::string name = next_ < elements_.size() ? elements_[next_].name : std::string();
      fields.push_back({std::move(name), nested_type(depth + 1)});
    }
    const Annotation kind = effective_annotation(element).kind;
    if (fields.size() == 1 && fields[0].type.id() == TypeId::kList) {
      const LogicalType& entry = fields[0].type.fields()[0].type;
      if (kind == Annotation::kMap && entry.id() == TypeId::kStruct && entry.fields().size() == 2) {
        return LogicalType::map(entry.fields()[0].type, entry.fields()[1].type);
      }
      if (kind == Annotation::kList) {
        const bool is_wrapped = entry.id() == TypeId::kStruct && entry.fields().size() == 1;
        return LogicalType::list(is_wrapped ? entry.fields()[0].type : entry);
      }
    }
    return LogicalType::structure(std::move(fields));
  }

  const std::vector<SchemaElement>& elements_;
  bool binary_as_text_;
  size_t next_ = 0;
  size_t leaf_count_ = 0;
  FileSchema schema_;
};

}  // namespace

FileSchema make_file_schema(const std::vector<SchemaElement>& elements, bool binary_as_text) {
  return SchemaBuilder(elements, binary_as_text).build();
}

bool is_bytes(const Leaf& leaf) {
  return leaf.conversion == Conversion::kText || leaf.conversion == Conversion::kBytes;
}

}  // namespace stoa::parquet
