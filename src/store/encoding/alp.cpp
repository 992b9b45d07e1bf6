// Doubles that were decimals as packed integers; the others are kept beside as exceptions.
#include <algorithm>
#include <array>
#include <bit>

#include "store/encoding/alp_kernel.h"
#include "store/encoding/encodings.h"
#include "store/encoding/packed_directory.h"

namespace stoa::encoding {

namespace {

struct AlpBlock {
  int64_t base;
  uint32_t offset;  ///< behind the directory: packed numbers, exceptions' values, their rows
  uint16_t exception_count;
  uint8_t width;
  uint8_t exponent;
  uint8_t factor;
  uint8_t zero[7];
};
static_assert(sizeof(AlpBlock) == 24);

struct Pair {
  uint8_t exponent;
  uint8_t factor;
};

constexpr size_t kSampleRows = 32;
constexpr size_t kCandidatesMax = 4;

/// Bits that some values would take.
template <class T>
size_t cost_of(const T* values, size_t count, Pair pair) {
  std::array<int64_t, kSampleRows> numbers;
  std::array<uint8_t, kSampleRows> is_exact;
  alp_encode(values, count, alp_powers(pair.exponent, pair.factor), numbers.data(), is_exact.data());
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;
  size_t exception_count = 0;
  for (size_t i = 0; i < count; ++i) {
    if (is_exact[i] != 0) {
      low = std::min(low, numbers[i]);
      high = std::max(high, numbers[i]);
    } else {
      ++exception_count;
    }
  }
  const auto width =
      low > high ? 0 : std::bit_width(static_cast<uint64_t>(high) - static_cast<uint64_t>(low));
  return count * static_cast<size_t>(width) + exception_count * (sizeof(T) * 8 + 16);
}

/// `count` values spread over all.
template <class T>
std::array<T, kSampleRows> spread_sample(const T* values, size_t count) {
  std::array<T, kSampleRows> sample;
  for (size_t i = 0; i < kSampleRows; ++i) {
    sample[i] = values[i * count / kSampleRows];
  }
  return sample;
}

template <class T>
Pair best_pair(const std::array<T, kSampleRows>& sample) {
  Pair best = {0, 0};
  size_t best_cost = ~size_t{0};
  for (uint8_t exponent = 0; exponent <= kExponentMax; ++exponent) {
    for (uint8_t factor = 0; factor <= exponent; ++factor) {
      const size_t cost = cost_of(sample.data(), kSampleRows, Pair{exponent, factor});
      if (cost < best_cost) {
        best_cost = cost;
        best = {exponent, factor};
      }
    }
  }
  return best;
}

/// The best pairs of some places of the column.
template <class T>
std::vector<Pair> find_candidates(const T* values, size_t count) {
  std::vector<Pair> candidates;
  const size_t block_count = block_count_of(count);
  const size_t step = (block_count + kCandidatesMax - 1) / kCandidatesMax;
  for (size_t block = 0; block < block_count; block += std::max<size_t>(1, step)) {
    const Pair pair = best_pair(spread_sample(values + block * kBlockRows, rows_of_block(count, block)));
    const auto is_it = [&](Pair other) {
      return other.exponent == pair.exponent && other.factor == pair.factor;
    };
    if (std::none_of(candidates.begin(), candidates.end(), is_it)) {
      candidates.push_back(pair);
    }
  }
  return candidates;
}

template <class T>
void encode_block(const T* values, size_t count, Pair pair, ByteWriter& writer, size_t entry_place,
                  size_t data_start) {
  std::array<int64_t, kBlockRows> numbers = {};
  std::array<uint8_t, kBlockRows> is_exact;
  alp_encode(values, count, alp_powers(pair.exponent, pair.factor), numbers.data(), is_exact.data());
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;
  for (size_t i = 0; i < count; ++i) {
    low = is_exact[i] != 0 ? std::min(low, numbers[i]) : low;
    high = is_exact[i] != 0 ? std::max(high, numbers[i]) : high;
  }
  low = low > high ? 0 : low;
  AlpBlock entry = {};
  entry.base = low;
  entry.offset = static_cast<uint32_t>(writer.size() - data_start);
  entry.width = high < low ? 0 : static_cast<uint8_t>(std::bit_width(static_cast<uint64_t>(high - low)));
  entry.exponent = pair.exponent;
  entry.factor = pair.factor;
  std::array<uint64_t, kBlockRows> packed = {};
  std::vector<T> exceptions;
  std::vector<uint16_t> rows;
  for (size_t i = 0; i < count; ++i) {
    if (is_exact[i] != 0) {
      packed[i] = static_cast<uint64_t>(numbers[i] - low);
    } else {
      exceptions.push_back(values[i]);
      rows.push_back(static_cast<uint16_t>(i));
    }
  }
  entry.exception_count = static_cast<uint16_t>(rows.size());
  writer.put_at(entry_place, entry);
  const size_t lane_rows = lane_rows_of(count);
  pack_block(packed.data(), entry.width, lane_rows, writer.grow(packed_bytes(entry.width, lane_rows)));
  writer.append(exceptions.data(), exceptions.size() * sizeof(T));
  writer.append(rows.data(), rows.size() * sizeof(uint16_t));
  writer.align(8);
}

template <class T>
void encode_blocks(const T* values, size_t count, ByteWriter& writer) {
  const std::vector<Pair> candidates = find_candidates(values, count);
  const size_t directory = writer.size();
  writer.grow(block_count_of(count) * sizeof(AlpBlock));
  const size_t data_start = writer.size();
  for (size_t block = 0; block < block_count_of(count); ++block) {
    const T* from = values + block * kBlockRows;
    const size_t rows = rows_of_block(count, block);
    const auto sample = spread_sample(from, rows);
    Pair best = candidates.front();
    size_t best_cost = ~size_t{0};
    for (const Pair pair : candidates) {
      const size_t cost = candidates.size() == 1 ? 0 : cost_of(sample.data(), kSampleRows, pair);
      if (cost < best_cost) {
        best_cost = cost;
        best = pair;
      }
    }
    encode_block(from, rows, best, writer, directory + block * sizeof(AlpBlock), data_start);
  }
}

template <class T>
class AlpBody final : public EncodedBody {
 public:
  AlpBody(size_t count, const AlpBlock* blocks, const std::byte* packed)
      : EncodedBody(Encoding::kAlp, count), blocks_(blocks), packed_(packed) {}

