#include <array>

#include "sql/keyword.h"
#include "sql/precedence.h"
#include "sql/printer.h"
#include "sql/tree.h"
#include "sql/with_node.h"

namespace stoa::sql {
namespace {

constexpr int kPrimaryLevel = 100;

// Words that the grammar gives a meaning before some tokens although they are names.
constexpr std::string_view kQuotedWords[] = {"columns",   "groups", "lambda", "map",
                                             "partition", "range",  "rows",   "struct",
                                             "over",      "filter", "within", "try_cast"};

bool is_plain_identifier(const std::string& text) {
  if (text.empty() || !((text[0] >= 'a' && text[0] <= 'z') || text[0] == '_')) return false;
  for (const char c : text) {
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '$')) return false;
  }
  const Keyword keyword = find_keyword(text);
  if (keyword != Keyword::kNotKeyword && keyword_class(keyword) != KeywordClass::kUnreserved) return false;
  return std::find(std::begin(kQuotedWords), std::end(kQuotedWords), text) == std::end(kQuotedWords);
}

std::string quote(const std::string& text, char mark) {
  std::string result(1, mark);
  for (const char c : text) {
    if (c == mark) result += mark;
    result += c;
  }
  return result + mark;
}

// How strongly the node binds its operands: the level at which the parser builds it.
int level_of(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kChain: {
      const ChainOperator op = as<Chain>(e).op;
      return op == ChainOperator::kOr ? kOrLevel : op == ChainOperator::kAnd ? kAndLevel : kOperatorLevel;
    }
    case ExpressionKind::kUnary: {
      const UnaryOperator op = as<Unary>(e).op;
      if (op == UnaryOperator::kNot) return kNotLevel;
      return op == UnaryOperator::kMinus || op == UnaryOperator::kPlus ? kSignLevel : kOperatorLevel;
    }
    case ExpressionKind::kBinary: return precedence_of(as<Binary>(e).op);
    case ExpressionKind::kQuantifiedComparison:
      return as<QuantifiedComparison>(e).like ? int{kRangeLevel}
                                              : precedence_of(as<QuantifiedComparison>(e).op);
    case ExpressionKind::kIsTest:
    case ExpressionKind::kIsDistinct: return kIsLevel;
    case ExpressionKind::kBetween:
    case ExpressionKind::kInList:
    case ExpressionKind::kInSubquery:
    case ExpressionKind::kLike: return kRangeLevel;
    case ExpressionKind::kAtTimeZone: return kAtLevel;
    case ExpressionKind::kCollate: return kCollateLevel;
    case ExpressionKind::kLambda: return kLowest - 1;
    default: return kPrimaryLevel;
  }
}

std::string_view like_word(LikeKind kind) {
  switch (kind) {
    case LikeKind::kLike: return "LIKE";
    case LikeKind::kILike: return "ILIKE";
    case LikeKind::kSimilar: return "SIMILAR TO";
    case LikeKind::kGlob: return "GLOB";
  }
  return "LIKE";
}

std::string_view test_word(IsTestKind kind) {
  static constexpr std::string_view kWords[] = {
      "NULL", "TRUE", "FALSE", "UNKNOWN", "NORMALIZED", "JSON", "JSON OBJECT", "JSON ARRAY", "JSON SCALAR"};
  return kWords[static_cast<size_t>(kind)];
}

std::string hex_digits(const std::string& bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

}  // namespace

std::string quote_identifier(const std::string& text) {
  return is_plain_identifier(text) ? text : quote(text, '"');
}

std::string quote_string(const std::string& text) {
  return quote(text, '\'');
}

std::string to_text(const QualifiedName& name) {
  std::string text;
  for (const Name& part : name.parts) {
    if (!text.empty()) text += '.';
    text += quote_identifier(part.text);
  }
  return text;
}

// One overload per node class.
struct NodePrinter {
  Printer& p;

