#include <array>

#include <fmt/format.h>

#include "base/assert.h"
#include "plan/expression_tree.h"
#include "plan/logical_query.h"
#include "plan/logical_statement.h"

namespace stoa {

namespace {

constexpr size_t kListedItems = 8;  // longer IN lists and VALUES are cut in EXPLAIN

std::string_view symbol(CompareOperator op) {
  switch (op) {
    case CompareOperator::kEqual: return "=";
    case CompareOperator::kNotEqual: return "<>";
    case CompareOperator::kLess: return "<";
    case CompareOperator::kLessEqual: return "<=";
    case CompareOperator::kGreater: return ">";
    case CompareOperator::kGreaterEqual: return ">=";
    case CompareOperator::kDistinct: return "IS DISTINCT FROM";
    case CompareOperator::kNotDistinct: return "IS NOT DISTINCT FROM";
  }
  return "?";
}

class Printer {
 public:
  explicit Printer(const ColumnTable& columns) : columns_(columns) {}

  std::string print(const BoundExpression& e) const {
    switch (e.kind) {
      case ExpressionKind::kConstant: return as<BoundConstant>(e).value.to_sql();
      case ExpressionKind::kParameter: return fmt::format("${}", as<BoundParameter>(e).index + 1);
      case ExpressionKind::kColumn: return columns_.name(as<BoundColumn>(e).column);
      case ExpressionKind::kCall: return print_call(as<BoundCall>(e));
      case ExpressionKind::kComparison: {
        const auto& c = as<BoundComparison>(e);
        return fmt::format("{} {} {}", nested(*c.left), symbol(c.op), nested(*c.right));
      }
      case ExpressionKind::kConjunction:
        return join(as<BoundConjunction>(e).operands, as<BoundConjunction>(e).is_and ? " AND " : " OR ",
                    true);
      case ExpressionKind::kNot: return "NOT " + nested(*as<BoundNot>(e).operand);
      case ExpressionKind::kIsNull:
        return nested(*as<BoundIsNull>(e).operand) +
               (as<BoundIsNull>(e).is_negated ? " IS NOT NULL" : " IS NULL");
      case ExpressionKind::kCase: return print_case(as<BoundCase>(e));
      case ExpressionKind::kCoalesce: return "coalesce(" + join(as<BoundCoalesce>(e).operands, ", ") + ")";
      case ExpressionKind::kCast:
        return fmt::format("{}({} AS {})", as<BoundCast>(e).is_try ? "TRY_CAST" : "CAST",
                           print(*as<BoundCast>(e).operand), e.type.to_string());
      case ExpressionKind::kInList: {
        const auto& in = as<BoundInList>(e);
        return fmt::format("{} {}IN ({})", nested(*in.operand), in.is_negated ? "NOT " : "",
                           join(in.items, ", "));
      }
      case ExpressionKind::kAggregate: return print_aggregate(as<BoundAggregate>(e));
      case ExpressionKind::kWindow: return print_window(as<BoundWindow>(e));
      case ExpressionKind::kSubquery: return "(subquery)";
    }
    STOA_UNREACHABLE("expression kind");
  }

  std::string join(const ExpressionList& list, std::string_view separator, bool nest = false) const {
    std::string text;
    for (size_t i = 0; i < list.size(); ++i) {
      if (i != 0) {
        text += separator;
      }
      if (i == kListedItems) {
        return text + fmt::format("... {} more", list.size() - i);
      }
      text += nest ? nested(*list[i]) : print(*list[i]);
    }
    return text;
  }

  std::string orders(const std::vector<BoundOrder>& order_by) const {
    std::string text;
    for (const BoundOrder& o : order_by) {
      if (!text.empty()) {
        text += ", ";
      }
      text += print(*o.expression);
      if (o.is_descending) {
        text += " DESC";
      }
      if (o.nulls_first != o.is_descending) {
        text += o.nulls_first ? " NULLS FIRST" : " NULLS LAST";
      }
    }
    return text;
  }

  template <class Items>
  std::string items(const Items& list) const {
    std::string text;
    for (const auto& item : list) {
      if (!text.empty()) {
        text += ", ";
      }
      const std::string printed = print(*item.expression);
      text += printed;
      const std::string& name = columns_.name(item.id);
      if (name != printed) {
        text += " AS " + name;
      }
    }
    return text;
  }

