// Conversions between generic addresses and those of a state space.
#ifndef HEDDLE_DEVICE_ADDRESS_H
#define HEDDLE_DEVICE_ADDRESS_H

#include <stddef.h>

#include "qualifier.h"

// NVPTX's address spaces: 1 global, 3 shared, 4 constant, 5 local.
#define HEDDLE_STATE_SPACE(name, number)                                        \
  HEDDLE_DEVICE size_t __cvta_generic_to_##name(const void* address) {          \
    return (size_t)(const void __attribute__((address_space(number)))*)address; \
  }                                                                             \
  HEDDLE_DEVICE void* __cvta_##name##_to_generic(size_t address) {              \
    return (void*)(void __attribute__((address_space(number)))*)address;        \
  }
HEDDLE_STATE_SPACE(global, 1)
HEDDLE_STATE_SPACE(shared, 3)
HEDDLE_STATE_SPACE(constant, 4)
HEDDLE_STATE_SPACE(local, 5)
#undef HEDDLE_STATE_SPACE

#endif
