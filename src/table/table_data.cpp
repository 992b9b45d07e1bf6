#include "table/table_data.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "base/assert.h"
#include "base/error.h"
#include "store/segment_builder.h"
#include "table/table_cache.h"

namespace stoa {

namespace {

/// Smaller runs of texts are kept plain until they are merged.
constexpr size_t kCodedRowsMin = 1024;
/// So many blocks of one level in the tail become one of the next: each row is copied once per level.
constexpr size_t kMergeCount = 8;
/// An update of one in so many rows replaces the column of the row group instead of patching it.
constexpr size_t kRewriteShare = 8;
constexpr size_t kRewriteRowsMin = 64;

/// 0 for up to 511 rows, 1 for up to 4,095, ...
int level_of(size_t row_count) {
  return row_count < OpenRows::kCapacity ? 0 : (std::bit_width(row_count / OpenRows::kCapacity) - 1) / 3;
}

[[noreturn]] void raise_unknown_row(uint64_t row_id, const TableSchema& schema) {
  raise(sqlstate::kInternalError, "table \"" + schema.name + "\" has no row " + std::to_string(row_id));
}

}  // namespace

TableData::TableData(ObjectId id, TableSchemaRef schema, StorageOptions options)
    : id_(id), schema_(std::move(schema)), options_(options) {
  STOA_CHECK(std::has_single_bit(options_.row_group_row_count) &&
             options_.row_group_row_count >= OpenRows::kCapacity);
  add_dictionaries();
}

TableData::TableData(const TableData& other)
    : RootObject(other),
      id_(other.id_),
      schema_(other.schema_),
      options_(other.options_),
      sealed_(other.sealed_),
      tail_(other.tail_),
      open_(other.open_),
      row_count_(other.row_count_),
      dictionaries_(other.dictionaries_) {}

TableData::~TableData() {
  forget_cache();
}

std::shared_ptr<RootObject> TableData::clone() const {
  return std::make_shared<TableData>(*this);
}

std::string TableData::describe() const {
  return "table \"" + schema_->name + "\"";
}

void TableData::add_dictionaries() {
  dictionaries_.resize(schema_->next_column_id);
  for (const ColumnDefinition& column : schema_->columns) {
    std::shared_ptr<SharedDictionary>& place = dictionaries_[slot_of(column.id)];
    if (place == nullptr && column.type.physical() == PhysicalType::kText) {
      place = std::make_shared<SharedDictionary>(column.type, options_.budget);
    }
  }
}

std::shared_ptr<SharedDictionary> TableData::dictionary(TableColumnId column) const {
  return slot_of(column) < dictionaries_.size() ? dictionaries_[slot_of(column)] : nullptr;
}

// --- blocks

uint64_t TableData::next_row_id() const noexcept {
  if (open_ != nullptr) {
    return open_->end_row_id();
  }
  return tail_.empty() ? tail_begin() : tail_.back()->end_row_id();
}

const std::shared_ptr<const RowBlock>& TableData::block(size_t index) const noexcept {
  if (index < sealed_.size()) {
    return sealed_[index];
  }
  index -= sealed_.size();
  return index < tail_.size() ? tail_[index] : open_;
}

size_t TableData::find_block_index(uint64_t row_id) const noexcept {
  const size_t none = block_count();
  if (row_id < tail_begin()) {
    const auto index = static_cast<size_t>(row_id >> std::countr_zero(group_row_count()));
    return row_id < sealed_[index]->end_row_id() ? index : none;
  }
  if (open_ != nullptr && row_id >= open_->first_row_id()) {
    return row_id < open_->end_row_id() ? none - 1 : none;
  }
  const auto behind = std::partition_point(
      tail_.begin(), tail_.end(), [row_id](const BlockRef& block) { return block->end_row_id() <= row_id; });
  return behind == tail_.end() ? none : sealed_.size() + static_cast<size_t>(behind - tail_.begin());
}

const RowBlock* TableData::find_block(uint64_t row_id) const noexcept {
  const size_t index = find_block_index(row_id);
  return index == block_count() ? nullptr : block(index).get();
}

bool TableData::contains(uint64_t row_id) const noexcept {
  const RowBlock* found = find_block(row_id);
  return found != nullptr && !found->is_deleted(row_id - found->first_row_id());
}

ColumnVector TableData::read(const RowBlock& block, size_t column, size_t offset, size_t count) const {
  return block.read(schema_->columns[column], offset, count);
}

Batch TableData::fetch(std::span<const uint64_t> row_ids, std::span<const size_t> columns) const {
  Batch batch;
  batch.row_count = row_ids.size();
  for (const size_t column : columns) {
    const LogicalType type =
        column == kRowIdColumn ? LogicalType(TypeId::kBigint) : schema_->columns[column].type;
    batch.columns.push_back(ColumnVector::make_flat(type, row_ids.size()));
  }
  std::vector<uint32_t> rows;
  for (size_t begin = 0; begin < row_ids.size();) {
    const RowBlock* found = find_block(row_ids[begin]);
    if (found == nullptr) {
      raise_unknown_row(row_ids[begin], *schema_);
    }
    rows.clear();
    size_t end = begin;
    for (; end < row_ids.size() && row_ids[end] - found->first_row_id() < found->row_count(); ++end) {
      rows.push_back(static_cast<uint32_t>(row_ids[end] - found->first_row_id()));
    }
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == kRowIdColumn) {
        std::copy(row_ids.begin() + static_cast<ptrdiff_t>(begin),
                  row_ids.begin() + static_cast<ptrdiff_t>(end),
                  batch.columns[i].mutable_values<uint64_t>() + begin);
      } else {
        found->gather(schema_->columns[columns[i]], rows, batch.columns[i], begin);
      }
    }
    begin = end;
  }
  return batch;
}

