// clang includes this one last of CUDA's: min and max, loads with cache operators, surfaces, and what
// heddle refuses.
#ifndef HEDDLE_TEXTURE_INDIRECT_FUNCTIONS_H
#define HEDDLE_TEXTURE_INDIRECT_FUNCTIONS_H
#define __TEXTURE_INDIRECT_FUNCTIONS_H__

#if defined(__cplusplus) && defined(__CUDA__)
#include <new>

#include "heddle/device/cache_operators.h"
#include "heddle/device/min_max.h"
#include "heddle/device/refused.h"
#include "heddle/device/surface.h"
#include "heddle/device/texture.h"
#endif

#endif
