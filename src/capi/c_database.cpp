#include <cstdlib>

#include "capi/handles.h"

using stoa::Error;
using stoa::capi::Client;
using stoa::capi::guarded;

namespace stoa::capi {

void ErrorSlot::set(const Error& error) {
  error_ = error;
  view_ = {error_->state().c_str(),
           error_->message().c_str(),
           error_->detail().c_str(),
           error_->hint().c_str(),
           -1,
           error_->constraint().c_str(),
           error_->table().c_str(),
           error_->column().c_str()};
  if (error_->place()) {
    view_.place = static_cast<int64_t>(*error_->place());
  }
}

void check_path(std::string_view path) {
  if (!path.empty() && path != ":memory:") {
    throw Error(sqlstate::kFeatureNotSupported, "database files are not supported by this version")
        .with_hint("leave the path out to work in memory");
  }
}

namespace {

bool parse_switch(std::string_view text, bool& value) {
  value = text == "true" || text == "on" || text == "1";
  return value || text == "false" || text == "off" || text == "0";
}

/// False for a name or a value that is not known.
bool set_option(engine::DatabaseOptions& options, std::string_view name, std::string_view value) {
  if (name == "read_only") {
    return parse_switch(value, options.is_read_only);
  }
  if (name == "memory_limit") {
    options.memory_limit_bytes = engine::parse_size(value);
    return true;
  }
  if (name != "threads") {
    return false;
  }
  const int64_t count = cast_value(Value::text(std::string(value)), TypeId::kBigint).as_int64();
  if (count < 1 || count > kThreadCountMax) {
    return false;
  }
  options.thread_count = static_cast<size_t>(count);
  return true;
}

std::shared_ptr<engine::Database> open(const char* path, const stoa_config* config) {
  check_path(path == nullptr ? "" : path);
  return std::make_shared<engine::Database>(config == nullptr ? engine::DatabaseOptions{} : config->options);
}

}  // namespace

}  // namespace stoa::capi

const char* stoa_version(void) {
  return STOA_VERSION;
}

stoa_config* stoa_config_create(void) {
  return new (std::nothrow) stoa_config;
}

stoa_status stoa_config_set(stoa_config* config, const char* name, const char* value) {
  if (config == nullptr || name == nullptr || value == nullptr) {
    return STOA_MISUSE;
  }
  try {
    return stoa::capi::set_option(config->options, name, value) ? STOA_OK : STOA_MISUSE;
  } catch (const std::exception&) {
    return STOA_MISUSE;
  }
}

void stoa_config_free(stoa_config* config) {
  delete config;
}

stoa_status stoa_open(const char* path, const stoa_config* config, stoa_database** database) {
  if (database == nullptr) {
    return STOA_MISUSE;
  }
  *database = new (std::nothrow) stoa_database;
  if (*database == nullptr) {
    return STOA_ERROR;
  }
  stoa_database& opened = **database;
  return guarded(opened.error, [&] { opened.database = stoa::capi::open(path, config); });
}

void stoa_close(stoa_database* database) {
  delete database;
}

const stoa_error* stoa_database_error(const stoa_database* database) {
  return database == nullptr ? nullptr : database->error.get();
}

stoa_status stoa_connect(stoa_database* database, stoa_connection** connection) {
  if (connection != nullptr) {
    *connection = nullptr;
  }
  if (database == nullptr || connection == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(database->error, [&] {
    if (database->database == nullptr) {
      throw Error(stoa::sqlstate::kObjectNotInPrerequisiteState, "the database could not be opened");
    }
    auto made = std::make_unique<stoa_connection>();
    made->client = std::make_shared<Client>(database->database);
    *connection = made.release();
  });
}

void stoa_disconnect(stoa_connection* connection) {
  delete connection;
}

const stoa_error* stoa_connection_error(const stoa_connection* connection) {
  return connection == nullptr ? nullptr : connection->error.get();
}

stoa_status stoa_query(stoa_connection* connection, const char* sql, stoa_result** result) {
  if (result != nullptr) {
    *result = nullptr;
  }
  if (connection == nullptr || sql == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(connection->error, [&] {
    stoa::engine::QueryResult last;
    connection->client->session.run(sql, [&](stoa::engine::QueryResult given) { last = std::move(given); });
    if (result != nullptr) {
      *result = std::make_unique<stoa_result>(std::move(last)).release();
    }
  });
}

void stoa_interrupt(stoa_connection* connection) {
  if (connection != nullptr) {
    connection->client->session.cancel();
  }
}

double stoa_progress(const stoa_connection* connection) {
  return connection == nullptr ? 0 : connection->client->session.progress();
}

int stoa_in_transaction(const stoa_connection* connection) {
  return connection != nullptr && connection->client->session.is_in_transaction() ? 1 : 0;
}

namespace {

stoa_status load(stoa_connection* connection, const char* table, const char* path, const char* function) {
  if (connection == nullptr || table == nullptr || path == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(connection->error, [&] {
    const std::string file = stoa::Value::text(path).to_sql();
    connection->client->session.execute("CREATE TABLE " + stoa::sql::quote_identifier(table) +
                                        " AS SELECT * FROM " + function + "(" + file + ")");
  });
}

}  // namespace

stoa_status stoa_load_csv(stoa_connection* connection, const char* table, const char* path) {
  return load(connection, table, path, "read_csv");
}

stoa_status stoa_load_parquet(stoa_connection* connection, const char* table, const char* path) {
  return load(connection, table, path, "read_parquet");
}

void stoa_free(void* memory) {
  std::free(memory);
}
