#pragma once

#include <stoa/error.hpp>

/// The SQLSTATEs that StoaDB raises. Codes are PostgreSQL's (its appendix A), so that clients know them.
namespace stoa::sqlstate {

inline constexpr SqlState kNoData{"02000"};
inline constexpr SqlState kFeatureNotSupported{"0A000"};
inline constexpr SqlState kCardinalityViolation{"21000"};
inline constexpr SqlState kStringTooLong{"22001"};
inline constexpr SqlState kNumericOutOfRange{"22003"};
inline constexpr SqlState kNullNotAllowed{"22004"};
inline constexpr SqlState kInvalidDatetimeFormat{"22007"};
inline constexpr SqlState kDatetimeOverflow{"22008"};
inline constexpr SqlState kSubstringError{"22011"};
inline constexpr SqlState kDivisionByZero{"22012"};
inline constexpr SqlState kIntervalOverflow{"22015"};
inline constexpr SqlState kInvalidLogarithm{"2201E"};
inline constexpr SqlState kInvalidPower{"2201F"};
inline constexpr SqlState kInvalidRegex{"2201B"};
inline constexpr SqlState kInvalidRowCountInLimit{"2201W"};
inline constexpr SqlState kInvalidRowCountInOffset{"2201X"};
inline constexpr SqlState kCharacterNotInRepertoire{"22021"};
inline constexpr SqlState kInvalidParameterValue{"22023"};
inline constexpr SqlState kInvalidEscape{"22025"};
inline constexpr SqlState kInvalidTextRepresentation{"22P02"};
inline constexpr SqlState kInvalidBinaryRepresentation{"22P03"};
inline constexpr SqlState kBadCopyFormat{"22P04"};
inline constexpr SqlState kInvalidJson{"22032"};
inline constexpr SqlState kNotNullViolation{"23502"};
inline constexpr SqlState kForeignKeyViolation{"23503"};
inline constexpr SqlState kUniqueViolation{"23505"};
inline constexpr SqlState kCheckViolation{"23514"};
inline constexpr SqlState kInvalidTransactionState{"25000"};
inline constexpr SqlState kActiveTransaction{"25001"};
inline constexpr SqlState kReadOnlyTransaction{"25006"};
inline constexpr SqlState kNoActiveTransaction{"25P01"};
inline constexpr SqlState kTransactionAborted{"25P02"};
inline constexpr SqlState kInvalidStatementName{"26000"};
inline constexpr SqlState kDependentObjects{"2BP01"};
inline constexpr SqlState kInvalidCursorName{"34000"};
inline constexpr SqlState kInvalidSavepoint{"3B001"};
inline constexpr SqlState kInvalidCatalog{"3D000"};
inline constexpr SqlState kInvalidSchema{"3F000"};
inline constexpr SqlState kSerializationFailure{"40001"};
inline constexpr SqlState kSyntaxError{"42601"};
inline constexpr SqlState kInsufficientPrivilege{"42501"};
inline constexpr SqlState kInvalidName{"42602"};
inline constexpr SqlState kNameTooLong{"42622"};
inline constexpr SqlState kDuplicateColumn{"42701"};
inline constexpr SqlState kAmbiguousColumn{"42702"};
inline constexpr SqlState kUndefinedColumn{"42703"};
inline constexpr SqlState kUndefinedObject{"42704"};
inline constexpr SqlState kDuplicateObject{"42710"};
inline constexpr SqlState kDuplicateAlias{"42712"};
inline constexpr SqlState kAmbiguousFunction{"42725"};
inline constexpr SqlState kGroupingError{"42803"};
inline constexpr SqlState kDatatypeMismatch{"42804"};
inline constexpr SqlState kWrongObjectType{"42809"};
inline constexpr SqlState kCannotCoerce{"42846"};
inline constexpr SqlState kUndefinedFunction{"42883"};
inline constexpr SqlState kUndefinedTable{"42P01"};
inline constexpr SqlState kUndefinedParameter{"42P02"};
inline constexpr SqlState kDuplicatePreparedStatement{"42P05"};
inline constexpr SqlState kDuplicateSchema{"42P06"};
inline constexpr SqlState kDuplicateTable{"42P07"};
inline constexpr SqlState kInvalidColumnReference{"42P10"};
inline constexpr SqlState kWindowingError{"42P20"};
inline constexpr SqlState kInvalidRecursion{"42P19"};
inline constexpr SqlState kIndeterminateDatatype{"42P18"};
inline constexpr SqlState kOutOfMemory{"53200"};
inline constexpr SqlState kDiskFull{"53100"};
inline constexpr SqlState kProgramLimitExceeded{"54000"};
inline constexpr SqlState kStatementTooComplex{"54001"};
inline constexpr SqlState kTooManyColumns{"54011"};
inline constexpr SqlState kObjectNotInPrerequisiteState{"55000"};
inline constexpr SqlState kObjectInUse{"55006"};
inline constexpr SqlState kCantChangeParameter{"55P02"};
inline constexpr SqlState kQueryCanceled{"57014"};
inline constexpr SqlState kSystemError{"58000"};
inline constexpr SqlState kIoError{"58030"};
inline constexpr SqlState kUndefinedFile{"58P01"};
inline constexpr SqlState kDuplicateFile{"58P02"};
inline constexpr SqlState kInternalError{"XX000"};
inline constexpr SqlState kDataCorrupted{"XX001"};

}  // namespace stoa::sqlstate

namespace stoa {

/// Ends the work at hand with an error; the short form for the common case without hint or place.
[[noreturn]] void raise(const SqlState& state, std::string message);

/// A feature that StoaDB knows but doesn't run: 0A000, "<feature> is not supported".
[[noreturn]] void raise_unsupported(std::string_view feature);

}  // namespace stoa
