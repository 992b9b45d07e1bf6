#include "txn/fork.h"

#include "base/assert.h"
#include "txn/version_store.h"

namespace stoa {

Fork::Fork(VersionStore& store, Snapshot base, Root root)
    : store_(&store), base_(std::move(base)), root_(std::move(root)), token_(store.next_token()) {}

const StorageOptions& Fork::options() const noexcept {
  return store_->options();
}

Root Fork::freeze() {
  // What the old token owns now belongs to the copy too: from here on it is copied before it is changed.
  token_ = store_->next_token();
  return root_;
}

void Fork::change(ChangeRecordRef record) {
  records_.push_back(std::move(record));
  records_.back()->apply(*this, rows_in_place_);
}

Savepoint Fork::savepoint() {
  return Savepoint{freeze(), records_.size()};
}

void Fork::rollback_to(const Savepoint& savepoint) {
  STOA_CHECK(savepoint.record_count <= records_.size());
  root_ = savepoint.root;
  records_.resize(savepoint.record_count);
  token_ = store_->next_token();
}

RootObject& Fork::edit(ObjectId id) {
  std::shared_ptr<const RootObject>& place = root_.objects_.edit(to_number(id), token_);
  STOA_CHECK(place != nullptr);
  if (place->owner != token_) {
    std::shared_ptr<RootObject> copy = place->clone();
    copy->owner = token_;
    place = std::move(copy);
  }
  return const_cast<RootObject&>(*place);
}

void Fork::put(ObjectId id, std::shared_ptr<RootObject> object) {
  object->owner = token_;
  root_.objects_.set(to_number(id), std::move(object), token_);
}

void Fork::erase(ObjectId id) {
  root_.objects_.set(to_number(id), nullptr, token_);
}

ObjectId Fork::allocate_id() {
  return store_->next_object_id();
}

}  // namespace stoa
