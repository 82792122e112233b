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