std::shared_ptr<const RowBlock>& TableData::edit_block(size_t index, EditToken token) {
  if (index < sealed_.size()) {
    return sealed_.edit(index, token);
  }
  index -= sealed_.size();
  return index < tail_.size() ? tail_[index] : open_;
}

RowGroup& TableData::own_group(size_t index, EditToken token) {
  BlockRef& place = edit_block(index, token);
  if (place->owner != token) {
    auto copy = std::make_shared<RowGroup>(static_cast<const RowGroup&>(*place));
    copy->owner = token;
    place = std::move(copy);
  }
  return const_cast<RowGroup&>(static_cast<const RowGroup&>(*place));
}

OpenRows& TableData::own_open(EditToken token) {
  if (open_->owner != token) {
    auto copy = std::make_shared<OpenRows>(static_cast<const OpenRows&>(*open_));
    copy->owner = token;
    open_ = std::move(copy);
  }
  return const_cast<OpenRows&>(static_cast<const OpenRows&>(*open_));
}

// --- appending

uint64_t TableData::append(const Batch& rows, size_t offset, size_t count, EditToken token) {
  STOA_CHECK(rows.columns.size() == schema_->columns.size());
  forget_cache();
  const uint64_t first_row_id = next_row_id();
  row_count_ += count;
  while (count != 0) {
    const size_t appended = append_piece(rows, offset, count, token);
    offset += appended;
    count -= appended;
    if (tail_row_count() == group_row_count()) {
      seal_tail(token);
    }
  }
  return first_row_id;
}

/// As many rows as go into one place; gives their number.
size_t TableData::append_piece(const Batch& rows, size_t offset, size_t count, EditToken token) {
  count = std::min(count, group_row_count() - tail_row_count());
  if (open_ == nullptr && count >= OpenRows::kCapacity) {
    append_group(rows, offset, count, token);
    return count;
  }
  if (open_ == nullptr) {
    auto fresh = std::make_shared<OpenRows>(next_row_id(), schema_->columns, options_.budget);
    fresh->owner = token;
    open_ = std::move(fresh);
  }
  OpenRows& open = own_open(token);
  count = std::min(count, open.room());
  open.append(rows, offset, count);
  if (open.room() == 0) {
    close_open(token);
  }
  return count;
}

void TableData::append_group(const Batch& rows, size_t offset, size_t count, EditToken token) {
  const uint64_t first_row_id = next_row_id();
  auto group = std::make_shared<RowGroup>(*build_group({&rows, 1}, offset, count));
  group->set_first_row_id(first_row_id);
  group->owner = token;
  if (count == group_row_count()) {
    sealed_.push_back(std::move(group), token);
    return;
  }
  tail_.push_back(std::move(group));
  merge_tail(token);
}

std::shared_ptr<const RowGroup> TableData::build_group(std::span<const Batch> batches, size_t offset,
                                                       size_t count) const {
  std::vector<SegmentRef> segments(schema_->next_column_id);
  for (size_t i = 0; i < schema_->columns.size(); ++i) {
    const ColumnDefinition& column = schema_->columns[i];
    SegmentBuilder builder(column.type, count, count < kCodedRowsMin ? nullptr : dictionary(column.id),
                           options_.budget);
    size_t skip = offset;
    for (const Batch& batch : batches) {
      const size_t begin = std::min(skip, batch.row_count);
      skip -= begin;
      const size_t taken = std::min(batch.row_count - begin, count - builder.row_count());
      builder.append(batch.columns[i], begin, taken);
    }
    segments[slot_of(column.id)] = builder.finish();
  }
  return std::make_shared<RowGroup>(count, std::move(segments));
}

