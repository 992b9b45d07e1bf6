// Each block's numbers as their distance from its smallest, in as few bits as the greatest distance needs.
#include <algorithm>
#include <bit>

#include "store/encoding/encodings.h"
#include "store/encoding/packed_directory.h"

namespace stoa::encoding {

namespace {

template <class S>
bool encode_block(const S* values, size_t count, ByteWriter& writer, size_t entry_place, size_t data_start) {
  using U = Unsigned<S>;
  const auto [low, high] = std::minmax_element(values, values + count);
  const S base = *low;
  const auto range = static_cast<U>(static_cast<U>(*high) - static_cast<U>(base));
  if constexpr (sizeof(S) == 16) {
    if (high_half(range) != 0) {
      return false;
    }
  }
  PackedBlock entry = {};
  entry.base = static_cast<uint64_t>(base);
  entry.base_high = sizeof(S) == 16 ? high_half(static_cast<UInt128>(base)) : 0;
  entry.offset = static_cast<uint32_t>(writer.size() - data_start);
  entry.width = static_cast<uint8_t>(std::bit_width(static_cast<uint64_t>(range)));
  writer.put_at(entry_place, entry);
  uint64_t numbers[kBlockRows] = {};
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<uint64_t>(static_cast<U>(static_cast<U>(values[i]) - static_cast<U>(base)));
  }
  const size_t lane_rows = lane_rows_of(count);
  pack_block(numbers, entry.width, lane_rows, writer.grow(packed_bytes(entry.width, lane_rows)));
  return true;
}

template <class S>
class FrameOfReferenceBody final : public EncodedBody {
 public:
  using U = Unsigned<S>;
  FrameOfReferenceBody(size_t count, const PackedBlock* blocks, const std::byte* packed)
      : EncodedBody(Encoding::kFrameOfReference, count), blocks_(blocks), packed_(packed) {}

  void decode(size_t offset, size_t count, std::byte* out_bytes, TextHeap*) const override {
    auto* out = reinterpret_cast<U*>(out_bytes);
    for_each_block_part(offset, count, [&](size_t block, size_t begin, size_t piece) {
      decode_part(block, begin, piece, out);
      out += piece;
    });
  }

  void gather(std::span<const uint32_t> rows, std::byte* out_bytes, TextHeap*) const override {
    auto* out = reinterpret_cast<U*>(out_bytes);
    for (size_t i = 0; i < rows.size(); ++i) {
      const PackedBlock& block = blocks_[rows[i] / kBlockRows];
      const uint64_t number = unpack_one(packed_ + block.offset, block.width, rows[i] % kBlockRows);
      out[i] = static_cast<U>(base_of(block) + static_cast<U>(number));
    }
  }

 private:
  static U base_of(const PackedBlock& block) {
    if constexpr (sizeof(U) == 16) {
      return static_cast<U>(block.base_high) << 64 | block.base;
    } else {
      return static_cast<U>(block.base);
    }
  }

  void decode_part(size_t block_number, size_t begin, size_t count, U* out) const {
    const size_t first = begin / kLanes;
    const size_t end = lane_rows_of(begin + count);
    if (sizeof(U) != 16 && begin % kLanes == 0 && count % kLanes == 0) {
      unpack(blocks_[block_number], first, end, out);
      return;
    }
    U numbers[kBlockRows];
    unpack(blocks_[block_number], first, end, numbers);
    std::copy_n(numbers + begin % kLanes, count, out);
  }

  void unpack(const PackedBlock& block, size_t first, size_t end, U* out) const {
    if constexpr (sizeof(U) == 16) {
      uint64_t numbers[kBlockRows];
      unpack_block(packed_ + block.offset, block.width, 0, first, end, numbers);
      const U base = base_of(block);
      for (size_t i = 0; i < (end - first) * kLanes; ++i) {
        out[i] = base + numbers[i];
      }
    } else {
      unpack_block(packed_ + block.offset, block.width, block.base, first, end, out);
    }
  }

  const PackedBlock* blocks_;
  const std::byte* packed_;
};

void check_block(const PackedBlock& block, const BodyBytes& body, size_t lane_rows, size_t data_bytes) {
  const size_t width_max = std::min<size_t>(64, 8 * physical_width(body.physical));
  if (block.width > width_max || block.zero != 0 || block.first_width != 0 || block.offset % 8 != 0 ||
      block.offset + packed_bytes(block.width, lane_rows) > data_bytes) {
    raise_damaged("a packed block reaches beyond its body");
  }
  if (body.physical == PhysicalType::kBool && (block.base > 1 || block.width > 1 - block.base)) {
    raise_damaged("a boolean is neither false nor true");
  }
}

}  // namespace

bool encode_frame_of_reference(const Values& values, ByteWriter& writer) {
  const size_t start = begin_body(writer, Encoding::kFrameOfReference, values.physical, values.count);
  const size_t directory = writer.size();
  const size_t block_count = block_count_of(values.count);
  writer.grow(block_count * sizeof(PackedBlock));
  const size_t data_start = writer.size();
  bool fits = true;
  const bool is_integer = with_integer_type(values.physical, [&]<class S>() {
    for (size_t block = 0; block < block_count && fits; ++block) {
      fits = encode_block(values.as<S>() + block * kBlockRows, rows_of_block(values.count, block), writer,
                          directory + block * sizeof(PackedBlock), data_start);
    }
  });
  end_body(writer, start);
  return is_integer && fits;
}

EncodedBodyRef open_frame_of_reference(const BodyBytes& body) {
  ByteReader reader(body.payload);
  const size_t block_count = block_count_of(body.count);
  const auto* blocks =
      reinterpret_cast<const PackedBlock*>(reader.take(block_count * sizeof(PackedBlock)).data());
  for (size_t block = 0; block < block_count; ++block) {
    check_block(blocks[block], body, lane_rows_of(rows_of_block(body.count, block)), reader.left());
  }
  EncodedBodyRef opened;
  const std::byte* packed = reader.rest().data();
  with_integer_type(body.physical, [&]<class S>() {
    opened = std::make_unique<FrameOfReferenceBody<S>>(body.count, blocks, packed);
  });
  if (opened == nullptr) {
    raise_damaged("packed integers of another type");
  }
  return opened;
}

}  // namespace stoa::encoding
