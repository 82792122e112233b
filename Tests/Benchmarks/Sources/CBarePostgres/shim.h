#ifndef CBAREPOSTGRES_SHIM_H
#define CBAREPOSTGRES_SHIM_H

#include <libpq-fe.h>
#include <stdint.h>
#include <stdlib.h>

static inline uint64_t cbarepostgres_swap(uint64_t number) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return number;
#else
  return __builtin_bswap64(number);
#endif
}

// One store of a session that is at a version, with the statement prepared; gives back the next version, or -1.
static inline int64_t cbarepostgres_store(
    PGconn *connection, const void *key, const void *bytes, int count, int64_t now, int64_t expiry, int64_t expected) {
  uint64_t time = cbarepostgres_swap((uint64_t)now), end = cbarepostgres_swap((uint64_t)expiry);
  uint64_t version = cbarepostgres_swap((uint64_t)expected);
  int lengths[] = {32, 8, count, 8, 8, 32}, formats[] = {1, 1, 1, 1, 1, 1};
  const char *values[] = {
      key, (const char *)&end, bytes, (const char *)&time, (const char *)&version, key};
  PGresult *stored = PQexecPrepared(connection, "update", 6, values, lengths, formats, 1);
  int64_t next = -1;
  if (PQntuples(stored) == 1) next = (int64_t)cbarepostgres_swap(*(const uint64_t *)PQgetvalue(stored, 0, 0));
  PQclear(stored);
  return next;
}

// One load and one store of a session. The bytes that are loaded are copied, as whoever loads them has to.
static inline int64_t cbarepostgres_step(
    PGconn *connection, const void *key, const void *bytes, int count, int64_t now, int64_t expiry) {
  uint64_t time = cbarepostgres_swap((uint64_t)now);
  const char *wanted[] = {key, (const char *)&time};
  int lengths[] = {32, 8}, formats[] = {1, 1};
  PGresult *found = PQexecPrepared(connection, "load", 2, wanted, lengths, formats, 1);
  if (PQntuples(found) != 1) return -1;
  uint64_t version = cbarepostgres_swap(*(const uint64_t *)PQgetvalue(found, 0, 0));
  int length = PQgetlength(found, 0, 2);
  char *copy = malloc((size_t)length + 1);
  for (int index = 0; index < length; index++) copy[index] = PQgetvalue(found, 0, 2)[index];
  PQclear(found);
  int64_t next = cbarepostgres_store(connection, key, bytes, count, now, expiry, (int64_t)version);
  free(copy);
  return next;
}

#endif
