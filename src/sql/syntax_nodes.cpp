// The special members that need the complete types of what they own.
#include "sql/session_statements.h"

namespace stoa::sql {

TypeName::TypeName() = default;
TypeName::TypeName(TypeName&&) noexcept = default;
TypeName& TypeName::operator=(TypeName&&) noexcept = default;
TypeName::~TypeName() = default;

Expression::~Expression() = default;
InSubquery::InSubquery() = default;
InSubquery::~InSubquery() = default;
Exists::Exists() = default;
Exists::~Exists() = default;
ScalarSubquery::ScalarSubquery() = default;
ScalarSubquery::~ScalarSubquery() = default;
ArraySubquery::ArraySubquery() = default;
ArraySubquery::~ArraySubquery() = default;
QuantifiedComparison::QuantifiedComparison() = default;
QuantifiedComparison::~QuantifiedComparison() = default;

Query::~Query() = default;
SelectQuery::SelectQuery() = default;
SelectQuery::~SelectQuery() = default;
StatementQuery::StatementQuery() = default;
StatementQuery::~StatementQuery() = default;

TableReference::~TableReference() = default;
Statement::~Statement() = default;

}  // namespace stoa::sql
