#include "base/error.h"

namespace stoa {

void raise(const SqlState& state, std::string message) {
  throw Error(state, std::move(message));
}

void raise_unsupported(std::string_view feature) {
  throw Error(sqlstate::kFeatureNotSupported, std::string(feature) + " is not supported");
}

}  // namespace stoa