void TableData::close_open(EditToken token) {
  if (open_ == nullptr) {
    return;
  }
  tail_.push_back(static_cast<const OpenRows&>(*open_).to_group(options_.budget, token));
  open_ = nullptr;
  merge_tail(token);
}

void TableData::merge_tail(EditToken token) {
  for (;;) {
    if (tail_.empty()) {
      return;
    }
    const int level = level_of(tail_.back()->row_count());
    size_t begin = tail_.size();
    while (begin > 0 && level_of(tail_[begin - 1]->row_count()) <= level) {
      --begin;
    }
    if (tail_.size() - begin < kMergeCount) {
      return;
    }
    BlockRef merged = merge_blocks(std::span(tail_).subspan(begin), token);
    tail_.resize(begin);
    tail_.push_back(std::move(merged));
  }
}

/// Makes what there is of the tail one sealed row group; the row ids up to the next one's begin stay unused.
void TableData::seal_tail(EditToken token) {
  close_open(token);
  if (tail_.empty()) {
    return;
  }
  sealed_.push_back(
      tail_.size() == 1 && tail_[0]->row_count() >= kCodedRowsMin ? tail_[0] : merge_blocks(tail_, token),
      token);
  tail_.clear();
}

std::shared_ptr<RowGroup> TableData::merge_blocks(std::span<const BlockRef> blocks, EditToken token) const {
  const size_t row_count =
      std::accumulate(blocks.begin(), blocks.end(), size_t{0},
                      [](size_t sum, const BlockRef& b) { return sum + b->row_count(); });
  std::vector<SegmentRef> segments(schema_->next_column_id);
  for (const ColumnDefinition& column : schema_->columns) {
    SegmentBuilder builder(column.type, row_count,
                           row_count < kCodedRowsMin ? nullptr : dictionary(column.id), options_.budget);
    for (const BlockRef& block : blocks) {
      builder.append(block->read(column, 0, block->row_count()), 0, block->row_count());
    }
    segments[slot_of(column.id)] = builder.finish();
  }
  auto group = std::make_shared<RowGroup>(row_count, std::move(segments));
  group->set_first_row_id(blocks[0]->first_row_id());
  group->owner = token;
  std::vector<uint64_t> deleted;
  for (const BlockRef& block : blocks) {
    if (block->deleted_count() == 0) {
      continue;
    }
    for (size_t row = 0; row < block->row_count(); ++row) {
      if (block->is_deleted(row)) {
        deleted.push_back(block->first_row_id() + row);
      }
    }
  }
  if (!deleted.empty()) {
    group->erase(deleted, options_.budget, token);
  }
  return group;
}

std::vector<uint64_t> TableData::attach(std::span<const std::shared_ptr<const RowGroup>> groups,
                                        EditToken token) {
  std::vector<uint64_t> first_row_ids;
  if (groups.empty()) {
    return first_row_ids;
  }
  forget_cache();
  seal_tail(token);
  for (const auto& group : groups) {
    STOA_CHECK(group->row_count() <= group_row_count());
    auto placed = std::make_shared<RowGroup>(*group);
    placed->set_first_row_id(tail_begin());
    placed->owner = token;
    first_row_ids.push_back(tail_begin());
    row_count_ += placed->row_count() - placed->deleted_count();
    sealed_.push_back(std::move(placed), token);
  }
  return first_row_ids;
}

// --- deleting and updating

uint64_t TableData::erase(std::span<const uint64_t> row_ids, EditToken token) {
  forget_cache();
  uint64_t erased = 0;
  for (size_t begin = 0; begin < row_ids.size();) {
    const size_t index = find_block_index(row_ids[begin]);
    if (index == block_count()) {
      raise_unknown_row(row_ids[begin], *schema_);
    }
    const auto end = std::lower_bound(row_ids.begin() + static_cast<ptrdiff_t>(begin), row_ids.end(),
                                      block(index)->end_row_id());
    const size_t count = static_cast<size_t>(end - row_ids.begin()) - begin;
    erased += erase_in_block(index, row_ids.subspan(begin, count), token);
    begin += count;
  }
  row_count_ -= erased;
  return erased;
}

size_t TableData::erase_in_block(size_t index, std::span<const uint64_t> row_ids, EditToken token) {
  if (block(index)->is_open()) {
    return own_open(token).erase(row_ids);
  }
  return own_group(index, token).erase(row_ids, options_.budget, token);
}

