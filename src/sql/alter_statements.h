// The syntax tree of ALTER, DROP, TRUNCATE, COMMENT, GRANT, and of the smaller CREATE statements.
//
// Ownership and invariants as in expression.h.
#pragma once

#include "sql/definition_statements.h"

namespace stoa::sql {

enum class ObjectKind : uint8_t {
  kTable,
  kView,
  kMaterializedView,
  kIndex,
  kSchema,
  kDatabase,
  kSequence,
  kType,
  kDomain,
  kFunction,
  kProcedure,
  kAggregate,
  kMacro,
  kMacroTable,
  kRole,
  kSnapshot,
  kBranch,
  kTrigger,
  kExtension,
  kColumn,
  kConstraint,
  kCollation,
  kSecret,
  kTablespace,
  kLanguage,
  kCast,
  kOperator,
};

/// "materialized view" and the like, lower case.
std::string_view to_text(ObjectKind kind);

struct CreateRole final : StatementOf<StatementKind::kCreateRole> {
  CreateFlags flags;
  bool user = false;  // CREATE USER: may log in
  Name name;
  std::vector<Option> options;  // "login" true, "password" 'x', "superuser" false ..
};

/// CREATE SNAPSHOT name, CREATE BRANCH name [FROM ..].
struct CreateSnapshot final : StatementOf<StatementKind::kCreateSnapshot> {
  CreateFlags flags;
  bool branch = false;
  Name name;
  AsOf from;
};

struct CreateTrigger final : StatementOf<StatementKind::kCreateTrigger> {
  CreateFlags flags;
  bool constraint = false;
  Name name;
  std::string timing;               // "before", "after", "instead of"
  std::vector<std::string> events;  // "insert", "update", "delete", "truncate"
  std::vector<Name> columns;        // UPDATE OF columns
  QualifiedName table;
  bool for_each_row = false;
  ExpressionPtr when;  // or null
  QualifiedName function;
  ExpressionList arguments;
};

struct CreateExtension final : StatementOf<StatementKind::kCreateExtension> {
  CreateFlags flags;
  Name name;
  std::vector<Option> options;
};

enum class AlterKind : uint8_t {
  kAddColumn,
  kDropColumn,
  kRenameColumn,
  kRenameTable,
  kSetSchema,
  kSetType,
  kSetDefault,
  kDropDefault,
  kSetNotNull,
  kDropNotNull,
  kSetExpression,
  kDropExpression,
  kAddIdentity,
  kSetIdentity,
  kDropIdentity,
  kSetStatistics,
  kSetStorage,
  kSetCompression,
  kAddConstraint,
  kDropConstraint,
  kRenameConstraint,
  kAlterConstraint,
  kValidateConstraint,
  kSetOptions,
  kResetOptions,
  kOwner,
  kSetLogged,
  kSetUnlogged,
  kEnableTrigger,
  kDisableTrigger,
  kAttachPartition,
  kDetachPartition,
  kInherit,
  kNoInherit,
  kReplicaIdentity,
  kClusterOn,
  kSetTablespace,
};

/// One action of ALTER TABLE; which members count depends on the kind.
struct AlterAction {
  AlterKind kind = AlterKind::kAddColumn;
  Place place;
  bool if_exists = false;      // DROP COLUMN IF EXISTS ..
  bool if_not_exists = false;  // ADD COLUMN IF NOT EXISTS
  bool cascade = false;
  QualifiedName column;  // of column actions; several parts for a field of a struct
  Name name;      // constraint, trigger, owner, schema or new name; method of kSetCompression and the like
  Name new_name;  // of kRenameColumn, kRenameConstraint, kRenameTable
  std::unique_ptr<ColumnDefinition> definition;  // of kAddColumn
  std::unique_ptr<TypeName> type;                // of kSetType; null with USING alone
  QualifiedName collation;                       // of kSetType
  ExpressionPtr expression;                // kSetType's USING, kSetDefault, kSetExpression, kSetStatistics
  std::unique_ptr<Constraint> constraint;  // of kAddConstraint, kAddIdentity, kAlterConstraint
  SequenceOptions sequence;                // of kSetIdentity
  std::optional<bool> always;              // SET GENERATED ALWAYS | BY DEFAULT
  std::vector<Option> options;             // of kSetOptions, kResetOptions
  QualifiedName table;                     // kAttachPartition, kInherit ..
  std::string text;                        // partition bounds as written
};

/// ALTER TABLE, VIEW, MATERIALIZED VIEW, INDEX ..: `object` tells which.
struct AlterTable final : StatementOf<StatementKind::kAlterTable> {
  ObjectKind object = ObjectKind::kTable;
  bool if_exists = false;
  bool only = false;
  QualifiedName name;
  std::vector<AlterAction> actions;
};

/// ALTER SCHEMA|TYPE|SEQUENCE|FUNCTION|DATABASE .. RENAME TO | OWNER TO | SET SCHEMA.
struct AlterObject final : StatementOf<StatementKind::kAlterObject> {
  ObjectKind object = ObjectKind::kSchema;
  bool if_exists = false;
  QualifiedName name;
  std::vector<std::unique_ptr<TypeName>> arguments;  // of functions
  AlterKind action = AlterKind::kRenameTable;        // kRenameTable, kOwner, kSetSchema
  Name new_name;
};

struct AlterSequence final : StatementOf<StatementKind::kAlterSequence> {
  bool if_exists = false;
  QualifiedName name;
  SequenceOptions options;
};

struct AlterRole final : StatementOf<StatementKind::kAlterRole> {
  Name name;
  std::vector<Option> options;
  QualifiedName setting;  // ALTER ROLE r SET setting = values; empty otherwise
  ExpressionList values;  // empty: RESET or DEFAULT
  Name new_name;          // RENAME TO
};

/// ALTER TYPE .. ADD VALUE 'x' [BEFORE|AFTER 'y'], RENAME VALUE 'x' TO 'y', ADD|DROP|RENAME ATTRIBUTE.
struct AlterType final : StatementOf<StatementKind::kAlterType> {
  bool if_exists = false;
  QualifiedName name;
  std::string added_label;
  bool if_not_exists = false;
  std::string neighbour_label;
  bool before = false;
  bool has_neighbour = false;
  std::string renamed_label;  // with added_label the new text
  bool is_rename = false;
  std::vector<AlterAction> attributes;
};

struct DroppedObject {
  Place place;
  QualifiedName name;
  bool has_arguments = false;  // f(int, text)
  std::vector<std::unique_ptr<TypeName>> arguments;
};

struct Drop final : StatementOf<StatementKind::kDrop> {
  ObjectKind object = ObjectKind::kTable;
  bool if_exists = false;
  bool cascade = false;
  bool concurrently = false;
  std::vector<DroppedObject> objects;
  QualifiedName table;  // DROP TRIGGER name ON table
};

struct Truncate final : StatementOf<StatementKind::kTruncate> {
  std::vector<QualifiedName> tables;
  bool restart_identity = false;
  bool cascade = false;
};

struct Comment final : StatementOf<StatementKind::kComment> {
  ObjectKind object = ObjectKind::kTable;
  QualifiedName name;
  QualifiedName table;  // of a constraint or trigger: ON table
  std::vector<std::unique_ptr<TypeName>> arguments;
  std::optional<std::string> text;  // absent: IS NULL
};

struct Privilege {
  std::string name;  // "select", "all" ..; or a role
  std::vector<Name> columns;
};

/// GRANT, REVOKE, ALTER DEFAULT PRIVILEGES.
struct Grant final : StatementOf<StatementKind::kGrant> {
  bool revoke = false;
  bool default_privileges = false;
  bool role_membership = false;  // GRANT role TO role
  std::vector<Privilege> privileges;
  ObjectKind object = ObjectKind::kTable;
  bool all_in_schema = false;
  std::vector<DroppedObject> objects;
  std::vector<Name> grantees;
  std::vector<Name> in_schemas;  // of default privileges
  std::vector<Name> for_roles;
  bool grant_option = false;  // WITH GRANT|ADMIN OPTION, GRANT OPTION FOR
  bool cascade = false;
};

}  // namespace stoa::sql
