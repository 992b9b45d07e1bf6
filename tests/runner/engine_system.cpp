#include "runner/engine_system.h"

#include "base/error.h"
#include "engine/session.h"

namespace stoa::sqltest {

namespace {

CellKind kind_of(const LogicalType& type) {
  if (type.id() == TypeId::kBoolean) {
    return CellKind::kBoolean;
  }
  if (type.is_integer()) {
    return CellKind::kInteger;
  }
  if (type.is_floating() || type.is_decimal()) {
    return CellKind::kReal;
  }
  return CellKind::kOther;
}

SqlResult to_sql_result(const engine::QueryResult& result) {
  SqlResult converted;
  converted.column_count = result.has_rows ? static_cast<int>(result.names.size()) : 0;
  converted.changed_row_count = static_cast<int64_t>(result.changed_row_count);
  if (!result.has_rows) {
    return converted;
  }
  for (const Batch& batch : result.rows->batches()) {
    for (size_t r = 0; r < batch.row_count; ++r) {
      Row row;
      for (const ColumnVector& column : batch.columns) {
        const Value value = column.value(r);
        row.push_back(value.is_null() ? std::nullopt
                                      : std::optional(Cell{kind_of(column.type()), value.to_string()}));
      }
      converted.rows.push_back(std::move(row));
    }
  }
  return converted;
}

class EngineSession final : public SqlSession {
 public:
  explicit EngineSession(engine::Database& database) : session_(database) {}
  SqlResult run(const std::string& sql) override { return to_sql_result(session_.execute(sql)); }

 private:
  engine::Session session_;
};

/// Small row groups, so that scripts of a few hundred rows meet their bounds.
engine::DatabaseOptions test_options() {
  engine::DatabaseOptions options;
  options.row_group_row_count = 256;
  options.memory_limit_bytes = uint64_t{4} << 30;
  return options;
}

class EngineDatabase final : public SqlDatabase {
 public:
  EngineDatabase() : database_(test_options()) {}
  std::unique_ptr<SqlSession> connect() override { return std::make_unique<EngineSession>(database_); }

 private:
  engine::Database database_;
};

class EngineSystem final : public SqlSystem {
 public:
  std::unique_ptr<SqlDatabase> open(const std::string& path) override {
    if (!path.empty()) {
      raise_unsupported("a database file");
    }
    return std::make_unique<EngineDatabase>();
  }
};

}  // namespace

std::unique_ptr<SqlSystem> make_engine_system() {
  return std::make_unique<EngineSystem>();
}

}  // namespace stoa::sqltest
