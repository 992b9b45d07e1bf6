#include "store/text_coder.h"

#include <algorithm>

#include "column/kernels/hash.h"

namespace stoa {

TextCoder::TextCoder(LogicalType type, MemoryBudget* budget)
    : type_(std::move(type)), budget_(budget), heap_(std::make_shared<TextHeap>(budget)) {}

uint32_t TextCoder::code_of(const TextView& text) {
  const uint64_t hash = hash_text(text);
  const uint32_t number = index_.find(text, hash);
  if (number != TextIndex::kNone) {
    return code_of_text_[number];
  }
  const auto code = static_cast<uint32_t>(size());
  index_.add(heap_->add(text), hash);
  code_of_text_.push_back(code);
  return code;
}

uint32_t TextCoder::code_of_null() {
  if (!has_null_) {
    null_code_ = static_cast<uint32_t>(size());
    has_null_ = true;
  }
  return null_code_;
}

void TextCoder::start_translation(const std::shared_ptr<const ColumnVector>& dictionary) {
  if (translated_ == dictionary) {
    return;
  }
  translated_ = dictionary;
  translation_.assign(dictionary->size(), TextIndex::kNone);
}

void TextCoder::encode_translated(const ColumnVector& values, size_t offset, size_t count, uint32_t* codes) {
  start_translation(values.shared_dictionary());
  const ColumnVector& dictionary = values.dictionary();
  const uint32_t* indices = values.indices() + offset;
  for (size_t i = 0; i < count; ++i) {
    uint32_t& code = translation_[indices[i]];
    if (code == TextIndex::kNone) [[unlikely]] {
      code = dictionary.is_null(indices[i]) ? code_of_null()
                                            : code_of(dictionary.values<TextView>()[indices[i]]);
    }
    codes[i] = code;
  }
}

void TextCoder::encode_rows(const ColumnVector& values, size_t offset, size_t count, uint32_t* codes) {
  const UnifiedVector rows(values);
  for (size_t i = 0; i < count; ++i) {
    const size_t position = rows.position(offset + i);
    codes[i] = rows.is_valid_at(position) ? code_of(rows.values<TextView>()[position]) : code_of_null();
  }
}

void TextCoder::encode(const ColumnVector& values, size_t offset, size_t count, uint32_t* codes) {
  if (count == 0) {
    return;
  }
  if (values.is_constant()) {
    encode_rows(values, 0, 1, codes);
    std::fill_n(codes, count, codes[0]);
  } else if (values.has_distinct_dictionary() && values.dictionary().is_flat()) {
    encode_translated(values, offset, count, codes);
  } else {
    encode_rows(values, offset, count, codes);
  }
}

ColumnVector TextCoder::entries() const {
  auto buffer = Buffer::allocate_zeroed(size() * sizeof(TextView), budget_);
  auto* texts = buffer->as<TextView>();
  for (size_t number = 0; number < index_.size(); ++number) {
    texts[code_of_text_[number]] = index_.texts()[number];
  }
  ColumnVector entries = ColumnVector::view_flat(type_, size(), texts, std::move(buffer), {}, heap_);
  if (has_null_) {
    entries.set_null(null_code_);
  }
  return entries;
}

}  // namespace stoa
