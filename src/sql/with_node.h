// From a base reference to the class of the node: one switch per base, with a case per kind.
//
// Inside sql only. `with_node(node, action)` calls `action` with the node as its class, const or not as
// given.
#pragma once

#include <concepts>
#include <type_traits>

#include "base/assert.h"
#include "sql/alter_statements.h"
#include "sql/session_statements.h"

namespace stoa::sql {

template <class Derived, class Node>
auto& downcast(Node& node) {
  if constexpr (std::is_const_v<Node>) {
    return static_cast<const Derived&>(node);
  } else {
    return static_cast<Derived&>(node);
  }
}

template <class Node, class Action>
  requires std::same_as<std::remove_const_t<Node>, Expression>
decltype(auto) with_node(Node& node, Action&& action) {
  switch (node.kind) {
    case ColumnReference::kKind: return action(downcast<ColumnReference>(node));
    case Star::kKind: return action(downcast<Star>(node));
    case Literal::kKind: return action(downcast<Literal>(node));
    case Parameter::kKind: return action(downcast<Parameter>(node));
    case Unary::kKind: return action(downcast<Unary>(node));
    case Binary::kKind: return action(downcast<Binary>(node));
    case Chain::kKind: return action(downcast<Chain>(node));
    case IsTest::kKind: return action(downcast<IsTest>(node));
    case IsDistinct::kKind: return action(downcast<IsDistinct>(node));
    case Between::kKind: return action(downcast<Between>(node));
    case InList::kKind: return action(downcast<InList>(node));
    case InSubquery::kKind: return action(downcast<InSubquery>(node));
    case Exists::kKind: return action(downcast<Exists>(node));
    case ScalarSubquery::kKind: return action(downcast<ScalarSubquery>(node));
    case ArraySubquery::kKind: return action(downcast<ArraySubquery>(node));
    case Like::kKind: return action(downcast<Like>(node));
    case QuantifiedComparison::kKind: return action(downcast<QuantifiedComparison>(node));
    case Case::kKind: return action(downcast<Case>(node));
    case Cast::kKind: return action(downcast<Cast>(node));
    case FunctionCall::kKind: return action(downcast<FunctionCall>(node));
    case Row::kKind: return action(downcast<Row>(node));
    case List::kKind: return action(downcast<List>(node));
    case Struct::kKind: return action(downcast<Struct>(node));
    case Map::kKind: return action(downcast<Map>(node));
    case Subscript::kKind: return action(downcast<Subscript>(node));
    case Slice::kKind: return action(downcast<Slice>(node));
    case FieldAccess::kKind: return action(downcast<FieldAccess>(node));
    case Collate::kKind: return action(downcast<Collate>(node));
    case AtTimeZone::kKind: return action(downcast<AtTimeZone>(node));
    case Lambda::kKind: return action(downcast<Lambda>(node));
    case Default::kKind: return action(downcast<Default>(node));
    case PositionalReference::kKind: return action(downcast<PositionalReference>(node));
  }
  STOA_UNREACHABLE("every kind has its case");
}

template <class Node, class Action>
  requires std::same_as<std::remove_const_t<Node>, Query>
decltype(auto) with_node(Node& node, Action&& action) {
  switch (node.kind) {
    case SelectQuery::kKind: return action(downcast<SelectQuery>(node));
    case SetQuery::kKind: return action(downcast<SetQuery>(node));
    case ValuesQuery::kKind: return action(downcast<ValuesQuery>(node));
    case StatementQuery::kKind: return action(downcast<StatementQuery>(node));
  }
  STOA_UNREACHABLE("every kind has its case");
}

template <class Node, class Action>
  requires std::same_as<std::remove_const_t<Node>, TableReference>
decltype(auto) with_node(Node& node, Action&& action) {
  switch (node.kind) {
    case NamedTable::kKind: return action(downcast<NamedTable>(node));
    case TableFunction::kKind: return action(downcast<TableFunction>(node));
    case SubqueryTable::kKind: return action(downcast<SubqueryTable>(node));
    case Join::kKind: return action(downcast<Join>(node));
    case Pivot::kKind: return action(downcast<Pivot>(node));
    case Unpivot::kKind: return action(downcast<Unpivot>(node));
  }
  STOA_UNREACHABLE("every kind has its case");
}

template <class Node, class Action>
  requires std::same_as<std::remove_const_t<Node>, Statement>
decltype(auto) with_node(Node& node, Action&& action) {
  switch (node.kind) {
    case QueryStatement::kKind: return action(downcast<QueryStatement>(node));
    case Insert::kKind: return action(downcast<Insert>(node));
    case Update::kKind: return action(downcast<Update>(node));
    case Delete::kKind: return action(downcast<Delete>(node));
    case Merge::kKind: return action(downcast<Merge>(node));
    case Copy::kKind: return action(downcast<Copy>(node));
    case CreateTable::kKind: return action(downcast<CreateTable>(node));
    case CreateIndex::kKind: return action(downcast<CreateIndex>(node));
    case CreateView::kKind: return action(downcast<CreateView>(node));
    case CreateSchema::kKind: return action(downcast<CreateSchema>(node));
    case CreateSequence::kKind: return action(downcast<CreateSequence>(node));
    case CreateType::kKind: return action(downcast<CreateType>(node));
    case CreateFunction::kKind: return action(downcast<CreateFunction>(node));
    case CreateRole::kKind: return action(downcast<CreateRole>(node));
    case CreateSnapshot::kKind: return action(downcast<CreateSnapshot>(node));
    case CreateTrigger::kKind: return action(downcast<CreateTrigger>(node));
    case CreateExtension::kKind: return action(downcast<CreateExtension>(node));
    case AlterTable::kKind: return action(downcast<AlterTable>(node));
    case AlterObject::kKind: return action(downcast<AlterObject>(node));
    case AlterSequence::kKind: return action(downcast<AlterSequence>(node));
    case AlterRole::kKind: return action(downcast<AlterRole>(node));
    case AlterType::kKind: return action(downcast<AlterType>(node));
    case Drop::kKind: return action(downcast<Drop>(node));
    case Truncate::kKind: return action(downcast<Truncate>(node));
    case Comment::kKind: return action(downcast<Comment>(node));
    case Grant::kKind: return action(downcast<Grant>(node));
    case TransactionStatement::kKind: return action(downcast<TransactionStatement>(node));
    case SetConstraints::kKind: return action(downcast<SetConstraints>(node));
    case Prepare::kKind: return action(downcast<Prepare>(node));
    case Execute::kKind: return action(downcast<Execute>(node));
    case Deallocate::kKind: return action(downcast<Deallocate>(node));
    case DeclareCursor::kKind: return action(downcast<DeclareCursor>(node));
    case Fetch::kKind: return action(downcast<Fetch>(node));
    case CloseCursor::kKind: return action(downcast<CloseCursor>(node));
    case Explain::kKind: return action(downcast<Explain>(node));
    case Show::kKind: return action(downcast<Show>(node));
    case Describe::kKind: return action(downcast<Describe>(node));
    case SetStatement::kKind: return action(downcast<SetStatement>(node));
    case Pragma::kKind: return action(downcast<Pragma>(node));
    case Checkpoint::kKind: return action(downcast<Checkpoint>(node));
    case Vacuum::kKind: return action(downcast<Vacuum>(node));
    case Analyze::kKind: return action(downcast<Analyze>(node));
    case Reindex::kKind: return action(downcast<Reindex>(node));
    case RefreshView::kKind: return action(downcast<RefreshView>(node));
    case Use::kKind: return action(downcast<Use>(node));
    case Attach::kKind: return action(downcast<Attach>(node));
    case Detach::kKind: return action(downcast<Detach>(node));
    case Listen::kKind: return action(downcast<Listen>(node));
    case Notify::kKind: return action(downcast<Notify>(node));
    case Discard::kKind: return action(downcast<Discard>(node));
    case Call::kKind: return action(downcast<Call>(node));
    case LockTable::kKind: return action(downcast<LockTable>(node));
    case ExportDatabase::kKind: return action(downcast<ExportDatabase>(node));
    case ImportDatabase::kKind: return action(downcast<ImportDatabase>(node));
    case Do::kKind: return action(downcast<Do>(node));
    case Load::kKind: return action(downcast<Load>(node));
  }
  STOA_UNREACHABLE("every kind has its case");
}

}  // namespace stoa::sql
