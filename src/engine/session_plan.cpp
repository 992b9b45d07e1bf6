#include <optional>

#include "base/clock.h"
#include "base/error.h"
#include "bind/binder.h"
#include "engine/cached_plan.h"
#include "engine/session.h"
#include "engine/transaction.h"
#include "exec/execution.h"
#include "format/csv/options.h"
#include "plan/logical_query.h"
#include "plan/logical_statement.h"
#include "plan/plan_rewrite.h"
#include "sql/definition_statements.h"
#include "sql/session_statements.h"

namespace stoa::engine {

namespace {

/// Files whose inferred types turn out wrong are read again with the right ones; more often only a changing
/// file would.
constexpr int kRebindsMax = 3;

std::string command_of(const sql::Statement& statement) {
  switch (statement.kind) {
    case sql::StatementKind::kInsert: return "INSERT";
    case sql::StatementKind::kUpdate: return "UPDATE";
    case sql::StatementKind::kDelete: return "DELETE";
    case sql::StatementKind::kCopy: return "COPY";
    case sql::StatementKind::kCreateTable: return "CREATE TABLE AS";
    case sql::StatementKind::kExplain: return "EXPLAIN";
    default: return "SELECT";
  }
}

bool writes(const sql::Statement& statement) {
  switch (statement.kind) {
    case sql::StatementKind::kInsert:
    case sql::StatementKind::kUpdate:
    case sql::StatementKind::kDelete:
    case sql::StatementKind::kCreateTable: return true;
    case sql::StatementKind::kCopy: return sql::as<sql::Copy>(statement).from;
    case sql::StatementKind::kExplain:
      return sql::as<sql::Explain>(statement).analyze && writes(*sql::as<sql::Explain>(statement).statement);
    default: return false;
  }
}

bool reads_source(OperatorPtr& root) {
  bool found = false;
  visit_operators(root, [&found](OperatorPtr& o) {
    const auto* scan = try_as<LogicalScan>(*o);
    found = found || (scan != nullptr && scan->source != nullptr);
  });
  return found;
}

/// Plain INSERT, UPDATE ... give a count, which is no result to show.
bool shows_rows(const sql::Statement& statement) {
  switch (statement.kind) {
    case sql::StatementKind::kInsert: return !sql::as<sql::Insert>(statement).returning.empty();
    case sql::StatementKind::kUpdate: return !sql::as<sql::Update>(statement).returning.empty();
    case sql::StatementKind::kDelete: return !sql::as<sql::Delete>(statement).returning.empty();
    case sql::StatementKind::kCopy:
    case sql::StatementKind::kCreateTable: return false;
    default: return true;
  }
}

std::shared_ptr<const CollectedRows> pick_columns(const std::shared_ptr<const CollectedRows>& rows,
                                                  const PhysicalPlan& plan) {
  bool is_same = plan.positions.size() == rows->types().size();
  for (size_t i = 0; is_same && i < plan.positions.size(); ++i) {
    is_same = plan.positions[i] == i;
  }
  if (is_same) {
    return rows;
  }
  std::vector<Batch> batches;
  for (const Batch& batch : rows->batches()) {
    Batch picked;
    picked.row_count = batch.row_count;
    for (const size_t position : plan.positions) {
      picked.columns.push_back(batch.columns[position]);
    }
    batches.push_back(std::move(picked));
  }
  return std::make_shared<CollectedRows>(plan.types, std::move(batches));
}

}  // namespace

FunctionContext Session::make_function_context() {
  FunctionContext context;
  context.statement_start_us = wall_clock_now_us();
  context.transaction_start_us = transaction_ ? transaction_->start_us : context.statement_start_us;
  context.vector_size = settings_.vector_size;
  context.integer_division = settings_.integer_division;
  context.files = &database_.files();
  context.scheduler = &database_.scheduler();
  context.budget = &database_.budget();
  context.cancellation = &cancellation_;
  if (!learned_types_) {
    learned_types_ = std::make_shared<csv::LearnedTypes>();
  }
  context.learned_types = learned_types_;
  context.random = &random_;
  context.setting = [this](std::string_view name, std::string& value) {
    try {
      value = show_setting(name, settings_, database_);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  return context;
}

bool Session::is_current(const CachedPlan& plan, const Root& root) const {
  return plan.settings_revision == settings_revision_ &&
         plan.catalog_revision == Catalog(root, search_path()).revision();
}

std::shared_ptr<const CachedPlan> Session::make_plan(const sql::Statement& statement, const Root& root,
                                                     const std::vector<LogicalType>& parameter_types) {
  const FunctionContext functions = make_function_context();
  const Catalog catalog(root, search_path());
  LogicalPlan logical =
      bind_statement(statement, {catalog, database_.functions(), functions, parameter_types});
  auto cached = std::make_shared<CachedPlan>();
  cached->catalog_revision = catalog.revision();
  cached->settings_revision = settings_revision_;
  cached->command = command_of(statement);
  cached->is_write = writes(statement);
  if (const auto* explain = try_as<LogicalExplain>(*logical.root)) {
    cached->is_explain = true;
    cached->is_analyze = explain->is_analyze;
    logical.root = std::move(logical.root->children[0]);
    logical.output.clear();
  }
  const bool reads_files = reads_source(logical.root);
  optimize(logical, functions, settings_.optimizer);
  cached->is_cacheable = !reads_files && !cached->is_explain &&
                         statement.kind != sql::StatementKind::kCreateTable &&
                         statement.kind != sql::StatementKind::kCopy;
  cached->plan = make_physical_plan(std::move(logical), settings_.planner);
  cached->shows_rows = shows_rows(statement);
  return cached;
}

QueryResult Session::run_bindable(const sql::Statement& statement,
                                  const std::vector<LogicalType>& parameter_types,
                                  std::span<const Value> parameters,
                                  std::shared_ptr<const CachedPlan>* cached) {
  // Planning computes constants and opens files: it is charged too.
  const MemoryScope memory_scope(database_.budget());
  const auto run_on = [&](const Root& root, Fork* fork) {
    for (int rebinds = 0;; ++rebinds) {
      std::shared_ptr<const CachedPlan> plan = cached != nullptr ? *cached : nullptr;
      if (!plan || !is_current(*plan, root)) {
        plan = make_plan(statement, root, parameter_types);
      }
      std::optional<Savepoint> before;
      if (fork != nullptr) {
        before = fork->savepoint();
      }
      try {
        QueryResult result = run_cached(*plan, root, fork, parameters);
        if (cached != nullptr && plan->is_cacheable) {
          *cached = std::move(plan);
        }
        return result;
      } catch (const InferredTypeChanged&) {
        if (rebinds == kRebindsMax) {
          throw;
        }
        if (before) {
          fork->rollback_to(*before);
        }
      }
    }
  };
  if (writes(statement)) {
    return write([&](Fork& fork, const Root& root) { return run_on(root, &fork); });
  }
  return read([&](const Root& root) { return run_on(root, nullptr); });
}

QueryResult Session::run_cached(const CachedPlan& plan, const Root& root, Fork* fork,
                                std::span<const Value> parameters) {
  if (parameters.size() < plan.plan.parameter_types.size() && !(plan.is_explain && !plan.is_analyze)) {
    raise(sqlstate::kUndefinedParameter,
          "the statement has " + std::to_string(plan.plan.parameter_types.size()) + " parameters, but " +
              std::to_string(parameters.size()) + " values are given");
  }
  MemoryBudget budget(MemoryBudget::kUnlimited, &database_.budget());
  FunctionContext functions = make_function_context();
  functions.budget = &budget;
  const size_t thread_count =
      settings_.thread_count_max != 0 ? settings_.thread_count_max : database_.scheduler().thread_count();
  ExecutionContext context{functions, parameters, database_.scheduler(), budget, cancellation_, progress_};
  context.thread_count_max = thread_count;
  context.vector_size = settings_.vector_size;
  context.root = &root;
  context.fork = fork;
  context.search_path = search_path();
  if (plan.is_explain) {
    return run_explain(plan, context);
  }
  Execution execution(context);
  const std::shared_ptr<const CollectedRows> rows = execution.run_to_rows(*plan.plan.root);
  QueryResult result = command_result(plan.command);
  if (!plan.shows_rows) {
    result.changed_row_count = static_cast<uint64_t>(rows->batches().at(0).columns.at(0).value(0).as_int64());
    return result;
  }
  result.has_rows = true;
  result.names = plan.plan.names;
  result.types = plan.plan.types;
  result.rows = pick_columns(rows, plan.plan);
  if (plan.is_write) {
    result.changed_row_count = rows->row_count();
  }
  return result;
}

QueryResult Session::run_explain(const CachedPlan& plan, ExecutionContext& context) {
  std::deque<OperatorProfile> profiles;
  for (size_t i = 0; i < plan.plan.operator_count; ++i) {
    profiles.emplace_back(context.budget);
  }
  if (plan.is_analyze) {
    context.profiles = &profiles;
    Execution execution(context);
    execution.run_to_rows(*plan.plan.root);
  }
  const std::string text = explain_text(plan.plan, plan.is_analyze ? &profiles : nullptr);
  std::vector<std::vector<Value>> rows;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    rows.push_back({Value::text(text.substr(begin, end - begin))});
    begin = end + 1;
  }
  return values_result("EXPLAIN", {"plan"}, {TypeId::kText}, rows);
}

}  // namespace stoa::engine
