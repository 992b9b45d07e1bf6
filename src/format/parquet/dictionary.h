#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "column/column_vector.h"
#include "format/parquet/page_reader.h"
#include "format/parquet/schema.h"

namespace stoa::parquet {

/// The dictionary of one column chunk, its values already ours. Immutable; shared between the readers of a
/// chunk and the vectors that they made.
struct Dictionary {
  size_t size = 0;
  BufferRef values;                             ///< of the leaf's type
  bool is_distinct = false;                     ///< no two entries are equal (known for text and bytes only)
  std::shared_ptr<const ColumnVector> entries;  ///< text and bytes only
  std::shared_ptr<const ColumnVector> entries_with_null;  ///< the same and, last, NULL
};

/// Decodes a dictionary page. Raises 22P04 for impossible ones, 22021 for text that isn't UTF-8.
std::shared_ptr<const Dictionary> make_dictionary(const Leaf& leaf, const DictionaryPageHeader& header,
                                                  const PageBytes& page);

/// Lets the readers of one chunk decode its dictionary once: kept until released, and then as long as a
/// reader or a vector needs it. Thread-safe.
class DictionarySlot {
 public:
  template <class Make>
  std::shared_ptr<const Dictionary> get_or_make(Make&& make) {
    const std::lock_guard lock(mutex_);
    if (dictionary_ == nullptr) {
      dictionary_ = make();
    }
    return dictionary_;
  }
  void release() {
    const std::lock_guard lock(mutex_);
    dictionary_.reset();
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Dictionary> dictionary_;
};

/// Raises 22021 unless all texts are UTF-8; `range` holds their bytes where it isn't empty.
void check_texts(const TextView* texts, size_t count, const char* range, size_t range_bytes);

}  // namespace stoa::parquet
