#include "sql/query_parser.h"

namespace stoa::sql {

// source PIVOT (aggregates FOR column IN (values) [,] .. [GROUP BY columns]). The comma is needed only behind
// a column without IN, which would otherwise run on into the next one.
TableReferencePtr QueryParser::pivot(TableReferencePtr source, uint32_t begin) {
  auto node = std::make_unique<Pivot>();
  node->source = std::move(source);
  expect(Keyword::kPivot);
  expect(TokenKind::kOpenParenthesis);
  if (!at(Keyword::kFor)) separated([&] { node->aggregates.push_back(select_item()); });
  if (!accept(Keyword::kFor)) {
    if (!at(Keyword::kGroup) && !at(TokenKind::kCloseParenthesis)) fail("FOR");
  } else {
    do node->columns.push_back(pivot_column());
    while (accept(TokenKind::kComma) || (!at(TokenKind::kCloseParenthesis) && !at(Keyword::kGroup)));
  }
  if (accept(Keyword::kGroup)) {
    expect(Keyword::kBy);
    separated([&] { node->group_by.push_back(name("a column name")); });
  }
  expect(TokenKind::kCloseParenthesis);
  node->place = place_from(begin);
  return node;
}

// `a IN (1, 2)`, `(a, b) IN ((1, 2))`, `a IN (SELECT ..)`, `a IN an_enum`, or `a` alone: all its values.
PivotColumn QueryParser::pivot_column() {
  PivotColumn column;
  ExpressionPtr target = expression(kOperatorLevel);
  if (is<Row>(*target)) {
    column.columns = std::move(as<Row>(*target).items);
  } else {
    column.columns.push_back(std::move(target));
  }
  if (!at(Keyword::kIn)) return column;
  expect(Keyword::kIn);
  if (!at(TokenKind::kOpenParenthesis)) {
    column.enum_name = name("\"(\" or the name of an enum");
    return column;
  }
  advance();
  if (at_query()) {
    column.query = query();
  } else {
    separated([&] { column.values.push_back(pivot_value(kLowest)); });
  }
  expect(TokenKind::kCloseParenthesis);
  return column;
}

PivotValue QueryParser::pivot_value(int minimum) {
  PivotValue value;
  const uint32_t begin = start();
  if (accept_operator(BinaryOperator::kMultiply)) {
    value.value = star({}, begin);
  } else {
    value.value = expression(minimum);
  }
  if (accept(Keyword::kAs)) {
    value.alias = name_or_string("an alias");
  } else if (is_quoted_name(token()) || token().kind == TokenKind::kWord) {
    if (at_bare_label() && !at(Keyword::kInto) && !at(Keyword::kName) && !at(Keyword::kValue)) {
      value.alias = take_name();
    }
  }
  return value;
}

// source UNPIVOT [INCLUDE NULLS] (value FOR name IN (columns)).
TableReferencePtr QueryParser::unpivot(TableReferencePtr source, uint32_t begin) {
  auto node = std::make_unique<Unpivot>();
  node->source = std::move(source);
  expect(Keyword::kUnpivot);
  if (accept(Keyword::kInclude)) {
    expect(Keyword::kNulls);
    node->include_nulls = true;
  } else if (accept(Keyword::kExclude)) {
    expect(Keyword::kNulls);
  }
  const auto one_or_more = [&] {
    if (at(TokenKind::kOpenParenthesis)) return name_list();
    std::vector<Name> names;
    names.push_back(name("a column name"));
    return names;
  };
  expect(TokenKind::kOpenParenthesis);
  node->value_names = one_or_more();
  expect(Keyword::kFor);
  node->name_columns = one_or_more();
  expect(Keyword::kIn);
  parenthesized([&] { node->columns.push_back(pivot_value(kLowest)); });
  expect(TokenKind::kCloseParenthesis);
  node->place = place_from(begin);
  return node;
}

// PIVOT source [ON columns] [USING aggregates] [GROUP BY columns].
QueryPtr QueryParser::pivot_query() {
  const uint32_t begin = start();
  expect(Keyword::kPivot);
  auto node = std::make_unique<Pivot>();
  node->source = table_reference();
  if (accept(Keyword::kOn)) separated([&] { node->columns.push_back(pivot_column()); });
  if (accept(Keyword::kUsing)) separated([&] { node->aggregates.push_back(select_item()); });
  if (node->columns.empty() && node->aggregates.empty()) fail("ON or USING");
  if (accept(Keyword::kGroup)) {
    expect(Keyword::kBy);
    separated([&] { node->group_by.push_back(name("a column name")); });
  }
  node->place = place_from(begin);
  deepen(peak_);
  return query_of(std::move(node));
}

// UNPIVOT source ON columns [INTO NAME name VALUE values].
QueryPtr QueryParser::unpivot_query() {
  const uint32_t begin = start();
  expect(Keyword::kUnpivot);
  auto node = std::make_unique<Unpivot>();
  node->source = table_reference();
  if (accept(Keyword::kInclude)) {
    expect(Keyword::kNulls);
    node->include_nulls = true;
  }
  expect(Keyword::kOn);
  separated([&] { node->columns.push_back(pivot_value(kLowest)); });
  if (accept(Keyword::kInto)) {
    expect(Keyword::kName);
    node->name_columns.push_back(name("a column name"));
    expect(Keyword::kValue);
    separated([&] { node->value_names.push_back(name("a column name")); });
  } else {
    node->name_columns.push_back({.text = "name", .place = {}, .quoted = false});
    node->value_names.push_back({.text = "value", .place = {}, .quoted = false});
  }
  node->place = place_from(begin);
  deepen(peak_);
  return query_of(std::move(node));
}

}  // namespace stoa::sql
