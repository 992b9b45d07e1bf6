/* The types of StoaDB's C interface; included by stoa.h. */
#ifndef STOA_TYPES_H
#define STOA_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef struct stoa_config stoa_config;
typedef struct stoa_database stoa_database;
typedef struct stoa_connection stoa_connection;
typedef struct stoa_statement stoa_statement;
typedef struct stoa_result stoa_result;

/* The Arrow C stream interface's struct; its specification says what it is and how it is released. */
struct ArrowArrayStream;

typedef enum stoa_status {
  STOA_OK = 0,
  STOA_ERROR = 1,  /* see the handle's error */
  STOA_MISUSE = 2, /* a NULL handle or an argument that makes no sense */
  STOA_ROW = 100,  /* stoa_step: a row is there */
  STOA_DONE = 101  /* stoa_step: no more rows */
} stoa_status;

/* Types of columns and parameters. */
typedef enum stoa_type {
  STOA_TYPE_INVALID = -1, /* no such column */
  STOA_TYPE_NULL = 0,
  STOA_TYPE_BOOLEAN = 1,      /* one byte, 0 or 1 */
  STOA_TYPE_TINYINT = 2,      /* int8_t */
  STOA_TYPE_SMALLINT = 3,     /* int16_t */
  STOA_TYPE_INTEGER = 4,      /* int32_t */
  STOA_TYPE_BIGINT = 5,       /* int64_t */
  STOA_TYPE_HUGEINT = 6,      /* __int128 */
  STOA_TYPE_UTINYINT = 7,     /* uint8_t */
  STOA_TYPE_USMALLINT = 8,    /* uint16_t */
  STOA_TYPE_UINTEGER = 9,     /* uint32_t */
  STOA_TYPE_UBIGINT = 10,     /* uint64_t */
  STOA_TYPE_REAL = 11,        /* float */
  STOA_TYPE_DOUBLE = 12,      /* double */
  STOA_TYPE_DECIMAL = 13,     /* int64_t up to 18 digits, else __int128; times 10^-scale */
  STOA_TYPE_TEXT = 14,        /* stoa_text */
  STOA_TYPE_BYTEA = 15,       /* stoa_text */
  STOA_TYPE_DATE = 16,        /* int32_t: days since 1970-01-01 */
  STOA_TYPE_TIME = 17,        /* int64_t: microseconds since midnight */
  STOA_TYPE_TIMESTAMP = 18,   /* int64_t: microseconds since 1970-01-01 00:00 */
  STOA_TYPE_TIMESTAMPTZ = 19, /* int64_t: microseconds since 1970-01-01 00:00 UTC */
  STOA_TYPE_INTERVAL = 20,    /* stoa_interval */
  STOA_TYPE_UUID = 21,        /* 16 bytes; read as text */
  STOA_TYPE_ENUM = 22,        /* uint32_t: number of the label; read as text */
  STOA_TYPE_JSON = 23         /* stoa_text */
} stoa_type;

/* A text of a column: up to 12 bytes lie in `inlined`, longer ones where `pointed.data` says. */
typedef struct stoa_text {
  uint32_t size;
  union {
    char inlined[12];
    struct __attribute__((packed)) {
      char prefix[4];
      const char* data;
    } pointed;
  } body;
} stoa_text;

static inline const char* stoa_text_data(const stoa_text* text) {
  return text->size <= 12 ? text->body.inlined : text->body.pointed.data;
}

typedef struct stoa_interval {
  int32_t months;
  int32_t days;
  int64_t micros;
} stoa_interval;

/* What went wrong. Texts are empty where they don't apply. */
typedef struct stoa_error {
  const char* sqlstate; /* five characters, PostgreSQL's */
  const char* message;
  const char* detail;
  const char* hint; /* what to do about it */
  int64_t place;    /* byte offset into the SQL text; -1: none */
  const char* constraint;
  const char* table;
  const char* column;
} stoa_error;

#endif
