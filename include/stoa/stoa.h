/* StoaDB's C interface.
 *
 * Handles are opaque. A function that can fail gives a stoa_status; what went wrong is read from the handle
 * that failed (stoa_database_error and its like). Nothing is thrown across this interface, and a NULL handle
 * gives STOA_MISUSE, never a crash.
 *
 * Threads: a database may be used by any number of threads; a connection with its statements by one thread at
 * a time (but stoa_interrupt and stoa_progress, which any thread may call); a result by one thread at a time.
 * Results are independent of the connection that gave them, and keep the storage alive that they were read
 * from.
 *
 * Texts are UTF-8. Texts given out end with a zero byte; they may hold zero bytes, so sizes are given too.
 */
#ifndef STOA_H
#define STOA_H

#include <stddef.h>
#include <stdint.h>
#include <stoa/export.h>
#include <stoa/stoa_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0" */
STOA_EXPORT const char* stoa_version(void);

/* ---- databases ---- */

/* Settings for opening: "memory_limit" ("2GB", "80%"), "threads" ("4"), "read_only" ("true"). Freed by
 * stoa_config_free. stoa_config_set gives STOA_MISUSE for another name or a value that it does not take. */
STOA_EXPORT stoa_config* stoa_config_create(void);
STOA_EXPORT stoa_status stoa_config_set(stoa_config* config, const char* name, const char* value);
STOA_EXPORT void stoa_config_free(stoa_config* config);

/* Opens a database: in memory when `path` is NULL, empty or ":memory:". `config` may be NULL. `*database` is
 * set in any case and must be closed, so that an error can be read from it. */
STOA_EXPORT stoa_status stoa_open(const char* path, const stoa_config* config, stoa_database** database);
/* Connections that are still open keep the database alive. */
STOA_EXPORT void stoa_close(stoa_database* database);
/* The error of the last call that failed, NULL after one that did not. Valid until the handle's next call. */
STOA_EXPORT const stoa_error* stoa_database_error(const stoa_database* database);

/* ---- connections ---- */

STOA_EXPORT stoa_status stoa_connect(stoa_database* database, stoa_connection** connection);
STOA_EXPORT void stoa_disconnect(stoa_connection* connection);
STOA_EXPORT const stoa_error* stoa_connection_error(const stoa_connection* connection);

/* Runs all statements of `sql` in turn, up to the first that fails. `*result` becomes the last one's result
 * (NULL on an error); `result` may be NULL. */
STOA_EXPORT stoa_status stoa_query(stoa_connection* connection, const char* sql, stoa_result** result);
/* Stops the running statement, which then fails with 57014. */
STOA_EXPORT void stoa_interrupt(stoa_connection* connection);
/* How far the running statement is: 0 to 1. */
STOA_EXPORT double stoa_progress(const stoa_connection* connection);
/* 1 inside of BEGIN and COMMIT. */
STOA_EXPORT int stoa_in_transaction(const stoa_connection* connection);

/* Make a new table of a file. Types and dialect are found in the file. */
STOA_EXPORT stoa_status stoa_load_csv(stoa_connection* connection, const char* table, const char* path);
STOA_EXPORT stoa_status stoa_load_parquet(stoa_connection* connection, const char* table, const char* path);

/* ---- prepared statements ---- */

/* One statement with parameters $1, $2, .. or ?. Finalize it before its connection is closed. `*statement` is
 * NULL when it can't be prepared; the error is the connection's. */
STOA_EXPORT stoa_status stoa_prepare(stoa_connection* connection, const char* sql,
                                     stoa_statement** statement);
STOA_EXPORT void stoa_finalize(stoa_statement* statement);
STOA_EXPORT const stoa_error* stoa_statement_error(const stoa_statement* statement);
STOA_EXPORT size_t stoa_parameter_count(const stoa_statement* statement);
STOA_EXPORT stoa_type stoa_parameter_type(const stoa_statement* statement, size_t position);

/* Parameters are numbered from 1. Values are converted to the parameter's type as an assignment does when the
 * statement runs; every type can be given as text. What is bound stays bound until it is bound anew or
 * cleared. */
STOA_EXPORT stoa_status stoa_bind_null(stoa_statement* statement, size_t position);
STOA_EXPORT stoa_status stoa_bind_boolean(stoa_statement* statement, size_t position, int value);
STOA_EXPORT stoa_status stoa_bind_int64(stoa_statement* statement, size_t position, int64_t value);
STOA_EXPORT stoa_status stoa_bind_double(stoa_statement* statement, size_t position, double value);
/* A 128-bit integer: `high` * 2^64 + `low`. */
STOA_EXPORT stoa_status stoa_bind_hugeint(stoa_statement* statement, size_t position, int64_t high,
                                          uint64_t low);
/* (`high` * 2^64 + `low`) / 10^`scale`; up to 38 digits, scale up to 38 (22003, 22023). */
STOA_EXPORT stoa_status stoa_bind_decimal(stoa_statement* statement, size_t position, int64_t high,
                                          uint64_t low, uint8_t scale);
/* Copies `size` bytes. */
STOA_EXPORT stoa_status stoa_bind_text(stoa_statement* statement, size_t position, const char* text,
                                       size_t size);
STOA_EXPORT stoa_status stoa_bind_bytes(stoa_statement* statement, size_t position, const void* bytes,
                                        size_t size);
