#include "column/arrow.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "column/sample_vectors.h"

namespace stoa {
namespace {

using Text = ArrowOptions::Text;

/// What a type comes back as: all but HUGEINT as itself.
LogicalType returned_type(const LogicalType& type) {
  return type.id() == TypeId::kHugeint ? LogicalType::decimal(38, 0) : type;
}

/// Values that every Arrow type can hold.
ColumnVector arrow_sample(Random& random, const LogicalType& type, SampleKind kind, size_t n, double nulls) {
  if (type.id() != TypeId::kHugeint) {
    return sample_vector(random, type, kind, n, nulls);
  }
  const ColumnVector narrow = sample_vector(random, TypeId::kBigint, kind, n, nulls);
  std::vector<Value> values;
  for (size_t i = 0; i < n; ++i) {
    values.push_back(narrow.is_null(i) ? Value::null(type) : Value::hugeint(narrow.value(i).as_integer()));
  }
  return ColumnVector::from_values(type, values);
}

void expect_round_trip(const ColumnVector& vector, const ArrowField& field, const ArrowOptions& options,
                       const std::string& what) {
  ArrowSchema schema;
  export_field(field, options, &schema);
  ArrowArray array;
  export_vector(vector, field, options, &array);
  EXPECT_EQ(import_field(schema).name, field.name);
  const ColumnVector back = import_vector(schema, &array);
  EXPECT_EQ(array.release, nullptr) << "the array was not taken over";
  schema.release(&schema);
  EXPECT_EQ(schema.release, nullptr);
  ASSERT_EQ(back.size(), vector.size()) << what;
  ASSERT_EQ(back.type(), returned_type(field.type)) << what;
  for (size_t i = 0; i < vector.size(); ++i) {
    ASSERT_EQ(back.is_null(i), vector.is_null(i)) << what << " row " << i;
    if (vector.is_null(i)) {
      continue;
    }
    if (field.type.id() == TypeId::kHugeint) {
      ASSERT_TRUE(back.value(i).as_integer() == vector.value(i).as_integer());
    } else {
      ASSERT_EQ(back.value(i), vector.value(i)) << what << " row " << i;
    }
  }
}

TEST(Arrow, EveryTypeKindAndTextLayoutComesBack) {
  Random random(71);
  for (const LogicalType& type : sample_types()) {
    for (const SampleKind kind : kSampleKinds) {
      for (const size_t n : {0, 1, 63, 64, 65, 129}) {
        const ColumnVector vector = arrow_sample(random, type, kind, n, n % 2 == 0 ? 0 : 0.3);
        for (const Text text : {Text::kUtf8, Text::kLargeUtf8, Text::kUtf8View}) {
          for (const bool dictionary : {false, true}) {
            if (!type.is_text_like() && (text != Text::kUtf8 || dictionary)) {
              continue;
            }
            expect_round_trip(vector, {"c", type, dictionary, true}, {text, dictionary},
                              describe(type, kind, n));
          }
        }
      }
    }
  }
  expect_round_trip(ColumnVector::make_null(TypeId::kNull, 5), {"n", TypeId::kNull, false, true}, {}, "null");
}

TEST(Arrow, EnumsBecomeTheirLabels) {
  const LogicalType mood = LogicalType::enumeration("mood", {"sad", "ok", "happy"});
  const std::vector<Value> values{Value::from_integer(mood, 2), Value::null(mood),
                                  Value::from_integer(mood, 0)};
  const ColumnVector vector = ColumnVector::from_values(mood, values);
  for (const bool dictionary : {false, true}) {
    ArrowSchema schema;
    ArrowArray array;
    const ArrowField field{"m", mood, dictionary, true};
    export_field(field, {Text::kUtf8, true}, &schema);
    export_vector(vector, field, {Text::kUtf8, true}, &array);
    EXPECT_EQ(schema.dictionary != nullptr, dictionary);
    const ColumnVector back = import_vector(schema, &array);
    EXPECT_EQ(back.value(0), Value::text("happy"));
    EXPECT_TRUE(back.is_null(1));
    EXPECT_EQ(back.value(2), Value::text("sad"));
    schema.release(&schema);
  }
}

TEST(Arrow, FixedWidthIsNotCopied) {
  const ColumnVector vector = ColumnVector::make_flat(TypeId::kDouble, 1000);
  ArrowArray array;
  export_vector(vector, {"d", TypeId::kDouble}, {}, &array);
  EXPECT_EQ(array.buffers[1], vector.data());
  EXPECT_EQ(array.null_count, 0);
  EXPECT_EQ(array.buffers[0], nullptr);
  array.release(&array);
}

TEST(Arrow, DictionariesShareTheirIndicesAndStayDistinct) {
  Random random(72);
  const ColumnVector vector = sample_vector(random, TypeId::kText, SampleKind::kDistinctDictionary, 200, 0.2);
  const ArrowField field{"t", TypeId::kText, true, true};
  ArrowSchema schema;
  ArrowArray array;
  export_field(field, {Text::kUtf8, true}, &schema);
  export_vector(vector, field, {Text::kUtf8, true}, &array);
  EXPECT_EQ(array.buffers[1], vector.indices());
  EXPECT_STREQ(schema.format, "i");
  EXPECT_STREQ(schema.dictionary->format, "u");
  const ColumnVector back = import_vector(schema, &array);
  EXPECT_TRUE(back.has_distinct_dictionary());
  schema.release(&schema);
}

std::vector<ArrowField> fields_of(const std::vector<LogicalType>& types) {
  std::vector<ArrowField> fields;
  for (const LogicalType& type : types) {
    fields.push_back({"column " + std::to_string(fields.size()), type, type.is_text(), true});
  }
  return fields;
}

class CountedSource : public ArrowStreamSource {
 public:
  CountedSource(std::vector<ArrowField> fields, std::vector<Batch> batches, bool fails)
      : fields_(std::move(fields)), batches_(std::move(batches)), fails_(fails) {}
  const std::vector<ArrowField>& fields() const override { return fields_; }
  std::optional<Batch> next() override {
    if (next_ == batches_.size()) {
      if (fails_) {
        raise(sqlstate::kDivisionByZero, "division by zero");
      }
      return std::nullopt;
    }
    return batches_[next_++];
  }

