#pragma once

#include <stoa/result.hpp>

#include "capi/handles.h"

namespace stoa {

/// A C++ result is a C one behind a shared pointer.
struct Result::Data : stoa_result {
  using stoa_result::stoa_result;
};

}  // namespace stoa
