#include "sql/statement_printer.h"

namespace stoa::sql {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
  return result;
}

std::string plural(ObjectKind kind) {
  return upper(to_text(kind)) + "S";
}

}  // namespace

std::string_view to_text(ObjectKind kind) {
  static constexpr std::string_view kWords[] = {
      "table",     "view",        "materialized view",
      "index",     "schema",      "database",
      "sequence",  "type",        "domain",
      "function",  "procedure",   "aggregate",
      "macro",     "macro table", "role",
      "snapshot",  "branch",      "trigger",
      "extension", "column",      "constraint",
      "collation", "secret",      "tablespace",
      "language",  "cast",        "operator",
  };
  return kWords[static_cast<size_t>(kind)];
}

void Printer::role_options(const std::vector<Option>& items) {
  for (const Option& item : items) {
    const std::string& word = item.name.text;
    put(" ");
    if (is<Row>(*item.value)) {
      put(word == "in_role" ? "IN ROLE " : upper(word) + " ");
      list(as<Row>(*item.value).items,
           [&](const ExpressionPtr& role) { put(quote_identifier(as<Literal>(*role).text)); });
    } else if (is<Literal>(*item.value) && as<Literal>(*item.value).literal_kind == LiteralKind::kBoolean) {
      put(as<Literal>(*item.value).boolean ? "" : "NO").put(upper(word));
    } else {
      put(word == "connection_limit" ? "CONNECTION LIMIT"
          : word == "valid_until"    ? "VALID UNTIL"
                                     : "PASSWORD");
      put(" ").expression(*item.value);
    }
  }
}

void StatementPrinter::operator()(const CreateRole& s) const {
  p.create(s.flags, s.user ? "USER" : "ROLE");
  p.name(s.name);
  p.role_options(s.options);
}

void StatementPrinter::operator()(const AlterRole& s) const {
  p.put("ALTER ROLE ").name(s.name);
  if (!s.new_name.text.empty()) p.put(" RENAME TO ").name(s.new_name);
  if (!s.setting.empty()) {
    p.put(s.values.empty() ? " RESET " : " SET ").name(s.setting);
    if (!s.values.empty()) p.put(" TO ").expressions(s.values);
  }
  p.role_options(s.options);
}

void StatementPrinter::operator()(const AlterTable& s) const {
  p.put("ALTER ").put(upper(to_text(s.object))).put(" ");
  p.put_if(s.if_exists, "IF EXISTS ");
  p.put_if(s.only, "ONLY ");
  p.name(s.name);
  p.put(" ");
  p.list(s.actions, [&](const AlterAction& action) { p.alter_action(action, false); });
}

void Printer::alter_action(const AlterAction& a, bool attribute) {
  const std::string_view column_word = attribute ? "ATTRIBUTE " : "COLUMN ";
  switch (a.kind) {
    case AlterKind::kAddColumn:
      put("ADD ").put(column_word).put_if(a.if_not_exists, "IF NOT EXISTS ");
      if (a.column.parts.size() > 1) {
        name(a.column);
        put(" ").type(*a.definition->type);
      } else {
        column(*a.definition);
      }
      break;
    case AlterKind::kDropColumn:
      put("DROP ").put(column_word).put_if(a.if_exists, "IF EXISTS ");
      name(a.column);
      break;
    case AlterKind::kRenameColumn:
      put("RENAME ").put(column_word).name(a.column);
      put(" TO ").name(a.new_name);
      break;
    case AlterKind::kAddConstraint:
      put("ADD ");
      constraint(*a.constraint, true);
      break;
    case AlterKind::kDropConstraint:
      put("DROP CONSTRAINT ").put_if(a.if_exists, "IF EXISTS ");
      name(a.name);
      break;
    case AlterKind::kSetType:
      put("ALTER ").put(column_word).name(a.column);
      put(" TYPE");
      if (a.type) put(" ").type(*a.type);
      if (!a.collation.empty()) put(" COLLATE ").name(a.collation);
      if (a.expression) put(" USING ").expression(*a.expression);
      break;
    default: alter_column(a); break;
  }
  put_if(a.cascade, " CASCADE");
}

