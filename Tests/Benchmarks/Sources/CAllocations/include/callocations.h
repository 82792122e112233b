#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

// How many blocks the calling thread has asked the heap for; always 0 where they cannot be counted.
unsigned long callocations_count(void);

// Whether they can be counted here.
bool callocations_available(void);

// Where what is counted begins and ends. Both do nothing: `counts.sh` tells valgrind their names.
void callocations_begin(void);
void callocations_end(void);

#endif
