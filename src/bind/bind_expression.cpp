#include <fmt/format.h>

#include "base/error.h"
#include "base/near_name.h"
#include "bind/query_binder.h"

namespace stoa {

void raise_at(const sql::Place& place, const SqlState& state, std::string message, std::string hint) {
  Error error(state, std::move(message));
  if (!hint.empty()) {
    throw std::move(error).with_hint(std::move(hint)).at(place.offset);
  }
  throw std::move(error).at(place.offset);
}

ExpressionPtr QueryBinder::bind(const sql::Expression& e, Clause clause) {
  try {
    ExpressionPtr bound = bind_node(e, clause);
    if (!bound->place) {
      bound->place = e.place.offset;
    }
    return bound;
  } catch (Error& error) {
    error.set_place_if_none(e.place.offset);
    throw;
  }
}

ExpressionPtr QueryBinder::bind_condition(const sql::Expression& e, Clause clause) {
  ExpressionPtr bound = bind(e, clause);
  const LogicalType boolean = TypeId::kBoolean;
  if (bound->type == boolean) {
    return bound;
  }
  const bool is_flexible = bound->type.is_null() || bound->kind == ExpressionKind::kParameter ||
                           (bound->kind == ExpressionKind::kConstant && as<BoundConstant>(*bound).is_untyped);
  if (!is_flexible && !bound->type.is_integer()) {
    raise_at(e.place, sqlstate::kDatatypeMismatch,
             fmt::format("a condition must be boolean, not {}", bound->type.to_string()));
  }
  return implicit_cast(std::move(bound), boolean);
}

ExpressionPtr QueryBinder::bind_node(const sql::Expression& e, Clause clause) {
  using sql::ExpressionKind;
  switch (e.kind) {
    case ExpressionKind::kColumnReference: return bind_column(sql::as<sql::ColumnReference>(e), clause);
    case ExpressionKind::kLiteral: return bind_literal(sql::as<sql::Literal>(e));
    case ExpressionKind::kParameter: return bind_parameter(sql::as<sql::Parameter>(e));
    case ExpressionKind::kUnary: return bind_unary(sql::as<sql::Unary>(e), clause);
    case ExpressionKind::kBinary: return bind_binary(sql::as<sql::Binary>(e), clause);
    case ExpressionKind::kChain: return bind_chain(sql::as<sql::Chain>(e), clause);
    case ExpressionKind::kIsTest: return bind_is_test(sql::as<sql::IsTest>(e), clause);
    case ExpressionKind::kIsDistinct: {
      const auto& d = sql::as<sql::IsDistinct>(e);
      const CompareOperator op = d.negated ? CompareOperator::kNotDistinct : CompareOperator::kDistinct;
      return make_bound_comparison(op, bind(*d.left, clause), bind(*d.right, clause));
    }
    case ExpressionKind::kBetween: return bind_between(sql::as<sql::Between>(e), clause);
    case ExpressionKind::kInList: return bind_in_list(sql::as<sql::InList>(e), clause);
    case ExpressionKind::kInSubquery: return bind_in_subquery(sql::as<sql::InSubquery>(e), clause);
    case ExpressionKind::kExists: return bind_exists(sql::as<sql::Exists>(e));
    case ExpressionKind::kScalarSubquery: return bind_scalar_subquery(sql::as<sql::ScalarSubquery>(e));
    case ExpressionKind::kQuantifiedComparison:
      return bind_quantified(sql::as<sql::QuantifiedComparison>(e), clause);
    case ExpressionKind::kLike: return bind_like(sql::as<sql::Like>(e), clause);
    case ExpressionKind::kCase: return bind_case(sql::as<sql::Case>(e), clause);
    case ExpressionKind::kCast: {
      const auto& cast = sql::as<sql::Cast>(e);
      const LogicalType type = bind_type(cast.type);
      ExpressionPtr operand = bind(*cast.operand, clause);
      give_parameter_type(*operand, type);
      return make_cast(std::move(operand), type, cast.is_try);
    }
    case ExpressionKind::kFunctionCall: return bind_function(sql::as<sql::FunctionCall>(e), clause);
    case ExpressionKind::kCollate: {
      const auto& collate = sql::as<sql::Collate>(e);
      const std::string name = collate.collation.last();
      if (name != "binary" && name != "C" && name != "c" && name != "POSIX" && name != "posix") {
        raise_at(e.place, sqlstate::kFeatureNotSupported, "COLLATE \"" + name + "\" is not supported");
      }
      return bind(*collate.operand, clause);
    }
    case ExpressionKind::kAtTimeZone: {
      const auto& zoned = sql::as<sql::AtTimeZone>(e);
      ExpressionList arguments;
      arguments.push_back(zoned.zone ? bind(*zoned.zone, clause) : make_constant(Value::text("UTC")));
      arguments.push_back(bind(*zoned.operand, clause));
      return call("timezone", std::move(arguments), e.place);
    }
    case ExpressionKind::kPositionalReference: {
      const uint32_t number = sql::as<sql::PositionalReference>(e).number;
      if (number == 0 || number > scope_.visible().size()) {
        raise_at(e.place, sqlstate::kUndefinedColumn, fmt::format("there is no column #{}", number));
      }
      return make_column(scope_.visible()[number - 1].id, columns());
    }
    default: break;
  }
  refuse_node(e);
}

/// What stands elsewhere only, or has no operators yet.
void QueryBinder::refuse_node(const sql::Expression& e) {
  using sql::ExpressionKind;
  std::string_view feature = "this expression";
  switch (e.kind) {
    case ExpressionKind::kStar:
      raise_at(e.place, sqlstate::kSyntaxError, "* stands only in a select list or in count(*)");
    case ExpressionKind::kDefault:
      raise_at(e.place, sqlstate::kSyntaxError, "DEFAULT is not allowed in this context");
    case ExpressionKind::kRow: feature = "a row value in this place"; break;
    case ExpressionKind::kArraySubquery:
    case ExpressionKind::kList:
    case ExpressionKind::kSubscript:
    case ExpressionKind::kSlice: feature = "a list"; break;
    case ExpressionKind::kStruct:
    case ExpressionKind::kFieldAccess: feature = "a struct"; break;
    case ExpressionKind::kMap: feature = "a map"; break;
    case ExpressionKind::kLambda: feature = "a lambda"; break;
    default: break;
  }
  raise_at(e.place, sqlstate::kFeatureNotSupported, fmt::format("{} is not supported", feature));
}

ExpressionPtr QueryBinder::bind_parameter(const sql::Parameter& e) {
  if (e.number == 0) {
    raise_at(e.place, sqlstate::kFeatureNotSupported, "named parameters are not supported");
  }
  const size_t index = e.number - 1;
  if (statement_.parameter_types.size() <= index) {
    statement_.parameter_types.resize(index + 1);
  }
  return std::make_unique<BoundParameter>(index, statement_.parameter_types[index]);
}

void QueryBinder::give_parameter_type(BoundExpression& e, const LogicalType& type) {
  auto* parameter = try_as<BoundParameter>(e);
  if (parameter == nullptr || !parameter->type.is_null() || type.is_null()) {
    return;
  }
  LogicalType& known = statement_.parameter_types[parameter->index];
  if (known.is_null()) {
    known = type;
  }
  parameter->type = known;
}

namespace {

Scope::Found find_in(const Scope& scope, const sql::QualifiedName& name, ColumnId& id, bool& has_table) {
  const size_t count = name.parts.size();
  if (count == 1) {
    return scope.find_column(name.last(), id);
  }
  bool table_is_here = false;
  const std::string schema = count >= 3 ? name.parts[count - 3].text : "";
  const Scope::Found found =
      scope.find_column(schema, name.parts[count - 2].text, name.last(), id, table_is_here);
  has_table = has_table || table_is_here;
  return found;
}

[[noreturn]] void raise_ambiguous(const sql::QualifiedName& name) {
  raise_at(name.place, sqlstate::kAmbiguousColumn, fmt::format("column \"{}\" is ambiguous", name.last()),
           "name the table too: table." + name.last());
}

}  // namespace

bool QueryBinder::resolve(const sql::QualifiedName& name, ColumnId& id, bool& has_table) {
  switch (find_in(scope_, name, id, has_table)) {
    case Scope::Found::kOne: return true;
    case Scope::Found::kSeveral: raise_ambiguous(name);
    case Scope::Found::kNone: break;
  }
  if (has_table || parent_ == nullptr || !parent_->resolve_for_child(name, is_lateral_, id, has_table)) {
    return false;
  }
  outer_references_.insert(id);
  return true;
}

bool QueryBinder::resolve_for_child(const sql::QualifiedName& name, bool is_lateral, ColumnId& id,
                                    bool& has_table) {
  for (auto scope = lateral_scopes_.rbegin(); is_lateral && scope != lateral_scopes_.rend(); ++scope) {
    switch (find_in(**scope, name, id, has_table)) {
      case Scope::Found::kOne: return true;
      case Scope::Found::kSeveral: raise_ambiguous(name);
      case Scope::Found::kNone: break;
    }
  }
  return resolve(name, id, has_table);
}

ExpressionPtr QueryBinder::bind_column(const sql::ColumnReference& e, Clause clause) {
  ColumnId id{};
  bool has_table = false;
  // ORDER BY finds output names before this is reached; elsewhere columns win over aliases, as in PostgreSQL.
  const bool is_bare = e.name.parts.size() == 1;
  if (find_in(scope_, e.name, id, has_table) == Scope::Found::kNone && is_bare) {
    if (ExpressionPtr alias = bind_alias(e.name.last(), clause)) {
      return alias;
    }
  }
  if (resolve(e.name, id, has_table)) {
    return make_column(id, columns());
  }
  raise_unknown_column(e);
}

ExpressionPtr QueryBinder::bind_alias(const std::string& name, Clause clause) {
  if (select_ == nullptr || clause == Clause::kAggregateArgument) {
    return nullptr;
  }
  const auto found = select_->aliases.find(name);
  if (found == select_->aliases.end()) {
    return nullptr;
  }
  std::vector<std::string>& open = select_->open_aliases;
  if (std::find(open.begin(), open.end(), name) != open.end()) {
    return nullptr;
  }
  open.push_back(name);
  ExpressionPtr bound = bind(*found->second, clause);
  open.pop_back();
  return bound;
}

void QueryBinder::raise_unknown_column(const sql::ColumnReference& e) const {
  const std::string& name = e.name.last();
  if (e.name.parts.size() > 1) {
    const std::string table = e.name.parts[e.name.parts.size() - 2].text;
    if (scope_.find_table("", table) == nullptr) {
      std::vector<std::string> tables;
      for (const ScopeTable& t : scope_.tables()) {
        tables.push_back(t.name);
      }
      const std::string near(near_name(table, tables));
      raise_at(e.place, sqlstate::kUndefinedTable,
               fmt::format("there is no table \"{}\" in FROM here", table),
               near.empty() ? "" : fmt::format("perhaps you meant \"{}\"", near));
    }
  }
  const std::vector<std::string> names = scope_.column_names();
  const std::string near(near_name(name, names));
  raise_at(e.place, sqlstate::kUndefinedColumn, fmt::format("column \"{}\" does not exist", to_text(e.name)),
           near.empty() ? "" : fmt::format("perhaps you meant \"{}\"", near));
}

}  // namespace stoa
