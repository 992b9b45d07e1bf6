#pragma once

#include <memory>
#include <string>
#include <utility>

#include "catalog/definitions.h"
#include "txn/change_record.h"

/// The change records of DDL. Each checks anew when it is applied: on a rebase others may have changed the
/// catalog.
namespace stoa {

class CreateTable final : public ChangeRecord {
 public:
  explicit CreateTable(std::shared_ptr<const TableEntry> table) : table_(std::move(table)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kCreateTable; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  std::shared_ptr<const TableEntry> table_;
};

/// Also replaces a view of the same id.
class CreateView final : public ChangeRecord {
 public:
  explicit CreateView(std::shared_ptr<const ViewEntry> view) : view_(std::move(view)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kCreateView; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  std::shared_ptr<const ViewEntry> view_;
};

/// Drops a table or view that nothing depends on.
class DropObject final : public ChangeRecord {
 public:
  explicit DropObject(ObjectId object) : object_(object) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kDropObject; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId object_;
};

/// A new name, a new schema, or both.
class RenameObject final : public ChangeRecord {
 public:
  RenameObject(ObjectId object, std::string schema, std::string name)
      : object_(object), schema_(std::move(schema)), name_(std::move(name)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kRenameObject; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId object_;
  std::string schema_;
  std::string name_;
};

/// New columns of a table: added, dropped, renamed, or changed in what they allow.
class ReshapeTable final : public ChangeRecord {
 public:
  ReshapeTable(ObjectId table, TableSchemaRef definition)
      : table_(table), definition_(std::move(definition)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kReshapeTable; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId table_;
  TableSchemaRef definition_;
};

class CommentOnObject final : public ChangeRecord {
 public:
  CommentOnObject(ObjectId object, std::string comment) : object_(object), comment_(std::move(comment)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kCommentOnObject; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  ObjectId object_;
  std::string comment_;
};

class CreateSchema final : public ChangeRecord {
 public:
  explicit CreateSchema(std::string name) : name_(std::move(name)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kCreateSchema; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  std::string name_;
};

/// Drops a schema without entries.
class DropSchema final : public ChangeRecord {
 public:
  explicit DropSchema(std::string name) : name_(std::move(name)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kDropSchema; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  std::string name_;
};

class CommentOnSchema final : public ChangeRecord {
 public:
  CommentOnSchema(std::string name, std::string comment)
      : name_(std::move(name)), comment_(std::move(comment)) {}
  ChangeKind kind() const noexcept override { return ChangeKind::kCommentOnSchema; }
  void apply(Fork& fork, RowIdMap& rows) const override;
  void collect_writes(const Root& base, WriteSet& writes) const override;

 private:
  std::string name_;
  std::string comment_;
};

}  // namespace stoa
