#include "cbaresearch.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

typedef struct {
  const char *bytes;
  size_t length;
  size_t route;
} text;

typedef struct {
  uint64_t hash;
  text key;
} slot;

struct cbaresearch {
  pcre2_code **codes;
  size_t code_count, code_capacity;
  pcre2_match_data *block;
  text *paths;
  size_t path_count, path_capacity, next;
  slot *slots;
  size_t key_count, slot_count;
};

// The array with room for one more; null where there is no memory.
static void *grown(void *array, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return array;
  size_t wanted = *capacity ? *capacity * 2 : 64;
  void *larger = realloc(array, wanted * size);
  if (larger) *capacity = wanted;
  return larger;
}

static char *copied(const char *bytes, size_t length) {
  char *copy = malloc(length + 1);
  if (copy) {
    memcpy(copy, bytes, length);
    copy[length] = 0;
  }
  return copy;
}

cbaresearch *cbaresearch_create(void) {
  cbaresearch *search = calloc(1, sizeof(cbaresearch));
  if (search) search->block = pcre2_match_data_create(16, NULL);
  return search;
}

void cbaresearch_free(cbaresearch *search) {
  for (size_t i = 0; i < search->code_count; i++) pcre2_code_free(search->codes[i]);
  for (size_t i = 0; i < search->path_count; i++) free((void *)search->paths[i].bytes);
  for (size_t i = 0; i < search->slot_count; i++) free((void *)search->slots[i].key.bytes);
  pcre2_match_data_free(search->block);
  free(search->codes);
  free(search->paths);
  free(search->slots);
  free(search);
}

bool cbaresearch_add_regex(cbaresearch *search, const char *regex, size_t length) {
  void *codes = grown(search->codes, search->code_count, &search->code_capacity, sizeof(void *));
  if (!codes) return false;
  search->codes = codes;
  int error;
  size_t offset;
  uint32_t flags = PCRE2_ANCHORED | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY;
  pcre2_code *code = pcre2_compile((PCRE2_SPTR)regex, length, flags, &error, &offset, NULL);
  if (!code || pcre2_jit_compile(code, PCRE2_JIT_COMPLETE) < 0) return false;
  search->codes[search->code_count++] = code;
  return true;
}

bool cbaresearch_add_path(cbaresearch *search, const char *path, size_t length, size_t route) {
  void *paths = grown(search->paths, search->path_count, &search->path_capacity, sizeof(text));
  if (!paths) return false;
  search->paths = paths;
  search->paths[search->path_count++] = (text){copied(path, length), length, route};
  return true;
}

static inline uint64_t word_at(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

// The last eight bytes, which those before may overlap; of a text that has fewer, all.
static inline uint64_t last_word(const char *bytes, size_t length) {
  if (length >= 8) return word_at(bytes + length - 8);
  uint64_t word = 0;
  for (size_t i = 0; i < length; i++) word = word << 8 | (uint8_t)bytes[i];
  return word;
}

// Multiplied to twice its width and folded.
static inline uint64_t mixed(uint64_t word) {
  __uint128_t product = (__uint128_t)word * 0x9e3779b97f4a7c15u;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t hash_of(const char *bytes, size_t length) {
  uint64_t hash = length;
  for (size_t i = 0; i + 8 < length; i += 8) hash = mixed(hash ^ word_at(bytes + i));
  return mixed(hash ^ last_word(bytes, length));
}

static inline bool are_equal(const char *first, const char *second, size_t length) {
  for (size_t i = 0; i + 8 < length; i += 8)
    if (word_at(first + i) != word_at(second + i)) return false;
  return last_word(first, length) == last_word(second, length);
}

static inline slot *slot_for(
  slot *slots, size_t count, uint64_t hash, const char *bytes, size_t length
) {
  for (size_t i = hash & (count - 1);; i = (i + 1) & (count - 1)) {
    slot *at = &slots[i];
    if (!at->key.bytes) return at;
    if (at->hash == hash && at->key.length == length && are_equal(at->key.bytes, bytes, length))
      return at;
  }
}

bool cbaresearch_add_key(cbaresearch *search, const char *key, size_t length, size_t route) {
  // At most half full.
  if (search->key_count * 2 >= search->slot_count) {
    size_t count = search->slot_count ? search->slot_count * 2 : 64;
    slot *slots = calloc(count, sizeof(slot));
    if (!slots) return false;
    for (size_t i = 0; i < search->slot_count; i++) {
      slot *old = &search->slots[i];
      if (old->key.bytes)
        *slot_for(slots, count, old->hash, old->key.bytes, old->key.length) = *old;
    }
    free(search->slots);
    search->slots = slots;
    search->slot_count = count;
  }
  uint64_t hash = hash_of(key, length);
  slot *at = slot_for(search->slots, search->slot_count, hash, key, length);
  if (at->key.bytes) return true;
  *at = (slot){hash, {copied(key, length), length, route}};
  search->key_count++;
  return true;
}

static text *next_path(cbaresearch *search) {
  text *path = &search->paths[search->next++];
  if (search->next == search->path_count) search->next = 0;
  return path;
}

static int matched(cbaresearch *search, size_t route, const text *path) {
  return pcre2_jit_match(
    search->codes[route], (PCRE2_SPTR)path->bytes, path->length, 0, 0, search->block, NULL
  );
}

size_t cbaresearch_match(cbaresearch *search, size_t times) {
  size_t right = 0;
  for (size_t i = 0; i < times; i++) {
    text *path = next_path(search);
    right += matched(search, path->route, path) > 0;
  }
  return right;
}

size_t cbaresearch_find(cbaresearch *search, size_t times) {
  size_t right = 0;
  for (size_t i = 0; i < times; i++) {
    text *path = next_path(search);
    uint64_t hash = hash_of(path->bytes, path->length);
    slot *at = slot_for(search->slots, search->slot_count, hash, path->bytes, path->length);
    right += at->key.bytes && at->key.route == path->route;
  }
  return right;
}

size_t cbaresearch_scan(cbaresearch *search) {
  size_t right = 0;
  for (size_t i = 0; i < search->code_count; i++)
    right += matched(search, i, &search->paths[0]) > 0;
  return right;
}

uint64_t cbaresearch_spin(uint64_t seed, size_t times) {
  uint64_t state = seed;
  for (size_t i = 0; i < times; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    state ^= state >> 29;
  }
  return state;
}
