// Each number as its distance from the one 32 rows before: a register holds neighbours, so none waits for the
// sum of the others. A block starts anew, so a single row costs at most 31 additions.
#include <algorithm>
#include <bit>
#include <limits>

#include "store/encoding/encodings.h"
#include "store/encoding/packed_directory.h"

namespace stoa::encoding {

namespace {

/// The first 32 values of a block stand one after the other, not interleaved: there are too few.
void pack_first(const uint64_t* numbers, unsigned width, std::byte* packed) {
  for (size_t i = 0; i < kLanes; ++i) {
    for (unsigned bit = 0; bit < width; ++bit) {
      const size_t place = i * width + bit;
      packed[place / 8] |= static_cast<std::byte>(((numbers[i] >> bit) & 1) << (place % 8));
    }
  }
}

uint64_t unpack_first(const std::byte* packed, unsigned width, size_t i) {
  if (width == 0) {
    return 0;
  }
  const size_t bit = i * width;
  const uint64_t low = load_unaligned<uint64_t>(packed + bit / 8) >> (bit % 8);
  const uint64_t high =
      bit % 8 + width > 64 ? load_unaligned<uint64_t>(packed + bit / 8 + 1) >> (bit % 8) << 8 : 0;
  return (low | high) & low_bits(width);
}

constexpr size_t first_bytes(unsigned width) {
  return round_up(size_t{width} * kLanes / 8, 8);
}

template <class S>
void encode_block(const S* values, size_t count, ByteWriter& writer, size_t entry_place, size_t data_start) {
  using U = Unsigned<S>;
  using Signed = std::make_signed_t<S>;
  PackedBlock entry = {};
  uint64_t first[kLanes] = {};
  const size_t first_count = std::min(count, kLanes);
  const auto [low, high] = std::minmax_element(values, values + first_count);
  entry.base = static_cast<uint64_t>(*low);
  entry.first_width = static_cast<uint8_t>(
      std::bit_width(static_cast<uint64_t>(static_cast<U>(static_cast<U>(*high) - static_cast<U>(*low)))));
  for (size_t i = 0; i < first_count; ++i) {
    first[i] = static_cast<U>(static_cast<U>(values[i]) - static_cast<U>(*low));
  }
  const auto delta_at = [&](size_t i) {
    return static_cast<Signed>(
        static_cast<U>(static_cast<U>(values[i]) - static_cast<U>(values[i - kLanes])));
  };
  Signed least = count > kLanes ? std::numeric_limits<Signed>::max() : 0;
  Signed greatest = count > kLanes ? std::numeric_limits<Signed>::min() : 0;
  for (size_t i = kLanes; i < count; ++i) {
    least = std::min(least, delta_at(i));
    greatest = std::max(greatest, delta_at(i));
  }
  entry.base_high = static_cast<uint64_t>(least);
  entry.width = static_cast<uint8_t>(std::bit_width(
      static_cast<uint64_t>(static_cast<U>(static_cast<U>(greatest) - static_cast<U>(least)))));
  entry.offset = static_cast<uint32_t>(writer.size() - data_start);
  writer.put_at(entry_place, entry);
  uint64_t numbers[kBlockRows] = {};
  for (size_t i = kLanes; i < count; ++i) {
    numbers[i - kLanes] = static_cast<U>(static_cast<U>(delta_at(i)) - static_cast<U>(least));
  }
  pack_first(first, entry.first_width, writer.grow(first_bytes(entry.first_width)));
  const size_t lane_rows = lane_rows_of(count) - 1;
  pack_block(numbers, entry.width, lane_rows, writer.grow(packed_bytes(entry.width, lane_rows)));
}

template <class S>
class DeltaBody final : public EncodedBody {
 public:
  using U = Unsigned<S>;
  DeltaBody(size_t count, const PackedBlock* blocks, const std::byte* packed)
      : EncodedBody(Encoding::kDelta, count), blocks_(blocks), packed_(packed) {}

