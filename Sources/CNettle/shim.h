#ifndef CNETTLE_SHIM_H
#define CNETTLE_SHIM_H

#if defined(__has_include) && !__has_include(<nettle/hmac.h>)
#error "nettle is missing. Install it with 'apt-get install nettle-dev' (Debian) or 'brew install nettle' (macOS)."
#else

#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The state has a size that differs between versions, and stays here; the digest has SHA256_DIGEST_SIZE bytes.
static inline void cnettle_hmac_sha256(
    size_t key_length, const uint8_t *_Nonnull key, size_t length, const uint8_t *_Nonnull message,
    uint8_t *_Nonnull digest) {
  struct hmac_sha256_ctx state;
  hmac_sha256_set_key(&state, key_length, key);
  hmac_sha256_update(&state, length, message);
#if NETTLE_VERSION_MAJOR >= 4
  // Since that version a digest is always whole.
  hmac_sha256_digest(&state, digest);
#else
  hmac_sha256_digest(&state, SHA256_DIGEST_SIZE, digest);
#endif
}

// The digest has SHA256_DIGEST_SIZE bytes.
static inline void cnettle_sha256(size_t length, const uint8_t *_Nonnull message, uint8_t *_Nonnull digest) {
  struct sha256_ctx state;
  sha256_init(&state);
  sha256_update(&state, length, message);
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(&state, digest);
#else
  sha256_digest(&state, SHA256_DIGEST_SIZE, digest);
#endif
}

// "Side-channel silent": the time tells of the length alone.
static inline bool cnettle_is_equal(const uint8_t *_Nonnull one, const uint8_t *_Nonnull other, size_t length) {
  return memeql_sec(one, other, length) != 0;
}

// The characters that `cnettle_base64url` may write.
static inline size_t cnettle_base64url_capacity(size_t length) {
  return BASE64_ENCODE_LENGTH(length) + BASE64_ENCODE_FINAL_LENGTH;
}

// The alphabet of RFC 4648, 5, without the padding behind it; gives back the number of characters.
static inline size_t cnettle_base64url(size_t length, const uint8_t *_Nonnull bytes, uint8_t *_Nonnull text) {
  struct base64_encode_ctx state;
  base64url_encode_init(&state);
  size_t count = base64_encode_update(&state, (char *)text, length, bytes);
  count += base64_encode_final(&state, (char *)text + count);
  while (count > 0 && text[count - 1] == '=') count--;
  return count;
}

// The bytes that `cnettle_from_base64url` may write.
static inline size_t cnettle_from_base64url_capacity(size_t length) { return BASE64_DECODE_LENGTH(length); }

// Reads what the function above writes; white space is passed over, and false says that there is something else.
static inline bool cnettle_from_base64url(
    size_t length, const uint8_t *_Nonnull text, uint8_t *_Nonnull bytes, size_t *_Nonnull count) {
  struct base64_decode_ctx state;
  base64url_decode_init(&state);
  *count = BASE64_DECODE_LENGTH(length);
  return base64_decode_update(&state, count, bytes, length, (const char *)text) != 0;
}

#endif
#endif
