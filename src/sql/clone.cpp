#include "sql/fields.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {
namespace {

// Static members, so that the overloads see each other whatever their order.
class Copier {
 public:
  // What holds nothing but values is copied by the language.
  template <class T>
  static void copy(T& to, const T& from) {
    if constexpr (requires { fields_of(from); }) {
      copy_fields(to, from);
    } else {
      to = from;
    }
  }
  static void copy(Name& to, const Name& from) { to = from; }
  static void copy(QualifiedName& to, const QualifiedName& from) { to = from; }

  template <class T>
  static void copy(std::vector<T>& to, const std::vector<T>& from) {
    to.resize(from.size());
    for (size_t i = 0; i < from.size(); ++i) copy(to[i], from[i]);
  }
  template <class T>
  static void copy(std::optional<T>& to, const std::optional<T>& from) {
    if (from) copy(to.emplace(), *from);
  }
  template <class T>
  static void copy(std::unique_ptr<T>& to, const std::unique_ptr<T>& from) {
    if (!from) return;
    if constexpr (std::derived_from<T, Expression> && !std::same_as<T, Expression>) {
      to = std::make_unique<T>();
      to->place = from->place;
      copy_fields(*to, *from);
    } else if constexpr (requires { clone(*from).release(); }) {
      to = clone(*from);
    } else {
      to = std::make_unique<T>();
      copy_fields(*to, *from);
    }
  }

  template <class T>
  static void copy_fields(T& to, const T& from) {
    using Fields = decltype(fields_of(from));
    if constexpr (std::tuple_size_v<Fields> != 0) {
      copy_tuple(std::make_index_sequence<std::tuple_size_v<Fields>>(), fields_of(to), fields_of(from));
    }
  }

 private:
  template <size_t... I, class To, class From>
  static void copy_tuple(std::index_sequence<I...>, To to, From from) {
    (copy(std::get<I>(to), std::get<I>(from)), ...);
  }
};

}  // namespace

ExpressionPtr clone(const Expression& e) {
  return with_node(e, []<class Node>(const Node& node) -> ExpressionPtr {
    auto result = std::make_unique<Node>();
    result->place = node.place;
    Copier::copy_fields(*result, node);
    return result;
  });
}

QueryPtr clone(const Query& q) {
  return with_node(q, []<class Node>(const Node& node) -> QueryPtr {
    auto result = std::make_unique<Node>();
    Copier::copy_fields<Query>(*result, node);
    Copier::copy_fields(*result, node);
    return result;
  });
}

TableReferencePtr clone(const TableReference& t) {
  return with_node(t, []<class Node>(const Node& node) -> TableReferencePtr {
    auto result = std::make_unique<Node>();
    Copier::copy_fields<TableReference>(*result, node);
    Copier::copy_fields(*result, node);
    return result;
  });
}

StatementPtr clone(const Statement& s) {
  return with_node(s, []<class Node>(const Node& node) -> StatementPtr {
    auto result = std::make_unique<Node>();
    result->place = node.place;
    result->parameter_count = node.parameter_count;
    result->parameter_names = node.parameter_names;
    Copier::copy_fields(*result, node);
    return result;
  });
}

TypeName clone(const TypeName& t) {
  TypeName result;
  Copier::copy_fields(result, t);
  return result;
}

SortItem clone(const SortItem& item) {
  SortItem result;
  Copier::copy_fields(result, item);
  return result;
}

WindowSpecification clone(const WindowSpecification& window) {
  WindowSpecification result;
  Copier::copy_fields(result, window);
  return result;
}

}  // namespace stoa::sql
