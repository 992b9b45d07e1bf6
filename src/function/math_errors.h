#pragma once

/// The errors that arithmetic raises, worded once.
namespace stoa {

[[noreturn]] void raise_division_by_zero();                          ///< 22012
[[noreturn]] void raise_number_out_of_range(const char* type_name);  ///< 22003
[[noreturn]] void raise_double_overflow();                           ///< 22003
[[noreturn]] void raise_double_underflow();                          ///< 22003
[[noreturn]] void raise_decimal_overflow();                          ///< 22003
[[noreturn]] void raise_date_out_of_range();                         ///< 22008
[[noreturn]] void raise_timestamp_out_of_range();                    ///< 22008
[[noreturn]] void raise_interval_out_of_range();                     ///< 22008

}  // namespace stoa
