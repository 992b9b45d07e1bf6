#include "engine/commands.h"

#include "base/error.h"
#include "bind/binder.h"
#include "plan/evaluator.h"
#include "sql/tree.h"

namespace stoa::engine {

QueryResult Commands::run(const sql::Statement& statement) {
  using sql::StatementKind;
  switch (statement.kind) {
    case StatementKind::kCreateTable: return create_table(sql::as<sql::CreateTable>(statement));
    case StatementKind::kCreateView: return create_view(sql::as<sql::CreateView>(statement));
    case StatementKind::kCreateSchema: return create_schema(sql::as<sql::CreateSchema>(statement));
    case StatementKind::kDrop: return drop(sql::as<sql::Drop>(statement));
    case StatementKind::kTruncate: return truncate(sql::as<sql::Truncate>(statement));
    case StatementKind::kComment: return comment(sql::as<sql::Comment>(statement));
    case StatementKind::kAlterTable: return alter_table(sql::as<sql::AlterTable>(statement));
    case StatementKind::kTransaction: return transaction(sql::as<sql::TransactionStatement>(statement));
    case StatementKind::kSet: return set(sql::as<sql::SetStatement>(statement));
    case StatementKind::kPrepare: return prepare(sql::as<sql::Prepare>(statement));
    case StatementKind::kExecute: return execute(sql::as<sql::Execute>(statement));
    case StatementKind::kDeallocate: return deallocate(sql::as<sql::Deallocate>(statement));
    case StatementKind::kShow: return show(sql::as<sql::Show>(statement));
    case StatementKind::kDescribe: return describe(sql::as<sql::Describe>(statement));
    case StatementKind::kExplain: {
      // A statement without a plan: what it would do is what it says.
      const auto& explain = sql::as<sql::Explain>(statement);
      if (explain.analyze) {
        raise_unsupported("EXPLAIN ANALYZE of a statement without a plan");
      }
      return values_result("EXPLAIN", {"plan"}, {TypeId::kText},
                           {{Value::text(sql::to_text(*explain.statement))}});
    }
    // In memory there is nothing to flush, and statistics are kept as rows come in.
    case StatementKind::kCheckpoint: return command_result("CHECKPOINT");
    case StatementKind::kAnalyze: return command_result("ANALYZE");
    default: break;
  }
  const std::string sql_text = sql::to_text(statement);
  const size_t first_space = sql_text.find(' ');
  const size_t second_space =
      first_space == std::string::npos ? first_space : sql_text.find(' ', first_space + 1);
  throw Error(sqlstate::kFeatureNotSupported,
              "the statement " + sql_text.substr(0, second_space) + " is not supported")
      .at(statement.place.offset);
}

std::pair<std::string, std::string> Commands::split(const sql::QualifiedName& name) {
  const size_t count = name.parts.size();
  return {count >= 2 ? name.parts[count - 2].text : "", name.last()};
}

Value Commands::constant(const sql::Expression& expression, const LogicalType& type, const Root& root) {
  const FunctionContext functions = session_.make_function_context();
  const Catalog catalog(root, session_.search_path());
  const ExpressionPtr bound =
      bind_constant_expression(expression, type, {catalog, session_.database().functions(), functions, {}});
  return evaluate_constant(*bound, functions, parameters_);
}

void Commands::require_temporary_schema() {
  if (session_.has_temporary_schema_) {
    return;
  }
  session_.has_temporary_schema_ = true;
  const std::string name = session_.search_path().temporary_schema;
  try {
    // In a transaction of its own, so that a rollback doesn't take the schema away under later tables.
    Fork fork = session_.database().versions().fork();
    CatalogWriter(fork).create_schema(name);
    session_.database().versions().commit(std::move(fork));
  } catch (...) {
    session_.has_temporary_schema_ = false;
    throw;
  }
}

}  // namespace stoa::engine
