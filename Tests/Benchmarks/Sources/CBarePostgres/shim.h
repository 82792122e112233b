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

// Sends one load of a session, with the statement prepared.
static inline int cbarepostgres_send_load(PGconn *connection, const void *key, int64_t now) {
  uint64_t time = cbarepostgres_swap((uint64_t)now);
  const char *values[] = {key, (const char *)&time};
  int lengths[] = {32, 8}, formats[] = {1, 1};
  return PQsendQueryPrepared(connection, "load", 2, values, lengths, formats, 1);
}

// Gives back the version of a session that is loaded, or -1. Its bytes are copied, as whoever loads them has to.
static inline int64_t cbarepostgres_loaded(PGresult *found) {
  if (PQntuples(found) != 1) return -1;
  uint64_t version = cbarepostgres_swap(*(const uint64_t *)PQgetvalue(found, 0, 0));
  int length = PQgetlength(found, 0, 2);
  char *copy = malloc((size_t)length + 1);
  for (int index = 0; index < length; index++) copy[index] = PQgetvalue(found, 0, 2)[index];
  PQclear(found);
  free(copy);
  return (int64_t)version;
}

// Sends one store of a session that is at a version, with the statement prepared.
static inline int cbarepostgres_send_store(
    PGconn *connection, const void *key, const void *bytes, int count, int64_t now, int64_t expiry, int64_t expected) {
  uint64_t time = cbarepostgres_swap((uint64_t)now), end = cbarepostgres_swap((uint64_t)expiry);
  uint64_t version = cbarepostgres_swap((uint64_t)expected);
  int lengths[] = {32, 8, count, 8, 8, 32}, formats[] = {1, 1, 1, 1, 1, 1};
  const char *values[] = {
      key, (const char *)&end, bytes, (const char *)&time, (const char *)&version, key};
  return PQsendQueryPrepared(connection, "update", 6, values, lengths, formats, 1);
}

// Gives back the version of a session that is stored, or -1.
static inline int64_t cbarepostgres_stored(PGresult *stored) {
  int64_t next = -1;
  if (PQntuples(stored) == 1) next = (int64_t)cbarepostgres_swap(*(const uint64_t *)PQgetvalue(stored, 0, 0));
  PQclear(stored);
  return next;
}

// Waits for the answer to what was sent, on the thread that calls.
static inline PGresult *cbarepostgres_wait(PGconn *connection) {
  PGresult *result = PQgetResult(connection), *end;
  while ((end = PQgetResult(connection)) != NULL) PQclear(end);
  return result;
}

#endif
