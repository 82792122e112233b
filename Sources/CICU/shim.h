#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#if defined(__has_include) && !__has_include(<unicode/uidna.h>)
#error "ICU is missing. Install it with 'apt-get install libicu-dev' (Debian) or 'brew install icu4c' (macOS)."
#else

// Nothing but names of hosts is asked for, and nothing of C++.
#define U_SHOW_CPLUSPLUS_API 0
#include <stdbool.h>
#include <stdint.h>
#include <unicode/uidna.h>

// The functions have a version in their names, which macros put there; so they are called here.

// A reader of names as the URL standard asks for, or NULL; it may be used by any number of threads.
static inline void *_Nullable cicu_open(void) {
  UErrorCode error = U_ZERO_ERROR;
  UIDNA *reader = uidna_openUTS46(
      UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
          UIDNA_NONTRANSITIONAL_TO_UNICODE,
      &error);
  return U_FAILURE(error) ? 0 : reader;
}

// Writes a name in ASCII, and gives back its length, which may be more than there is room for; -1 for what is no name.
// Lengths, empty labels and hyphens are not looked at, as the URL standard asks.
static inline int32_t cicu_to_ascii(
    const void *_Nonnull reader, const char *_Nonnull name, int32_t length, char *_Nonnull ascii, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  int32_t count = uidna_nameToASCII_UTF8((const UIDNA *)reader, name, length, ascii, capacity, &info, &error);
  const uint32_t allowed = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
                           UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
  if (error == U_BUFFER_OVERFLOW_ERROR) return count;
  return U_FAILURE(error) || (info.errors & ~allowed) != 0 ? -1 : count;
}

#endif
#endif