STOA_EXPORT stoa_status stoa_bind_date(stoa_statement* statement, size_t position, int32_t days);
/* Microseconds since midnight, 0 to 86,400,000,000 (22008). */
STOA_EXPORT stoa_status stoa_bind_time(stoa_statement* statement, size_t position, int64_t micros);
STOA_EXPORT stoa_status stoa_bind_timestamp(stoa_statement* statement, size_t position, int64_t micros);
STOA_EXPORT stoa_status stoa_bind_timestamptz(stoa_statement* statement, size_t position, int64_t micros);
STOA_EXPORT stoa_status stoa_bind_interval(stoa_statement* statement, size_t position, stoa_interval value);
/* 16 bytes, in the order that they are printed in. */
STOA_EXPORT stoa_status stoa_bind_uuid(stoa_statement* statement, size_t position, const uint8_t* bytes);
STOA_EXPORT void stoa_clear_bindings(stoa_statement* statement);

/* Runs the statement and gives its result whole; `result` may be NULL. */
STOA_EXPORT stoa_status stoa_execute(stoa_statement* statement, stoa_result** result);
/* Row by row: runs the statement at first, then goes on to the next row. STOA_ROW, STOA_DONE or STOA_ERROR.
 */
STOA_EXPORT stoa_status stoa_step(stoa_statement* statement);
/* The next stoa_step runs the statement anew. */
STOA_EXPORT stoa_status stoa_reset(stoa_statement* statement);
/* The result that is being stepped through, NULL before the first step; the statement's own. */
STOA_EXPORT const stoa_result* stoa_statement_result(const stoa_statement* statement);
/* The number of the row that stoa_step is at. */
STOA_EXPORT size_t stoa_statement_row(const stoa_statement* statement);

/* ---- results ---- */

STOA_EXPORT void stoa_result_free(stoa_result* result);
STOA_EXPORT size_t stoa_column_count(const stoa_result* result);
STOA_EXPORT size_t stoa_row_count(const stoa_result* result);
/* Rows that INSERT, UPDATE, DELETE or COPY changed. */
STOA_EXPORT uint64_t stoa_changed_row_count(const stoa_result* result);
/* PostgreSQL's command tag: "SELECT", "CREATE TABLE", .. */
STOA_EXPORT const char* stoa_command(const stoa_result* result);
/* NULL for a column that is not there. */
STOA_EXPORT const char* stoa_column_name(const stoa_result* result, size_t column);
STOA_EXPORT stoa_type stoa_column_type(const stoa_result* result, size_t column);
/* As SQL writes it: "decimal(15,2)". */
STOA_EXPORT const char* stoa_column_type_name(const stoa_result* result, size_t column);
STOA_EXPORT uint8_t stoa_column_scale(const stoa_result* result, size_t column);

/* Single values; columns and rows are numbered from 0. A value that is NULL, not there, or not of the wanted
 * kind reads as 0 or NULL; the latter two also set stoa_result_error (42804, 22003, 22023). */
STOA_EXPORT int stoa_value_is_null(const stoa_result* result, size_t column, size_t row);
STOA_EXPORT int stoa_value_boolean(const stoa_result* result, size_t column, size_t row);
/* Of integers, booleans, dates, times, timestamps. */
STOA_EXPORT int64_t stoa_value_int64(const stoa_result* result, size_t column, size_t row);
/* Of all numbers. */
STOA_EXPORT double stoa_value_double(const stoa_result* result, size_t column, size_t row);
/* Of any type, in SQL's text form. Valid until the next call for the same column. `size` may be NULL. */
STOA_EXPORT const char* stoa_value_text(const stoa_result* result, size_t column, size_t row, size_t* size);
STOA_EXPORT const stoa_error* stoa_result_error(const stoa_result* result);

/* Columns without copies. A result is a row of batches; a column of a batch is an array of the type's C type.
 */
typedef struct stoa_column {
  const void* values;
  const uint64_t* validity; /* bit i % 64 of word i / 64 is 1 where row i is not NULL; NULL: no row is NULL */
  size_t row_count;
  stoa_type type;
  size_t value_bytes;
} stoa_column;

STOA_EXPORT size_t stoa_batch_count(const stoa_result* result);
STOA_EXPORT size_t stoa_batch_row_count(const stoa_result* result, size_t batch);
/* Valid as long as the result. Columns kept as dictionaries are spelled out when they are first asked for. */
STOA_EXPORT stoa_status stoa_batch_column(const stoa_result* result, size_t batch, size_t column,
                                          stoa_column* out);

/* The result as a table of characters with a border; up to `row_count_max` rows, 0: all. Freed by stoa_free.
 */
STOA_EXPORT char* stoa_display(const stoa_result* result, size_t row_count_max);
STOA_EXPORT void stoa_free(void* memory);

enum {
  STOA_ARROW_TEXT_VIEWS = 1,   /* texts as string views (Arrow 15 and later): not copied */
  STOA_ARROW_DICTIONARIES = 2, /* columns that are dictionaries throughout stay so */
  STOA_ARROW_LARGE_TEXT = 4    /* texts with 64-bit offsets, for batches with more than 2 GiB of text */
};
/* The result as an Arrow C stream, batch by batch, without copies where layouts agree. `*stream` is the
 * caller's to release; it may outlive the result. On an error nothing is left to release. */
STOA_EXPORT stoa_status stoa_result_arrow(const stoa_result* result, unsigned flags,
                                          struct ArrowArrayStream* stream);

#ifdef __cplusplus
}
#endif

#endif
