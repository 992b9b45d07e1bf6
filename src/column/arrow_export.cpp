#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "column/arrow.h"
#include "column/arrow_format.h"
#include "column/kernels/mask.h"
#include "types/decimal.h"
#include "types/uuid.h"

namespace stoa {

namespace {

// --- schemas

/// What an exported schema points into; freed by its release callback.
struct SchemaHolder {
  std::string format;
  std::string name;
  std::string metadata;
  std::vector<std::unique_ptr<ArrowSchema>> children;
  std::vector<ArrowSchema*> child_pointers;
  std::unique_ptr<ArrowSchema> dictionary;

  ~SchemaHolder() {
    for (const auto& child : children) {
      release_one(child.get());
    }
    release_one(dictionary.get());
  }
  static void release_one(ArrowSchema* schema) {
    if (schema != nullptr && schema->release != nullptr) {
      schema->release(schema);
    }
  }
};

void release_schema(ArrowSchema* schema) {
  const std::unique_ptr<SchemaHolder> holder(static_cast<SchemaHolder*>(schema->private_data));
  schema->release = nullptr;
  schema->private_data = nullptr;
}

void finish_schema(std::unique_ptr<SchemaHolder> holder, int64_t flags, ArrowSchema* out) {
  for (const auto& child : holder->children) {
    holder->child_pointers.push_back(child.get());
  }
  *out = {};
  out->format = holder->format.c_str();
  out->name = holder->name.c_str();
  out->metadata = holder->metadata.empty() ? nullptr : holder->metadata.c_str();
  out->flags = flags;
  out->n_children = static_cast<int64_t>(holder->children.size());
  out->children = holder->child_pointers.empty() ? nullptr : holder->child_pointers.data();
  out->dictionary = holder->dictionary.get();
  out->release = release_schema;
  out->private_data = holder.release();
}

bool exports_dictionary(const ArrowField& field, const ArrowOptions& options) {
  const bool is_text = field.type.is_text_like() || field.type.id() == TypeId::kEnum;
  return field.dictionary && options.dictionaries && is_text;
}

// --- arrays

/// What an exported array points into; freed by its release callback.
struct ArrayHolder {
  std::vector<Owner> owners;
  std::vector<const void*> buffers;
  std::vector<std::unique_ptr<ArrowArray>> children;
  std::vector<ArrowArray*> child_pointers;
  std::unique_ptr<ArrowArray> dictionary;

