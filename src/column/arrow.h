#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "column/arrow_abi.h"
#include "column/batch.h"

/// Column data to and from other libraries through the Arrow C interfaces, without copying where layouts
/// agree.
///
/// Exported structs follow the specification's rules: the consumer calls `release` once, from any thread;
/// everything that the arrays point into stays alive until then. Errors throw stoa::Error, except out of
/// stream callbacks, which return errno values and keep the message.
namespace stoa {

struct ArrowOptions {
  enum class Text : uint8_t { kUtf8, kLargeUtf8, kUtf8View };
  Text text = Text::kUtf8;
  /// Columns that are announced as dictionaries (int32 indices): `export_batch` then gives every text column
  /// of a distinct dictionary as one. Off: values are spelled out.
  bool dictionaries = false;
};

struct ArrowField {
  std::string name;
  LogicalType type;
  bool dictionary = false;  ///< texts by int32 index into a dictionary
  bool nullable = true;
};

// --- export. `out` is overwritten; on an error nothing is left to release.

/// One column's type. Types without a counterpart (UUID, HUGEINT) carry Arrow extension metadata or the
/// nearest type.
void export_field(const ArrowField& field, const ArrowOptions& options, ArrowSchema* out);
/// A struct of all fields, as streams want it.
void export_schema(const std::vector<ArrowField>& fields, const ArrowOptions& options, ArrowSchema* out);
void export_vector(const ColumnVector& vector, const ArrowField& field, const ArrowOptions& options,
                   ArrowArray* out);
/// A struct array of the batch's columns.
void export_batch(const Batch& batch, const std::vector<ArrowField>& fields, const ArrowOptions& options,
                  ArrowArray* out);

/// What a stream takes its batches from; used by one thread at a time.
class ArrowStreamSource {
 public:
  virtual ~ArrowStreamSource() = default;
  virtual const std::vector<ArrowField>& fields() const = 0;
  /// The next batch, or none at the end. May throw stoa::Error.
  virtual std::optional<Batch> next() = 0;
};
void export_stream(std::unique_ptr<ArrowStreamSource> source, const ArrowOptions& options,
                   ArrowArrayStream* out);

// --- import. Arrays are taken over (their `release` is cleared, as the specification's move) and released
// when the last vector that points into them is gone.

/// What imported columns of this schema become. Raises 0A000 for a type that has no counterpart here.
ArrowField import_field(const ArrowSchema& schema);
/// The fields of a struct schema.
std::vector<ArrowField> import_schema(const ArrowSchema& schema);
ColumnVector import_vector(const ArrowSchema& schema, ArrowArray* array);
/// The columns of a struct array.
Batch import_batch(const ArrowSchema& schema, ArrowArray* array);

/// Reads a stream; owns it.
class ArrowStreamReader {
 public:
  /// Takes the stream over. Raises 58030 with the producer's message when it fails.
  explicit ArrowStreamReader(ArrowArrayStream* stream);
  ~ArrowStreamReader();
  ArrowStreamReader(const ArrowStreamReader&) = delete;
  ArrowStreamReader& operator=(const ArrowStreamReader&) = delete;

  const std::vector<ArrowField>& fields() const noexcept { return fields_; }
  std::optional<Batch> next();

 private:
  void close() noexcept;
  void raise_failure(int code);

  ArrowArrayStream stream_{};
  ArrowSchema schema_{};
  std::vector<ArrowField> fields_;
};

}  // namespace stoa
