#include "callocations.h"

#include <stddef.h>

// One count for each thread: an atomic one would cost as much as a small block does.
static _Thread_local unsigned long count;

unsigned long callocations_count(void) { return count; }

// Called and never inlined, though they do nothing.
__attribute__((noinline)) void callocations_begin(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void callocations_end(void) { __asm__ volatile("" ::: "memory"); }

#if defined(__GLIBC__) || defined(__linux__)

// glibc lets a program put its own functions in the place of the heap's (libc manual, "Replacing malloc");
// these count and pass on.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void counted(void) { count += 1; }

void *malloc(size_t size) {
  counted();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  counted();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  counted();
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  counted();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
  counted();
  return __libc_memalign(alignment, size);
}

bool callocations_available(void) { return true; }

#else

bool callocations_available(void) { return false; }

#endif
