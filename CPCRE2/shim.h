#ifndef CPCRE2_SHIM_H
#define CPCRE2_SHIM_H

#if defined(__has_include) && !__has_include(<pcre2.h>)
#error "PCRE2 is missing. Install it with 'apt-get install libpcre2-dev' (Debian) or 'brew install pcre2' (macOS)."
#else

// Patterns and targets are bytes: the 8-bit library alone.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>

// PCRE2_UNSET is a macro over a cast, which is not imported; as a constant it would not fit in Int.
static inline bool cpcre2_is_unset(PCRE2_SIZE offset) { return offset == PCRE2_UNSET; }

#endif
#endif
