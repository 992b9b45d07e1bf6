// Each distinct value once, ascending by bytes, and packed codes.
#include "store/encoding/dictionary.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "store/encoding/encodings.h"
#include "store/encoding/packed_block_kernel.h"
#include "types/text_view.h"

namespace stoa::encoding {

namespace {

/// More distinct values than this share of the rows do not pay.
constexpr size_t kRowsPerEntryMin = 2;

std::string_view bytes_of(const Values& values, size_t row) {
  if (values.physical == PhysicalType::kText) {
    return values.as<TextView>()[row].view();
  }
  return {reinterpret_cast<const char*>(values.data + row * values.width_bytes), values.width_bytes};
}

/// First a number for each distinct value as it comes; then their order.
struct Coded {
  std::unordered_map<std::string_view, uint32_t> numbers;
  std::vector<uint32_t> first_rows;
  std::vector<uint32_t> codes;
};

bool number_values(const Values& values, const uint64_t* valid, Coded& coded) {
  coded.codes.resize(values.count);
  for (size_t row = 0; row < values.count; ++row) {
    if (valid != nullptr && !get_bit(valid, row)) {
      coded.codes[row] = UINT32_MAX;
      continue;
    }
    const auto [place, is_new] =
        coded.numbers.try_emplace(bytes_of(values, row), static_cast<uint32_t>(coded.first_rows.size()));
    if (is_new) {
      coded.first_rows.push_back(static_cast<uint32_t>(row));
      if (coded.first_rows.size() * kRowsPerEntryMin > values.count) {
        return false;
      }
    }
    coded.codes[row] = place->second;
  }
  return true;
}

}  // namespace

bool encode_dictionary(const Values& values, const uint64_t* valid, ByteWriter& writer) {
  Coded coded;
  if (values.physical == PhysicalType::kBool || !number_values(values, valid, coded)) {
    return false;
  }
  const size_t entry_count = coded.first_rows.size();
  std::sort(coded.first_rows.begin(), coded.first_rows.end(),
            [&](uint32_t a, uint32_t b) { return bytes_of(values, a) < bytes_of(values, b); });
  std::vector<uint32_t> rank(entry_count);
  std::vector<std::byte> entries(entry_count * values.width_bytes);
  for (uint32_t i = 0; i < entry_count; ++i) {
    const uint32_t row = coded.first_rows[i];
    rank[coded.codes[row]] = i;
    std::memcpy(entries.data() + i * values.width_bytes, values.data + row * values.width_bytes,
                values.width_bytes);
  }
  for (uint32_t& code : coded.codes) {
    code = code == UINT32_MAX ? static_cast<uint32_t>(entry_count) : rank[code];
  }
  const size_t start = begin_body(writer, Encoding::kDictionary, values.physical, values.count);
  writer.put(uint64_t{valid != nullptr ? 1U : 0U});
  encode_inner({values.physical, values.width_bytes, entries.data(), entry_count}, writer);
  encode_frame_of_reference({PhysicalType::kUint32, sizeof(uint32_t),
                             reinterpret_cast<const std::byte*>(coded.codes.data()), values.count},
                            writer);
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_dictionary(const BodyBytes& body, int depth) {
  ByteReader reader(body.payload);
  const auto has_null = reader.get<uint64_t>();
  if (has_null > 1 || body.physical == PhysicalType::kBool) {
    raise_damaged("a dictionary's head is impossible");
  }
  const EncodedBodyRef values = open_body(reader, body.physical, depth + 1);
  EncodedBodyRef codes = open_body(reader, PhysicalType::kUint32, depth + 1);
  const size_t entry_count = values->count();
  if (entry_count > body.count || codes->count() != body.count ||
      codes->encoding() != Encoding::kFrameOfReference) {
    raise_damaged("a dictionary and its codes do not fit");
  }
  const size_t width_bytes = physical_width(body.physical);
  auto entries = Buffer::allocate_zeroed((entry_count + 1) * width_bytes + kSlackBytes);
  const bool is_text = body.physical == PhysicalType::kText;
  auto heap = is_text ? std::make_shared<TextHeap>() : nullptr;
  values->decode(0, entry_count, entries->data(), heap.get());
  std::memset(entries->data() + entry_count * width_bytes, 0, width_bytes);
  const auto* texts = entries->as<TextView>();
  for (size_t i = 1; is_text && i < entry_count; ++i) {
    if (!(texts[i - 1] < texts[i])) {
      raise_damaged("the texts of a dictionary do not ascend");
    }
  }
  return std::make_unique<DictionaryBody>(width_bytes, std::move(entries), std::move(heap), entry_count,
                                          has_null == 1, std::move(codes));
}

DictionaryBody::DictionaryBody(size_t width_bytes, BufferRef entries, std::shared_ptr<TextHeap> heap,
                               size_t entry_count, bool has_null, EncodedBodyRef codes)
    : EncodedBody(Encoding::kDictionary, codes->count()),
      width_bytes_(width_bytes),
      entries_(std::move(entries)),
      heap_(std::move(heap)),
      entry_count_(entry_count),
      has_null_(has_null),
      codes_(std::move(codes)) {}

void DictionaryBody::check_codes(const uint32_t* codes, size_t count) const {
  if (count != 0 && greatest_code(codes, count) >= entry_count_ + (has_null_ ? 1 : 0)) {
    raise_damaged("a code is beyond its dictionary");
  }
}

void DictionaryBody::codes(size_t offset, size_t count, uint32_t* out) const {
  codes_->decode(offset, count, reinterpret_cast<std::byte*>(out), nullptr);
  check_codes(out, count);
}

void DictionaryBody::gather_codes(std::span<const uint32_t> rows, uint32_t* out) const {
  codes_->gather(rows, reinterpret_cast<std::byte*>(out), nullptr);
  check_codes(out, rows.size());
}

void DictionaryBody::look_up(const uint32_t* codes, size_t count, std::byte* out, TextHeap* heap) const {
  if (heap != nullptr && heap_ != nullptr) {
    heap->keep(heap_);
  }
  const auto copy = [&]<size_t kWidth>() {
    for (size_t i = 0; i < count; ++i) {
      std::memcpy(out + i * kWidth, entries_->data() + codes[i] * kWidth, kWidth);
    }
  };
  switch (width_bytes_) {
    case 1: return copy.template operator()<1>();
    case 2: return copy.template operator()<2>();
    case 4: return copy.template operator()<4>();
    case 8: return copy.template operator()<8>();
    default: return copy.template operator()<16>();
  }
}

void DictionaryBody::decode(size_t offset, size_t count, std::byte* out, TextHeap* heap) const {
  std::vector<uint32_t> numbers(count + kSlackBytes / 4);
  codes(offset, count, numbers.data());
  look_up(numbers.data(), count, out, heap);
}

void DictionaryBody::gather(std::span<const uint32_t> rows, std::byte* out, TextHeap* heap) const {
  std::vector<uint32_t> numbers(rows.size());
  gather_codes(rows, numbers.data());
  look_up(numbers.data(), rows.size(), out, heap);
}

}  // namespace stoa::encoding
