#include "sql/fields.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {
namespace {

// Finds pointers of one type among the members of a node and of the plain structures in it, in order. Types
// of casts are left out: their modifiers are no operands.
template <class Pointer, class Visit>
class Walker {
 public:
  explicit Walker(const Visit& visit) : visit_(visit) {}

  template <class T>
  void walk(T& value) {
    using Plain = std::remove_const_t<T>;
    if constexpr (std::same_as<Plain, Pointer>) {
      if (value) visit_(value);
    } else if constexpr (std::same_as<Plain, TypeName>) {
      return;
    } else if constexpr (requires { fields_of(value); }) {
      walk_fields(value);
    }
  }
  template <class T>
  void walk(std::vector<T>& values) {
    for (auto& value : values) walk(value);
  }
  template <class T>
  void walk(const std::vector<T>& values) {
    for (const auto& value : values) walk(value);
  }
  template <class T>
  void walk(std::optional<T>& value) {
    if (value) walk(*value);
  }
  template <class T>
  void walk(const std::optional<T>& value) {
    if (value) walk(*value);
  }
  void walk(std::unique_ptr<Over>& over) {
    if (over) walk_fields(*over);
  }
  void walk(const std::unique_ptr<Over>& over) {
    if (over) walk_fields(static_cast<const Over&>(*over));
  }
  template <class T>
  void walk_fields(T& value) {
    std::apply([&](auto&... field) { (walk(field), ...); }, fields_of(value));
  }

 private:
  const Visit& visit_;
};

}  // namespace

void visit_children(Expression& e, const ExpressionVisitor& visit) {
  Walker<ExpressionPtr, ExpressionVisitor> walker(visit);
  with_node(e, [&](auto& node) { walker.walk_fields(node); });
}

void visit_children(const Expression& e, const ConstExpressionVisitor& visit) {
  const auto visit_pointer = [&](const ExpressionPtr& child) { visit(*child); };
  Walker<ExpressionPtr, decltype(visit_pointer)> walker(visit_pointer);
  with_node(e, [&](const auto& node) { walker.walk_fields(node); });
}

void visit_queries(const Expression& e, const ConstQueryVisitor& visit) {
  const auto visit_pointer = [&](const QueryPtr& query) { visit(*query); };
  Walker<QueryPtr, decltype(visit_pointer)> walker(visit_pointer);
  with_node(e, [&](const auto& node) { walker.walk_fields(node); });
}

}  // namespace stoa::sql