  ~ArrayHolder() {
    for (const auto& child : children) {
      release_one(child.get());
    }
    release_one(dictionary.get());
  }
  static void release_one(ArrowArray* array) {
    if (array != nullptr && array->release != nullptr) {
      array->release(array);
    }
  }
  void add(const void* buffer, Owner owner) {
    buffers.push_back(buffer);
    if (owner != nullptr) {
      owners.push_back(std::move(owner));
    }
  }
  void add(BufferRef buffer) {
    const std::byte* data = buffer->data();
    add(data, std::move(buffer));
  }
};

void release_array(ArrowArray* array) {
  const std::unique_ptr<ArrayHolder> holder(static_cast<ArrayHolder*>(array->private_data));
  array->release = nullptr;
  array->private_data = nullptr;
}

void finish_array(std::unique_ptr<ArrayHolder> holder, size_t length, size_t null_count, ArrowArray* out) {
  for (const auto& child : holder->children) {
    holder->child_pointers.push_back(child.get());
  }
  *out = {};
  out->length = static_cast<int64_t>(length);
  out->null_count = static_cast<int64_t>(null_count);
  out->n_buffers = static_cast<int64_t>(holder->buffers.size());
  out->buffers = holder->buffers.empty() ? nullptr : holder->buffers.data();
  out->n_children = static_cast<int64_t>(holder->children.size());
  out->children = holder->child_pointers.empty() ? nullptr : holder->child_pointers.data();
  out->dictionary = holder->dictionary.get();
  out->release = release_array;
  out->private_data = holder.release();
}

/// Adds the validity bitmap, which is our mask as it is, and gives the number of NULLs.
size_t add_validity(const ColumnVector& vector, ArrayHolder& holder) {
  const size_t n = vector.size();
  if (UnifiedVector(vector).validity == nullptr || n == 0) {
    holder.add(nullptr, nullptr);
    return 0;
  }
  const uint64_t* words = vector.validity().words();
  Owner owner = vector.validity().owner();
  if (!vector.is_flat()) {
    auto mask = Buffer::allocate(words_for_bits(n) * sizeof(uint64_t));
    valid_to_mask(vector, n, mask->as<uint64_t>());
    words = mask->as<uint64_t>();
    owner = std::move(mask);
  }
  const size_t null_count = n - mask_count(words, n);
  holder.add(null_count == 0 ? nullptr : words, std::move(owner));
  return null_count;
}

size_t text_bytes(const UnifiedVector& rows, size_t n) {
  size_t total = 0;
  for (size_t i = 0; i < n; ++i) {
    if (rows.is_valid(i)) {
      total += rows.value<TextView>(i).size();
    }
  }
  return total;
}

/// Short texts are copied as the 12 bytes that hold them: the buffer's slack takes what is too much.
char* copy_text(const TextView& text, char* to) {
  if (text.is_inlined()) {
    std::memcpy(to, text.data(), TextView::kInlineBytes);
  } else {
    std::memcpy(to, text.data(), text.size());
  }
  return to + text.size();
}

template <class Offset>
void add_offset_text(const ColumnVector& vector, ArrayHolder& holder) {
  const UnifiedVector rows(vector);
  const size_t n = vector.size();
  const size_t total = text_bytes(rows, n);
  if (total > static_cast<size_t>(std::numeric_limits<Offset>::max())) {
    throw Error(sqlstate::kProgramLimitExceeded,
                "a batch with " + std::to_string(total) + " bytes of text does not fit 32-bit Arrow offsets")
        .with_hint("ask for large_utf8 or utf8_view");
  }
  auto offsets = Buffer::allocate((n + 1) * sizeof(Offset));
  auto data = Buffer::allocate(total);
  auto* offset = offsets->as<Offset>();
  char* const begin = data->as<char>();
  char* next = begin;
  offset[0] = 0;
  for (size_t i = 0; i < n; ++i) {
    if (rows.is_valid(i)) {
      next = copy_text(rows.value<TextView>(i), next);
    }
    offset[i + 1] = static_cast<Offset>(next - begin);
  }
  holder.add(std::move(offsets));
  holder.add(std::move(data));
}

/// A long text in Arrow's view: its prefix and where its bytes are.
struct LongView {
  int32_t size;
  char prefix[4];
  int32_t buffer_index;
  int32_t offset;
};
static_assert(sizeof(LongView) == sizeof(TextView));

void add_view_text(const ColumnVector& vector, ArrayHolder& holder) {
  constexpr size_t kDataBytesMax = size_t{1} << 30;
  const UnifiedVector rows(vector);
  const size_t n = vector.size();
  auto views = Buffer::allocate_zeroed(n * sizeof(LongView));
  std::vector<BufferRef> data;
  std::vector<int64_t> used;
  size_t left = text_bytes(rows, n);
  for (size_t i = 0; i < n; ++i) {
    if (!rows.is_valid(i)) {
      continue;
    }
    const TextView& text = rows.value<TextView>(i);
    auto* place = views->as<LongView>() + i;
    left -= text.size();
    if (text.is_inlined()) {
      std::memcpy(place, &text, sizeof(text));
      continue;
    }
    if (data.empty() || static_cast<size_t>(used.back()) + text.size() > data.back()->size_bytes()) {
      data.push_back(
          Buffer::allocate(std::max<size_t>(text.size(), std::min(left + text.size(), kDataBytesMax))));
      used.push_back(0);
    }
    place->size = static_cast<int32_t>(text.size());
    std::memcpy(place->prefix, text.data(), sizeof(place->prefix));
    place->buffer_index = static_cast<int32_t>(data.size() - 1);
    place->offset = static_cast<int32_t>(used.back());
    std::memcpy(data.back()->as<char>() + used.back(), text.data(), text.size());
    used.back() += text.size();
  }
  holder.add(std::move(views));
  for (BufferRef& buffer : data) {
    holder.add(std::move(buffer));
  }
  auto sizes = Buffer::allocate(used.size() * sizeof(int64_t));
  std::copy(used.begin(), used.end(), sizes->as<int64_t>());
  holder.add(std::move(sizes));
}

void add_text(const ColumnVector& vector, const ArrowOptions& options, ArrayHolder& holder) {
  switch (options.text) {
    case ArrowOptions::Text::kUtf8: return add_offset_text<int32_t>(vector, holder);
    case ArrowOptions::Text::kLargeUtf8: return add_offset_text<int64_t>(vector, holder);
    case ArrowOptions::Text::kUtf8View: return add_view_text(vector, holder);
  }
}

/// Arrow's month_day_nano.
struct MonthDayNano {
  int32_t months;
  int32_t days;
  int64_t nanos;
};

MonthDayNano to_arrow(const Interval& value) {
  MonthDayNano result{value.months, value.days, 0};
  if (__builtin_mul_overflow(value.micros, int64_t{1000}, &result.nanos)) {
    raise(sqlstate::kIntervalOverflow,
          "interval out of range for Arrow's nanoseconds: " + Value::interval(value).to_string());
  }
  return result;
}

/// Copies flat values to another layout, one by one; NULL rows are zero.
template <class From, class To, class Convert>
void add_converted(const ColumnVector& flat, ArrayHolder& holder, Convert convert) {
  const size_t n = flat.size();
  auto values = Buffer::allocate_zeroed(n * sizeof(To));
  for (size_t i = 0; i < n; ++i) {
    if (flat.validity().is_valid(i)) {
      values->as<To>()[i] = convert(flat.values<From>()[i]);
    }
  }
  holder.add(std::move(values));
}

Int128 checked_hugeint(Int128 value) {
  if (!fits_digits(value, 38)) {
    raise(sqlstate::kNumericOutOfRange,
          "hugeint out of range for Arrow's decimal(38,0): " + Value::hugeint(value).to_string());
  }
  return value;
}

struct UuidBytes {
  uint8_t bytes[16];
};

void add_values(const ColumnVector& flat, ArrayHolder& holder) {
  const LogicalType& type = flat.type();
  if (type.id() == TypeId::kBoolean) {
    auto bits = Buffer::allocate(words_for_bits(flat.size()) * sizeof(uint64_t));
    bools_to_mask(flat.values<uint8_t>(), flat.size(), bits->as<uint64_t>());
    return holder.add(std::move(bits));
  }
  if (type.id() == TypeId::kHugeint) {
    return add_converted<Int128, Int128>(flat, holder, checked_hugeint);
  }
  if (type.id() == TypeId::kInterval) {
    return add_converted<Interval, MonthDayNano>(flat, holder, to_arrow);
  }
  if (type.id() == TypeId::kUuid) {
    return add_converted<Int128, UuidBytes>(flat, holder, [](Int128 stored) {
      UuidBytes bytes;
      uuid_to_bytes(stored, bytes.bytes);
      return bytes;
    });
  }
  if (type.is_decimal() && type.physical() == PhysicalType::kInt64) {
    return add_converted<int64_t, Int128>(flat, holder, [](int64_t value) { return Int128{value}; });
  }
  holder.add(flat.data(), flat.values_owner());
}

/// An ENUM as the texts of its labels, by index.
ColumnVector enum_to_text(const ColumnVector& vector) {
  const ColumnVector flat = vector.flatten();
  std::vector<Value> labels;
  for (const TypeField& field : vector.type().fields()) {
    labels.push_back(Value::text(field.name));
  }
  labels.push_back(Value::null(TypeId::kText));
  const size_t n = flat.size();
  auto indices = Buffer::allocate(n * sizeof(uint32_t));
  for (size_t i = 0; i < n; ++i) {
    const bool valid = flat.validity().is_valid(i);
    indices->as<uint32_t>()[i] =
        valid ? flat.values<uint32_t>()[i] : static_cast<uint32_t>(labels.size() - 1);
  }
  auto dictionary = std::make_shared<const ColumnVector>(ColumnVector::from_values(TypeId::kText, labels));
  const auto* places = indices->as<uint32_t>();
  return ColumnVector::make_distinct_dictionary(std::move(dictionary), places, std::move(indices), n);
}

/// The rows as entries and indices, whatever kind the vector is of.
ColumnVector as_dictionary(const ColumnVector& vector) {
  if (vector.is_dictionary()) {
    return vector;
  }
  const size_t n = vector.size();
  auto indices = Buffer::allocate_zeroed(n * sizeof(uint32_t));
  for (size_t i = 0; i < n && vector.is_flat(); ++i) {
    indices->as<uint32_t>()[i] = static_cast<uint32_t>(i);
  }
  ColumnVector one = vector;
  if (vector.is_constant()) {
    one.set_size(1);
  }
  auto entries = std::make_shared<const ColumnVector>(one.flatten());
  const auto* places = indices->as<uint32_t>();
  return ColumnVector::make_over(std::move(entries), false, places, std::move(indices), n);
}

/// The Arrow form of the dictionary that a column had last: batches of one source mostly share it.
struct DictionaryCache {
  std::shared_ptr<const ColumnVector> entries;
  std::vector<Owner> owners;
  std::vector<const void*> buffers;
  size_t null_count = 0;
};

std::unique_ptr<ArrowArray> export_entries(const std::shared_ptr<const ColumnVector>& entries,
                                           const ArrowOptions& options, DictionaryCache& cache) {
  auto holder = std::make_unique<ArrayHolder>();
  if (cache.entries != entries) {
    const ColumnVector flat = entries->flatten();
    ArrayHolder fresh;
    cache.null_count = add_validity(flat, fresh);
    add_text(flat, options, fresh);
    fresh.owners.push_back(flat.validity().owner());
    cache.owners = std::move(fresh.owners);
    cache.buffers = std::move(fresh.buffers);
    cache.entries = entries;
  }
  holder->owners = cache.owners;
  holder->buffers = cache.buffers;
  auto array = std::make_unique<ArrowArray>();
  finish_array(std::move(holder), entries->size(), cache.null_count, array.get());
  return array;
}

void export_dictionary(const ColumnVector& vector, const ArrowOptions& options, DictionaryCache& cache,
                       ArrowArray* out) {
  const ColumnVector rows = as_dictionary(vector);
  auto holder = std::make_unique<ArrayHolder>();
  const size_t null_count = add_validity(rows, *holder);
  holder->add(rows.indices(), rows.indices_owner());
  holder->dictionary = export_entries(rows.shared_dictionary(), options, cache);
  finish_array(std::move(holder), rows.size(), null_count, out);
}

void export_column(const ColumnVector& vector, const ArrowField& field, const ArrowOptions& options,
                   DictionaryCache& cache, ArrowArray* out) {
  if (vector.type().id() == TypeId::kEnum) {
    return export_column(enum_to_text(vector), field, options, cache, out);
  }
  if (exports_dictionary(field, options)) {
    return export_dictionary(vector, options, cache, out);
  }
  auto holder = std::make_unique<ArrayHolder>();
  if (vector.type().is_null()) {
    return finish_array(std::move(holder), vector.size(), vector.size(), out);
  }
  if (vector.type().is_nested()) {
    raise_unsupported("Arrow export of type " + vector.type().to_string());
  }
  if (vector.type().is_text_like()) {
    const size_t null_count = add_validity(vector, *holder);
    add_text(vector, options, *holder);
    return finish_array(std::move(holder), vector.size(), null_count, out);
  }
  const ColumnVector flat = vector.flatten();
  const size_t null_count = add_validity(flat, *holder);
  add_values(flat, *holder);
  finish_array(std::move(holder), flat.size(), null_count, out);
}

void export_columns(const Batch& batch, const std::vector<ArrowField>& fields, const ArrowOptions& options,
                    std::vector<DictionaryCache>& caches, ArrowArray* out) {
  STOA_CHECK(batch.columns.size() == fields.size());
  caches.resize(fields.size());
  auto holder = std::make_unique<ArrayHolder>();
  holder->add(nullptr, nullptr);
  for (size_t c = 0; c < fields.size(); ++c) {
    ColumnVector column = batch.columns[c];
    if (column.size() != batch.row_count) {
      column = column.slice(0, batch.row_count);
    }
    holder->children.push_back(std::make_unique<ArrowArray>());
    export_column(column, fields[c], options, caches[c], holder->children.back().get());
  }
  finish_array(std::move(holder), batch.row_count, 0, out);
}

// --- streams

struct StreamHolder {
  std::unique_ptr<ArrowStreamSource> source;
  ArrowOptions options;
  std::vector<DictionaryCache> caches;
  std::string error;
};

int errno_of(const Error& error) {
  if (error.state() == sqlstate::kOutOfMemory) {
    return ENOMEM;
  }
  if (error.state() == sqlstate::kQueryCanceled) {
    return ECANCELED;
  }
  if (error.state() == sqlstate::kFeatureNotSupported) {
    return ENOSYS;
  }
  return EINVAL;
}

/// Runs a callback's body: nothing may leave it as an exception.
template <class Body>
int guarded(ArrowArrayStream* stream, Body body) {
  auto* holder = static_cast<StreamHolder*>(stream->private_data);
  try {
    holder->error.clear();
    body(*holder);
    return 0;
  } catch (const Error& error) {
    holder->error = "ERROR " + std::string(error.state().view()) + ": " + error.message();
    return errno_of(error);
  } catch (const std::bad_alloc&) {
    holder->error = "the system is out of memory";
    return ENOMEM;
  } catch (const std::exception& error) {
    holder->error = error.what();
    return EIO;
  }
}

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded(
      stream, [out](StreamHolder& holder) { export_schema(holder.source->fields(), holder.options, out); });
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded(stream, [out](StreamHolder& holder) {
    *out = {};
    const std::optional<Batch> batch = holder.source->next();
    if (batch) {
      export_columns(*batch, holder.source->fields(), holder.options, holder.caches, out);
    }
  });
}

const char* stream_last_error(ArrowArrayStream* stream) {
  const auto* holder = static_cast<const StreamHolder*>(stream->private_data);
  return holder->error.empty() ? nullptr : holder->error.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  const std::unique_ptr<StreamHolder> holder(static_cast<StreamHolder*>(stream->private_data));
  stream->release = nullptr;
  stream->private_data = nullptr;
}

}  // namespace

