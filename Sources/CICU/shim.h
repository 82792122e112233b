#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#if defined(__has_include) && !__has_include(<unicode/uvernum.h>)
#error "ICU is missing. Install it with 'apt-get install libicu-dev' (Debian) or 'brew install icu4c' (macOS)."
#else

// Two functions of ICU, whose interface has been the same since 4.6 and is promised to stay (unicode/uidna.h). That header
// is not read: Foundation has an ICU of its own, and the compiler refuses a program that meets the types of both. This
// one has macros alone, for the version that is part of each name.
#include <unicode/uvernum.h>
#include <stdbool.h>
#include <stdint.h>

// UIDNAInfo.
typedef struct {
  int16_t size;
  int8_t is_transitional_different;
  int8_t reserved;
  uint32_t errors;
  int32_t more_reserved[2];
} cicu_info;

// UIDNA_CHECK_BIDI, UIDNA_CHECK_CONTEXTJ, UIDNA_NONTRANSITIONAL_TO_ASCII, UIDNA_NONTRANSITIONAL_TO_UNICODE.
enum { cicu_options = 0x4 | 0x8 | 0x10 | 0x20 };
// What the URL standard does not look at: UIDNA_ERROR_EMPTY_LABEL, _LABEL_TOO_LONG, _DOMAIN_NAME_TOO_LONG,
// _LEADING_HYPHEN, _TRAILING_HYPHEN and _HYPHEN_3_4.
enum { cicu_allowed = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 };
// U_BUFFER_OVERFLOW_ERROR; what is above zero is an error.
enum { cicu_overflow = 15 };

#define cicu_open_uts46 U_ICU_ENTRY_POINT_RENAME(uidna_openUTS46)
#define cicu_name_to_ascii U_ICU_ENTRY_POINT_RENAME(uidna_nameToASCII_UTF8)
extern void *_Nullable cicu_open_uts46(uint32_t options, int *_Nonnull error);
extern int32_t cicu_name_to_ascii(
    const void *_Nonnull reader, const char *_Nonnull name, int32_t length, char *_Nonnull ascii, int32_t capacity,
    cicu_info *_Nonnull info, int *_Nonnull error);

// A reader of names as the URL standard asks for, or NULL; it may be used by any number of threads.
static inline void *_Nullable cicu_open(void) {
  int error = 0;
  void *reader = cicu_open_uts46(cicu_options, &error);
  return error > 0 ? 0 : reader;
}

// Writes a name in ASCII, and gives back its length, which may be more than there is room for; -1 for what is no name.
static inline int32_t cicu_to_ascii(
    const void *_Nonnull reader, const char *_Nonnull name, int32_t length, char *_Nonnull ascii, int32_t capacity) {
  int error = 0;
  cicu_info info = {.size = sizeof(cicu_info)};
  int32_t count = cicu_name_to_ascii(reader, name, length, ascii, capacity, &info, &error);
  if (error == cicu_overflow) return count;
  return error > 0 || (info.errors & ~(uint32_t)cicu_allowed) != 0 ? -1 : count;
}

#endif
#endif
