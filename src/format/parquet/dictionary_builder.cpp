#include "format/parquet/dictionary_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "base/bits.h"
#include "base/hash.h"
#include "format/parquet/rle_encoder.h"

namespace stoa::parquet {
namespace {

/// Readers keep a dictionary in memory while they read its chunk.
constexpr size_t kDictionaryBytesMax = size_t{1} << 20;

std::string_view bytes_at(const StoredColumn& column, size_t i) {
  if (column.width == 0) {
    return column.texts[i].view();
  }
  return {reinterpret_cast<const char*>(column.value(i)), column.width};
}

uint64_t hash_at(const StoredColumn& column, size_t i) {
  if (column.width == 8) {
    return hash_integer(load_unaligned<uint64_t>(column.value(i)));
  }
  if (column.width == 4) {
    return hash_integer(load_unaligned<uint32_t>(column.value(i)));
  }
  return hash_bytes(bytes_at(column, i));
}

size_t plain_bytes_at(const StoredColumn& column, size_t i) {
  return column.width == 0 ? column.texts[i].size() + 4 : column.width;
}

class DictionaryBuilder {
 public:
  explicit DictionaryBuilder(const StoredColumn& column) : column_(column), slots_(1024, 0) {
    built_.indices.resize(column.count);
  }

  /// False: it grew too large to pay.
  [[nodiscard]] bool build() {
    // A column with a new value in every other row isn't worth a dictionary; the check after some rows saves
    // the rest.
    const size_t distinct_max = column_.count / 2 + 16;
    for (size_t i = 0; i < column_.count; ++i) {
      built_.indices[i] = find_or_add(i);
      if (built_.plain_bytes > kDictionaryBytesMax || built_.first_places.size() > distinct_max) {
        return false;
      }
      if (i == 8192 && built_.first_places.size() > 6000) {
        return false;
      }
    }
    return true;
  }

  BuiltDictionary take() { return std::move(built_); }

 private:
  uint32_t find_or_add(size_t i) {
    if (built_.first_places.size() * 2 >= slots_.size()) {
      grow();
    }
    const size_t mask = slots_.size() - 1;
    size_t place = hash_at(column_, i) & mask;
    for (; slots_[place] != 0; place = (place + 1) & mask) {
      const uint32_t entry = slots_[place] - 1;
      if (bytes_at(column_, built_.first_places[entry]) == bytes_at(column_, i)) {
        return entry;
      }
    }
    const auto entry = static_cast<uint32_t>(built_.first_places.size());
    built_.first_places.push_back(static_cast<uint32_t>(i));
    built_.plain_bytes += plain_bytes_at(column_, i);
    slots_[place] = entry + 1;
    return entry;
  }

  void grow() {
    slots_.assign(slots_.size() * 4, 0);
    const size_t mask = slots_.size() - 1;
    for (size_t entry = 0; entry < built_.first_places.size(); ++entry) {
      size_t place = hash_at(column_, built_.first_places[entry]) & mask;
      while (slots_[place] != 0) {
        place = (place + 1) & mask;
      }
      slots_[place] = static_cast<uint32_t>(entry + 1);
    }
  }

  const StoredColumn& column_;
  std::vector<uint32_t> slots_;
  BuiltDictionary built_;
};

}  // namespace

std::optional<BuiltDictionary> build_dictionary(const StoredForm& form, const StoredColumn& column) {
  if (column.count < 2 || *form.element.type == ParquetType::kBoolean) {
    return std::nullopt;
  }
  DictionaryBuilder builder(column);
  if (!builder.build()) {
    return std::nullopt;
  }
  BuiltDictionary built = builder.take();
  size_t plain_bytes = 0;
  for (size_t i = 0; i < column.count; ++i) {
    plain_bytes += plain_bytes_at(column, i);
  }
  const size_t dictionary_bytes =
      built.plain_bytes + packed_bytes(column.count, index_width(built.first_places.size()));
  if (dictionary_bytes * 10 > plain_bytes * 9) {
    return std::nullopt;
  }
  return built;
}

}  // namespace stoa::parquet
