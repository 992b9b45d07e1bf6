#include "store/shared_dictionary.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "column/kernels/hash.h"
#include "store/text_index.h"

namespace stoa {

namespace {
constexpr size_t kCapacityMin = 256;
}

struct SharedDictionary::State {
  LogicalType type;
  MemoryBudget* budget;
  TextIndex index;
  std::shared_ptr<TextHeap> heap;
  BufferRef values;
  size_t size = 0;
  size_t capacity = 0;
  uint32_t null_code = TextIndex::kNone;
  std::vector<uint32_t> code_of_text;  // by number in the index
  std::shared_ptr<const ColumnVector> version;

  State(LogicalType dictionary_type, MemoryBudget* memory)
      : type(std::move(dictionary_type)), budget(memory), heap(std::make_shared<TextHeap>(memory)) {}

  uint32_t find(const TextView& text, uint64_t hash) const {
    const uint32_t number = index.find(text, hash);
    return number == TextIndex::kNone ? TextIndex::kNone : code_of_text[number];
  }

  /// Room for one more. Older versions keep the buffer that they have, and see only its first entries.
  uint32_t push(const TextView& text) {
    if (size == capacity) {
      const size_t wanted = std::max(kCapacityMin, capacity * 2);
      auto larger = Buffer::allocate_zeroed(wanted * sizeof(TextView), budget);
      if (size != 0) {
        std::copy_n(values->as<TextView>(), size, larger->as<TextView>());
      }
      values = std::move(larger);
      capacity = wanted;
    }
    values->as<TextView>()[size] = text;
    return static_cast<uint32_t>(size++);
  }

  uint32_t add(const TextView& text, uint64_t hash) {
    const TextView kept = heap->add(text);
    const uint32_t code = push(kept);
    index.add(kept, hash);
    code_of_text.push_back(code);
    return code;
  }

  void make_version() {
    Validity validity;
    if (null_code != TextIndex::kNone) {
      auto mask = Buffer::allocate(words_for_bits(size) * sizeof(uint64_t), budget);
      auto* words = mask->as<uint64_t>();
      std::fill_n(words, words_for_bits(size), ~uint64_t{0});
      clear_bit(words, null_code);
      validity = Validity(words, std::move(mask));
    }
    version = std::make_shared<const ColumnVector>(ColumnVector::view_flat(
        type, size, values == nullptr ? nullptr : values->data(), values, validity, heap));
  }
};

SharedDictionary::SharedDictionary(LogicalType type, MemoryBudget* budget)
    : state_(std::make_unique<State>(std::move(type), budget)) {
  state_->make_version();
}

SharedDictionary::~SharedDictionary() = default;

bool SharedDictionary::intern(const ColumnVector& texts, uint32_t* codes,
                              std::shared_ptr<const ColumnVector>& version) {
  std::vector<uint64_t> hashes(texts.size());
  hash_column(texts, texts.size(), hashes.data(), false);
  const UnifiedVector rows(texts);
  const std::lock_guard lock(mutex_);
  State& state = *state_;
  std::vector<size_t> missing;
  size_t missing_bytes = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    codes[i] = rows.is_valid(i) ? state.find(rows.value<TextView>(i), hashes[i]) : state.null_code;
    if (codes[i] == TextIndex::kNone) {
      missing.push_back(i);
      missing_bytes += rows.is_valid(i) ? rows.value<TextView>(i).size() : 0;
    }
  }
  if (state.size + missing.size() > kEntryCountMax ||
      (missing_bytes != 0 && state.heap->size_bytes() + missing_bytes > kTextBytesMax)) {
    return false;
  }
  for (const size_t i : missing) {
    if (!rows.is_valid(i)) {
      if (state.null_code == TextIndex::kNone) {
        state.null_code = state.push(TextView());
      }
      codes[i] = state.null_code;
      continue;
    }
    const TextView& text = rows.value<TextView>(i);
    codes[i] = state.find(text, hashes[i]);
    if (codes[i] == TextIndex::kNone) {
      codes[i] = state.add(text, hashes[i]);
    }
  }
  if (!missing.empty()) {
    state.make_version();
  }
  version = state.version;
  return true;
}

std::shared_ptr<const ColumnVector> SharedDictionary::version() const {
  const std::lock_guard lock(mutex_);
  return state_->version;
}

}  // namespace stoa