  std::string names(const std::vector<ColumnId>& ids) const {
    std::string text;
    for (const ColumnId id : ids) {
      text += (text.empty() ? "" : ", ") + columns_.name(id);
    }
    return text;
  }

 private:
  std::string nested(const BoundExpression& e) const {
    const bool is_simple = e.kind == ExpressionKind::kConstant || e.kind == ExpressionKind::kColumn ||
                           e.kind == ExpressionKind::kParameter || e.kind == ExpressionKind::kCast ||
                           e.kind == ExpressionKind::kCall || e.kind == ExpressionKind::kCoalesce;
    return is_simple ? print(e) : "(" + print(e) + ")";
  }

  std::string print_call(const BoundCall& e) const {
    const std::string& name = e.call.function->name;
    const bool is_operator =
        !name.empty() && name.find_first_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
    if (is_operator && e.arguments.size() == 2) {
      return fmt::format("({} {} {})", print(*e.arguments[0]), name, print(*e.arguments[1]));
    }
    if (is_operator && e.arguments.size() == 1) {
      return name + nested(*e.arguments[0]);
    }
    return name + "(" + join(e.arguments, ", ") + ")";
  }

  std::string print_case(const BoundCase& e) const {
    std::string text = "CASE";
    for (const BoundCase::Branch& b : e.branches) {
      text += " WHEN " + print(*b.condition) + " THEN " + print(*b.result);
    }
    return text + " ELSE " + print(*e.otherwise) + " END";
  }

  std::string print_aggregate(const BoundAggregate& e) const {
    std::string text = e.call.function->name + "(" + (e.is_distinct ? "DISTINCT " : "");
    text += e.arguments.empty() ? "*" : join(e.arguments, ", ");
    if (!e.order_by.empty()) {
      text += " ORDER BY " + orders(e.order_by);
    }
    text += ")";
    if (e.filter) {
      text += " FILTER (WHERE " + print(*e.filter) + ")";
    }
    return text;
  }

  std::string print_window(const BoundWindow& e) const {
    static constexpr std::array kNames = {"",           "row_number", "rank", "dense_rank", "percent_rank",
                                          "cume_dist",  "ntile",      "lag",  "lead",       "first_value",
                                          "last_value", "nth_value"};
    const bool is_aggregate = e.function == WindowFunctionKind::kAggregate;
    std::string text = is_aggregate ? e.aggregate.function->name : kNames[static_cast<size_t>(e.function)];
    text += "(" + join(e.arguments, ", ") + ") OVER (";
    if (!e.partition_by.empty()) {
      text += "PARTITION BY " + join(e.partition_by, ", ");
    }
    if (!e.order_by.empty()) {
      text += std::string(e.partition_by.empty() ? "" : " ") + "ORDER BY " + orders(e.order_by);
    }
    return text + ")";
  }

