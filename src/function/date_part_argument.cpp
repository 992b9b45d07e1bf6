#include "function/date_part_argument.h"

#include "base/error.h"
#include "base/near_name.h"

namespace stoa {

DatePart parse_date_part(std::string_view name) {
  DatePart part{};
  if (date_part_from_name(name, part)) {
    return part;
  }
  Error error(sqlstate::kInvalidParameterValue, "unit \"" + std::string(name) + "\" not recognized");
  std::vector<std::string> known;
  for (int i = 0; i <= static_cast<int>(DatePart::kTimezoneMinute); ++i) {
    known.emplace_back(date_part_name(static_cast<DatePart>(i)));
  }
  const std::string near(near_name(name, known));
  if (near.empty()) {
    throw error;
  }
  throw std::move(error).with_hint("Did you mean '" + near + "'?");
}

std::shared_ptr<const FunctionData> bind_date_part(const ScalarBindInput& input) {
  if (input.constants.empty() || input.constants[0] == nullptr) {
    return nullptr;
  }
  const Value& name = *input.constants[0];
  if (name.is_null() || !name.type().is_text()) {
    return nullptr;
  }
  return std::make_shared<DatePartData>(parse_date_part(name.as_text()));
}

void raise_unsuitable_part(DatePart part, std::string_view type_name) {
  raise(sqlstate::kInvalidParameterValue, "unit \"" + std::string(date_part_name(part)) +
                                              "\" not supported for type " + std::string(type_name));
}

}  // namespace stoa