void TableData::update(std::span<const uint64_t> row_ids, std::span<const TableColumnId> columns,
                       const Batch& values, EditToken token) {
  forget_cache();
  for (size_t begin = 0; begin < row_ids.size();) {
    const size_t index = find_block_index(row_ids[begin]);
    if (index == block_count()) {
      raise_unknown_row(row_ids[begin], *schema_);
    }
    const auto end = std::lower_bound(row_ids.begin() + static_cast<ptrdiff_t>(begin), row_ids.end(),
                                      block(index)->end_row_id());
    const size_t count = static_cast<size_t>(end - row_ids.begin()) - begin;
    update_block(index, row_ids.subspan(begin, count), begin, columns, values, token);
    begin += count;
  }
}

void TableData::update_block(size_t index, std::span<const uint64_t> row_ids, size_t first,
                             std::span<const TableColumnId> columns, const Batch& values, EditToken token) {
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::optional<size_t> column = schema_->find_column(columns[i]);
    if (!column) {
      continue;
    }
    if (block(index)->is_open()) {
      own_open(token).update(row_ids, columns[i], values.columns[i], first);
    } else {
      const bool encode = block(index)->row_count() >= kCodedRowsMin;
      update_part(own_group(index, token), schema_->columns[*column], encode, row_ids, values.columns[i],
                  first, token);
    }
  }
}

void TableData::update_part(RowGroup& group, const ColumnDefinition& column, bool encode,
                            std::span<const uint64_t> row_ids, const ColumnVector& values, size_t first,
                            EditToken token) {
  const size_t rewrite_count = std::max(kRewriteRowsMin, group.row_count() / kRewriteShare);
  if (row_ids.size() >= rewrite_count || row_ids.size() == group.row_count()) {
    std::vector<uint32_t> rows(row_ids.size());
    std::transform(row_ids.begin(), row_ids.end(), rows.begin(), [&group](uint64_t row_id) {
      return static_cast<uint32_t>(row_id - group.first_row_id());
    });
    rewrite_part(group, column, encode, rows, values, first, token);
    return;
  }
  ColumnPart& part = group.own_part(column.id, token);
  if (part.patch == nullptr) {
    auto fresh = std::make_shared<Patch>(column.type, group.row_count(), options_.budget);
    fresh->owner = token;
    part.patch = std::move(fresh);
  }
  own(part.patch, token).set(row_ids, group.first_row_id(), values, first);
  if (part.patch->value_count() >= rewrite_count) {
    rewrite_part(group, column, encode, {}, values, first, token);
  }
}

void TableData::rewrite_part(RowGroup& group, const ColumnDefinition& column, bool encode,
                             std::span<const uint32_t> rows, const ColumnVector& values, size_t first,
                             EditToken token) {
  const size_t row_count = group.row_count();
  SegmentBuilder builder(column.type, row_count, encode ? dictionary(column.id) : nullptr, options_.budget);
  if (rows.size() == row_count) {
    builder.append(values, first, row_count);
  } else {
    builder.append(group.read(column, 0, row_count), 0, row_count);
    builder.overwrite(rows, values, first);
  }
  group.own_part(column.id, token) = ColumnPart{builder.finish(), nullptr};
}

void TableData::truncate(EditToken token) {
  forget_cache();
  const uint64_t end = next_row_id();
  // Keeping the place of what was there keeps row ids from being used again.
  const size_t group_count = static_cast<size_t>((end + group_row_count() - 1) / group_row_count());
  PersistentVector<BlockRef> emptied;
  for (size_t i = 0; i < group_count; ++i) {
    auto empty = std::make_shared<RowGroup>(0, std::vector<SegmentRef>());
    empty->set_first_row_id(uint64_t{i} * group_row_count());
    empty->owner = token;
    emptied.push_back(std::move(empty), token);
  }
  sealed_ = std::move(emptied);
  tail_.clear();
  open_ = nullptr;
  row_count_ = 0;
  dictionaries_.clear();
  add_dictionaries();
}

void TableData::set_schema(TableSchemaRef schema, EditToken token) {
  forget_cache();
  close_open(token);
  std::vector<TableColumnId> dropped;
  for (const ColumnDefinition& column : schema_->columns) {
    if (!schema->find_column(column.id)) {
      dropped.push_back(column.id);
    }
  }
  for (const TableColumnId column : dropped) {
    for (size_t i = 0; i < block_count(); ++i) {
      own_group(i, token).drop_part(column, token);
    }
    dictionaries_[slot_of(column)] = nullptr;
  }
  schema_ = std::move(schema);
  add_dictionaries();
}

}  // namespace stoa
