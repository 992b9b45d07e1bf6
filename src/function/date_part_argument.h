#pragma once

#include <memory>
#include <string_view>

#include "function/scalar_function.h"
#include "types/calendar.h"

/// The `part` argument of date functions ('year', 'dow', ...), which comes first and is nearly always
/// constant.
namespace stoa {

struct DatePartData : FunctionData {
  explicit DatePartData(DatePart p) : part(p) {}
  DatePart part;
};

/// Reads a part's name; raises 22023 for an unknown one, with a near name as hint.
DatePart parse_date_part(std::string_view name);
/// For a constant first argument: DatePartData; otherwise null.
std::shared_ptr<const FunctionData> bind_date_part(const ScalarBindInput& input);
/// The part of a row: the bound one, or `name`'s.
inline DatePart part_of(const ScalarCall& call, std::string_view name) {
  return call.data != nullptr ? static_cast<const DatePartData&>(*call.data).part : parse_date_part(name);
}
/// 22023: the unit does not go with values of this type.
[[noreturn]] void raise_unsuitable_part(DatePart part, std::string_view type_name);

}  // namespace stoa
