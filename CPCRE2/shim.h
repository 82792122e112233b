#ifndef CPCRE2_SHIM_H
#define CPCRE2_SHIM_H

#if defined(__has_include) && !__has_include(<pcre2.h>)
#error "PCRE2 is missing. Install it with 'apt-get install libpcre2-dev' (Debian) or 'brew install pcre2' (macOS)."
#else

// Patterns and targets are bytes: the 8-bit library alone.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <stdint.h>

// PCRE2_UNSET is a macro over a cast, which is not imported; as a constant it would not fit in Int.
static inline bool cpcre2_is_unset(PCRE2_SIZE offset) { return offset == PCRE2_UNSET; }

// What a match has taken so far of what it may take. PCRE2 calls out before each element of an expression that it comes
// to (PCRE2_AUTO_CALLOUT): the calls are counted, and the bytes that were run through between them. Its own limit counts
// neither: one of its steps can run through a whole subject, and back again. In C, as it is called some hundred million
// times a second.
typedef struct {
  // The looks left; below zero when the match has to end.
  int64_t left;
  // Where the subject was looked at last.
  PCRE2_SIZE place;
  // The text of the expression.
  const uint8_t *text;
  // Whether many brackets can be walked out of at once.
  bool is_deep;
} cpcre2_count;

// The bytes that take as long as a look, when they are run through, and the brackets, when they are walked out of.
enum { cpcre2_bytes_of_look = 16, cpcre2_brackets_of_look = 2 };

// Reads a number, and leaves the place behind it.
static inline PCRE2_SIZE cpcre2_number(const uint8_t *text, PCRE2_SIZE *place) {
  PCRE2_SIZE number = 0;
  for (; text[*place] >= '0' && text[*place] <= '9' && number < 1000000; ++*place)
    number = number * 10 + (PCRE2_SIZE)(text[*place] - '0');
  return number;
}

// The bytes that an element can run through and leave no sign of: a reference that fails, and as many rounds as it wants
// at the least. Elements are written by us: "\\g{1}", "[a-z]{3,7}".
static inline PCRE2_SIZE cpcre2_hidden_bytes(const pcre2_callout_block *block, const uint8_t *element) {
  PCRE2_SIZE brace = block->next_item_length;
  while (brace > 0 && element[brace] != '{') brace--;
  PCRE2_SIZE place = brace + 1;
  PCRE2_SIZE number = cpcre2_number(element, &place);
  if (brace == 2 && element[0] == '\\' && element[1] == 'g') {
    if (number >= block->capture_top) return 0;
    PCRE2_SIZE start = block->offset_vector[2 * number], end = block->offset_vector[2 * number + 1];
    return start == PCRE2_UNSET || end < start ? 0 : end - start;
  }
  PCRE2_SIZE rest = block->subject_length - block->current_position;
  return number < rest ? number : rest;
}

// The brackets that can be walked out of on the way to a place in the text, with no sign of it: PCRE2 writes each round
// that a group can do without into the one before, "(?:x){3,7}" as "xxx(x(x(x(x)?)?)?)?", and comes to their ends at
// once. The place is then right behind the repeat.
static inline PCRE2_SIZE cpcre2_hidden_brackets(const uint8_t *text, PCRE2_SIZE place) {
  if (place > 0 && (text[place - 1] == '+' || text[place - 1] == '?')) place--;
  if (place == 0 || text[place - 1] != '}') return 0;
  place--;
  while (place > 0 && (text[place - 1] == ',' || (text[place - 1] >= '0' && text[place - 1] <= '9'))) place--;
  if (place < 4 || text[place - 1] != '{' || text[place - 2] != ')') return 0;
  // A bracket that is a byte, "\\){3,7}", and not the end of a group behind a backslash that is one.
  if (text[place - 3] == '\\' && text[place - 4] != '\\') return 0;
  PCRE2_SIZE least = cpcre2_number(text, &place);
  if (text[place] != ',') return 0;
  place++;
  PCRE2_SIZE most = cpcre2_number(text, &place);
  return most > least ? most - least : 0;
}

static inline int cpcre2_look(pcre2_callout_block *block, void *data) {
  cpcre2_count *count = (cpcre2_count *)data;
  PCRE2_SIZE here = block->current_position;
  // Runs that failed on the way are seen here too: the way back is as long.
  PCRE2_SIZE bytes = here < count->place ? count->place - here : here - count->place;
  count->place = here;
  if (block->next_item_length > 3) {
    const uint8_t *element = count->text + block->pattern_position;
    if (element[block->next_item_length - 1] == '}') bytes += cpcre2_hidden_bytes(block, element);
  }
  PCRE2_SIZE brackets = count->is_deep ? cpcre2_hidden_brackets(count->text, block->pattern_position) : 0;
  count->left -= 1 + (int64_t)(bytes / cpcre2_bytes_of_look + brackets / cpcre2_brackets_of_look);
  return count->left < 0 ? PCRE2_ERROR_MATCHLIMIT : 0;
}

#endif
#endif
