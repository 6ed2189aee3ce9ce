// What libFuzzer offers to those who mutate inputs themselves.
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

// Changes `data` in place as libFuzzer does by itself, and returns its new length.
size_t LLVMFuzzerMutate(uint8_t *_Nullable data, size_t count, size_t capacity);

#endif