  void decode(size_t offset, size_t count, std::byte* out_bytes, TextHeap*) const override {
    auto* out = reinterpret_cast<U*>(out_bytes);
    for_each_block_part(offset, count, [&](size_t number, size_t begin, size_t piece) {
      const size_t end = lane_rows_of(begin + piece);
      const PackedBlock& block = blocks_[number];
      if (begin == 0 && piece % kLanes == 0) {
        unpack(block, end, out);
      } else {
        U numbers[kBlockRows];
        unpack(block, end, numbers);
        std::copy_n(numbers + begin, piece, out);
      }
      out += piece;
    });
  }

  void gather(std::span<const uint32_t> rows, std::byte* out_bytes, TextHeap*) const override {
    auto* out = reinterpret_cast<U*>(out_bytes);
    for (size_t i = 0; i < rows.size(); ++i) {
      out[i] = one(blocks_[rows[i] / kBlockRows], rows[i] % kBlockRows);
    }
  }

 private:
  U one(const PackedBlock& block, size_t row) const {
    const std::byte* first = packed_ + block.offset;
    const std::byte* deltas = first + first_bytes(block.first_width);
    uint64_t value = block.base + unpack_first(first, block.first_width, row % kLanes);
    value += block.base_high * (row / kLanes);
    for (size_t i = row % kLanes; i + kLanes <= row; i += kLanes) {
      value += unpack_one(deltas, block.width, i);
    }
    return static_cast<U>(value);
  }

  void unpack(const PackedBlock& block, size_t end, U* out) const {
    const std::byte* first = packed_ + block.offset;
    for (size_t i = 0; i < kLanes; ++i) {
      out[i] = static_cast<U>(block.base + unpack_first(first, block.first_width, i));
    }
    unpack_deltas(first + first_bytes(block.first_width), block.width, block.base_high, end, out);
  }

  const PackedBlock* blocks_;
  const std::byte* packed_;
};

/// Integers of up to 64 bits; booleans would gain nothing.
bool is_fit(PhysicalType physical) {
  return physical != PhysicalType::kInt128 && physical != PhysicalType::kBool;
}

}  // namespace

bool encode_delta(const Values& values, ByteWriter& writer) {
  const size_t start = begin_body(writer, Encoding::kDelta, values.physical, values.count);
  const size_t directory = writer.size();
  const size_t block_count = block_count_of(values.count);
  writer.grow(block_count * sizeof(PackedBlock));
  const size_t data_start = writer.size();
  const bool is_integer =
      is_fit(values.physical) && with_integer_type(values.physical, [&]<class S>() {
        if constexpr (sizeof(S) <= 8) {
          for (size_t block = 0; block < block_count; ++block) {
            encode_block(values.as<S>() + block * kBlockRows, rows_of_block(values.count, block), writer,
                         directory + block * sizeof(PackedBlock), data_start);
          }
        }
      });
  end_body(writer, start);
  return is_integer;
}

EncodedBodyRef open_delta(const BodyBytes& body) {
  ByteReader reader(body.payload);
  const size_t block_count = block_count_of(body.count);
  const auto* blocks =
      reinterpret_cast<const PackedBlock*>(reader.take(block_count * sizeof(PackedBlock)).data());
  const size_t width_max = 8 * physical_width(body.physical);
  for (size_t i = 0; i < block_count; ++i) {
    const PackedBlock& block = blocks[i];
    if (block.width > width_max || block.first_width > width_max || block.zero != 0 ||
        block.offset % 8 != 0 ||
        block.offset + first_bytes(block.first_width) +
                packed_bytes(block.width, lane_rows_of(rows_of_block(body.count, i)) - 1) >
            reader.left()) {
      raise_damaged("a block of deltas reaches beyond its body");
    }
  }
  EncodedBodyRef opened;
  const std::byte* packed = reader.rest().data();
  if (is_fit(body.physical)) {
    with_integer_type(body.physical, [&]<class S>() {
      if constexpr (sizeof(S) <= 8) {
        opened = std::make_unique<DeltaBody<S>>(body.count, blocks, packed);
      }
    });
  }
  if (opened == nullptr) {
    raise_damaged("deltas of another type");
  }
  return opened;
}

}  // namespace stoa::encoding
