#ifndef CBARESEARCH_H
#define CBARESEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Paths that are looked up again and again, with what every router can be set against: one match of the one right
// regular expression, which is the floor of all that ask PCRE2, and a hash table over whole paths, the floor of all.
typedef struct cbaresearch cbaresearch;

cbaresearch *cbaresearch_create(void);
void cbaresearch_free(cbaresearch *search);

// Adds the regular expression of the next route; false when it is none.
bool cbaresearch_add_regex(cbaresearch *search, const char *regex, size_t length);

// Adds a path that is looked up, and the route that it belongs to.
bool cbaresearch_add_path(cbaresearch *search, const char *path, size_t length, size_t route);

// Adds a literal path to the table, with what is found for it.
bool cbaresearch_add_key(cbaresearch *search, const char *key, size_t length, size_t route);

// Match or find the next paths, a number of times; how often that was right.
size_t cbaresearch_match(cbaresearch *search, size_t times);
size_t cbaresearch_find(cbaresearch *search, size_t times);

// Matches the first path with every regular expression in turn; how many matched.
size_t cbaresearch_scan(cbaresearch *search);

// Spins, as work that shares nothing with any other thread.
uint64_t cbaresearch_spin(uint64_t seed, size_t times);

#endif