  void decode(size_t offset, size_t count, std::byte* out_bytes, TextHeap*) const override {
    auto* out = reinterpret_cast<T*>(out_bytes);
    for_each_block_part(offset, count, [&](size_t block, size_t begin, size_t piece) {
      decode_part(block, begin, piece, out);
      out += piece;
    });
  }

  void gather(std::span<const uint32_t> rows, std::byte* out_bytes, TextHeap*) const override {
    auto* out = reinterpret_cast<T*>(out_bytes);
    for (size_t i = 0; i < rows.size(); ++i) {
      out[i] = one(rows[i] / kBlockRows, rows[i] % kBlockRows);
    }
  }

 private:
  struct Exceptions {
    const T* values;
    const uint16_t* rows;
  };
  Exceptions exceptions_of(size_t block_number) const {
    const AlpBlock& block = blocks_[block_number];
    const size_t lane_rows = lane_rows_of(rows_of_block(count(), block_number));
    const auto* values =
        reinterpret_cast<const T*>(packed_ + block.offset + packed_bytes(block.width, lane_rows));
    return {values, reinterpret_cast<const uint16_t*>(values + block.exception_count)};
  }

  T one(size_t block_number, size_t row) const {
    const AlpBlock& block = blocks_[block_number];
    if (block.exception_count != 0) {
      const auto [values, rows] = exceptions_of(block_number);
      const auto* place = std::lower_bound(rows, rows + block.exception_count, row);
      if (place != rows + block.exception_count && *place == row) {
        return values[place - rows];
      }
    }
    const AlpPowers powers = alp_powers(block.exponent, block.factor);
    const uint64_t number = unpack_one(packed_ + block.offset, block.width, row);
    const auto integer = static_cast<int64_t>(static_cast<uint64_t>(block.base) + number);
    return static_cast<T>(static_cast<double>(integer) * powers.factor * powers.fraction);
  }

