// The members of definitions and session statements; part of fields.h, which is the header to include.
#pragma once

#include "sql/fields.h"

namespace stoa::sql {

STOA_SQL_FIELDS(CreateFlags, n.or_replace, n.if_not_exists, n.temporary, n.unlogged)
STOA_SQL_FIELDS(SequenceOptions, n.start, n.increment, n.minimum, n.maximum, n.cache, n.restart,
                n.restart_at_start, n.no_minimum, n.no_maximum, n.cycle, n.sequence_name, n.owned_by, n.type)
STOA_SQL_FIELDS(Constraint, n.kind, n.place, n.name, n.columns, n.expression, n.nulls_not_distinct,
                n.included, n.using_index, n.options, n.stored, n.always, n.sequence, n.collation,
                n.referenced_table, n.referenced_columns, n.match, n.on_delete, n.on_update, n.deferrable,
                n.initially_deferred, n.not_valid, n.no_inherit, n.exclude_text)
STOA_SQL_FIELDS(ColumnDefinition, n.place, n.name, n.type, n.constraints, n.compression)
STOA_SQL_FIELDS(LikeClause, n.place, n.table, n.position, n.options)
STOA_SQL_FIELDS(CreateTable, n.flags, n.name, n.columns, n.constraints, n.likes, n.parenthesized, n.query,
                n.with_data, n.options, n.on_commit, n.inherits, n.partition_by, n.partition_of,
                n.partition_bounds)
STOA_SQL_FIELDS(IndexColumn, n.place, n.expression, n.collation, n.operator_class, n.operator_class_options,
                n.direction, n.nulls)
STOA_SQL_FIELDS(CreateIndex, n.flags, n.unique, n.concurrently, n.name, n.table, n.only, n.method, n.columns,
                n.included, n.nulls_not_distinct, n.options, n.where)
STOA_SQL_FIELDS(CreateView, n.flags, n.materialized, n.recursive, n.name, n.columns, n.options, n.query,
                n.query_place, n.with_data, n.check_option)
STOA_SQL_FIELDS(CreateSchema, n.flags, n.database, n.name, n.owner, n.options, n.elements)
STOA_SQL_FIELDS(CreateSequence, n.flags, n.name, n.options)
STOA_SQL_FIELDS(CreateType, n.flags, n.definition, n.name, n.labels, n.labels_query, n.fields, n.base,
                n.constraints, n.options)
STOA_SQL_FIELDS(FunctionParameter, n.mode, n.name, n.type, n.default_value)
STOA_SQL_FIELDS(MacroForm, n.parameters, n.expression, n.query)
STOA_SQL_FIELDS(CreateFunction, n.flags, n.macro, n.procedure, n.name, n.forms, n.parameters, n.returns,
                n.returns_table, n.language, n.body, n.return_value, n.options)
STOA_SQL_FIELDS(CreateRole, n.flags, n.user, n.name, n.options)
STOA_SQL_FIELDS(CreateSnapshot, n.flags, n.branch, n.name, n.from)
STOA_SQL_FIELDS(CreateTrigger, n.flags, n.constraint, n.name, n.timing, n.events, n.columns, n.table,
                n.for_each_row, n.when, n.function, n.arguments)
STOA_SQL_FIELDS(CreateExtension, n.flags, n.name, n.options)
STOA_SQL_FIELDS(AlterAction, n.kind, n.place, n.if_exists, n.if_not_exists, n.cascade, n.column, n.name,
                n.new_name, n.definition, n.type, n.collation, n.expression, n.constraint, n.sequence,
                n.always, n.options, n.table, n.text)
STOA_SQL_FIELDS(AlterTable, n.object, n.if_exists, n.only, n.name, n.actions)
STOA_SQL_FIELDS(AlterObject, n.object, n.if_exists, n.name, n.arguments, n.action, n.new_name)
STOA_SQL_FIELDS(AlterSequence, n.if_exists, n.name, n.options)
STOA_SQL_FIELDS(AlterRole, n.name, n.options, n.setting, n.values, n.new_name)
STOA_SQL_FIELDS(AlterType, n.if_exists, n.name, n.added_label, n.if_not_exists, n.neighbour_label, n.before,
                n.has_neighbour, n.renamed_label, n.is_rename, n.attributes)
STOA_SQL_FIELDS(DroppedObject, n.place, n.name, n.has_arguments, n.arguments)
STOA_SQL_FIELDS(Drop, n.object, n.if_exists, n.cascade, n.concurrently, n.objects, n.table)
STOA_SQL_FIELDS(Truncate, n.tables, n.restart_identity, n.cascade)
STOA_SQL_FIELDS(Comment, n.object, n.name, n.table, n.arguments, n.text)
STOA_SQL_FIELDS(Privilege, n.name, n.columns)
STOA_SQL_FIELDS(Grant, n.revoke, n.default_privileges, n.role_membership, n.privileges, n.object,
                n.all_in_schema, n.objects, n.grantees, n.in_schemas, n.for_roles, n.grant_option, n.cascade)

STOA_SQL_FIELDS(TransactionStatement, n.action, n.savepoint, n.chain, n.isolation, n.read_only, n.deferrable,
                n.snapshot, n.options)
STOA_SQL_FIELDS(SetConstraints, n.names, n.deferred)
STOA_SQL_FIELDS(Prepare, n.name, n.types, n.statement)
STOA_SQL_FIELDS(Execute, n.name, n.arguments)
STOA_SQL_FIELDS(Deallocate, n.name)
STOA_SQL_FIELDS(DeclareCursor, n.name, n.binary, n.scroll, n.with_hold, n.query)
STOA_SQL_FIELDS(Fetch, n.cursor, n.direction, n.count, n.all, n.move)
STOA_SQL_FIELDS(CloseCursor, n.cursor)
STOA_SQL_FIELDS(Explain, n.options, n.analyze, n.statement)
STOA_SQL_FIELDS(Show, n.show, n.name)
STOA_SQL_FIELDS(Describe, n.summarize, n.table, n.query)
STOA_SQL_FIELDS(SetStatement, n.scope, n.name, n.values, n.reset)
STOA_SQL_FIELDS(Pragma, n.name, n.value, n.arguments, n.call)
STOA_SQL_FIELDS(Checkpoint, n.force, n.database)
STOA_SQL_FIELDS(MaintainedTable, n.name, n.columns)
STOA_SQL_FIELDS(Vacuum, n.options, n.tables)
STOA_SQL_FIELDS(Analyze, n.options, n.tables)
STOA_SQL_FIELDS(Reindex, n.object, n.name)
STOA_SQL_FIELDS(RefreshView, n.name, n.concurrently, n.with_data)
STOA_SQL_FIELDS(Use, n.name)
STOA_SQL_FIELDS(Attach, n.or_replace, n.if_not_exists, n.path, n.alias, n.options)
STOA_SQL_FIELDS(Detach, n.if_exists, n.name)
STOA_SQL_FIELDS(Listen, n.unlisten, n.channel)
STOA_SQL_FIELDS(Notify, n.channel, n.payload)
STOA_SQL_FIELDS(Discard, n.what)
STOA_SQL_FIELDS(Call, n.function)
STOA_SQL_FIELDS(LockTable, n.tables, n.mode, n.no_wait)
STOA_SQL_FIELDS(ExportDatabase, n.database, n.path, n.options)
STOA_SQL_FIELDS(ImportDatabase, n.path)
STOA_SQL_FIELDS(Do, n.language, n.body)
STOA_SQL_FIELDS(Load, n.install, n.name)

}  // namespace stoa::sql