 private:
  std::vector<ArrowField> fields_;
  std::vector<Batch> batches_;
  size_t next_ = 0;
  bool fails_;
};

std::vector<Batch> sample_batches(Random& random, const std::vector<LogicalType>& types) {
  std::vector<Batch> batches;
  for (const size_t n : {10, 0, 65}) {
    Batch batch;
    batch.row_count = n;
    for (const LogicalType& type : types) {
      batch.columns.push_back(sample_vector(random, type, SampleKind::kDistinctDictionary, n, 0.2));
    }
    batches.push_back(std::move(batch));
  }
  return batches;
}

TEST(ArrowStream, BatchesComeThrough) {
  Random random(73);
  const std::vector<LogicalType> types{TypeId::kInteger, TypeId::kText, TypeId::kDouble, TypeId::kUuid};
  const std::vector<Batch> batches = sample_batches(random, types);
  ArrowArrayStream stream;
  export_stream(std::make_unique<CountedSource>(fields_of(types), batches, false), {Text::kUtf8, true},
                &stream);
  std::vector<Batch> kept;
  {
    ArrowStreamReader reader(&stream);
    EXPECT_EQ(stream.release, nullptr);
    ASSERT_EQ(reader.fields().size(), types.size());
    EXPECT_EQ(reader.fields()[1].name, "column 1");
    EXPECT_TRUE(reader.fields()[1].dictionary);
    while (std::optional<Batch> batch = reader.next()) {
      kept.push_back(std::move(*batch));
    }
  }
  ASSERT_EQ(kept.size(), batches.size());
  for (size_t b = 0; b < kept.size(); ++b) {
    for (size_t c = 0; c < types.size(); ++c) {
      expect_same_rows(kept[b].columns[c], batches[b].columns[c], "batch " + std::to_string(b));
    }
  }
}

TEST(ArrowStream, ErrorsCarryTheirMessage) {
  Random random(74);
  const std::vector<LogicalType> types{TypeId::kInteger};
  ArrowArrayStream stream;
  export_stream(std::make_unique<CountedSource>(fields_of(types), sample_batches(random, types), true), {},
                &stream);
  ArrowStreamReader reader(&stream);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(reader.next().has_value());
  }
  try {
    reader.next();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("22012"), std::string::npos) << error.message();
  }
}

