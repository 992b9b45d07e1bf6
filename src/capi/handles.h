#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stoa/stoa.h>

#include "base/error.h"
#include "engine/session.h"

/// What the C interface's handles are. Not synchronized beyond what stoa.h promises.
namespace stoa::capi {

/// The last error of a handle, in the form that C reads.
class ErrorSlot {
 public:
  void clear() noexcept { error_.reset(); }
  void set(const Error& error);
  /// Null when the last call did not fail.
  const stoa_error* get() const noexcept { return error_ ? &view_ : nullptr; }

 private:
  std::optional<Error> error_;
  stoa_error view_{};
};

/// A connection and what it needs; statements keep it alive.
struct Client {
  explicit Client(std::shared_ptr<engine::Database> given) : database(std::move(given)), session(*database) {}

  std::shared_ptr<engine::Database> database;
  engine::Session session;
};

inline constexpr int64_t kThreadCountMax = 1024;  ///< of a database
/// Raises 0A000 for a path that means a file.
void check_path(std::string_view path);
/// Raises 42P02 for a position that is not there; the first is 1.
void set_parameter(std::vector<Value>& parameters, size_t position, Value value);
/// Raises 22021 for what is not UTF-8.
Value text_parameter(std::string text);

/// Runs `work` and turns what it throws into a status; the error is put into `slot`.
template <class Work>
stoa_status guarded(ErrorSlot& slot, const Work& work) noexcept {
  slot.clear();
  try {
    work();
    return STOA_OK;
  } catch (const Error& error) {
    slot.set(error);
  } catch (const std::bad_alloc&) {
    slot.set(Error(sqlstate::kOutOfMemory, "out of memory"));
  } catch (const std::exception& error) {
    slot.set(Error(sqlstate::kInternalError, error.what()));
  }
  return STOA_ERROR;
}

}  // namespace stoa::capi

struct stoa_config {
  stoa::engine::DatabaseOptions options;
};

struct stoa_database {
  std::shared_ptr<stoa::engine::Database> database;  ///< null when opening failed
  stoa::capi::ErrorSlot error;
};

struct stoa_connection {
  std::shared_ptr<stoa::capi::Client> client;
  stoa::capi::ErrorSlot error;
};

struct stoa_result {
  explicit stoa_result(stoa::engine::QueryResult given);

  /// The vector that holds a row, and the row in it; null for what is not there.
  const stoa::ColumnVector* find(size_t column, size_t row, size_t& row_in_batch) const;

  stoa::engine::QueryResult data;
  std::vector<size_t> batch_begins;  ///< the number of each batch's first row
  std::vector<std::string> type_names;
  // What reading makes on the way; a result is used by one thread.
  mutable std::vector<std::string> texts;  ///< by column: the value read last
  mutable std::vector<std::vector<std::optional<stoa::ColumnVector>>> flat;  ///< by batch and column
  mutable stoa::capi::ErrorSlot error;
};

struct stoa_statement {
  std::shared_ptr<stoa::capi::Client> client;
  std::shared_ptr<stoa::engine::PreparedStatement> prepared;
  std::vector<stoa::LogicalType> parameter_types;
  std::vector<stoa::Value> parameters;
  std::unique_ptr<stoa_result> result;  ///< being stepped through
  size_t row = 0;
  bool is_at_row = false;
  stoa::capi::ErrorSlot error;
};
