#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "types/logical_type.h"

namespace stoa {

/// A column of a plan. Every operator that makes a value gives it an id of its own, unique in the whole plan,
/// so that rewrites may move expressions without renumbering, and a correlated reference is simply an id from
/// outside.
enum class ColumnId : uint32_t {};

struct ColumnInfo {
  std::string name;  ///< as the user would see it
  LogicalType type;
};

/// All columns of one plan, by id. Owned by the plan; grows while it is bound and rewritten, then read only.
class ColumnTable {
 public:
  ColumnId add(std::string name, LogicalType type) {
    columns_.push_back({std::move(name), std::move(type)});
    return static_cast<ColumnId>(columns_.size() - 1);
  }
  const ColumnInfo& operator[](ColumnId id) const { return columns_[static_cast<size_t>(id)]; }
  const LogicalType& type(ColumnId id) const { return (*this)[id].type; }
  const std::string& name(ColumnId id) const { return (*this)[id].name; }
  size_t size() const { return columns_.size(); }

 private:
  std::vector<ColumnInfo> columns_;
};

struct ColumnIdHash {
  size_t operator()(ColumnId id) const { return static_cast<size_t>(id) * 0x9E3779B97F4A7C15ULL; }
};
using ColumnSet = std::unordered_set<ColumnId, ColumnIdHash>;
template <class T>
using ColumnMap = std::unordered_map<ColumnId, T, ColumnIdHash>;

}  // namespace stoa
