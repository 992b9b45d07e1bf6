#include "store/tree/node.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "base/assert.h"
#include "base/bits.h"

namespace stoa {

namespace {

/// The first four bytes as a number that compares as they do.
uint32_t head_of(std::string_view text) noexcept {
  if (text.size() >= 4) {
    return __builtin_bswap32(load_unaligned<uint32_t>(text.data()));
  }
  uint32_t head = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    head |= uint32_t{static_cast<uint8_t>(text[i])} << (24 - 8 * i);
  }
  return head;
}

size_t varint_bytes(uint64_t number) noexcept {
  return (static_cast<size_t>(std::bit_width(number | 1)) + 6) / 7;
}

char* write_varint(char* to, uint64_t number) noexcept {
  while (number >= 0x80) {
    *to++ = static_cast<char>(number | 0x80);
    number >>= 7;
  }
  *to++ = static_cast<char>(number);
  return to;
}

const char* read_varint(const char* from, uint64_t& number) noexcept {
  auto byte = static_cast<uint8_t>(*from++);
  number = byte & 0x7FU;
  for (unsigned shift = 7; byte >= 0x80; shift += 7) {
    byte = static_cast<uint8_t>(*from++);
    number |= uint64_t{byte & 0x7FU} << shift;
  }
  return from;
}

constexpr size_t kExtentReferenceBytes = sizeof(const Node*);

/// What a leaf's cell says of its value: its size, and whether it lies in an extent.
uint64_t value_mark(size_t size_bytes, bool is_in_extent) noexcept {
  return uint64_t{size_bytes} << 1 | (is_in_extent ? 1 : 0);
}

struct CellParts {
  std::string_view key;
  std::string_view value;
  bool is_in_extent;
  const char* end;
};

CellParts read_leaf_cell(const char* at) noexcept {
  uint64_t key_bytes = 0;
  uint64_t mark = 0;
  at = read_varint(read_varint(at, key_bytes), mark);
  const bool is_in_extent = (mark & 1) != 0;
  const size_t value_bytes = is_in_extent ? kExtentReferenceBytes : mark >> 1;
  const char* value = at + key_bytes;
  return {{at, key_bytes}, {value, value_bytes}, is_in_extent, value + value_bytes};
}

std::string_view read_inner_cell(const char* at) noexcept {
  uint64_t key_bytes = 0;
  at = read_varint(at, key_bytes);
  return {at, key_bytes};
}

const char* end_of_cell(const char* at, bool is_leaf) noexcept {
  if (is_leaf) {
    return read_leaf_cell(at).end;
  }
  const std::string_view key = read_inner_cell(at);
  return key.data() + key.size();
}

}  // namespace

std::string_view common_prefix(std::string_view a, std::string_view b) noexcept {
  const auto [end, other] = std::mismatch(a.begin(), a.begin() + std::min(a.size(), b.size()), b.begin());
  return a.substr(0, static_cast<size_t>(end - a.begin()));
}

std::string_view shortest_separator(std::string_view below, std::string_view above) noexcept {
  return above.substr(0, common_prefix(below, above).size() + 1);
}

void Node::format(NodeKind node_kind, uint8_t node_level, size_t bytes) {
  static_cast<NodeHeader&>(*this) = NodeHeader{};
  kind = node_kind;
  level = node_level;
  size_bytes = static_cast<uint32_t>(bytes);
  heap_begin = size_bytes;
}

void Node::set_prefix(std::string_view text) noexcept {
  STOA_ASSERT(entry_count == 0);
  prefix_bytes = static_cast<uint32_t>(text.size());
  heap_begin = size_bytes - prefix_bytes;
  heap_garbage_bytes = 0;
  std::memcpy(characters() + heap_begin, text.data(), text.size());
}

std::string_view Node::suffix(uint32_t index) const noexcept {
  if (is_leaf()) {
    return read_leaf_cell(characters() + slots<LeafSlot>()[index].offset).key;
  }
  const uint32_t at = slots<InnerSlot>()[index].offset;
  return at == 0 ? std::string_view() : read_inner_cell(characters() + at);
}

