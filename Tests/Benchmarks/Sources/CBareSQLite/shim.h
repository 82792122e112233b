#ifndef CBARESQLITE_SHIM_H
#define CBARESQLITE_SHIM_H

#include <sqlite3.h>
#include <stdlib.h>

// One store of a session that is at a version, with the statement prepared; gives back the next version, or -1.
static inline sqlite3_int64 cbaresqlite_store(
    sqlite3_stmt *store, const void *key, const void *bytes, int count, sqlite3_int64 now, sqlite3_int64 expiry,
    sqlite3_int64 version) {
  sqlite3_bind_blob(store, 1, key, 32, SQLITE_TRANSIENT);
  sqlite3_bind_int64(store, 2, expiry);
  sqlite3_bind_blob(store, 3, bytes, count, SQLITE_TRANSIENT);
  sqlite3_bind_int64(store, 4, now);
  sqlite3_bind_int64(store, 5, (now - 1577836800000) << 22);
  sqlite3_bind_int64(store, 6, version);
  sqlite3_bind_blob(store, 7, key, 32, SQLITE_TRANSIENT);
  sqlite3_int64 next = sqlite3_step(store) == SQLITE_ROW ? sqlite3_column_int64(store, 0) : -1;
  sqlite3_step(store);
  sqlite3_reset(store);
  return next;
}

// One load and one store of a session. The bytes that are loaded are copied, as whoever loads them has to.
static inline sqlite3_int64 cbaresqlite_step(
    sqlite3_stmt *load, sqlite3_stmt *store, const void *key, const void *bytes, int count, sqlite3_int64 now,
    sqlite3_int64 expiry) {
  sqlite3_bind_blob(load, 1, key, 32, SQLITE_TRANSIENT);
  sqlite3_bind_int64(load, 2, now);
  if (sqlite3_step(load) != SQLITE_ROW) return -1;
  sqlite3_int64 version = sqlite3_column_int64(load, 0);
  const void *found = sqlite3_column_blob(load, 2);
  int length = sqlite3_column_bytes(load, 2);
  char *copy = malloc((size_t)length + 1);
  for (int index = 0; index < length; index++) copy[index] = ((const char *)found)[index];
  sqlite3_step(load);
  sqlite3_reset(load);
  sqlite3_int64 next = cbaresqlite_store(store, key, bytes, count, now, expiry, version);
  free(copy);
  return next;
}

#endif
