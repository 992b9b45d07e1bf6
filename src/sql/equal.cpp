#include "sql/fields.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {
namespace {

// Static members, so that the overloads see each other whatever their order.
class Comparer {
 public:
  // Where and how something was written doesn't count.
  static bool same(const Place&, const Place&) { return true; }
  static bool same(QueryLayout, QueryLayout) { return true; }
  static bool same(const Name& a, const Name& b) { return a.text == b.text; }

  template <class T>
  static bool same(const T& a, const T& b) {
    if constexpr (requires { fields_of(a); }) {
      return same_fields(a, b);
    } else {
      return a == b;
    }
  }
  template <class T>
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!same(a[i], b[i])) return false;
    }
    return true;
  }
  template <class T>
  static bool same(const std::optional<T>& a, const std::optional<T>& b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  }
  template <class T>
  static bool same(const std::unique_ptr<T>& a, const std::unique_ptr<T>& b) {
    if (!a || !b) return !a && !b;
    if constexpr (std::derived_from<T, Expression>) {
      return equal(static_cast<const Expression&>(*a), static_cast<const Expression&>(*b));
    } else if constexpr (requires { equal(*a, *b); }) {
      return equal(*a, *b);
    } else {
      return same_fields(*a, *b);
    }
  }

  template <class T>
  static bool same_fields(const T& a, const T& b) {
    using Fields = decltype(fields_of(a));
    return same_tuple(std::make_index_sequence<std::tuple_size_v<Fields>>(), fields_of(a), fields_of(b));
  }

 private:
  template <size_t... I, class Fields>
  static bool same_tuple(std::index_sequence<I...>, const Fields& a, const Fields& b) {
    return (same(std::get<I>(a), std::get<I>(b)) && ...);
  }
};

}  // namespace

bool equal(const Expression& a, const Expression& b) {
  if (a.kind != b.kind) return false;
  return with_node(a, [&]<class Node>(const Node& node) {
    return Comparer::same_fields(node, static_cast<const Node&>(b));
  });
}

bool equal(const Query& a, const Query& b) {
  if (a.kind != b.kind || !Comparer::same_fields<Query>(a, b)) return false;
  return with_node(a, [&]<class Node>(const Node& node) {
    return Comparer::same_fields(node, static_cast<const Node&>(b));
  });
}

bool equal(const TableReference& a, const TableReference& b) {
  if (a.kind != b.kind || !Comparer::same_fields<TableReference>(a, b)) return false;
  return with_node(a, [&]<class Node>(const Node& node) {
    return Comparer::same_fields(node, static_cast<const Node&>(b));
  });
}

bool equal(const Statement& a, const Statement& b) {
  if (a.kind != b.kind) return false;
  return with_node(a, [&]<class Node>(const Node& node) {
    return Comparer::same_fields(node, static_cast<const Node&>(b));
  });
}

bool equal(const TypeName& a, const TypeName& b) {
  return Comparer::same_fields(a, b);
}

}  // namespace stoa::sql