/// Binary search over the heads; cells are read only where heads are equal.
template <class Slot>
Node::Found Node::find_slot(std::string_view key_suffix, uint32_t begin) const noexcept {
  const Slot* slot = slots<Slot>();
  const uint32_t head = head_of(key_suffix);
  uint32_t count = entry_count - begin;
  bool is_equal = false;
  while (count != 0) {
    const uint32_t half = count / 2;
    const uint32_t middle = begin + half;
    int order = slot[middle].head < head ? -1 : slot[middle].head > head ? 1 : 0;
    if (order == 0) {
      order = suffix(middle).compare(key_suffix);
      is_equal |= order == 0;
    }
    if (order < 0) {
      begin = middle + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return {begin, is_equal};
}

Node::Found Node::find(std::string_view key) const noexcept {
  const uint32_t first = is_leaf() ? 0 : 1;
  const int order = key.substr(0, prefix_bytes).compare(prefix());
  if (order != 0) {
    return {order < 0 ? first : entry_count, false};
  }
  key.remove_prefix(prefix_bytes);
  return is_leaf() ? find_slot<LeafSlot>(key, 0) : find_slot<InnerSlot>(key, 1);
}

uint32_t Node::child_index(std::string_view key) const noexcept {
  const Found found = find(key);
  return found.is_equal ? found.index : found.index - 1;
}

int Node::compare(std::string_view key, uint32_t index) const noexcept {
  const int order = key.substr(0, prefix_bytes).compare(prefix());
  return order != 0 ? order : key.substr(prefix_bytes).compare(suffix(index));
}

Node::Cell Node::cell(uint32_t index) const noexcept {
  const CellParts parts = read_leaf_cell(characters() + slots<LeafSlot>()[index].offset);
  if (!parts.is_in_extent) {
    return {parts.value, nullptr};
  }
  return {{}, load_unaligned<const Node*>(parts.value.data())};
}

Node* Node::child(uint32_t index) const noexcept {
  return slots<InnerSlot>()[index].child;
}

void Node::set_child(uint32_t index, Node* child) noexcept {
  slots<InnerSlot>()[index].child = child;
}

size_t Node::cell_bytes(uint32_t index) const noexcept {
  const uint32_t at = offset(index);
  if (at == 0) {
    return 0;
  }
  const char* begin = characters() + at;
  return static_cast<size_t>(end_of_cell(begin, is_leaf()) - begin);
}

size_t Node::used_bytes() const noexcept {
  return sizeof(NodeHeader) + entry_count * slot_bytes() + (size_bytes - heap_begin) - heap_garbage_bytes;
}

size_t Node::entry_bytes(uint32_t begin, uint32_t end) const noexcept {
  size_t total = (end - begin) * slot_bytes();
  for (uint32_t i = begin; i < end; ++i) {
    total += cell_bytes(i);
  }
  return total;
}

/// A slot before `index` and a cell of `bytes` for it; null when they don't fit.
template <class Slot>
char* Node::make_room(uint32_t index, std::string_view key_suffix, size_t bytes) {
  const size_t needed = bytes + sizeof(Slot);
  if (free_bytes() < needed) {
    return nullptr;
  }
  if (heap_begin - sizeof(NodeHeader) - entry_count * sizeof(Slot) < needed) {
    compact();
  }
  Slot* slot = slots<Slot>();
  std::memmove(static_cast<void*>(slot + index + 1), slot + index, (entry_count - index) * sizeof(Slot));
  heap_begin -= static_cast<uint32_t>(bytes);
  slot[index] = {};
  slot[index].head = head_of(key_suffix);
  slot[index].offset = bytes == 0 ? 0 : heap_begin;
  ++entry_count;
  return characters() + heap_begin;
}

bool Node::insert(uint32_t index, std::string_view key, std::string_view value, const Node* extent) {
  if (!shares_prefix(key)) {
    return false;
  }
  key.remove_prefix(prefix_bytes);
  const uint64_t mark = value_mark(extent == nullptr ? value.size() : 0, extent != nullptr);
  const size_t value_bytes = extent == nullptr ? value.size() : kExtentReferenceBytes;
  char* at = make_room<LeafSlot>(index, key,
                                 varint_bytes(key.size()) + varint_bytes(mark) + key.size() + value_bytes);
  if (at == nullptr) {
    return false;
  }
  at = write_varint(write_varint(at, key.size()), mark);
  at = std::copy(key.begin(), key.end(), at);
  if (extent == nullptr) {
    std::copy(value.begin(), value.end(), at);
  } else {
    store_unaligned(at, extent);
  }
  return true;
}

bool Node::insert_child(uint32_t index, std::string_view key, Node* child) {
  char* at = nullptr;
  if (index == 0) {
    at = make_room<InnerSlot>(index, {}, 0);
  } else {
    if (!shares_prefix(key)) {
      return false;
    }
    key.remove_prefix(prefix_bytes);
    at = make_room<InnerSlot>(index, key, varint_bytes(key.size()) + key.size());
  }
  if (at == nullptr) {
    return false;
  }
  slots<InnerSlot>()[index].child = child;
  if (index != 0) {
    std::copy(key.begin(), key.end(), write_varint(at, key.size()));
  }
  return true;
}

void Node::overwrite(uint32_t index, std::string_view value) noexcept {
  const CellParts parts = read_leaf_cell(characters() + slots<LeafSlot>()[index].offset);
  STOA_ASSERT(!parts.is_in_extent && parts.value.size() == value.size());
  std::memcpy(const_cast<char*>(parts.value.data()), value.data(), value.size());
}

void Node::erase(uint32_t index) noexcept {
  heap_garbage_bytes += static_cast<uint32_t>(cell_bytes(index));
  char* slot = characters() + sizeof(NodeHeader) + index * slot_bytes();
  std::memmove(slot, slot + slot_bytes(), (entry_count - index - 1) * slot_bytes());
  --entry_count;
  if (!is_leaf() && index == 0 && entry_count != 0) {  // the first entry has no key
    InnerSlot& first = slots<InnerSlot>()[0];
    heap_garbage_bytes += static_cast<uint32_t>(cell_bytes(0));
    first.head = 0;
    first.offset = 0;
  }
}

/// Moves the cells together, in the order of their keys.
void Node::compact() {
  const uint32_t top = size_bytes - prefix_bytes;
  const size_t heap_bytes = top - heap_begin;
  const auto former = std::make_unique_for_overwrite<char[]>(heap_bytes);
  std::memcpy(former.get(), characters() + heap_begin, heap_bytes);
  const uint32_t former_begin = heap_begin;
  uint32_t at = top;
  for (uint32_t i = 0; i < entry_count; ++i) {
    const uint32_t from = offset(i);
    if (from == 0) {
      continue;
    }
    const char* begin = former.get() + (from - former_begin);
    const char* end = end_of_cell(begin, is_leaf());
    at -= static_cast<uint32_t>(end - begin);
    std::copy(begin, end, characters() + at);
    (is_leaf() ? slots<LeafSlot>()[i].offset : slots<InnerSlot>()[i].offset) = at;
  }
  heap_begin = at;
  heap_garbage_bytes = 0;
}

uint32_t Node::append(const Node& from, uint32_t begin, uint32_t end, std::string_view first_key) {
  std::string key;
  for (uint32_t i = begin; i < end; ++i) {
    key.clear();
    if (i == 0 && !from.is_leaf()) {
      key = first_key;
    } else {
      from.append_key(i, key);
    }
    bool fits = false;
    if (is_leaf()) {
      const Cell taken = from.cell(i);
      fits = insert(entry_count, key, taken.value, taken.extent);
    } else {
      fits = insert_child(entry_count, key, from.child(i));
    }
    if (!fits) {
      return i - begin;
    }
  }
  return end - begin;
}

}  // namespace stoa
