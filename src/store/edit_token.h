#pragma once

#include <cstdint>
#include <memory>

/// Copy on write by ownership: every node of a shared structure remembers the token under which it was made.
/// Whoever holds that token (one fork between two savepoints) may change the node in place; everybody else
/// copies it first. Tokens are never used twice within one store, so a node that has been published or
/// remembered stays as it is.
namespace stoa {

enum class EditToken : uint64_t { kNone = 0 };

/// The node behind `ref`, ready to be changed: itself when `token` owns it, else a copy that takes its place
/// in `ref`. T has a public member `EditToken owner` and a copy constructor. `ref` is not null.
template <class T>
T& own(std::shared_ptr<const T>& ref, EditToken token) {
  if (ref->owner != token) {
    auto copy = std::make_shared<T>(*ref);
    copy->owner = token;
    ref = std::move(copy);
  }
  return const_cast<T&>(*ref);
}

}  // namespace stoa
