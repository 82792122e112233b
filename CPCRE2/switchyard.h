#ifndef CSWITCHYARD_H
#define CSWITCHYARD_H

// What a lookup does to sixteen bytes at once. Nothing here needs PCRE2.
#include <stdint.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__x86_64__)

// The slashes among sixteen bytes, a bit for each.
static inline uint64_t cswitchyard_slashes(const void *_Nonnull bytes) {
  __m128i text = _mm_loadu_si128((const __m128i *)bytes);
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('/')));
}

// Of sixteen bytes, 16 bits each: those that are neither letters nor digits nor one of "-._/", the slashes, and the
// slashes and dots.
static inline uint64_t cswitchyard_kinds_of(__m128i text) {
  __m128i folded = _mm_or_si128(text, _mm_set1_epi8(0x20));
  __m128i letters = _mm_and_si128(
      _mm_cmpgt_epi8(folded, _mm_set1_epi8('a' - 1)), _mm_cmpgt_epi8(_mm_set1_epi8('z' + 1), folded));
  __m128i digits = _mm_and_si128(
      _mm_cmpgt_epi8(text, _mm_set1_epi8('-' - 1)), _mm_cmpgt_epi8(_mm_set1_epi8('9' + 1), text));
  __m128i common = _mm_or_si128(_mm_or_si128(letters, digits), _mm_cmpeq_epi8(text, _mm_set1_epi8('_')));
  __m128i slashes = _mm_cmpeq_epi8(text, _mm_set1_epi8('/'));
  __m128i dots = _mm_or_si128(slashes, _mm_cmpeq_epi8(text, _mm_set1_epi8('.')));
  return (uint64_t)(_mm_movemask_epi8(common) ^ 0xFFFF) | (uint64_t)_mm_movemask_epi8(slashes) << 16
      | (uint64_t)_mm_movemask_epi8(dots) << 32;
}

static inline uint64_t cswitchyard_kinds(const void *_Nonnull bytes) {
  return cswitchyard_kinds_of(_mm_loadu_si128((const __m128i *)bytes));
}

// The same of the first eight bytes and of eight others.
static inline uint64_t cswitchyard_kinds_of_two(const void *_Nonnull bytes, const void *_Nonnull others) {
  return cswitchyard_kinds_of(_mm_unpacklo_epi64(
      _mm_loadl_epi64((const __m128i *)bytes), _mm_loadl_epi64((const __m128i *)others)));
}

#elif defined(__aarch64__)

static inline uint64_t cswitchyard_slashes(const void *_Nonnull bytes) {
  static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t slashes = vceqq_u8(vld1q_u8((const uint8_t *)bytes), vdupq_n_u8('/'));
  uint8x16_t bits = vandq_u8(slashes, vld1q_u8(places));
  return (uint64_t)vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

#else

static inline uint64_t cswitchyard_slashes(const void *_Nonnull bytes) {
  const uint8_t *text = (const uint8_t *)bytes;
  uint64_t slashes = 0;
  for (int place = 0; place < 16; place++) slashes |= (uint64_t)(text[place] == '/') << place;
  return slashes;
}

#endif

#if defined(__linux__)

// A word of this thread, null at its beginning. Each object file has one of its own.
static inline void *_Nullable *_Nonnull cswitchyard_thread_word(void) {
  static __attribute__((tls_model("initial-exec"))) _Thread_local void *word;
  return &word;
}

#endif
#endif
