#ifndef CSQLITE3_SHIM_H
#define CSQLITE3_SHIM_H

#if defined(__has_include) && !__has_include(<sqlite3.h>)
#error "SQLite is missing. Install it with 'apt-get install libsqlite3-dev' (Debian) or 'brew install sqlite' (macOS)."
#else

#include <sqlite3.h>

// SQLITE_TRANSIENT, which is not imported: the library makes a copy of its own. No bytes are no NULL.
static inline int csqlite3_bind_bytes(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
#endif
