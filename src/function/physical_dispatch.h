#pragma once

#include <utility>

#include "base/assert.h"
#include "base/int128.h"
#include "types/interval.h"
#include "types/logical_type.h"
#include "types/text_view.h"

namespace stoa {

/// Calls visit.template operator()<T>() with the C++ type that values of a physical type have.
template <class Visit>
decltype(auto) dispatch_physical(PhysicalType type, Visit&& visit) {
  switch (type) {
    case PhysicalType::kBool:
    case PhysicalType::kUint8: return visit.template operator()<uint8_t>();
    case PhysicalType::kInt8: return visit.template operator()<int8_t>();
    case PhysicalType::kInt16: return visit.template operator()<int16_t>();
    case PhysicalType::kInt32: return visit.template operator()<int32_t>();
    case PhysicalType::kInt64: return visit.template operator()<int64_t>();
    case PhysicalType::kInt128: return visit.template operator()<Int128>();
    case PhysicalType::kUint16: return visit.template operator()<uint16_t>();
    case PhysicalType::kUint32: return visit.template operator()<uint32_t>();
    case PhysicalType::kUint64: return visit.template operator()<uint64_t>();
    case PhysicalType::kFloat: return visit.template operator()<float>();
    case PhysicalType::kDouble: return visit.template operator()<double>();
    case PhysicalType::kText: return visit.template operator()<TextView>();
    case PhysicalType::kInterval: return visit.template operator()<Interval>();
    case PhysicalType::kNested: break;
  }
  STOA_UNREACHABLE("nested values have no C++ type");
}

}  // namespace stoa
