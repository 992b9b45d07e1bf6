#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "column/column_vector.h"
#include "format/parquet/dictionary.h"
#include "format/parquet/page_reader.h"
#include "format/parquet/rle_decoder.h"
#include "format/parquet/schema.h"
#include "format/parquet/value_decoder.h"

namespace stoa::parquet {

/// All that a reader of one column chunk needs to know; what it points to must outlive the reader.
struct ChunkReadPlan {
  const File* file = nullptr;
  const Leaf* leaf = nullptr;
  ChunkPlace place;
  uint64_t row_count = 0;
  bool may_have_nulls = true;  ///< as far as statistics tell; only a hint
  DictionarySlot* dictionary = nullptr;
  const OffsetIndex* offsets = nullptr;  ///< null: pages are found by walking their headers
};

/// Reads one column of one row group forward, as vectors of any length.
///
/// Vectors own all that they point into. Fixed-width values come flat (a view into the page where it is plain
/// and aligned), text and bytes as dictionary vectors where all rows come from dictionary-coded pages,
/// otherwise flat with texts that point into the pages. Raises 22P04, XX001, 22021, 22003, 22008 for what the
/// file can have wrong, without naming it or the column. One thread at a time.
class ColumnReader {
 public:
  explicit ColumnReader(const ChunkReadPlan& plan);

  /// Moves forward to a row.
  void seek(uint64_t row);
  /// The next `count` rows; there must be as many.
  ColumnVector read(size_t count);

 private:
  struct BatchInProgress;

  void start();
  void next_page(uint64_t skip_below);
  bool open_data_page(const PageHeader& header, uint64_t skip_below);
  void open_page_v1(const DataPageHeader& header);
  void open_page_v2(const DataPageHeaderV2& header);
  void open_bit_packed_levels(std::span<const std::byte>& bytes, size_t count);
  void open_values(Encoding encoding, std::span<const std::byte> bytes);
  void note_dictionary(uint64_t offset);
  void load_dictionary();
  void jump_to_page_of(uint64_t row);
  void skip_rows(size_t count);

  size_t read_levels(size_t count);
  void read_indices(uint32_t* out, size_t count);
  void read_dictionary_part(BatchInProgress& batch, size_t count);
  void read_flat_part(BatchInProgress& batch, size_t count);
  void read_dense(BatchInProgress& batch, std::byte* out, size_t count);
  void read_dense_texts(BatchInProgress& batch, TextView* out, size_t count);
  const std::byte* read_stored(size_t count);
  ColumnVector finish_dictionary(BatchInProgress& batch);
  ColumnVector finish_flat(BatchInProgress& batch);
  bool can_view() const;

  ChunkReadPlan plan_;
  size_t width_;  ///< of one value of the leaf's type
  PageReader pages_;
  bool is_started_ = false;
  uint64_t row_ = 0;  ///< the next to read

  // The current page.
  size_t page_rows_left_ = 0;
  PageBytes page_;
  BufferRef unpacked_levels_;
  bool has_levels_ = false;
  RleDecoder levels_;
  bool is_dictionary_page_ = false;
  RleDecoder indices_;
  std::unique_ptr<ValueDecoder> values_;

  std::optional<uint64_t> dictionary_offset_;
  std::shared_ptr<const Dictionary> dictionary_;
  bool uses_null_entry_;

  // Reused between batches.
  std::vector<uint64_t> part_mask_;
  std::vector<uint32_t> dense_indices_;
  std::vector<std::byte> dense_values_;
  std::vector<std::byte> stored_values_;
  std::vector<TextView> stored_texts_;
};

}  // namespace stoa::parquet
