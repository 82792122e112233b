#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

// How many blocks the calling thread has asked the heap for; always 0 where they cannot be counted.
unsigned long callocations_count(void);

// Whether they can be counted here.
bool callocations_available(void);

#endif
