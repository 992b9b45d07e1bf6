/* Loads a CSV file into a database in memory and asks it three questions: by single values, by a prepared statement,
 * and by columns without copies. Usage: cities_c FILE.csv */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <stoa/stoa.h>

/* Shows what went wrong and ends the program. */
static void fail(const stoa_error* error) {
  if (error != NULL) {
    fprintf(stderr, "ERROR %s: %s\n", error->sqlstate, error->message);
    if (error->hint[0] != '\0') {
      fprintf(stderr, "HINT: %s\n", error->hint);
    }
  }
  exit(1);
}

static stoa_result* query(stoa_connection* connection, const char* sql) {
  stoa_result* result = NULL;
  if (stoa_query(connection, sql, &result) != STOA_OK) {
    fail(stoa_connection_error(connection));
  }
  return result;
}

static void show_growth(stoa_connection* connection) {
  stoa_result* result = query(connection,
                              "SELECT city, max(people) - min(people) AS growth FROM cities "
                              "GROUP BY city ORDER BY growth DESC");
  for (size_t row = 0; row < stoa_row_count(result); ++row) {
    printf("%s grew by %" PRId64 "\n", stoa_value_text(result, 0, row, NULL), stoa_value_int64(result, 1, row));
  }
  stoa_result_free(result);
}

static void show_large(stoa_connection* connection, int64_t people) {
  stoa_statement* statement = NULL;
  if (stoa_prepare(connection, "SELECT city, year FROM cities WHERE people > ? ORDER BY year", &statement) !=
      STOA_OK) {
    fail(stoa_connection_error(connection));
  }
  stoa_bind_int64(statement, 1, people);
  stoa_status status;
  while ((status = stoa_step(statement)) == STOA_ROW) {
    const stoa_result* result = stoa_statement_result(statement);
    const size_t row = stoa_statement_row(statement);
    printf("%s in %" PRId64 "\n", stoa_value_text(result, 0, row, NULL), stoa_value_int64(result, 1, row));
  }
  if (status != STOA_DONE) {
    fail(stoa_statement_error(statement));
  }
  stoa_finalize(statement);
}

static void show_sum(stoa_connection* connection) {
  stoa_result* result = query(connection, "SELECT people FROM cities WHERE year = 2021");
  int64_t sum = 0;
  for (size_t batch = 0; batch < stoa_batch_count(result); ++batch) {
    stoa_column column;
    if (stoa_batch_column(result, batch, 0, &column) != STOA_OK || column.type != STOA_TYPE_BIGINT) {
      fail(stoa_result_error(result));
    }
    const int64_t* people = column.values;
    for (size_t row = 0; row < column.row_count; ++row) {
      sum += people[row];
    }
  }
  printf("%" PRId64 " people in 2021\n", sum);
  stoa_result_free(result);
}

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    fprintf(stderr, "usage: %s FILE.csv\n", arguments[0]);
    return 2;
  }
  stoa_database* database = NULL;
  stoa_connection* connection = NULL;
  if (stoa_open(NULL, NULL, &database) != STOA_OK || stoa_connect(database, &connection) != STOA_OK) {
    fail(stoa_database_error(database));
  }
  if (stoa_load_csv(connection, "cities", arguments[1]) != STOA_OK) {
    fail(stoa_connection_error(connection));
  }
  show_growth(connection);
  show_large(connection, 3000000);
  show_sum(connection);
  stoa_result* result = query(connection, "SELECT * FROM cities ORDER BY people LIMIT 1");
  char* table = stoa_display(result, 0);
  printf("%s", table);
  stoa_free(table);
  stoa_result_free(result);
  stoa_disconnect(connection);
  stoa_close(database);
  return 0;
}
