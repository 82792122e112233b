#ifndef CSQLITE3_SHIM_H
#define CSQLITE3_SHIM_H

#if defined(__has_include) && !__has_include(<sqlite3.h>)
#error "SQLite is missing. Install it with 'apt-get install libsqlite3-dev' (Debian) or 'brew install sqlite' (macOS)."
#else

#include <fcntl.h>
#include <sqlite3.h>

// SQLITE_TRANSIENT, which is not imported: the library makes a copy of its own. No bytes are no NULL.
static inline int csqlite3_bind_bytes(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// A descriptor that holds a file without opening it. Closing it keeps the locks that the process has on the file; closing
// any other descriptor of the file would end them. glibc shows O_PATH with _GNU_SOURCE alone, and __O_PATH always. Systems
// without such a flag, as macOS, give no number of a file twice; there it is -1.
static inline int csqlite3_open_path(const char *_Nonnull path) {
#if defined(O_PATH)
  return open(path, O_PATH | O_CLOEXEC);
#elif defined(__O_PATH)
  return open(path, __O_PATH | O_CLOEXEC);
#else
  (void)path;
  return -1;
#endif
}

#endif
#endif