void export_field(const ArrowField& field, const ArrowOptions& options, ArrowSchema* out) {
  auto holder = std::make_unique<SchemaHolder>();
  holder->name = field.name;
  holder->format = arrow_format::print(field.type, options);
  holder->metadata = arrow_format::extension_metadata(field.type);
  if (exports_dictionary(field, options)) {
    auto values = std::make_unique<SchemaHolder>();
    values->format = std::exchange(holder->format, "i");
    holder->dictionary = std::make_unique<ArrowSchema>();
    finish_schema(std::move(values), ARROW_FLAG_NULLABLE, holder->dictionary.get());
  }
  finish_schema(std::move(holder), field.nullable ? ARROW_FLAG_NULLABLE : 0, out);
}

void export_schema(const std::vector<ArrowField>& fields, const ArrowOptions& options, ArrowSchema* out) {
  auto holder = std::make_unique<SchemaHolder>();
  holder->format = "+s";
  for (const ArrowField& field : fields) {
    holder->children.push_back(std::make_unique<ArrowSchema>());
    export_field(field, options, holder->children.back().get());
  }
  finish_schema(std::move(holder), 0, out);
}

void export_vector(const ColumnVector& vector, const ArrowField& field, const ArrowOptions& options,
                   ArrowArray* out) {
  DictionaryCache cache;
  export_column(vector, field, options, cache, out);
}

void export_batch(const Batch& batch, const std::vector<ArrowField>& fields, const ArrowOptions& options,
                  ArrowArray* out) {
  std::vector<DictionaryCache> caches;
  export_columns(batch, fields, options, caches, out);
}

void export_stream(std::unique_ptr<ArrowStreamSource> source, const ArrowOptions& options,
                   ArrowArrayStream* out) {
  auto holder = std::make_unique<StreamHolder>();
  holder->source = std::move(source);
  holder->options = options;
  *out = {};
  out->get_schema = stream_schema;
  out->get_next = stream_next;
  out->get_last_error = stream_last_error;
  out->release = release_stream;
  out->private_data = holder.release();
}

}  // namespace stoa
