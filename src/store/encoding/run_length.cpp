// Runs of equal values: where each ends, and its value, in a body of their own. A row's run is found by
// binary search.
#include <algorithm>

#include "base/int128.h"
#include "store/encoding/encodings.h"
#include "types/text_view.h"

namespace stoa::encoding {

namespace {

class RunLengthBody final : public EncodedBody {
 public:
  RunLengthBody(size_t count, size_t width_bytes, std::span<const uint32_t> ends, EncodedBodyRef values)
      : EncodedBody(Encoding::kRunLength, count),
        width_bytes_(width_bytes),
        ends_(ends),
        values_(std::move(values)) {}

  void decode(size_t offset, size_t count, std::byte* out, TextHeap* heap) const override {
    if (count == 0) {
      return;
    }
    const size_t first = run_of(static_cast<uint32_t>(offset));
    const size_t last = run_of(static_cast<uint32_t>(offset + count - 1));
    std::vector<std::byte> runs((last - first + 1) * width_bytes_ + kSlackBytes);
    values_->decode(first, last - first + 1, runs.data(), heap);
    switch (width_bytes_) {
      case 1: return fill<uint8_t>(first, offset, count, runs.data(), out);
      case 2: return fill<uint16_t>(first, offset, count, runs.data(), out);
      case 4: return fill<uint32_t>(first, offset, count, runs.data(), out);
      case 8: return fill<uint64_t>(first, offset, count, runs.data(), out);
      default: return fill<Pair>(first, offset, count, runs.data(), out);
    }
  }

  void gather(std::span<const uint32_t> rows, std::byte* out, TextHeap* heap) const override {
    std::vector<uint32_t> runs(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      runs[i] = static_cast<uint32_t>(run_of(rows[i]));
    }
    values_->gather(runs, out, heap);
  }

 private:
  struct Pair {
    uint64_t halves[2];
  };

  size_t run_of(uint32_t row) const {
    return static_cast<size_t>(std::upper_bound(ends_.begin(), ends_.end(), row) - ends_.begin());
  }
  template <class T>
  void fill(size_t run, size_t offset, size_t count, const std::byte* runs, std::byte* out) const {
    const size_t end = offset + count;
    for (size_t row = offset; row < end; ++run, runs += sizeof(T)) {
      const size_t run_end = std::min<size_t>(ends_[run], end);
      const T value = load_unaligned<T>(runs);
      for (; row < run_end; ++row, out += sizeof(T)) {
        store_unaligned(out, value);
      }
    }
  }

  size_t width_bytes_;
  std::span<const uint32_t> ends_;
  EncodedBodyRef values_;
};

template <class T, class IsEqual>
void collect_runs(const Values& values, const IsEqual& is_equal, std::vector<uint32_t>& ends,
                  std::vector<std::byte>& kept) {
  const T* all = values.as<T>();
  for (size_t i = 0; i < values.count; ++i) {
    if (i + 1 == values.count || !is_equal(all[i], all[i + 1])) {
      ends.push_back(static_cast<uint32_t>(i + 1));
      const auto* bytes = reinterpret_cast<const std::byte*>(all + i);
      kept.insert(kept.end(), bytes, bytes + sizeof(T));
    }
  }
}

void collect(const Values& values, std::vector<uint32_t>& ends, std::vector<std::byte>& kept) {
  const auto is_same = [](auto a, auto b) { return a == b; };
  const auto is_same_pair = [](UInt128 a, UInt128 b) { return a == b; };
  const auto is_same_text = [](const TextView& a, const TextView& b) { return a == b; };
  switch (values.width_bytes) {
    case 1: return collect_runs<uint8_t>(values, is_same, ends, kept);
    case 2: return collect_runs<uint16_t>(values, is_same, ends, kept);
    case 4: return collect_runs<uint32_t>(values, is_same, ends, kept);
    case 8: return collect_runs<uint64_t>(values, is_same, ends, kept);
    default: break;
  }
  return values.physical == PhysicalType::kText ? collect_runs<TextView>(values, is_same_text, ends, kept)
                                                : collect_runs<UInt128>(values, is_same_pair, ends, kept);
}

}  // namespace

bool encode_run_length(const Values& values, ByteWriter& writer) {
  std::vector<uint32_t> ends;
  std::vector<std::byte> kept;
  collect(values, ends, kept);
  const size_t start = begin_body(writer, Encoding::kRunLength, values.physical, values.count);
  writer.put(static_cast<uint64_t>(ends.size()));
  writer.append(ends.data(), ends.size() * sizeof(uint32_t));
  encode_inner({values.physical, values.width_bytes, kept.data(), ends.size()}, writer);
  end_body(writer, start);
  return true;
}

EncodedBodyRef open_run_length(const BodyBytes& body, int depth) {
  ByteReader reader(body.payload);
  const auto run_count = reader.get<uint64_t>();
  if (run_count > body.count) {
    raise_damaged("there are more runs than rows");
  }
  const auto bytes = reader.take(run_count * sizeof(uint32_t));
  const std::span ends(reinterpret_cast<const uint32_t*>(bytes.data()), run_count);
  uint32_t before = 0;
  for (const uint32_t end : ends) {
    if (end <= before) {
      raise_damaged("the ends of runs do not ascend");
    }
    before = end;
  }
  if (before != body.count) {
    raise_damaged("the last run does not end with the last row");
  }
  EncodedBodyRef values = open_body(reader, body.physical, depth + 1);
  if (values->count() != run_count) {
    raise_damaged("there are not as many values as runs");
  }
  return std::make_unique<RunLengthBody>(body.count, physical_width(body.physical), ends, std::move(values));
}

}  // namespace stoa::encoding
