#include "store/encoding/encoding_choice.h"

#include <algorithm>
#include <bit>

#include "store/encoding/encodings.h"
#include "store/encoding/packed_block_kernel.h"
#include "types/text_view.h"

namespace stoa::encoding {

namespace {

constexpr size_t kSampleBlocks = 4;
/// What a slower encoding must save.
constexpr double kWorthwhile = 0.95;

using Encode = bool (*)(const Values&, ByteWriter&);
/// From the fastest to read to the slowest.
constexpr Encode kInner[] = {encode_plain, encode_frame_of_reference, encode_alp,
                             encode_delta, encode_plain_text,         encode_symbol_text};

struct Choice {
  Encode encode = nullptr;
  double size_bytes = 0;
};

/// Whole blocks from all over the values.
std::vector<std::byte> take_sample(const Values& values) {
  std::vector<std::byte> sample;
  const size_t block_count = values.count / kBlockRows;
  for (size_t i = 0; i < kSampleBlocks; ++i) {
    const size_t first = i * block_count / kSampleBlocks * kBlockRows;
    const std::byte* from = values.data + first * values.width_bytes;
    sample.insert(sample.end(), from, from + kBlockRows * values.width_bytes);
  }
  return sample;
}

/// The sample's size by an encoding, for all rows; negative where it cannot hold them.
double size_by(Encode encode, const Values& sample, size_t count) {
  ByteWriter writer;
  if (!encode(sample, writer)) {
    return -1;
  }
  const auto size_bytes = static_cast<double>(writer.size());
  // A table is written once, however many rows there are.
  const double once = encode == encode_symbol_text && count > sample.count ? std::min(size_bytes, 2048.0) : 0;
  const double scale = sample.count == 0 ? 1 : static_cast<double>(count) / static_cast<double>(sample.count);
  return once + (size_bytes - once) * scale;
}

void offer(Encode encode, const Values& sample, size_t count, Choice& choice) {
  const double size_bytes = size_by(encode, sample, count);
  if (size_bytes >= 0 && (choice.encode == nullptr || size_bytes < choice.size_bytes * kWorthwhile)) {
    choice = {encode, size_bytes};
  }
}

Values sample_of(const Values& values, std::vector<std::byte>& storage) {
  if (values.count <= kSampleBlocks * kBlockRows) {
    return values;
  }
  storage = take_sample(values);
  return {values.physical, values.width_bytes, storage.data(), kSampleBlocks * kBlockRows};
}

Choice choose_inner(const Values& values, const Values& sample) {
  Choice choice;
  for (const Encode encode : kInner) {
    offer(encode, sample, values.count, choice);
  }
  return choice;
}

/// Of what was chosen on a sample, an outlier elsewhere may be more than it can hold.
void write_by(Encode encode, const Values& values, ByteWriter& writer) {
  ByteWriter body;
  if (!encode(values, body)) {
    body = {};
    encode_plain(values, body);
  }
  writer.align(kBodyAlignment);
  writer.append(body.data(), body.size());
}

double dictionary_size(const Values& values, const Values& sample, double distinct_count) {
  double entry_bytes = static_cast<double>(values.width_bytes);
  if (values.physical == PhysicalType::kText && sample.count != 0) {
    double total = 0;
    for (size_t i = 0; i < sample.count; ++i) {
      total += sample.as<TextView>()[i].size();
    }
    entry_bytes = total / static_cast<double>(sample.count) + 2;
  }
  const auto width = std::bit_width(static_cast<uint64_t>(distinct_count + 1));
  return distinct_count * entry_bytes + static_cast<double>(values.count) * width / 8;
}

}  // namespace

void encode_inner(const Values& values, ByteWriter& writer) {
  std::vector<std::byte> storage;
  if (ByteWriter body; encode_constant(values, body)) {
    writer.align(kBodyAlignment);
    writer.append(body.data(), body.size());
    return;
  }
  write_by(choose_inner(values, sample_of(values, storage)).encode, values, writer);
}

bool encode_outer(const Values& values, const OuterChoice& outer, ByteWriter& writer) {
  writer.align(kBodyAlignment);
  if (encode_constant(values, writer)) {
    return false;
  }
  std::vector<std::byte> storage;
  const Values sample = sample_of(values, storage);
  Choice choice = choose_inner(values, sample);
  const double by_dictionary = dictionary_size(values, sample, outer.distinct_count);
  const bool try_dictionary = outer.distinct_count * 2 < static_cast<double>(values.count) &&
                              by_dictionary < choice.size_bytes * kWorthwhile;
  Choice by_runs = choice;
  offer(encode_run_length, sample, values.count, by_runs);
  const bool runs_pay = by_runs.encode != choice.encode;
  if (try_dictionary && (!runs_pay || by_dictionary < by_runs.size_bytes)) {
    ByteWriter body;
    if (encode_dictionary(values, outer.valid, body)) {
      writer.append(body.data(), body.size());
      return true;
    }
  }
  write_by(by_runs.encode, values, writer);
  return false;
}

}  // namespace stoa::encoding