// ALTER COLUMN name ..
void Printer::alter_column(const AlterAction& a) {
  const auto on_column = [&](std::string_view what) {
    put("ALTER COLUMN ").name(a.column);
    put(what);
  };
  switch (a.kind) {
    case AlterKind::kSetDefault:
      on_column(" SET DEFAULT ");
      expression(*a.expression);
      break;
    case AlterKind::kDropDefault: on_column(" DROP DEFAULT"); break;
    case AlterKind::kSetNotNull: on_column(" SET NOT NULL"); break;
    case AlterKind::kDropNotNull: on_column(" DROP NOT NULL"); break;
    case AlterKind::kSetExpression:
      on_column(" SET EXPRESSION AS (");
      expression(*a.expression);
      put(")");
      break;
    case AlterKind::kDropExpression:
      on_column(a.if_exists ? " DROP EXPRESSION IF EXISTS" : " DROP EXPRESSION");
      break;
    case AlterKind::kDropIdentity:
      on_column(a.if_exists ? " DROP IDENTITY IF EXISTS" : " DROP IDENTITY");
      break;
    case AlterKind::kAddIdentity:
      on_column(" ADD ");
      constraint(*a.constraint, false);
      break;
    case AlterKind::kSetIdentity: {
      on_column("");
      if (a.always) put(*a.always ? " SET GENERATED ALWAYS" : " SET GENERATED BY DEFAULT");
      identity_options(a.sequence);
      break;
    }
    case AlterKind::kSetStatistics:
      on_column(" SET STATISTICS ");
      expression(*a.expression);
      break;
    case AlterKind::kSetStorage:
      on_column(" SET STORAGE ");
      name(a.name);
      break;
    case AlterKind::kSetCompression:
      on_column(" SET COMPRESSION ");
      name(a.name);
      break;
    default: alter_other(a); break;
  }
}

// Each option of ALTER COLUMN .. SET stands after a SET of its own, but RESTART after none.
void Printer::identity_options(const SequenceOptions& o) {
  const auto number = [&](std::string_view word, const ExpressionPtr& value) {
    if (value) put(" SET ").put(word).put(" ").expression(*value);
  };
  number("START", o.start);
  number("INCREMENT", o.increment);
  number("MINVALUE", o.minimum);
  number("MAXVALUE", o.maximum);
  number("CACHE", o.cache);
  put_if(o.no_minimum, " SET NO MINVALUE");
  put_if(o.no_maximum, " SET NO MAXVALUE");
  if (o.cycle) put(*o.cycle ? " SET CYCLE" : " SET NO CYCLE");
  put_if(o.restart_at_start, " RESTART");
  if (o.restart) put(" RESTART ").expression(*o.restart);
}

void Printer::alter_other(const AlterAction& a) {
  const auto on_name = [&](std::string_view words, const Name& what) { put(words).name(what); };
  const auto on_table = [&](std::string_view words) { put(words).name(a.table); };
  switch (a.kind) {
    case AlterKind::kRenameTable: on_name("RENAME TO ", a.new_name); break;
    case AlterKind::kRenameConstraint:
      on_name("RENAME CONSTRAINT ", a.name);
      on_name(" TO ", a.new_name);
      break;
    case AlterKind::kAlterConstraint:
      on_name("ALTER CONSTRAINT ", a.name);
      attributes(*a.constraint);
      break;
    case AlterKind::kValidateConstraint: on_name("VALIDATE CONSTRAINT ", a.name); break;
    case AlterKind::kSetSchema: on_name("SET SCHEMA ", a.name); break;
    case AlterKind::kOwner: on_name("OWNER TO ", a.name); break;
    case AlterKind::kSetTablespace: on_name("SET TABLESPACE ", a.name); break;
    case AlterKind::kClusterOn: on_name("CLUSTER ON ", a.name); break;
    case AlterKind::kSetLogged: put("SET LOGGED"); break;
    case AlterKind::kSetUnlogged: put("SET UNLOGGED"); break;
    case AlterKind::kEnableTrigger:
    case AlterKind::kDisableTrigger:
      put(a.kind == AlterKind::kEnableTrigger ? "ENABLE " : "DISABLE ");
      put(a.text == "row" ? "ROW LEVEL SECURITY" : upper(a.text));
      if (!a.name.text.empty()) on_name(" ", a.name);
      break;
    case AlterKind::kAttachPartition:
      on_table("ATTACH PARTITION ");
      if (!a.text.empty()) put(" ").put(a.text);
      break;
    case AlterKind::kDetachPartition: on_table("DETACH PARTITION "); break;
    case AlterKind::kInherit: on_table("INHERIT "); break;
    case AlterKind::kNoInherit: on_table("NO INHERIT "); break;
    case AlterKind::kReplicaIdentity:
      put("REPLICA IDENTITY ").put(upper(a.text));
      if (!a.name.text.empty()) on_name(" INDEX ", a.name);
      break;
    case AlterKind::kSetOptions:
    case AlterKind::kResetOptions:
      if (!a.column.empty()) {
        put("ALTER COLUMN ").name(a.column);
        put(" ");
      }
      put(a.kind == AlterKind::kSetOptions ? "SET " : "RESET ").options(a.options);
      break;
    default: break;
  }
}

