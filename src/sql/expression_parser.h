// The grammar of expressions and types; queries inside them are the business of a derived class.
//
// Operators are parsed by precedence (Pratt), the rest by recursive descent. Not synchronized.
#pragma once

#include <memory>

#include "sql/expression.h"
#include "sql/precedence.h"
#include "sql/token_reader.h"

namespace stoa::sql {

inline constexpr size_t kArrayLevelsMax = 64;

class ExpressionParser : protected TokenReader {
 protected:
  using TokenReader::TokenReader;
  virtual ~ExpressionParser() = default;

  /// `(query)`; at_query() or an opening parenthesis has been seen after the parenthesis.
  virtual QueryPtr query_in_parentheses() = 0;
  /// A query up to whatever ends it.
  virtual QueryPtr query() = 0;
  /// The rest of a query whose first operand, in parentheses, has been read as an expression.
  virtual QueryPtr continue_query(QueryPtr left, uint32_t begin) = 0;
  bool at_query() const;
  bool at_query_continuation() const;

  // parse_expression.cpp: operators.
  ExpressionPtr expression(int minimum = kLowest);
  ExpressionPtr infix(ExpressionPtr left, int minimum, uint32_t begin);
  bool infix_operator(ExpressionPtr& left, int minimum, uint32_t begin, int& ended);
  bool infix_word(ExpressionPtr& left, int minimum, uint32_t begin, int& ended);
  bool infix_range_word(ExpressionPtr& left, int minimum, uint32_t begin, int& ended);
  bool postfix(ExpressionPtr& left, uint32_t begin);
  void binary(ExpressionPtr& left, const Token& op, std::string text, int level, uint32_t begin);
  void chain(ExpressionPtr& left, ChainOperator op, int level, uint32_t begin);
  bool quantified(ExpressionPtr& left, BinaryOperator op, std::string text, uint32_t begin);
  bool quantified_like(ExpressionPtr& left, LikeKind like, bool negated, uint32_t begin);
  void like(ExpressionPtr& left, LikeKind kind, bool negated, uint32_t begin, int level = kOperatorLevel);
  void between(ExpressionPtr& left, bool negated, uint32_t begin);
  void in(ExpressionPtr& left, bool negated, uint32_t begin);
  void is_test(ExpressionPtr& left, uint32_t begin, int& ended);
  void is_test_kind(IsTest& node);
  void overlaps(ExpressionPtr& left, uint32_t begin);
  void cast_suffix(ExpressionPtr& left, uint32_t begin);
  void subscript(ExpressionPtr& left, uint32_t begin);
  void field_access(ExpressionPtr& left, uint32_t begin);
  std::string operator_syntax();
  ExpressionPtr right_operand(int minimum);

  // parse_primary.cpp: what operators join.
  ExpressionPtr prefix();
  ExpressionPtr prefix_operator();
  ExpressionPtr prefix_word();
  ExpressionPtr keyword_primary();
  ExpressionPtr unary(UnaryOperator op, std::string text, int level);
  ExpressionPtr number(LiteralKind kind);
  ExpressionPtr string_literal();
  ExpressionPtr constant(LiteralKind kind, bool boolean = false);
  ExpressionPtr named_parameter(std::string parameter_name);
  ExpressionPtr numbered_parameter(int64_t number, uint32_t begin);
  ExpressionPtr parameter_token();
  ExpressionPtr parentheses();
  bool query_or_list(QueryPtr& query, ExpressionList& items);
  ExpressionPtr name_primary();
  ExpressionPtr star(QualifiedName qualifier, uint32_t begin);
  void star_options(Star& node);
  ExpressionPtr case_expression();
  ExpressionPtr cast_call(bool is_try);
  ExpressionPtr exists();
  ExpressionPtr array();
  ExpressionPtr list();
  ExpressionPtr list_comprehension(ExpressionPtr result, uint32_t begin);
  ExpressionPtr row();
  ExpressionPtr struct_literal();
  ExpressionPtr map_literal();
  ExpressionPtr interval_literal();
  ExpressionPtr typed_literal(TypeName type, uint32_t begin);
  bool at_typed_literal() const;
  bool at_lambda_arrow() const;
  bool at_lambda_word() const;
  ExpressionPtr lambda_arrow();
  ExpressionPtr lambda_word();
  ExpressionPtr subquery_expression(QueryPtr query, uint32_t begin);
  ExpressionList expression_list();

  // parse_function.cpp: calls.
  ExpressionPtr call(QualifiedName function, uint32_t begin);
  ExpressionPtr call_suffixes(std::unique_ptr<FunctionCall> node, uint32_t begin);
  void arguments(FunctionCall& node);
  Argument argument(bool lambdas);
  void null_treatment(FunctionCall& node);
  ExpressionPtr special_call(uint32_t begin);
  void extract_arguments(FunctionCall& node);
  void substring_arguments(FunctionCall& node);
  void position_arguments(FunctionCall& node);
  void overlay_arguments(FunctionCall& node);
  void trim_arguments(FunctionCall& node);
  void normalize_arguments(FunctionCall& node);
  ExpressionPtr bare_call(Keyword keyword);
  WindowSpecification window_specification();
  void window_frame(WindowSpecification& window);
  FrameBound frame_bound();
  std::vector<SortItem> sort_items();
  SortItem sort_item();
  void sort_order(SortItem& item);
  std::unique_ptr<FunctionCall> function_call(std::string_view what);

  // parse_type.cpp
  TypeName type_name();
  void base_type(TypeName& type);
  void character_type(TypeName& type);
  void time_type(TypeName& type);
  void interval_range(TypeName& type);
  bool interval_unit(std::string& unit, std::string& function);
  void type_fields(TypeName& type, bool named);
  void type_modifiers(TypeName& type);
  void array_suffixes(TypeName& type);
  void set_type(TypeName& type, std::string text, Place where);
  std::unique_ptr<TypeName> type_pointer();
  std::vector<std::unique_ptr<TypeName>> type_list();
};

}  // namespace stoa::sql
