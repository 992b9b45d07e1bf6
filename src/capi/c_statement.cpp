#include "capi/handles.h"
#include "types/decimal.h"
#include "types/utf8.h"
#include "types/uuid.h"

using stoa::Error;
using stoa::Value;
using stoa::capi::guarded;

namespace stoa::capi {

void set_parameter(std::vector<Value>& parameters, size_t position, Value value) {
  if (position < 1 || position > parameters.size()) {
    throw Error(sqlstate::kUndefinedParameter, "there is no parameter $" + std::to_string(position))
        .with_hint("the statement has " + std::to_string(parameters.size()) + ", numbered from 1");
  }
  parameters[position - 1] = std::move(value);
}

Value text_parameter(std::string text) {
  if (!is_valid_utf8(text)) {
    throw Error(sqlstate::kCharacterNotInRepertoire, "the text bound is not valid UTF-8")
        .with_hint("bind it as bytes");
  }
  return Value::text(std::move(text));
}

}  // namespace stoa::capi

namespace {

constexpr int64_t kDayMicros = 86'400'000'000;

stoa::Int128 join(int64_t high, uint64_t low) {
  return static_cast<stoa::Int128>(static_cast<stoa::UInt128>(static_cast<uint64_t>(high)) << 64 | low);
}

std::string copy_bytes(const char* bytes, size_t size) {
  if (size > UINT32_MAX) {
    throw Error(stoa::sqlstate::kProgramLimitExceeded,
                "a value of " + std::to_string(size) + " bytes is too long: 4 GiB - 1 at most");
  }
  return {bytes == nullptr ? "" : bytes, size};
}

stoa_status bind(stoa_statement* statement, size_t position, Value value) {
  return guarded(statement->error,
                 [&] { stoa::capi::set_parameter(statement->parameters, position, std::move(value)); });
}

std::unique_ptr<stoa_result> run(stoa_statement& statement) {
  return std::make_unique<stoa_result>(
      statement.client->session.execute(*statement.prepared, statement.parameters));
}

}  // namespace

stoa_status stoa_prepare(stoa_connection* connection, const char* sql, stoa_statement** statement) {
  if (statement != nullptr) {
    *statement = nullptr;
  }
  if (connection == nullptr || sql == nullptr || statement == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(connection->error, [&] {
    auto made = std::make_unique<stoa_statement>();
    made->client = connection->client;
    made->prepared = made->client->session.prepare(sql);
    made->client->session.describe(*made->prepared, made->parameter_types);
    made->parameters.resize(made->parameter_types.size());
    *statement = made.release();
  });
}

void stoa_finalize(stoa_statement* statement) {
  delete statement;
}

const stoa_error* stoa_statement_error(const stoa_statement* statement) {
  return statement == nullptr ? nullptr : statement->error.get();
}

size_t stoa_parameter_count(const stoa_statement* statement) {
  return statement == nullptr ? 0 : statement->parameters.size();
}

stoa_type stoa_parameter_type(const stoa_statement* statement, size_t position) {
  if (statement == nullptr || position < 1 || position > statement->parameter_types.size()) {
    return STOA_TYPE_INVALID;
  }
  return static_cast<stoa_type>(statement->parameter_types[position - 1].id());
}

stoa_status stoa_bind_null(stoa_statement* statement, size_t position) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::null());
}

stoa_status stoa_bind_boolean(stoa_statement* statement, size_t position, int value) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::boolean(value != 0));
}

stoa_status stoa_bind_int64(stoa_statement* statement, size_t position, int64_t value) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::bigint(value));
}

stoa_status stoa_bind_double(stoa_statement* statement, size_t position, double value) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::double_precision(value));
}

stoa_status stoa_bind_hugeint(stoa_statement* statement, size_t position, int64_t high, uint64_t low) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::hugeint(join(high, low)));
}

