// How each class of statement is written; part of Printer. One overload per class, in print_data.cpp,
// print_definition.cpp, print_alter.cpp and print_session.cpp.
#pragma once

#include "sql/precedence.h"
#include "sql/printer.h"

namespace stoa::sql {

class StatementPrinter {
 public:
  explicit StatementPrinter(Printer& printer) : p(printer) {}

  void operator()(const QueryStatement& s) const;
  void operator()(const Insert& s) const;
  void operator()(const Update& s) const;
  void operator()(const Delete& s) const;
  void operator()(const Merge& s) const;
  void operator()(const Copy& s) const;
  void operator()(const CreateTable& s) const;
  void operator()(const CreateIndex& s) const;
  void operator()(const CreateView& s) const;
  void operator()(const CreateSchema& s) const;
  void operator()(const CreateSequence& s) const;
  void operator()(const CreateType& s) const;
  void operator()(const CreateFunction& s) const;
  void operator()(const CreateRole& s) const;
  void operator()(const CreateSnapshot& s) const;
  void operator()(const CreateTrigger& s) const;
  void operator()(const CreateExtension& s) const;
  void operator()(const AlterTable& s) const;
  void operator()(const AlterObject& s) const;
  void operator()(const AlterSequence& s) const;
  void operator()(const AlterRole& s) const;
  void operator()(const AlterType& s) const;
  void operator()(const Drop& s) const;
  void operator()(const Truncate& s) const;
  void operator()(const Comment& s) const;
  void operator()(const Grant& s) const;
  void operator()(const TransactionStatement& s) const;
  void operator()(const SetConstraints& s) const;
  void operator()(const Prepare& s) const;
  void operator()(const Execute& s) const;
  void operator()(const Deallocate& s) const;
  void operator()(const DeclareCursor& s) const;
  void operator()(const Fetch& s) const;
  void operator()(const CloseCursor& s) const;
  void operator()(const Explain& s) const;
  void operator()(const Show& s) const;
  void operator()(const Describe& s) const;
  void operator()(const SetStatement& s) const;
  void operator()(const Pragma& s) const;
  void operator()(const Checkpoint& s) const;
  void operator()(const Vacuum& s) const;
  void operator()(const Analyze& s) const;
  void operator()(const Reindex& s) const;
  void operator()(const RefreshView& s) const;
  void operator()(const Use& s) const;
  void operator()(const Attach& s) const;
  void operator()(const Detach& s) const;
  void operator()(const Listen& s) const;
  void operator()(const Notify& s) const;
  void operator()(const Discard& s) const;
  void operator()(const Call& s) const;
  void operator()(const LockTable& s) const;
  void operator()(const ExportDatabase& s) const;
  void operator()(const ImportDatabase& s) const;
  void operator()(const Do& s) const;
  void operator()(const Load& s) const;

 private:
  Printer& p;

  void function_option(const Option& option) const;
  void arguments(const std::vector<Argument>& items) const;
  void maintained(const std::vector<Option>& options, const std::vector<MaintainedTable>& tables) const;
};

}  // namespace stoa::sql