TEST(ArrowStream, UnreadStreamsAndBatchesAreFreed) {
  Random random(75);
  const std::vector<LogicalType> types{TypeId::kText, TypeId::kBigint};
  ArrowArrayStream stream;
  export_stream(std::make_unique<CountedSource>(fields_of(types), sample_batches(random, types), false), {},
                &stream);
  ArrowSchema schema;
  ASSERT_EQ(stream.get_schema(&stream, &schema), 0);
  ArrowArray array;
  ASSERT_EQ(stream.get_next(&stream, &array), 0);
  // A consumer may take a child out before it releases the rest.
  ArrowArray child = *array.children[0];
  array.children[0]->release = nullptr;
  array.release(&array);
  stream.release(&stream);
  EXPECT_EQ(import_vector(*schema.children[0], &child).size(), 10);
  schema.release(&schema);
}

/// An array made by hand, as another library would hand it over.
struct Foreign {
  ArrowSchema schema{};
  ArrowArray array{};
  std::vector<const void*> buffers;

  Foreign(const char* format, size_t length, std::vector<const void*> contents)
      : buffers(std::move(contents)) {
    schema.format = format;
    schema.name = "foreign";
    array.length = static_cast<int64_t>(length);
    array.null_count = -1;
    array.n_buffers = static_cast<int64_t>(buffers.size());
    array.buffers = buffers.data();
    array.release = [](ArrowArray* self) { self->release = nullptr; };
  }
};

