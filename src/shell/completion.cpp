#include "shell/completion.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "catalog/catalog.h"

namespace stoa::shell {

namespace {

constexpr std::string_view kKeywords[] = {
    "select", "from",      "where", "group by", "order by", "having", "limit",    "offset",  "insert into",
    "values", "update",    "set",   "delete",   "create",   "table",  "view",     "drop",    "alter",
    "join",   "left join", "inner", "on",       "using",    "union",  "distinct", "with",    "as",
    "and",    "or",        "not",   "null",     "is",       "in",     "like",     "between", "exists",
    "case",   "when",      "then",  "else",     "end",      "copy",   "explain",  "analyze", "begin",
    "commit", "rollback",  "show",  "describe", "summarize"};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::set<std::string> known_names(engine::Session& session) {
  std::set<std::string> names(std::begin(kKeywords), std::end(kKeywords));
  const Snapshot snapshot = session.database().versions().snapshot();
  const Catalog catalog(snapshot.root());
  for (const CatalogEntry* entry : catalog.visible_entries()) {
    names.insert(entry->name);
    if (entry->kind != CatalogKind::kTable) {
      continue;
    }
    for (const auto& column : static_cast<const TableEntry&>(*entry).definition->columns) {
      names.insert(column.name);
    }
  }
  for (const ScalarFunction* function : session.database().functions().scalar_functions()) {
    names.insert(function->name);
  }
  for (const AggregateFunction* function : session.database().functions().aggregate_functions()) {
    names.insert(function->name);
  }
  return names;
}

std::string common_prefix(const std::vector<std::string>& words) {
  std::string prefix = words[0];
  for (const std::string& word : words) {
    const auto [a, b] = std::mismatch(prefix.begin(), prefix.end(), word.begin(), word.end());
    prefix.erase(a, prefix.end());
  }
  return prefix;
}

}  // namespace

Completion complete_name(engine::Session& session, std::string_view before) {
  size_t begin = before.size();
  while (begin > 0 &&
         (std::isalnum(static_cast<unsigned char>(before[begin - 1])) != 0 || before[begin - 1] == '_')) {
    --begin;
  }
  const std::string_view typed = before.substr(begin);
  Completion completion;
  if (typed.empty()) {
    return completion;
  }
  const std::string wanted = lower(typed);
  for (const std::string& name : known_names(session)) {
    if (name.starts_with(wanted)) {
      completion.candidates.push_back(name);
    }
  }
  if (completion.candidates.empty()) {
    return completion;
  }
  completion.added = common_prefix(completion.candidates).substr(wanted.size());
  if (std::isupper(static_cast<unsigned char>(typed[0])) != 0) {
    std::transform(completion.added.begin(), completion.added.end(), completion.added.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  }
  return completion;
}

}  // namespace stoa::shell
