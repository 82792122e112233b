#include <stddef.h>
#include <stdint.h>

/// The fuzzer itself, which comes with the compiler and is linked by -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *count, char ***arguments,
                        int (*play)(const uint8_t *bytes, size_t count));
