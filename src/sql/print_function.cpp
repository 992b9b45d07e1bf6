#include <algorithm>

#include "sql/keyword.h"
#include "sql/precedence.h"
#include "sql/printer.h"

namespace stoa::sql {
namespace {

// Functions that are words of the grammar and take any arguments.
constexpr std::string_view kUnquotedFunctions[] = {"coalesce", "greatest", "grouping", "least", "nullif"};

bool is_listed(const std::string& text) {
  return std::find(std::begin(kUnquotedFunctions), std::end(kUnquotedFunctions), text) !=
         std::end(kUnquotedFunctions);
}

// The calls with a grammar of their own take a plain list too, of at least so many arguments; quoted, any
// call.
bool fits_special_grammar(const FunctionCall& f) {
  const std::string& text = f.name.last();
  const size_t count = f.arguments.size();
  if (f.star || f.distinct || f.variadic || !f.order_by.empty()) return false;
  for (const Argument& argument : f.arguments) {
    if (!argument.name.text.empty() || is<Star>(*argument.value)) return false;
  }
  if (text == "extract") return count == 2 && is<Literal>(*f.arguments[0].value);
  if (text == "position") return count == 2;
  return (text == "overlay" || text == "substring") && count > 0;
}

// Whether the name stands without quotes although it is a word of the grammar.
bool is_bare(const FunctionCall& f) {
  if (f.name.parts.size() != 1) return false;
  const Keyword keyword = find_keyword(f.name.last());
  if (keyword == Keyword::kNotKeyword) return false;
  switch (keyword_class(keyword)) {
    case KeywordClass::kTypeOrFunctionName: return true;
    case KeywordClass::kReserved: return !f.name.parts[0].quoted;  // current_time(3)
    default: return is_listed(f.name.last()) || fits_special_grammar(f);
  }
}

}  // namespace

void Printer::call(const FunctionCall& f) {
  if (f.no_parentheses || is_bare(f)) {
    put(f.name.last());
  } else {
    name(f.name);
  }
  if (f.no_parentheses) return;
  arguments(f);
  if (!f.within_group.empty()) {
    put(" WITHIN GROUP (ORDER BY ").sort_items(f.within_group);
    put(")");
  }
  if (f.filter) {
    put(" FILTER (WHERE ").expression(*f.filter);
    put(")");
  }
  put_if(f.nulls == NullTreatment::kIgnore, " IGNORE NULLS");
  put_if(f.nulls == NullTreatment::kRespect, " RESPECT NULLS");
  if (!f.over) return;
  put(" OVER ");
  if (!f.over->name.text.empty())
    name(f.over->name);
  else
    window(f.over->specification);
}

void Printer::arguments(const FunctionCall& f) {
  put("(").put_if(f.star, "*");
  put_if(f.distinct, "DISTINCT ");
  for (size_t i = 0; i < f.arguments.size(); ++i) {
    put_if(i > 0, ", ");
    put_if(f.variadic && i + 1 == f.arguments.size(), "VARIADIC ");
    const Argument& argument = f.arguments[i];
    if (!argument.name.text.empty()) {
      name(argument.name);
      put(" => ");
    }
    expression(*argument.value, kLowest - 1);
  }
  if (!f.order_by.empty()) {
    put_if(!f.arguments.empty(), " ");
    put("ORDER BY ").sort_items(f.order_by);
  }
  put(")");
}

void Printer::sort_items(const std::vector<SortItem>& items) {
  list(items, [&](const SortItem& item) { sort_item(item); });
}

void Printer::sort_item(const SortItem& item) {
  if (item.expression) {
    expression(*item.expression);
  } else {
    put("ALL");
  }
  if (!item.using_operator.empty()) put(" USING ").put(item.using_operator);
  put_if(item.direction == SortDirection::kAscending, " ASC");
  put_if(item.direction == SortDirection::kDescending, " DESC");
  put_if(item.nulls == NullOrder::kFirst, " NULLS FIRST");
  put_if(item.nulls == NullOrder::kLast, " NULLS LAST");
}

void Printer::window(const WindowSpecification& w) {
  std::string_view blank;
  const auto separate = [&] {
    put(blank);
    blank = " ";
  };
  put("(");
  if (!w.base.text.empty()) {
    separate();
    name(w.base);
  }
  if (!w.partition_by.empty()) {
    separate();
    put("PARTITION BY ").expressions(w.partition_by);
  }
  if (!w.order_by.empty()) {
    separate();
    put("ORDER BY ").sort_items(w.order_by);
  }
  if (w.frame) {
    separate();
    frame(*w.frame);
  }
  put(")");
}

void Printer::frame(const WindowFrame& f) {
  static constexpr std::string_view kUnits[] = {"ROWS", "RANGE", "GROUPS"};
  static constexpr std::string_view kExclusions[] = {"", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP",
                                                     " EXCLUDE TIES"};
  put(kUnits[static_cast<size_t>(f.unit)]).put(" BETWEEN ").bound(f.start);
  put(" AND ").bound(f.end);
  put(kExclusions[static_cast<size_t>(f.exclusion)]);
}

void Printer::bound(const FrameBound& b) {
  switch (b.kind) {
    case FrameBoundKind::kUnboundedPreceding: put("UNBOUNDED PRECEDING"); return;
    case FrameBoundKind::kUnboundedFollowing: put("UNBOUNDED FOLLOWING"); return;
    case FrameBoundKind::kCurrentRow: put("CURRENT ROW"); return;
    default: break;
  }
  expression(*b.offset, kOperatorLevel);
  put(b.kind == FrameBoundKind::kPreceding ? " PRECEDING" : " FOLLOWING");
}

}  // namespace stoa::sql
