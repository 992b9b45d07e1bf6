#include "sql/statement_printer.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {

void Printer::statement(const Statement& s) {
  with_node(s, StatementPrinter(*this));
}

std::string to_text(const Statement& s) {
  Printer printer;
  printer.statement(s);
  return printer.take();
}

void Printer::target(const TargetTable& t) {
  put_if(t.only, "ONLY ");
  name(t.name);
  if (!t.alias.text.empty()) put(" AS ").name(t.alias);
}

void Printer::assignments(const std::vector<Assignment>& items) {
  list(items, [&](const Assignment& item) {
    const bool row = item.targets.size() > 1;
    put_if(row, "(");
    list(item.targets, [&](const ExpressionPtr& target) {
      // s.field is a field of column s here: it takes no parentheses
      if (is<FieldAccess>(*target)) {
        expression(*as<FieldAccess>(*target).operand);
        put(".").name(as<FieldAccess>(*target).field);
      } else {
        expression(*target);
      }
    });
    put_if(row, ")");
    put(" = ");
    if (is<Row>(*item.value) && !as<Row>(*item.value).explicit_row) {
      expression_list(as<Row>(*item.value).items);
    } else {
      expression(*item.value);
    }
  });
}

void Printer::where(const ExpressionPtr& condition, const Name& current_of) {
  if (condition) put(" WHERE ").expression(*condition);
  if (!current_of.text.empty()) put(" WHERE CURRENT OF ").name(current_of);
}

void StatementPrinter::operator()(const QueryStatement& s) const {
  // Bare, SUMMARIZE and its like would read back as the statement itself.
  if (is<StatementQuery>(*s.query) && s.query->with.tables.empty())
    p.subquery(*s.query);
  else
    p.query(*s.query);
}

void StatementPrinter::operator()(const Insert& s) const {
  p.with(s.with);
  p.put("INSERT ");
  p.put_if(s.or_action == InsertOr::kReplace, "OR REPLACE ");
  p.put_if(s.or_action == InsertOr::kIgnore, "OR IGNORE ");
  p.put("INTO ").target(s.table);
  p.put_if(s.by_name, " BY NAME");
  p.optional_name_list(s.columns);
  p.put_if(s.overriding == Overriding::kSystemValue, " OVERRIDING SYSTEM VALUE");
  p.put_if(s.overriding == Overriding::kUserValue, " OVERRIDING USER VALUE");
  if (s.source)
    p.put(" ").query(*s.source);
  else
    p.put(" DEFAULT VALUES");
  if (s.on_conflict) {
    const OnConflict& c = *s.on_conflict;
    p.put(" ON CONFLICT");
    if (!c.targets.empty()) p.put(" ").expression_list(c.targets);
    if (c.target_where) p.put(" WHERE ").expression(*c.target_where);
    if (!c.constraint.text.empty()) p.put(" ON CONSTRAINT ").name(c.constraint);
    if (c.action == ConflictAction::kNothing) {
      p.put(" DO NOTHING");
    } else {
      p.put(" DO UPDATE SET ").assignments(c.assignments);
      if (c.where) p.put(" WHERE ").expression(*c.where);
    }
  }
  p.returning(s.returning);
}

void StatementPrinter::operator()(const Update& s) const {
  p.with(s.with);
  p.put("UPDATE ").target(s.table);
  p.put(" SET ").assignments(s.assignments);
  if (!s.from.empty()) p.put(" FROM ").tables(s.from);
  p.where(s.where, s.current_of);
  p.returning(s.returning);
}

void StatementPrinter::operator()(const Delete& s) const {
  p.with(s.with);
  p.put("DELETE FROM ").target(s.table);
  if (!s.using_tables.empty()) p.put(" USING ").tables(s.using_tables);
  p.where(s.where, s.current_of);
  p.returning(s.returning);
}

void StatementPrinter::operator()(const Merge& s) const {
  p.with(s.with);
  p.put("MERGE INTO ").target(s.table);
  p.put(" USING ").table(*s.source);
  if (s.condition)
    p.put(" ON ").expression(*s.condition);
  else
    p.put(" USING ").name_list(s.using_columns);
  for (const MergeClause& clause : s.clauses) p.merge_clause(clause);
  p.returning(s.returning);
}

void Printer::merge_clause(const MergeClause& c) {
  static constexpr std::string_view kMatches[] = {"MATCHED", "NOT MATCHED BY SOURCE", "NOT MATCHED"};
  put(" WHEN ").put(kMatches[static_cast<size_t>(c.match)]);
  if (c.condition) put(" AND ").expression(*c.condition);
  put(" THEN ");
  switch (c.action) {
    case MergeActionKind::kDoNothing: put("DO NOTHING"); return;
    case MergeActionKind::kDelete: put("DELETE"); return;
    case MergeActionKind::kError:
      put("ERROR");
      if (!c.values.empty()) put(" ").expressions(c.values);
      return;
    case MergeActionKind::kUpdate:
      put("UPDATE ");
      if (c.by_name)
        put("BY NAME");
      else if (c.star)
        put("SET *");
      else
        put("SET ").assignments(c.assignments);
      return;
    case MergeActionKind::kInsert: break;
  }
  put("INSERT");
  if (c.by_name) {
    put(" BY NAME");
    return;
  }
  if (c.star) {
    put(" *");
    return;
  }
  optional_name_list(c.columns);
  put_if(c.overriding == Overriding::kSystemValue, " OVERRIDING SYSTEM VALUE");
  put_if(c.overriding == Overriding::kUserValue, " OVERRIDING USER VALUE");
  if (c.values.empty())
    put(" DEFAULT VALUES");
  else
    put(" VALUES ").expression_list(c.values);
}

void Printer::option_value(const Expression& e) {
  if (is<Row>(e) && !as<Row>(e).explicit_row) {
    put("(");
    list(as<Row>(e).items, [&](const ExpressionPtr& item) { option_value(*item); });
    put(")");
  } else {
    expression(e);
  }
}

namespace {

// Any word may name an option, and a name with dots is several words.
bool is_option_word(std::string_view name) {
  bool begins = true;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || c == '_';
    if (begins ? !letter : !(letter || c == '.' || (c >= '0' && c <= '9'))) return false;
    begins = c == '.';
  }
  return !begins;
}

}  // namespace

void Printer::options(const std::vector<Option>& items) {
  put("(");
  list(items, [&](const Option& item) {
    put(is_option_word(item.name.text) ? item.name.text : quote_identifier(item.name.text));
    if (!item.value) return;
    put(" ");
    option_value(*item.value);
  });
  put(")");
}

void StatementPrinter::operator()(const Copy& s) const {
  p.put("COPY ");
  if (s.query) {
    p.subquery(*s.query);
  } else {
    p.name(s.table);
    p.optional_name_list(s.columns);
  }
  p.put(s.from ? " FROM " : " TO ");
  if (s.endpoint == CopyEndpoint::kStandardStream) p.put(s.from ? "STDIN" : "STDOUT");
  p.put_if(s.endpoint == CopyEndpoint::kProgram, "PROGRAM ");
  if (s.target) p.expression(*s.target);
  if (!s.options.empty()) p.put(" WITH ").options(s.options);
  if (s.where) p.put(" WHERE ").expression(*s.where);
}

}  // namespace stoa::sql
