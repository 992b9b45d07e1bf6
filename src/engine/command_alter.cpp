#include <fmt/format.h>

#include "base/error.h"
#include "bind/binder.h"
#include "engine/commands.h"

namespace stoa::engine {

QueryResult Commands::alter_table(const sql::AlterTable& alter_statement) {
  const bool is_table = alter_statement.object == sql::ObjectKind::kTable;
  if (!is_table && alter_statement.object != sql::ObjectKind::kView) {
    throw Error(sqlstate::kFeatureNotSupported,
                fmt::format("ALTER {} is not supported", sql::to_text(alter_statement.object)))
        .at(alter_statement.place.offset);
  }
  return session_.write([&](Fork& fork, const Root&) {
    CatalogWriter writer(fork, session_.search_path());
    const auto [schema, name] = split(alter_statement.name);
    if (alter_statement.if_exists && writer.catalog().find(schema, name) == nullptr) {
      return command_result("ALTER TABLE");
    }
    const ObjectId object =
        is_table ? writer.catalog().get_table(schema, name).id : writer.catalog().get_view(schema, name).id;
    for (const sql::AlterAction& action : alter_statement.actions) {
      try {
        alter(writer, object, action, fork);
      } catch (Error& error) {
        error.set_place_if_none(action.place.offset);
        throw;
      }
    }
    return command_result(is_table ? "ALTER TABLE" : "ALTER VIEW");
  });
}

void Commands::alter(CatalogWriter& writer, ObjectId object, const sql::AlterAction& action, Fork& fork) {
  const auto column = [&action] { return action.column.last(); };
  switch (action.kind) {
    case sql::AlterKind::kAddColumn: return add_column(writer, object, action, fork);
    case sql::AlterKind::kRenameTable: return writer.rename(object, action.new_name.text);
    case sql::AlterKind::kSetSchema: return writer.set_schema(object, action.name.text);
    case sql::AlterKind::kRenameColumn: return writer.rename_column(object, column(), action.new_name.text);
    case sql::AlterKind::kDropDefault: return writer.set_column_default(object, column(), std::nullopt);
    case sql::AlterKind::kSetNotNull: return writer.set_column_not_null(object, column(), true);
    case sql::AlterKind::kDropNotNull: return writer.set_column_not_null(object, column(), false);
    case sql::AlterKind::kDropColumn: {
      const auto* entry = static_cast<const TableEntry*>(writer.catalog().find(object));
      if (action.if_exists && !entry->definition->find_column(column())) {
        return;
      }
      return writer.drop_column(object, column(),
                                action.cascade ? DropBehavior::kCascade : DropBehavior::kRestrict);
    }
    case sql::AlterKind::kSetDefault: {
      const auto* entry = static_cast<const TableEntry*>(writer.catalog().find(object));
      const std::optional<size_t> found = entry->definition->find_column(column());
      if (!found) {
        raise_unknown_column(*entry->definition, column());
      }
      const LogicalType type = entry->definition->columns[*found].type;
      return writer.set_column_default(object, column(),
                                       default_text(*action.expression, type, column(), fork.root()));
    }
    default: raise_unsupported("this form of ALTER TABLE");
  }
}

void Commands::add_column(CatalogWriter& writer, ObjectId table, const sql::AlterAction& action, Fork& fork) {
  const auto* entry = static_cast<const TableEntry*>(writer.catalog().find(table));
  if (action.if_not_exists && entry->definition->find_column(action.definition->name.text)) {
    return;
  }
  stoa::ColumnDefinition definition = column_definition(*action.definition, fork.root());
  for (const sql::Constraint& constraint : action.definition->constraints) {
    if (constraint.kind == sql::ConstraintKind::kDefault) {
      definition.initial_value = constant(*constraint.expression, definition.type, fork.root());
    }
  }
  const bool has_rows = fork.root().find_as<TableData>(table)->row_count() != 0;
  if (!definition.is_nullable && definition.initial_value.is_null() && has_rows) {
    throw Error(sqlstate::kNotNullViolation,
                fmt::format("column \"{}\" is NOT NULL, but the rows that are there would have NULL",
                            definition.name))
        .with_hint("give it a DEFAULT")
        .with_names("", entry->name, definition.name);
  }
  writer.add_column(table, std::move(definition));
}

}  // namespace stoa::engine
