#include "format/parquet/dictionary.h"

#include <bit>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "format/parquet/convert.h"
#include "format/parquet/thrift_reader.h"
#include "format/parquet/value_decoder.h"
#include "types/utf8.h"

namespace stoa::parquet {
namespace {

/// Writers make distinct dictionaries, but only the file's bytes prove it.
bool are_distinct(const TextView* texts, size_t count) {
  std::vector<uint32_t> slots(std::bit_ceil(count * 2 + 1), 0);
  const size_t mask = slots.size() - 1;
  for (size_t i = 0; i < count; ++i) {
    size_t place = hash_bytes(texts[i].view()) & mask;
    for (; slots[place] != 0; place = (place + 1) & mask) {
      if (texts[slots[place] - 1] == texts[i]) {
        return false;
      }
    }
    slots[place] = static_cast<uint32_t>(i + 1);
  }
  return true;
}

void make_text_entries(const Leaf& leaf, Dictionary& dictionary, const Owner& heap) {
  const auto* texts = dictionary.values->as<TextView>();
  dictionary.is_distinct = are_distinct(texts, dictionary.size);
  dictionary.entries = std::make_shared<ColumnVector>(
      ColumnVector::view_flat(leaf.type, dictionary.size, texts, dictionary.values, {}, heap));
  const auto mask = Buffer::allocate(words_for_bits(dictionary.size + 1) * sizeof(uint64_t));
  for (size_t i = 0; i < words_for_bits(dictionary.size + 1); ++i) {
    mask->as<uint64_t>()[i] = ~uint64_t{0};
  }
  clear_bit(mask->as<uint64_t>(), dictionary.size);
  dictionary.entries_with_null = std::make_shared<ColumnVector>(ColumnVector::view_flat(
      leaf.type, dictionary.size + 1, texts, dictionary.values, Validity(mask->as<uint64_t>(), mask), heap));
}

void check_entry_count(const Leaf& leaf, size_t count, size_t size_bytes) {
  const size_t entry_bytes = leaf.stored == ParquetType::kByteArray ? 4 : leaf.stored_bytes;
  const size_t count_max = leaf.stored == ParquetType::kBoolean ? size_bytes * 8 : size_bytes / entry_bytes;
  if (count > count_max) {
    raise_malformed("a dictionary has fewer values than its header says");
  }
}

}  // namespace

void check_texts(const TextView* texts, size_t count, const char* range, size_t range_bytes) {
  if (range != nullptr && is_ascii(std::string_view(range, range_bytes))) {
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!is_valid_utf8(texts[i].view())) {
      raise(sqlstate::kCharacterNotInRepertoire, "a text isn't valid UTF-8");
    }
  }
}

std::shared_ptr<const Dictionary> make_dictionary(const Leaf& leaf, const DictionaryPageHeader& header,
                                                  const PageBytes& page) {
  if (header.encoding != Encoding::kPlain && header.encoding != Encoding::kPlainDictionary) {
    raise_malformed("a dictionary has an unknown encoding");
  }
  auto dictionary = std::make_shared<Dictionary>();
  dictionary->size = static_cast<size_t>(header.value_count);
  check_entry_count(leaf, dictionary->size, page.bytes.size());
  const auto decoder = make_value_decoder(Encoding::kPlain, leaf, page.bytes);
  dictionary->values = Buffer::allocate_zeroed((dictionary->size + 1) * leaf.type.width_bytes());
  std::byte* values = dictionary->values->data();
  std::shared_ptr<TextHeap> no_heap;
  if (is_bytes(leaf)) {
    auto* texts = dictionary->values->as<TextView>();
    const TextRange range = decoder->decode_texts(texts, dictionary->size, no_heap);
    if (leaf.conversion == Conversion::kText) {
      check_texts(texts, dictionary->size, range.data, range.size);
    }
    make_text_entries(leaf, *dictionary, page.owner);
  } else if (leaf.stored == ParquetType::kByteArray) {
    std::vector<TextView> texts(dictionary->size);
    decoder->decode_texts(texts.data(), dictionary->size, no_heap);
    convert_decimal_texts(leaf, texts.data(), dictionary->size, values);
  } else if (leaf.stored == ParquetType::kBoolean) {
    decoder->decode(values, dictionary->size);
  } else {
    convert_values(leaf, decoder->direct(dictionary->size), dictionary->size, values);
  }
  return dictionary;
}

}  // namespace stoa::parquet