stoa_status stoa_bind_decimal(stoa_statement* statement, size_t position, int64_t high, uint64_t low,
                              uint8_t scale) {
  if (statement == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(statement->error, [&] {
    if (scale > stoa::kDecimalDigitsMax) {
      throw Error(stoa::sqlstate::kInvalidParameterValue, "a decimal has a scale of 0 to 38");
    }
    const stoa::Int128 unscaled = join(high, low);
    if (!stoa::fits_digits(unscaled, stoa::kDecimalDigitsMax)) {
      throw Error(stoa::sqlstate::kNumericOutOfRange, "a decimal has at most 38 digits");
    }
    stoa::capi::set_parameter(statement->parameters, position,
                              Value::decimal(unscaled, stoa::kDecimalDigitsMax, scale));
  });
}

stoa_status stoa_bind_text(stoa_statement* statement, size_t position, const char* text, size_t size) {
  if (statement == nullptr || (text == nullptr && size != 0)) {
    return STOA_MISUSE;
  }
  return guarded(statement->error, [&] {
    Value value = stoa::capi::text_parameter(copy_bytes(text, size));
    stoa::capi::set_parameter(statement->parameters, position, std::move(value));
  });
}

stoa_status stoa_bind_bytes(stoa_statement* statement, size_t position, const void* bytes, size_t size) {
  if (statement == nullptr || (bytes == nullptr && size != 0)) {
    return STOA_MISUSE;
  }
  return guarded(statement->error, [&] {
    stoa::capi::set_parameter(statement->parameters, position,
                              Value::bytea(copy_bytes(static_cast<const char*>(bytes), size)));
  });
}

stoa_status stoa_bind_date(stoa_statement* statement, size_t position, int32_t days) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::date(days));
}

stoa_status stoa_bind_timestamp(stoa_statement* statement, size_t position, int64_t micros) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::timestamp(micros));
}

stoa_status stoa_bind_time(stoa_statement* statement, size_t position, int64_t micros) {
  if (statement == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(statement->error, [&] {
    if (micros < 0 || micros > kDayMicros) {
      throw Error(stoa::sqlstate::kDatetimeOverflow,
                  "a time of day is 0 to 86400000000 microseconds, not " + std::to_string(micros));
    }
    stoa::capi::set_parameter(statement->parameters, position, Value::time(micros));
  });
}

stoa_status stoa_bind_timestamptz(stoa_statement* statement, size_t position, int64_t micros) {
  return statement == nullptr ? STOA_MISUSE : bind(statement, position, Value::timestamptz(micros));
}

stoa_status stoa_bind_interval(stoa_statement* statement, size_t position, stoa_interval value) {
  return statement == nullptr
             ? STOA_MISUSE
             : bind(statement, position, Value::interval({value.months, value.days, value.micros}));
}

stoa_status stoa_bind_uuid(stoa_statement* statement, size_t position, const uint8_t* bytes) {
  if (statement == nullptr || bytes == nullptr) {
    return STOA_MISUSE;
  }
  return bind(statement, position, Value::uuid(stoa::uuid_from_bytes(bytes)));
}

void stoa_clear_bindings(stoa_statement* statement) {
  if (statement != nullptr) {
    statement->parameters.assign(statement->parameters.size(), Value());
  }
}

stoa_status stoa_execute(stoa_statement* statement, stoa_result** result) {
  if (result != nullptr) {
    *result = nullptr;
  }
  if (statement == nullptr) {
    return STOA_MISUSE;
  }
  return guarded(statement->error, [&] {
    std::unique_ptr<stoa_result> given = run(*statement);
    if (result != nullptr) {
      *result = given.release();
    }
  });
}

stoa_status stoa_step(stoa_statement* statement) {
  if (statement == nullptr) {
    return STOA_MISUSE;
  }
  const stoa_status status = guarded(statement->error, [&] {
    if (statement->result == nullptr) {
      statement->result = run(*statement);
      statement->row = 0;
    } else if (statement->is_at_row) {
      ++statement->row;
    }
    statement->is_at_row = statement->row < statement->result->data.row_count();
  });
  if (status != STOA_OK) {
    return status;
  }
  return statement->is_at_row ? STOA_ROW : STOA_DONE;
}

stoa_status stoa_reset(stoa_statement* statement) {
  if (statement == nullptr) {
    return STOA_MISUSE;
  }
  statement->result.reset();
  statement->row = 0;
  statement->is_at_row = false;
  statement->error.clear();
  return STOA_OK;
}

const stoa_result* stoa_statement_result(const stoa_statement* statement) {
  return statement == nullptr ? nullptr : statement->result.get();
}

size_t stoa_statement_row(const stoa_statement* statement) {
  return statement == nullptr ? 0 : statement->row;
}
