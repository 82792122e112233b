// What glibc tells of its memory, which the module of Glibc leaves out.
#ifdef __linux__
#include <malloc.h>
#endif
