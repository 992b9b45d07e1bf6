#include "engine/query_result.h"

#include "column/column_builder.h"

namespace stoa::engine {

QueryResult command_result(std::string command, uint64_t changed_row_count) {
  QueryResult result;
  result.command = std::move(command);
  result.changed_row_count = changed_row_count;
  return result;
}

QueryResult values_result(std::string command, std::vector<std::string> names, std::vector<LogicalType> types,
                          const std::vector<std::vector<Value>>& rows) {
  QueryResult result;
  result.command = std::move(command);
  result.names = std::move(names);
  result.types = types;
  result.has_rows = true;
  Batch batch;
  batch.row_count = rows.size();
  for (size_t c = 0; c < types.size(); ++c) {
    VectorBuilder builder(types[c]);
    for (const std::vector<Value>& row : rows) {
      builder.append(row[c]);
    }
    batch.columns.push_back(builder.finish());
  }
  std::vector<Batch> batches;
  if (batch.row_count != 0) {
    batches.push_back(std::move(batch));
  }
  result.rows = std::make_shared<CollectedRows>(std::move(types), std::move(batches));
  return result;
}

}  // namespace stoa::engine