void StatementPrinter::operator()(const AlterObject& s) const {
  p.put("ALTER ").put(upper(to_text(s.object))).put(" ");
  p.put_if(s.if_exists, "IF EXISTS ");
  p.name(s.name);
  if (!s.arguments.empty()) {
    p.put("(").types(s.arguments);
    p.put(")");
  }
  p.put(s.action == AlterKind::kRenameTable ? " RENAME TO "
        : s.action == AlterKind::kOwner     ? " OWNER TO "
                                            : " SET SCHEMA ");
  p.name(s.new_name);
}

void Printer::types(const std::vector<std::unique_ptr<TypeName>>& items) {
  list(items, [&](const std::unique_ptr<TypeName>& item) { type(*item); });
}

void StatementPrinter::operator()(const AlterSequence& s) const {
  p.put("ALTER SEQUENCE ").put_if(s.if_exists, "IF EXISTS ");
  p.name(s.name);
  p.sequence_options(s.options);
}

void StatementPrinter::operator()(const AlterType& s) const {
  p.put("ALTER TYPE ").put_if(s.if_exists, "IF EXISTS ");
  p.name(s.name);
  p.put(" ");
  if (!s.attributes.empty()) {
    p.list(s.attributes, [&](const AlterAction& action) { p.alter_action(action, true); });
    return;
  }
  if (s.is_rename) {
    p.put("RENAME VALUE ").string(s.renamed_label);
    p.put(" TO ").string(s.added_label);
    return;
  }
  p.put("ADD VALUE ").put_if(s.if_not_exists, "IF NOT EXISTS ");
  p.string(s.added_label);
  if (s.has_neighbour) p.put(s.before ? " BEFORE " : " AFTER ").string(s.neighbour_label);
}

void Printer::dropped(const DroppedObject& o) {
  name(o.name);
  if (!o.has_arguments) return;
  put("(").types(o.arguments);
  put(")");
}

void StatementPrinter::operator()(const Drop& s) const {
  p.put("DROP ").put(upper(to_text(s.object))).put(" ");
  p.put_if(s.concurrently, "CONCURRENTLY ");
  p.put_if(s.if_exists, "IF EXISTS ");
  p.list(s.objects, [&](const DroppedObject& object) { p.dropped(object); });
  if (!s.table.empty()) p.put(" ON ").name(s.table);
  p.put_if(s.cascade, " CASCADE");
}

void StatementPrinter::operator()(const Truncate& s) const {
  p.put("TRUNCATE ");
  p.list(s.tables, [&](const QualifiedName& table) { p.name(table); });
  p.put_if(s.restart_identity, " RESTART IDENTITY");
  p.put_if(s.cascade, " CASCADE");
}

void StatementPrinter::operator()(const Comment& s) const {
  p.put("COMMENT ON ").put(upper(to_text(s.object))).put(" ").name(s.name);
  const bool routine = s.object == ObjectKind::kFunction || s.object == ObjectKind::kProcedure ||
                       s.object == ObjectKind::kAggregate;
  if (routine) {
    p.put("(").types(s.arguments);
    p.put(")");
  }
  if (!s.table.empty()) p.put(" ON ").name(s.table);
  p.put(" IS ");
  if (s.text)
    p.string(*s.text);
  else
    p.put("NULL");
}

void StatementPrinter::operator()(const Grant& s) const {
  if (s.default_privileges) {
    p.put("ALTER DEFAULT PRIVILEGES ");
    if (!s.for_roles.empty()) p.put("FOR ROLE ").names(s.for_roles);
    if (!s.for_roles.empty()) p.put(" ");
    if (!s.in_schemas.empty()) p.put("IN SCHEMA ").names(s.in_schemas);
    if (!s.in_schemas.empty()) p.put(" ");
  }
  p.put(s.revoke ? "REVOKE " : "GRANT ").put_if(s.revoke && s.grant_option, "GRANT OPTION FOR ");
  p.list(s.privileges, [&](const Privilege& privilege) {
    p.put(s.role_membership ? quote_identifier(privilege.name) : upper(privilege.name));
    p.optional_name_list(privilege.columns);
  });
  if (s.default_privileges) {
    p.put(" ON ").put(plural(s.object));
  } else if (!s.role_membership) {
    p.put(" ON ");
    if (s.all_in_schema)
      p.put("ALL ").put(plural(s.object)).put(" IN SCHEMA ");
    else
      p.put(upper(to_text(s.object))).put(" ");
    p.list(s.objects, [&](const DroppedObject& object) { p.dropped(object); });
  }
  p.put(s.revoke ? " FROM " : " TO ");
  // PUBLIC, CURRENT_USER and the like are words as well as names.
  p.list(s.grantees, [&](const Name& role) { p.name(role); });
  p.put_if(!s.revoke && s.grant_option, s.role_membership ? " WITH ADMIN OPTION" : " WITH GRANT OPTION");
  p.put_if(s.cascade, " CASCADE");
}

}  // namespace stoa::sql
