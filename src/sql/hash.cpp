#include "base/hash.h"

#include "sql/fields.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {
namespace {

// Follows equal.cpp: what doesn't count there must not be mixed in here.
class Hasher {
 public:
  void add(const Place&) {}
  void add(QueryLayout) {}
  void add(const Name& name) { add(name.text); }
  void add(const std::string& text) { mix(hash_bytes(text)); }

  template <class T>
  void add(const T& value) {
    if constexpr (requires { fields_of(value); }) {
      add_fields(value);
    } else {
      mix(hash_integer(static_cast<uint64_t>(value) + 1));
    }
  }
  template <class A, class B>
  void add(const std::pair<A, B>& pair) {
    add(pair.first);
    add(pair.second);
  }
  template <class T>
  void add(const std::vector<T>& values) {
    mix(hash_integer(values.size()));
    for (const auto& value : values) add(value);
  }
  template <class T>
  void add(const std::optional<T>& value) {
    mix(value ? 1 : 0);
    if (value) add(*value);
  }
  template <class T>
  void add(const std::unique_ptr<T>& value) {
    mix(value ? 1 : 0);
    if (!value) return;
    if constexpr (std::derived_from<T, Expression>) {
      add_node(static_cast<const Expression&>(*value));
    } else if constexpr (requires {
                           value->kind;
                           with_node(*value, [](const auto&) {});
                         }) {
      add_node(*value);
    } else {
      add_fields(*value);
    }
  }
  template <class T>
  void add_fields(const T& value) {
    std::apply([&](const auto&... field) { (add(field), ...); }, fields_of(value));
  }
  template <class Base>
  void add_node(const Base& base) {
    mix(hash_integer(static_cast<uint64_t>(base.kind)));
    if constexpr (std::same_as<Base, Query> || std::same_as<Base, TableReference>) add_fields(base);
    with_node(base, [&](const auto& node) { add_fields(node); });
  }
  size_t value() const { return value_; }

 private:
  void mix(uint64_t hash) { value_ = combine_hashes(value_, hash); }

  uint64_t value_ = 0;
};

}  // namespace

size_t hash(const Expression& e) {
  Hasher hasher;
  hasher.add_node(e);
  return hasher.value();
}

size_t hash(const Query& q) {
  Hasher hasher;
  hasher.add_node(q);
  return hasher.value();
}

}  // namespace stoa::sql
