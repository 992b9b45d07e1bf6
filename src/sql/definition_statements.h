// The syntax tree of CREATE; alter_statements.h has ALTER, DROP and the like.
//
// Ownership and invariants as in expression.h.
#pragma once

#include "sql/statement.h"

namespace stoa::sql {

/// OR REPLACE and IF NOT EXISTS of any CREATE, and whether the object is temporary.
struct CreateFlags {
  bool or_replace = false;
  bool if_not_exists = false;
  bool temporary = false;
  bool unlogged = false;
};

enum class ReferenceAction : uint8_t { kNoAction, kRestrict, kCascade, kSetNull, kSetDefault };
enum class ReferenceMatch : uint8_t { kSimple, kFull, kPartial };

/// CREATE SEQUENCE's options, also of IDENTITY (START WITH 5 INCREMENT BY 2).
struct SequenceOptions {
  ExpressionPtr start;  // each a number, perhaps under a Unary minus; or null
  ExpressionPtr increment;
  ExpressionPtr minimum;
  ExpressionPtr maximum;
  ExpressionPtr cache;
  ExpressionPtr restart;          // of ALTER SEQUENCE .. RESTART WITH n
  bool restart_at_start = false;  // ALTER SEQUENCE .. RESTART
  bool no_minimum = false;
  bool no_maximum = false;
  std::optional<bool> cycle;
  QualifiedName sequence_name;  // of IDENTITY (SEQUENCE NAME ..)
  QualifiedName owned_by;       // OWNED BY t.c; OWNED BY NONE is the single part "none"
  std::unique_ptr<TypeName> type;
};

enum class ConstraintKind : uint8_t {
  kNotNull,
  kNull,
  kDefault,
  kCheck,
  kUnique,
  kPrimaryKey,
  kForeignKey,
  kGenerated,
  kIdentity,
  kCollate,
  kExclude,
};

/// A constraint of a column or of a table. Those of a table have `columns`; those of a column leave them
/// empty.
struct Constraint {
  ConstraintKind kind = ConstraintKind::kNotNull;
  Place place;
  Name name;  // CONSTRAINT name; empty text when none
  std::vector<Name> columns;
  ExpressionPtr expression;  // of kCheck, kDefault, kGenerated; null otherwise
  bool nulls_not_distinct = false;
  std::vector<Name> included;      // INCLUDE (..)
  Name using_index;                // UNIQUE USING INDEX name
  std::vector<Option> options;     // WITH (..)
  bool stored = false;             // of kGenerated: STORED, otherwise VIRTUAL
  bool always = true;              // of kIdentity: ALWAYS, otherwise BY DEFAULT
  SequenceOptions sequence;        // of kIdentity
  QualifiedName collation;         // of kCollate
  QualifiedName referenced_table;  // of kForeignKey
  std::vector<Name> referenced_columns;
  ReferenceMatch match = ReferenceMatch::kSimple;
  ReferenceAction on_delete = ReferenceAction::kNoAction;
  ReferenceAction on_update = ReferenceAction::kNoAction;
  bool deferrable = false;
  bool initially_deferred = false;
  bool not_valid = false;
  bool no_inherit = false;
  std::string exclude_text;  // of kExclude: what follows EXCLUDE, as written
};

struct ColumnDefinition {
  Place place;
  Name name;
  std::unique_ptr<TypeName> type;  // null: from the generated expression, or of CREATE TABLE (a, b) AS
  std::vector<Constraint> constraints;
  std::string compression;  // USING COMPRESSION name, COMPRESSION name; or empty
};

/// LIKE table [INCLUDING x | EXCLUDING x]..
struct LikeClause {
  Place place;
  QualifiedName table;
  size_t position = 0;                                // the number of columns written before it
  std::vector<std::pair<bool, std::string>> options;  // (including, "defaults" and so on)
};

enum class OnCommit : uint8_t { kDefault, kPreserveRows, kDeleteRows, kDrop };

struct CreateTable final : StatementOf<StatementKind::kCreateTable> {
  CreateFlags flags;
  QualifiedName name;
  std::vector<ColumnDefinition> columns;
  std::vector<Constraint> constraints;
  std::vector<LikeClause> likes;
  bool parenthesized = false;  // `()` was written: tells CREATE TABLE t () from CREATE TABLE t AS
  QueryPtr query;              // CREATE TABLE .. AS; or null
  bool with_data = true;       // of AS: WITH [NO] DATA
  std::vector<Option> options;
  OnCommit on_commit = OnCommit::kDefault;
  std::vector<QualifiedName> inherits;
  std::string partition_by;  // PARTITION BY range|list|hash (..) as written, or empty
  QualifiedName partition_of;
  std::string partition_bounds;  // FOR VALUES .. or DEFAULT as written, or empty
};

struct IndexColumn {
  Place place;
  ExpressionPtr expression;  // a ColumnReference or any expression
  QualifiedName collation;
  QualifiedName operator_class;
  std::vector<Option> operator_class_options;
  SortDirection direction = SortDirection::kDefault;
  NullOrder nulls = NullOrder::kDefault;
};

struct CreateIndex final : StatementOf<StatementKind::kCreateIndex> {
  CreateFlags flags;
  bool unique = false;
  bool concurrently = false;
  QualifiedName name;  // empty: one is made up
  QualifiedName table;
  bool only = false;
  std::string method;  // USING method, lower case; or empty
  std::vector<IndexColumn> columns;
  std::vector<Name> included;
  bool nulls_not_distinct = false;
  std::vector<Option> options;
  ExpressionPtr where;  // or null
};

struct CreateView final : StatementOf<StatementKind::kCreateView> {
  CreateFlags flags;
  bool materialized = false;
  bool recursive = false;
  QualifiedName name;
  std::vector<Name> columns;
  std::vector<Option> options;
  QueryPtr query;
  Place query_place;  // the text that is stored
  bool with_data = true;
  std::string check_option;  // "local", "cascaded" or empty
};

struct CreateSchema final : StatementOf<StatementKind::kCreateSchema> {
  CreateFlags flags;
  bool database = false;  // CREATE DATABASE
  QualifiedName name;
  Name owner;  // AUTHORIZATION owner; empty text when none
  std::vector<Option> options;
  std::vector<StatementPtr> elements;
};

struct CreateSequence final : StatementOf<StatementKind::kCreateSequence> {
  CreateFlags flags;
  QualifiedName name;
  SequenceOptions options;
};

enum class TypeDefinition : uint8_t { kEnum, kStruct, kAlias, kDomain, kRange, kShell };

struct CreateType final : StatementOf<StatementKind::kCreateType> {
  CreateFlags flags;
  TypeDefinition definition = TypeDefinition::kEnum;
  QualifiedName name;
  std::vector<std::string> labels;      // of kEnum
  QueryPtr labels_query;                // ENUM (SELECT ..); or null
  std::vector<TypeField> fields;        // of kStruct
  std::unique_ptr<TypeName> base;       // of kAlias and kDomain; null otherwise
  std::vector<Constraint> constraints;  // of kDomain
  std::vector<Option> options;          // of kRange
};

enum class ParameterMode : uint8_t { kIn, kOut, kInOut, kVariadic, kTable };

struct FunctionParameter {
  ParameterMode mode = ParameterMode::kIn;
  Name name;                       // empty text when none
  std::unique_ptr<TypeName> type;  // or null, in a macro
  ExpressionPtr default_value;     // or null
};

/// One form of a macro: (parameters) AS expression, or AS TABLE query.
struct MacroForm {
  std::vector<FunctionParameter> parameters;
  ExpressionPtr expression;  // or null
  QueryPtr query;            // or null
};

/// CREATE FUNCTION .. LANGUAGE .. AS '..' | RETURN expression, CREATE PROCEDURE, CREATE MACRO.
struct CreateFunction final : StatementOf<StatementKind::kCreateFunction> {
  CreateFlags flags;
  bool macro = false;
  bool procedure = false;
  QualifiedName name;
  std::vector<MacroForm> forms;               // of a macro; at least one
  std::vector<FunctionParameter> parameters;  // of a function
  std::unique_ptr<TypeName> returns;          // or null
  std::vector<TypeField> returns_table;
  std::string language;           // lower case, or empty
  std::vector<std::string> body;  // AS 'text' [, 'text']
  ExpressionPtr return_value;     // RETURN expression; or null
  std::vector<Option> options;    // IMMUTABLE, STRICT, COST n ..: name and value
};

}  // namespace stoa::sql
