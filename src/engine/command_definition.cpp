#include <fmt/format.h>

#include "base/error.h"
#include "bind/binder.h"
#include "engine/commands.h"
#include "plan/logical_query.h"
#include "plan/plan_rewrite.h"
#include "sql/parser.h"
#include "sql/tree.h"
#include "table/table_writer.h"

namespace stoa::engine {

namespace {

[[noreturn]] void raise_unsupported_at(const sql::Place& place, std::string_view feature) {
  throw Error(sqlstate::kFeatureNotSupported, fmt::format("{} is not supported", feature)).at(place.offset);
}

std::string_view constraint_name(sql::ConstraintKind kind) {
  switch (kind) {
    case sql::ConstraintKind::kCheck: return "CHECK";
    case sql::ConstraintKind::kUnique: return "UNIQUE";
    case sql::ConstraintKind::kPrimaryKey: return "PRIMARY KEY";
    case sql::ConstraintKind::kForeignKey: return "FOREIGN KEY";
    case sql::ConstraintKind::kGenerated: return "GENERATED";
    case sql::ConstraintKind::kIdentity: return "IDENTITY";
    case sql::ConstraintKind::kExclude: return "EXCLUDE";
    default: return "this constraint";
  }
}

}  // namespace

std::string Commands::default_text(const sql::Expression& expression, const LogicalType& type,
                                   const std::string& column, const Root& root) {
  try {
    constant(expression, type, root);
  } catch (Error& error) {
    if (error.state() == sqlstate::kUndefinedColumn) {
      throw Error(sqlstate::kFeatureNotSupported,
                  fmt::format("the default of column \"{}\" refers to a column", column))
          .at(expression.place.offset);
    }
    throw;
  }
  return sql::to_text(expression);
}

stoa::ColumnDefinition Commands::column_definition(const sql::ColumnDefinition& column, const Root& root) {
  stoa::ColumnDefinition definition;
  definition.name = column.name.text;
  if (!column.type) {
    raise_unsupported_at(column.place, "a column without a type");
  }
  definition.type = bind_type(*column.type);
  definition.initial_value = Value::null(definition.type);
  for (const sql::Constraint& constraint : column.constraints) {
    switch (constraint.kind) {
      case sql::ConstraintKind::kNotNull: definition.is_nullable = false; break;
      case sql::ConstraintKind::kNull: definition.is_nullable = true; break;
      case sql::ConstraintKind::kDefault:
        definition.default_sql = default_text(*constraint.expression, definition.type, definition.name, root);
        break;
      case sql::ConstraintKind::kCollate:
        if (constraint.collation.last() != "binary" && constraint.collation.last() != "C") {
          raise_unsupported_at(constraint.place, "this collation");
        }
        break;
      default: raise_unsupported_at(constraint.place, constraint_name(constraint.kind));
    }
  }
  return definition;
}

QueryResult Commands::create_table(const sql::CreateTable& create) {
  if (!create.constraints.empty()) {
    raise_unsupported_at(create.constraints[0].place, constraint_name(create.constraints[0].kind));
  }
  if (!create.likes.empty()) {
    raise_unsupported_at(create.likes[0].place, "CREATE TABLE ... LIKE");
  }
  if (!create.inherits.empty() || !create.partition_by.empty() || !create.partition_of.empty()) {
    raise_unsupported_at(create.place, "table inheritance and partitioning");
  }
  if (create.on_commit != sql::OnCommit::kDefault && create.on_commit != sql::OnCommit::kPreserveRows) {
    raise_unsupported_at(create.place, "ON COMMIT DELETE ROWS and DROP");
  }
  if (create.flags.temporary) {
    require_temporary_schema();
  }
  return session_.write([&](Fork& fork, const Root& root) {
    CatalogWriter writer(fork, session_.search_path());
    const auto [schema, name] = split(create.name);
    TableSchema definition;
    definition.schema_name = writer.catalog().creation_schema(schema, create.flags.temporary);
    definition.name = name;
    for (const sql::ColumnDefinition& column : create.columns) {
      try {
        definition.add_column(column_definition(column, root));
      } catch (Error& error) {
        error.set_place_if_none(column.place.offset);
        throw;
      }
    }
    const CatalogEntry* existing = writer.catalog().find(definition.schema_name, name);
    if (existing != nullptr && create.flags.if_not_exists) {
      return command_result("CREATE TABLE");
    }
    if (existing != nullptr && create.flags.or_replace && existing->kind == CatalogKind::kTable) {
      writer.drop_table(existing->id, DropBehavior::kRestrict);
    }
    writer.create_table(std::move(definition), create.flags.temporary);
    return command_result("CREATE TABLE");
  });
}

QueryResult Commands::create_view(const sql::CreateView& create) {
  if (create.materialized) {
    raise_unsupported_at(create.place, "CREATE MATERIALIZED VIEW");
  }
  if (create.recursive) {
    raise_unsupported_at(create.place, "CREATE RECURSIVE VIEW");
  }
  if (create.flags.temporary) {
    require_temporary_schema();
  }
  return session_.write([&](Fork& fork, const Root& root) {
    CatalogWriter writer(fork, session_.search_path());
    ViewEntry view;
    const auto [schema, name] = split(create.name);
    view.schema_name = writer.catalog().creation_schema(schema, create.flags.temporary);
    view.name = name;
    view.is_temporary = create.flags.temporary;
    view.query_sql = std::string(text_.substr(create.query_place.offset, create.query_place.length));
    const sql::StatementPtr query = sql::parse_statement(view.query_sql);
    const FunctionContext functions = session_.make_function_context();
    const Catalog catalog(root, session_.search_path());
    LogicalPlan plan = bind_statement(*query, {catalog, session_.database().functions(), functions, {}});
    if (create.columns.size() > plan.output.size()) {
      throw Error(sqlstate::kSyntaxError, "CREATE VIEW names more columns than its query has")
          .at(create.place.offset);
    }
    for (size_t i = 0; i < plan.output.size(); ++i) {
      view.column_names.push_back(i < create.columns.size() ? create.columns[i].text : plan.output[i].name);
      view.column_types.push_back(plan.columns.type(plan.output[i].column));
    }
    visit_operators(plan.root, [&view](OperatorPtr& o) {
      const auto* scan = try_as<LogicalScan>(*o);
      if (scan != nullptr && scan->table) {
        view.dependencies.push_back({scan->table_id, std::nullopt});
      }
    });
    for (const ObjectId id : plan.referenced_views) {
      view.dependencies.push_back({id, std::nullopt});
    }
    if (create.flags.if_not_exists && writer.catalog().find(view.schema_name, name) != nullptr) {
      return command_result("CREATE VIEW");
    }
    writer.create_view(std::move(view), create.flags.or_replace);
    return command_result("CREATE VIEW");
  });
}

QueryResult Commands::create_schema(const sql::CreateSchema& create) {
  if (create.database) {
    raise_unsupported_at(create.place, "CREATE DATABASE");
  }
  if (!create.elements.empty()) {
    raise_unsupported_at(create.place, "CREATE SCHEMA with elements");
  }
  return session_.write([&](Fork& fork, const Root&) {
    CatalogWriter writer(fork, session_.search_path());
    if (create.flags.if_not_exists && writer.catalog().find_schema(create.name.last()) != nullptr) {
      return command_result("CREATE SCHEMA");
    }
    writer.create_schema(create.name.last());
    return command_result("CREATE SCHEMA");
  });
}

QueryResult Commands::drop(const sql::Drop& drop) {
  const bool is_table = drop.object == sql::ObjectKind::kTable;
  const bool is_view = drop.object == sql::ObjectKind::kView;
  if (!is_table && !is_view && drop.object != sql::ObjectKind::kSchema) {
    raise_unsupported_at(drop.place, fmt::format("DROP {}", sql::to_text(drop.object)));
  }
  const DropBehavior behavior = drop.cascade ? DropBehavior::kCascade : DropBehavior::kRestrict;
  return session_.write([&](Fork& fork, const Root&) {
    CatalogWriter writer(fork, session_.search_path());
    for (const sql::DroppedObject& object : drop.objects) {
      const auto [schema, name] = split(object.name);
      try {
        if (!is_table && !is_view) {
          if (drop.if_exists && writer.catalog().find_schema(name) == nullptr) {
            continue;
          }
          writer.drop_schema(name, behavior);
          continue;
        }
        if (drop.if_exists && writer.catalog().find(schema, name) == nullptr) {
          continue;
        }
        if (is_table) {
          writer.drop_table(writer.catalog().get_table(schema, name).id, behavior);
        } else {
          writer.drop_view(writer.catalog().get_view(schema, name).id, behavior);
        }
      } catch (Error& error) {
        error.set_place_if_none(object.place.offset);
        throw;
      }
    }
    return command_result(is_table ? "DROP TABLE" : is_view ? "DROP VIEW" : "DROP SCHEMA");
  });
}

QueryResult Commands::truncate(const sql::Truncate& truncate) {
  return session_.write([&](Fork& fork, const Root&) {
    for (const sql::QualifiedName& qualified : truncate.tables) {
      const auto [schema, name] = split(qualified);
      const ObjectId table = Catalog(fork.root(), session_.search_path()).get_table(schema, name).id;
      TableWriter(fork, table).truncate();
    }
    return command_result("TRUNCATE TABLE");
  });
}

QueryResult Commands::comment(const sql::Comment& comment) {
  const std::string text = comment.text.value_or("");
  return session_.write([&](Fork& fork, const Root&) {
    CatalogWriter writer(fork, session_.search_path());
    if (comment.object == sql::ObjectKind::kColumn && comment.name.parts.size() >= 2) {
      sql::QualifiedName table = comment.name;
      table.parts.pop_back();
      const auto [schema, name] = split(table);
      writer.comment_on_column(writer.catalog().get_table(schema, name).id, comment.name.last(), text);
    } else if (comment.object == sql::ObjectKind::kTable || comment.object == sql::ObjectKind::kView) {
      const auto [schema, name] = split(comment.name);
      writer.comment_on(writer.catalog().get(schema, name).id, text);
    } else if (comment.object == sql::ObjectKind::kSchema) {
      writer.comment_on_schema(comment.name.last(), text);
    } else {
      raise_unsupported_at(comment.place, fmt::format("COMMENT ON {}", sql::to_text(comment.object)));
    }
    return command_result("COMMENT");
  });
}

}  // namespace stoa::engine