  void decode_part(size_t block_number, size_t begin, size_t count, T* out) const {
    const AlpBlock& block = blocks_[block_number];
    const size_t first = begin / kLanes;
    const size_t end = lane_rows_of(begin + count);
    const AlpPowers powers = alp_powers(block.exponent, block.factor);
    if (sizeof(T) == 8 && begin % kLanes == 0 && count % kLanes == 0) {
      unpack_decimals(packed_ + block.offset, block.width, block.base, powers.factor, powers.fraction, first,
                      end, reinterpret_cast<double*>(out));
    } else {
      double numbers[kBlockRows];
      unpack_decimals(packed_ + block.offset, block.width, block.base, powers.factor, powers.fraction, first,
                      end, numbers);
      for (size_t i = 0; i < count; ++i) {
        out[i] = static_cast<T>(numbers[begin % kLanes + i]);
      }
    }
    const auto [values, rows] = exceptions_of(block_number);
    for (size_t i = 0; i < block.exception_count; ++i) {
      if (rows[i] - begin < count) {
        out[rows[i] - begin] = values[i];
      }
    }
  }

  const AlpBlock* blocks_;
  const std::byte* packed_;
};

void check_block(const AlpBlock& block, size_t row_count, size_t value_bytes,
                 std::span<const std::byte> data) {
  const size_t packed_end =
      block.offset + packed_bytes(std::min<unsigned>(block.width, 64), lane_rows_of(row_count));
  if (block.width > 52 || block.exponent > kExponentMax || block.factor > block.exponent ||
      block.offset % 8 != 0 || block.exception_count > row_count ||
      packed_end + block.exception_count * (value_bytes + 2) > data.size()) {
    raise_damaged("a block of decimals reaches beyond its body");
  }
  // Sums stay below 2^51 in magnitude, where integers become doubles exactly.
  constexpr int64_t kLimit = int64_t{1} << 51;
  if (block.base <= -kLimit || block.base >= kLimit ||
      (block.width != 0 && (int64_t{1} << (block.width - 1)) > kLimit - block.base)) {
    raise_damaged("a decimal is beyond its range");
  }
  const std::byte* rows = data.data() + packed_end + block.exception_count * value_bytes;
  size_t next = 0;
  for (size_t i = 0; i < block.exception_count; ++i) {
    const auto row = load_unaligned<uint16_t>(rows + 2 * i);
    if (row < next || row >= row_count) {
      raise_damaged("the exceptions of a block of decimals do not ascend");
    }
    next = row + size_t{1};
  }
}

}  // namespace

bool encode_alp(const Values& values, ByteWriter& writer) {
  if (values.count == 0 ||
      (values.physical != PhysicalType::kDouble && values.physical != PhysicalType::kFloat)) {
    return false;
  }
  const size_t start = begin_body(writer, Encoding::kAlp, values.physical, values.count);
  if (values.physical == PhysicalType::kDouble) {
    encode_blocks(values.as<double>(), values.count, writer);
  } else {
    encode_blocks(values.as<float>(), values.count, writer);
  }
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_alp(const BodyBytes& body) {
  if (body.physical != PhysicalType::kDouble && body.physical != PhysicalType::kFloat) {
    raise_damaged("packed decimals of another type");
  }
  ByteReader reader(body.payload);
  const size_t block_count = block_count_of(body.count);
  const auto* blocks = reinterpret_cast<const AlpBlock*>(reader.take(block_count * sizeof(AlpBlock)).data());
  for (size_t block = 0; block < block_count; ++block) {
    check_block(blocks[block], rows_of_block(body.count, block), physical_width(body.physical),
                reader.rest());
  }
  const std::byte* packed = reader.rest().data();
  if (body.physical == PhysicalType::kDouble) {
    return std::make_unique<AlpBody<double>>(body.count, blocks, packed);
  }
  return std::make_unique<AlpBody<float>>(body.count, blocks, packed);
}

}  // namespace stoa::encoding