TEST(ArrowImport, OtherUnitsAndWidths) {
  const int64_t millis[] = {86'400'000, -1, 0};
  Foreign date64("tdm", 3, {nullptr, millis});
  const ColumnVector dates = import_vector(date64.schema, &date64.array);
  EXPECT_EQ(dates.value(0), Value::date(1));
  EXPECT_EQ(dates.value(1), Value::date(-1));
  const int32_t seconds[] = {3600};
  Foreign time32("tts", 1, {nullptr, seconds});
  EXPECT_EQ(import_vector(time32.schema, &time32.array).value(0), Value::time(3'600'000'000));
  const int64_t nanos[] = {1'999, -1};
  Foreign timestamps("tsn:Europe/Berlin", 2, {nullptr, nanos});
  const ColumnVector instants = import_vector(timestamps.schema, &timestamps.array);
  EXPECT_EQ(instants.value(0), Value::timestamptz(1));
  EXPECT_EQ(instants.value(1), Value::timestamptz(-1));
  const int32_t cents[] = {-1234};
  Foreign decimal32("d:9,2,32", 1, {nullptr, cents});
  EXPECT_EQ(import_vector(decimal32.schema, &decimal32.array).value(0), Value::decimal(-1234, 9, 2));
  const uint16_t halves[] = {0x3C00, 0xC000, 0x0001, 0x7C00};
  Foreign half("e", 4, {nullptr, halves});
  const ColumnVector floats = import_vector(half.schema, &half.array);
  EXPECT_EQ(floats.value(0), Value::real(1));
  EXPECT_EQ(floats.value(1), Value::real(-2));
  EXPECT_EQ(floats.value(2), Value::real(0x1p-24F));
  EXPECT_EQ(floats.value(3), Value::real(__builtin_inff()));
}

TEST(ArrowImport, OffsetsIntoValuesAndBitmaps) {
  std::vector<int32_t> numbers(200);
  std::vector<uint8_t> bitmap(25);
  for (size_t i = 0; i < 200; ++i) {
    numbers[i] = static_cast<int32_t>(i);
    if (i % 3 != 0) {
      bitmap[i / 8] |= static_cast<uint8_t>(1 << i % 8);
    }
  }
  for (const int64_t offset : {0, 1, 8, 13, 64, 65}) {
    Foreign foreign("i", 130, {bitmap.data(), numbers.data()});
    foreign.array.offset = offset;
    const ColumnVector vector = import_vector(foreign.schema, &foreign.array);
    for (size_t i = 0; i < 130; ++i) {
      const auto row = i + static_cast<size_t>(offset);
      ASSERT_EQ(vector.is_null(i), row % 3 == 0);
      if (row % 3 != 0) {
        ASSERT_EQ(vector.value(i), Value::integer(static_cast<int32_t>(row)));
      }
    }
    Foreign bits("b", 130, {nullptr, bitmap.data()});
    bits.array.offset = offset;
    const ColumnVector bools = import_vector(bits.schema, &bits.array);
    for (size_t i = 0; i < 130; ++i) {
      ASSERT_EQ(bools.value(i).as_boolean(), (i + static_cast<size_t>(offset)) % 3 != 0);
    }
  }
}

TEST(ArrowImport, RepeatedEntriesAreNotCalledDistinct) {
  const int32_t offsets[] = {0, 1, 2, 3};
  Foreign entries("u", 3, {nullptr, offsets, "aba"});
  const uint8_t codes[] = {0, 1, 2, 2};
  const uint8_t valid[] = {0b1011};
  Foreign indices("C", 4, {valid, codes});
  indices.schema.dictionary = &entries.schema;
  indices.array.dictionary = &entries.array;
  const ColumnVector vector = import_vector(indices.schema, &indices.array);
  EXPECT_TRUE(vector.is_dictionary());
  EXPECT_FALSE(vector.has_distinct_dictionary());
  EXPECT_EQ(vector.value(0), Value::text("a"));
  EXPECT_TRUE(vector.is_null(2));
  EXPECT_EQ(vector.value(3), Value::text("a"));
}

TEST(ArrowImport, WhatCannotBeReadRaises) {
  for (const char* format : {"+l", "d:76,2,256", "d:5,-2", "tXs", "+us:", "q"}) {
    Foreign foreign(format, 0, {nullptr, nullptr});
    EXPECT_THROW(import_field(foreign.schema), Error) << format;
  }
  const int64_t late[] = {INT64_MAX};
  Foreign seconds("tss:", 1, {nullptr, late});
  EXPECT_THROW(import_vector(seconds.schema, &seconds.array), Error);
  const int32_t back[] = {5, 2};
  Foreign text("u", 1, {nullptr, back, "abcde"});
  EXPECT_THROW(import_vector(text.schema, &text.array), Error);
  const int8_t code[] = {7};
  const int32_t offsets[] = {0, 1};
  Foreign entries("u", 1, {nullptr, offsets, "a"});
  Foreign indices("c", 1, {nullptr, code});
  indices.schema.dictionary = &entries.schema;
  indices.array.dictionary = &entries.array;
  EXPECT_THROW(import_vector(indices.schema, &indices.array), Error);
}

TEST(ArrowExport, LimitsRaise) {
  ArrowArray array;
  const ColumnVector huge = ColumnVector::make_constant(Value::hugeint(kInt128Max), 2);
  EXPECT_THROW(export_vector(huge, {"h", TypeId::kHugeint}, {}, &array), Error);
  const ColumnVector forever = ColumnVector::make_constant(Value::interval({0, 0, INT64_MAX}), 2);
  EXPECT_THROW(export_vector(forever, {"i", TypeId::kInterval}, {}, &array), Error);
}

}  // namespace
}  // namespace stoa