  const ColumnTable& columns_;
};

std::string_view join_name(JoinKind kind) {
  switch (kind) {
    case JoinKind::kInner: return "Inner";
    case JoinKind::kLeft: return "Left";
    case JoinKind::kRight: return "Right";
    case JoinKind::kFull: return "Full";
    case JoinKind::kSemi: return "Semi";
    case JoinKind::kAnti: return "Anti";
    case JoinKind::kMark: return "Mark";
    case JoinKind::kSingle: return "Single";
  }
  return "?";
}

std::string_view set_operation_name(SetOperationKind kind) {
  switch (kind) {
    case SetOperationKind::kUnionAll: return "UnionAll";
    case SetOperationKind::kUnion: return "Union";
    case SetOperationKind::kIntersect: return "Intersect";
    case SetOperationKind::kIntersectAll: return "IntersectAll";
    case SetOperationKind::kExcept: return "Except";
    case SetOperationKind::kExceptAll: return "ExceptAll";
  }
  return "?";
}

using Description = std::pair<std::string, std::string>;

Description describe_scan(const LogicalScan& scan, const Printer& printer) {
  std::string details = scan.name + " [" + printer.names(scan.output()) + "]";
  if (!scan.filters.empty()) {
    details += " where " + printer.join(scan.filters, " AND ");
  }
  return {scan.table ? "Scan" : "SourceScan", details};
}

Description describe_limit(const LogicalLimit& o, const Printer& printer) {
  std::string details = o.limit ? printer.print(*o.limit) : "all";
  if (o.offset) {
    details += " offset " + printer.print(*o.offset);
  }
  if (o.with_ties) {
    details += " with ties";
  }
  return {"Limit", details};
}

Description describe_aggregate(const LogicalAggregate& o, const Printer& printer) {
  std::string details = printer.items(o.aggregates);
  if (!o.groups.empty()) {
    details += std::string(details.empty() ? "" : " ") + "by " + printer.items(o.groups);
  }
  if (!o.sets.empty()) {
    details += fmt::format(" in {} grouping sets", o.sets.size());
  }
  return {"Aggregate", details};
}

Description describe_statement(const LogicalOperator& o, const Printer& printer) {
  if (const auto* insert = try_as<LogicalInsert>(o)) {
    return {"Insert", insert->table->name};
  }
  if (const auto* update = try_as<LogicalUpdate>(o)) {
    return {"Update", update->table->name + " set " + printer.names(update->values)};
  }
  if (const auto* erase = try_as<LogicalDelete>(o)) {
    return {"Delete", erase->table->name};
  }
  if (const auto* create = try_as<LogicalCreateTableAs>(o)) {
    return {"CreateTableAs", create->definition.name};
  }
  if (const auto* copy = try_as<LogicalCopyTo>(o)) {
    return {"CopyTo", copy->path + " (" + copy->format + ")"};
  }
  return {"Explain", ""};
}

void print_tree(const LogicalOperator& o, const ColumnTable& columns, size_t depth, std::string& text) {
  const auto [name, details] = describe(o, columns);
  text += std::string(depth * 2, ' ') + name;
  if (!details.empty()) {
    text += " " + details;
  }
  if (o.estimate) {
    text += fmt::format("  (~{:.0f} rows)", o.estimate->row_count);
  }
  text += "\n";
  for (const OperatorPtr& child : o.children) {
    print_tree(*child, columns, depth + 1, text);
  }
}

}  // namespace

std::string to_text(const BoundExpression& e, const ColumnTable& columns) {
  return Printer(columns).print(e);
}

Description describe(const LogicalOperator& o, const ColumnTable& columns) {
  const Printer printer(columns);
  switch (o.kind) {
    case OperatorKind::kScan: return describe_scan(as<LogicalScan>(o), printer);
    case OperatorKind::kValues:
      return {"Values", fmt::format("{} row{}", as<LogicalValues>(o).rows.size(),
                                    as<LogicalValues>(o).rows.size() == 1 ? "" : "s")};
    case OperatorKind::kProject: return {"Project", printer.items(as<LogicalProject>(o).items)};
    case OperatorKind::kFilter: return {"Filter", printer.join(as<LogicalFilter>(o).conjuncts, " AND ")};
    case OperatorKind::kJoin: {
      const auto& join = as<LogicalJoin>(o);
      return {fmt::format("{}{}Join", join.is_dependent ? "Dependent" : "", join_name(join.join)),
              printer.join(join.conditions, " AND ")};
    }
    case OperatorKind::kAggregate: return describe_aggregate(as<LogicalAggregate>(o), printer);
    case OperatorKind::kDistinct: return {"Distinct", printer.join(as<LogicalDistinct>(o).on, ", ")};
    case OperatorKind::kSort: return {"Sort", printer.orders(as<LogicalSort>(o).order_by)};
    case OperatorKind::kLimit: return describe_limit(as<LogicalLimit>(o), printer);
    case OperatorKind::kTopN: {
      const auto& top = as<LogicalTopN>(o);
      return {"TopN", printer.print(*top.limit) + " by " + printer.orders(top.order_by)};
    }
    case OperatorKind::kWindow: return {"Window", printer.items(as<LogicalWindow>(o).items)};
    case OperatorKind::kSetOperation:
      return {std::string(set_operation_name(as<LogicalSetOperation>(o).operation)), ""};
    case OperatorKind::kCte: return {"Cte", as<LogicalCte>(o).name};
    case OperatorKind::kCteReference: return {"CteReference", as<LogicalCteReference>(o).name};
    default: return describe_statement(o, printer);
  }
}

std::string to_text(const LogicalOperator& o, const ColumnTable& columns) {
  std::string text;
  print_tree(o, columns, 0, text);
  return text;
}

}  // namespace stoa
