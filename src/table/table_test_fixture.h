#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "column/batch.h"
#include "table/table_data.h"
#include "table/table_source.h"
#include "table/table_writer.h"
#include "txn/version_store.h"

/// Tables without a catalog, for tests.
namespace stoa::testing_tables {

inline constexpr ObjectId kTable{kFirstFreeObjectId + 1};

/// Puts an empty table.
class MakeTable final : public ChangeRecord {
 public:
  explicit MakeTable(TableSchemaRef schema) : schema_(std::move(schema)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kCreateTable; }
  void apply(Fork& fork, RowIdMap&) const override {
    fork.put(kTable, std::make_shared<TableData>(kTable, schema_, fork.options()));
  }
  void collect_writes(const Root&, WriteSet&) const override {}

 private:
  TableSchemaRef schema_;
};

/// Gives a table another schema.
class ChangeSchema final : public ChangeRecord {
 public:
  explicit ChangeSchema(TableSchemaRef schema) : schema_(std::move(schema)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kReshapeTable; }
  void apply(Fork& fork, RowIdMap&) const override {
    fork.edit_as<TableData>(kTable).set_schema(schema_, fork.token());
  }
  void collect_writes(const Root&, WriteSet& writes) const override { writes.reshape(kTable); }

 private:
  TableSchemaRef schema_;
};

struct Column {
  std::string name;
  LogicalType type;
  bool is_nullable = true;
};

inline TableSchemaRef make_schema(const std::vector<Column>& columns) {
  auto schema = std::make_shared<TableSchema>();
  schema->schema_name = "public";
  schema->name = "t";
  for (const Column& column : columns) {
    ColumnDefinition definition;
    definition.name = column.name;
    definition.type = column.type;
    definition.is_nullable = column.is_nullable;
    schema->add_column(std::move(definition));
  }
  return schema;
}

inline void make_table(VersionStore& store, const TableSchemaRef& schema) {
  Fork fork = store.fork();
  fork.change(std::make_shared<MakeTable>(schema));
  store.commit(std::move(fork));
}

inline const TableData& table_of(const Root& root) {
  return *root.find_as<TableData>(kTable);
}

/// A batch from rows of values.
inline Batch make_batch(const std::vector<LogicalType>& types, const std::vector<std::vector<Value>>& rows) {
  Batch batch;
  batch.row_count = rows.size();
  for (size_t column = 0; column < types.size(); ++column) {
    std::vector<Value> values;
    for (const auto& row : rows) {
      values.push_back(row[column]);
    }
    batch.columns.push_back(ColumnVector::from_values(types[column], values));
  }
  return batch;
}

/// All rows of a scan, each with the values of `columns`.
inline std::vector<std::vector<Value>> read_rows(std::shared_ptr<const TableData> table,
                                                 std::vector<size_t> columns,
                                                 std::vector<ScanFilter> filters = {},
                                                 size_t vector_size = 100) {
  std::vector<std::vector<Value>> rows;
  const auto scan =
      TableDataSource(std::move(table)).scan(std::move(columns), std::move(filters), vector_size);
  Batch batch;
  for (size_t morsel = 0; morsel < scan->morsel_count(); ++morsel) {
    const auto reader = scan->open_morsel(morsel);
    while (reader->next(batch)) {
      for (size_t row = 0; row < batch.row_count; ++row) {
        std::vector<Value>& values = rows.emplace_back();
        for (const ColumnVector& column : batch.columns) {
          values.push_back(column.value(row));
        }
      }
    }
  }
  return rows;
}

}  // namespace stoa::testing_tables