  void operator()(const ColumnReference& e) const { p.name(e.name); }
  void operator()(const Star& e) const {
    p.put_if(e.unpacked, "*");
    if (e.columns) {
      p.put("COLUMNS(").expression(*e.columns);
      p.put(")");
      return;
    }
    if (!e.qualifier.empty()) p.put(to_text(e.qualifier)).put(".");
    p.put("*");
    if (!e.excluded.empty()) p.put(" EXCLUDE ").name_list(e.excluded);
    if (!e.replaced.empty()) {
      p.put(" REPLACE (");
      p.list(e.replaced, [&](const StarReplacement& r) {
        p.expression(*r.value);
        p.put(" AS ").name(r.column);
      });
      p.put(")");
    }
    if (!e.renamed.empty()) {
      p.put(" RENAME (");
      p.list(e.renamed, [&](const StarRename& r) {
        p.name(r.column);
        p.put(" AS ").name(r.new_name);
      });
      p.put(")");
    }
  }
  void operator()(const Literal& e) const {
    switch (e.literal_kind) {
      case LiteralKind::kNull: p.put("NULL"); break;
      case LiteralKind::kBoolean: p.put(e.boolean ? "TRUE" : "FALSE"); break;
      case LiteralKind::kInteger:
      case LiteralKind::kDecimal:
      case LiteralKind::kDouble: p.put(e.text); break;
      case LiteralKind::kString: p.string(e.text); break;
      case LiteralKind::kBytes: p.put("x'").put(hex_digits(e.text)).put("'"); break;
      case LiteralKind::kBits: p.put("b'").put(e.text).put("'"); break;
      case LiteralKind::kTyped: typed_literal(e); break;
    }
  }
  // The range of an interval stands after the text: INTERVAL '1' DAY.
  void typed_literal(const Literal& e) const {
    if (e.type->interval_range.empty()) {
      p.type(*e.type);
      p.put(" ").string(e.text);
      return;
    }
    p.put("interval ").string(e.text);
    p.put(" ").put(e.type->interval_range);
    if (!e.type->modifiers.empty()) p.expression_list(e.type->modifiers);
  }
  void operator()(const Parameter& e) const {
    const bool is_plain = e.name.find('$') == std::string::npos && quote_identifier(e.name) == e.name;
    if (e.number > 0 || is_plain)
      p.put("$").put(e.number > 0 ? std::to_string(e.number) : e.name);
    else
      p.put(" :").put(
          quote_identifier(e.name));  // a $ in it would begin a dollar quote; no cast without the blank
  }
  void operator()(const Unary& e) const {
    const std::string_view op = e.op == UnaryOperator::kUser ? e.text : to_text(e.op);
    p.put(op);
    if (level_of(e) != kSignLevel) {
      p.put(" ").expression(*e.operand, e.op == UnaryOperator::kNot ? int{kNotLevel} : kOperatorLevel + 1);
      return;
    }
    // A sign before a sign would start a comment.
    p.expression(*e.operand, is<Unary>(*e.operand) ? kPrimaryLevel : int{kSignLevel});
  }
  void operator()(const Binary& e) const {
    const int level = precedence_of(e.op);
    p.expression(*e.left, level == kComparisonLevel ? level + 1 : level);
    p.put(" ").put(e.op == BinaryOperator::kUser ? e.text : to_text(e.op)).put(" ");
    p.expression(*e.right, level + 1);
  }
  void operator()(const Chain& e) const {
    const int level = level_of(e);
    const std::string separator = " " + std::string(to_text(e.op)) + " ";
    p.list(e.operands, [&](const ExpressionPtr& operand) { p.expression(*operand, level + 1); }, separator);
  }
  void operator()(const IsTest& e) const {
    p.expression(*e.operand, kIsLevel + 1);
    p.put(e.negated ? " IS NOT " : " IS ");
    if (!e.form.empty()) p.put(e.form).put(" ");
    p.put(test_word(e.test));
  }
  void operator()(const IsDistinct& e) const {
    p.expression(*e.left, kIsLevel + 1);
    p.put(e.negated ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ").expression(*e.right, kIsLevel + 1);
  }
  void operator()(const Between& e) const {
    p.expression(*e.operand, kRangeLevel + 1);
    p.put(e.negated ? " NOT BETWEEN " : " BETWEEN ").put_if(e.symmetric, "SYMMETRIC ");
    p.expression(*e.low, kOperatorLevel);
    p.put(" AND ").expression(*e.high, kOperatorLevel);
  }
  void operator()(const InList& e) const {
    p.expression(*e.operand, kRangeLevel + 1);
    p.put(e.negated ? " NOT IN " : " IN ").expression_list(e.items);
  }
  void operator()(const InSubquery& e) const {
    p.expression(*e.operand, kRangeLevel + 1);
    p.put(e.negated ? " NOT IN " : " IN ").subquery(*e.query);
  }
  void operator()(const Exists& e) const { p.put("EXISTS ").subquery(*e.query); }
  void operator()(const ScalarSubquery& e) const { p.subquery(*e.query); }
  void operator()(const ArraySubquery& e) const { p.put("ARRAY").subquery(*e.query); }
  void operator()(const QuantifiedComparison& e) const {
    const int level = level_of(e);
    p.expression(*e.operand, level + 1);
    p.put(" ");
    if (e.like) {
      p.put_if(e.like_negated, "NOT ");
      p.put(like_word(*e.like));
    } else {
      p.put(e.op == BinaryOperator::kUser ? e.text : to_text(e.op));
    }
    p.put(e.all ? " ALL " : " ANY ");
    if (e.query) return p.subquery(*e.query);
    p.put("(").expression(*e.array);
    p.put(")");
  }
  void operator()(const Like& e) const {
    p.expression(*e.operand, kRangeLevel + 1);
    p.put(" ").put_if(e.negated, "NOT ");
    p.put(like_word(e.like)).put(" ").expression(*e.pattern, kOperatorLevel);
    if (e.escape) p.put(" ESCAPE ").expression(*e.escape, kOperatorLevel);
  }
  void operator()(const Case& e) const {
    p.put("CASE");
    if (e.operand) p.put(" ").expression(*e.operand);
    for (const CaseBranch& branch : e.branches) {
      p.put(" WHEN ").expression(*branch.condition);
      p.put(" THEN ").expression(*branch.result);
    }
    if (e.otherwise) p.put(" ELSE ").expression(*e.otherwise);
    p.put(" END");
  }
  void operator()(const Cast& e) const {
    p.put(e.is_try ? "TRY_CAST(" : "CAST(").expression(*e.operand);
    p.put(" AS ").type(e.type);
    p.put(")");
  }
  void operator()(const FunctionCall& e) const { p.call(e); }
  void operator()(const Row& e) const {
    p.put_if(e.explicit_row || e.items.size() < 2, "ROW");
    p.expression_list(e.items);
  }
  void operator()(const List& e) const {
    p.put("[").expressions(e.items);
    p.put("]");
  }
  void operator()(const Struct& e) const {
    p.put("{");
    p.list(e.fields, [&](const StructField& field) {
      p.string(field.name.text);
      p.put(": ").expression(*field.value);
    });
    p.put("}");
  }
  void operator()(const Map& e) const {
    p.put("MAP {");
    p.list(e.entries, [&](const MapEntry& entry) {
      p.expression(*entry.key);
      p.put(": ").expression(*entry.value);
    });
    p.put("}");
  }
  void operator()(const Subscript& e) const {
    p.expression(*e.operand, kPrimaryLevel);
    p.put("[").expression(*e.index);
    p.put("]");
  }
  void operator()(const Slice& e) const {
    p.expression(*e.operand, kPrimaryLevel);
    p.put("[");
    if (e.low) p.expression(*e.low);
    p.put(":");
    // A blank keeps `a[:b]` from being the parameter :b and `::` from being a cast.
    if (e.high)
      p.put(" ").expression(*e.high);
    else
      p.put_if(e.step != nullptr, " -");
    if (e.step) p.put(" : ").expression(*e.step);
    p.put("]");
  }
  void operator()(const FieldAccess& e) const {
    const bool bare =
        !is<ColumnReference>(*e.operand) && !is<Literal>(*e.operand) && !is<Parameter>(*e.operand);
    p.put_if(!bare, "(");
    p.expression(*e.operand, bare ? kPrimaryLevel : int{kLowest});
    p.put_if(!bare, ")");
    p.put(".");
    if (e.star)
      p.put("*");
    else
      p.name(e.field);
  }
  void operator()(const Collate& e) const {
    p.expression(*e.operand, kCollateLevel);
    p.put(" COLLATE ").name(e.collation);
  }
  void operator()(const AtTimeZone& e) const {
    p.expression(*e.operand, kAtLevel);
    if (!e.zone)
      p.put(" AT LOCAL");
    else
      p.put(" AT TIME ZONE ").expression(*e.zone, kAtLevel + 1);
  }
  void operator()(const Lambda& e) const {
    p.put("lambda ").names(e.parameters);
    p.put(": ").expression(*e.body);
  }
  void operator()(const Default&) const { p.put("DEFAULT"); }
  void operator()(const PositionalReference& e) const { p.put("#").put(std::to_string(e.number)); }
};

void Printer::expression(const Expression& e, int minimum) {
  const bool enclosed = level_of(e) < minimum;
  put_if(enclosed, "(");
  with_node(e, NodePrinter{*this});
  put_if(enclosed, ")");
}

void Printer::primary(const Expression& e) {
  const bool enclosed = !is<Literal>(e) && !is<Parameter>(e);
  put_if(enclosed, "(");
  expression(e);
  put_if(enclosed, ")");
}

void Printer::names(const std::vector<Name>& items) {
  list(items, [&](const Name& item) { name(item); });
}

void Printer::name_list(const std::vector<Name>& items) {
  put("(").names(items);
  put(")");
}

void Printer::name_list(const std::vector<QualifiedName>& items) {
  put("(");
  list(items, [&](const QualifiedName& item) { name(item); });
  put(")");
}

void Printer::optional_name_list(const std::vector<Name>& items) {
  if (!items.empty()) put(" ").name_list(items);
}

void Printer::expressions(const ExpressionList& items) {
  list(items, [&](const ExpressionPtr& item) { expression(*item); });
}

void Printer::expression_list(const ExpressionList& items) {
  put("(").expressions(items);
  put(")");
}

void Printer::subquery(const Query& q) {
  put("(").query(q);
  put(")");
}

void Printer::type(const TypeName& t) {
  put_if(t.set_of, "SETOF ");
  for (size_t i = 0; i < t.name.parts.size(); ++i) {
    put_if(i > 0, ".");
    const Name& part = t.name.parts[i];
    // Words of the grammar that name types need no quotes, unless they had them ("char" is another type than
    // char).
    const Keyword keyword = find_keyword(part.text);
    const bool type_word = keyword != Keyword::kNotKeyword && !part.quoted &&
                           (keyword_class(keyword) != KeywordClass::kReserved || !t.fields.empty());
    put(type_word                                        ? part.text
        : part.quoted && keyword != Keyword::kNotKeyword ? quote(part.text, '"')
                                                         : quote_identifier(part.text));
  }
  if (!t.fields.empty()) {
    put("(");
    fields(t.fields);
    put(")");
  }
  const bool range_takes_precision = !t.interval_range.empty();
  if (!t.modifiers.empty() && !range_takes_precision) expression_list(t.modifiers);
  if (range_takes_precision) {
    put(" ").put(t.interval_range);
    if (!t.modifiers.empty()) expression_list(t.modifiers);
  }
  for (const auto& dimension : t.dimensions) {
    put("[").put(dimension ? std::to_string(*dimension) : "").put("]");
  }
}

void Printer::fields(const std::vector<TypeField>& items) {
  list(items, [&](const TypeField& field) {
    if (!field.name.text.empty()) {
      name(field.name);
      put(" ");
    }
    type(field.type);
  });
}

std::string to_text(const Expression& e) {
  Printer printer;
  printer.expression(e);
  return printer.take();
}

std::string to_text(const TypeName& t) {
  Printer printer;
  printer.type(t);
  return printer.take();
}

}  // namespace stoa::sql
