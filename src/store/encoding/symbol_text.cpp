// Texts by a table of their frequent substrings; each can be read by itself.
#include <algorithm>

#include "store/encoding/encodings.h"
#include "store/encoding/symbol_table.h"
#include "store/encoding/text_ends.h"
#include "types/text_view.h"

namespace stoa::encoding {

namespace {

constexpr size_t kTrainingBytes = 16384;
constexpr size_t kTrainingTextBytes = 512;
constexpr size_t kHeapPieceBytes = 65536;

/// As read: lengths apart from bytes; codes without a symbol have length 0.
struct DecodeTable {
  uint64_t bytes[256] = {};
  uint8_t size[256] = {};
};

/// Appends texts to a heap, asking it for large pieces.
class HeapRoom {
 public:
  explicit HeapRoom(TextHeap& heap) : heap_(heap) {}
  /// Room for at most `size_bytes` and the 8 that a symbol is written with.
  char* reserve(size_t size_bytes) {
    if (left_ < size_bytes + 8) {
      left_ = std::max(kHeapPieceBytes, size_bytes + 8);
      next_ = heap_.allocate(left_);
    }
    return next_;
  }
  void use(size_t size_bytes) {
    next_ += size_bytes;
    left_ -= size_bytes;
  }

 private:
  TextHeap& heap_;
  char* next_ = nullptr;
  size_t left_ = 0;
};

class SymbolTextBody final : public EncodedBody {
 public:
  SymbolTextBody(const DecodeTable& table, TextEnds texts)
      : EncodedBody(Encoding::kSymbolText, texts.count()), table_(table), texts_(std::move(texts)) {}

  void decode(size_t offset, size_t count, std::byte* out, TextHeap* heap) const override {
    auto* views = reinterpret_cast<TextView*>(out);
    HeapRoom room(*heap);
    texts_.for_each(offset, count, [&](std::string_view codes) { *views++ = decode_text(codes, room); });
  }
  void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap* heap) const override {
    auto* views = reinterpret_cast<TextView*>(out);
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::string_view codes = texts_.text(rows[i]);
      std::string text(codes.size() * 8 + 8, '\0');
      text.resize(decode_codes(codes, text.data()));
      views[i] = heap->add(text);
    }
  }

 private:
  TextView decode_text(std::string_view codes, HeapRoom& room) const {
    char* place = room.reserve(codes.size() * 8);
    const size_t size_bytes = decode_codes(codes, place);
    if (size_bytes > TextView::kInlineBytes) {
      room.use(size_bytes);
    }
    return {place, static_cast<uint32_t>(size_bytes)};
  }

  /// Writes up to 8 bytes for each code and 8 behind.
  size_t decode_codes(std::string_view codes, char* out) const {
    char* next = out;
    const auto* code = reinterpret_cast<const uint8_t*>(codes.data());
    const auto* end = code + codes.size();
    while (code != end) {
      const uint8_t number = *code++;
      if (number != SymbolTable::kEscape) [[likely]] {
        store_unaligned(next, table_.bytes[number]);
        next += table_.size[number];
        continue;
      }
      if (code == end) {
        raise_damaged("a text ends within an escape");
      }
      *next++ = static_cast<char>(*code++);
    }
    const auto size_bytes = static_cast<size_t>(next - out);
    if (size_bytes > UINT32_MAX) {
      raise_damaged("a text is too long");
    }
    return size_bytes;
  }

  DecodeTable table_;
  TextEnds texts_;
};

/// Texts from all over the column, the beginnings of long ones.
std::vector<std::string_view> training_sample(const TextView* views, size_t count) {
  std::vector<std::string_view> sample;
  size_t total_bytes = 0;
  const size_t step = std::max<size_t>(1, count / 512);
  for (size_t first = 0; first < step && total_bytes < kTrainingBytes; ++first) {
    for (size_t i = first; i < count && total_bytes < kTrainingBytes; i += step) {
      sample.push_back(views[i].view().substr(0, kTrainingTextBytes));
      total_bytes += sample.back().size();
    }
  }
  return sample;
}

}  // namespace

bool encode_symbol_text(const Values& values, ByteWriter& writer) {
  if (values.physical != PhysicalType::kText) {
    return false;
  }
  const size_t start = begin_body(writer, Encoding::kSymbolText, values.physical, values.count);
  const auto* views = values.as<TextView>();
  const SymbolTable table = SymbolTable::train(training_sample(views, values.count));
  writer.put(static_cast<uint64_t>(table.symbols().size()));
  for (const auto& symbol : table.symbols()) {
    writer.put(symbol.bytes);
  }
  for (const auto& symbol : table.symbols()) {
    writer.put(static_cast<uint8_t>(symbol.size));
  }
  writer.align(8);
  std::vector<uint8_t> codes;
  std::vector<uint64_t> ends(values.count);
  for (size_t i = 0; i < values.count; ++i) {
    table.encode(views[i].view(), codes);
    ends[i] = codes.size();
  }
  writer.put(static_cast<uint64_t>(codes.size()));
  encode_ends(ends, writer);
  writer.append(codes.data(), codes.size());
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_symbol_text(const BodyBytes& body, int depth) {
  if (body.physical != PhysicalType::kText) {
    raise_damaged("texts of another type");
  }
  ByteReader reader(body.payload);
  const auto symbol_count = reader.get<uint64_t>();
  if (symbol_count > SymbolTable::kSymbolsMax) {
    raise_damaged("a table has too many symbols");
  }
  DecodeTable table;
  for (size_t i = 0; i < symbol_count; ++i) {
    table.bytes[i] = reader.get<uint64_t>();
  }
  for (size_t i = 0; i < symbol_count; ++i) {
    table.size[i] = reader.get<uint8_t>();
    if (table.size[i] == 0 || table.size[i] > 8) {
      raise_damaged("a symbol's length is impossible");
    }
  }
  reader.align(8);
  return std::make_unique<SymbolTextBody>(table, TextEnds(reader, body.count, depth));
}

}  // namespace stoa::encoding
