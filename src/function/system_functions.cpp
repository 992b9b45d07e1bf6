#include "base/error.h"
#include "function/builtin_functions.h"
#include "function/function_registry.h"
#include "function/row_kernel.h"

namespace stoa {

namespace {

ColumnVector constant_text(const ScalarCall& call, std::string text) {
  return ColumnVector::make_constant(Value::text(std::move(text)), call.row_count);
}

ColumnVector version_kernel(const ScalarCall& call) {
  std::string version;
  const bool known = call.context.setting && call.context.setting("version", version);
  return constant_text(call, known ? version : "PostgreSQL 15.0 (StoaDB)");
}
ColumnVector user_kernel(const ScalarCall& call) {
  return constant_text(call, call.context.user);
}
ColumnVector database_kernel(const ScalarCall& call) {
  return constant_text(call, call.context.database);
}
ColumnVector schema_kernel(const ScalarCall& call) {
  return constant_text(call, call.context.schema);
}

std::optional<std::string> setting_or_null(const ScalarCall& call, std::string_view name, bool missing_ok) {
  std::string value;
  if (call.context.setting && call.context.setting(name, value)) {
    return value;
  }
  if (missing_ok) {
    return std::nullopt;
  }
  throw Error(sqlstate::kUndefinedObject,
              "unrecognized configuration parameter \"" + std::string(name) + "\"");
}
std::optional<std::string> current_setting_row(const ScalarCall& call, std::string_view name) {
  return setting_or_null(call, name, false);
}

ColumnVector typeof_kernel(const ScalarCall& call) {
  return constant_text(call, call.arguments[0].type().to_string());
}

ScalarFunction stable(ScalarFunction function) {
  function.volatility = Volatility::kStable;
  return function;
}

}  // namespace

void register_system_functions(FunctionRegistry& registry) {
  constexpr auto kText = TypeId::kText;
  registry.add(stable(scalar("version", {}, kText, version_kernel,
                             {"What this server is.", "length(version()) > 0", "true"})));
  for (const char* name : {"current_user", "session_user", "user", "current_role"}) {
    registry.add(stable(scalar(name, {}, kText, user_kernel, {"The name of the user.", name, "stoa"})));
  }
  for (const char* name : {"current_database", "current_catalog"}) {
    const std::string example = name == std::string_view("current_catalog") ? name : std::string(name) + "()";
    registry.add(
        stable(scalar(name, {}, kText, database_kernel, {"The name of the database.", example, "main"})));
  }
  registry.add(stable(scalar("current_schema", {}, kText, schema_kernel,
                             {"The schema that unqualified names mean.", "current_schema()", "public"})));
  registry.add(stable(scalar(
      "current_setting", {kText}, kText, row_kernel<&current_setting_row>,
      {"The value of a setting as text.", "current_setting('integer_division') IS NOT NULL", "true"})));
  registry.add(
      stable(scalar("current_setting", {kText, TypeId::kBoolean}, kText, row_kernel<&setting_or_null>,
                    {"The value of a setting; with true, NULL where there is none.",
                     "current_setting('no.such', true) IS NULL", "true"})));
  for (const char* name : {"pg_typeof", "typeof"}) {
    ScalarFunction function =
        scalar(name, {TypeId::kNull}, kText, typeof_kernel,
               {"The name of the argument's type.", std::string(name) + "(1)", "integer"});
    function.null_handling = NullHandling::kSpecial;
    registry.add(std::move(function));
  }
}

}  // namespace stoa
