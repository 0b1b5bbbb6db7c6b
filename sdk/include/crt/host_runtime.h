// clang includes this one after cuda_runtime.h and before its mathematics: the intrinsics that need
// no mathematics. The guards keep clang's own versions out.
#ifndef HEDDLE_CRT_HOST_RUNTIME_H
#define HEDDLE_CRT_HOST_RUNTIME_H

#define __CLANG_CUDA_DEVICE_FUNCTIONS_H__
#define __CLANG_CUDA_TEXTURE_INTRINSICS_H__

#include "../heddle/device/address.h"
#include "../heddle/device/atomics.h"
#include "../heddle/device/control.h"
#include "../heddle/device/convert.h"
#include "../heddle/device/dpx.h"
#include "../heddle/device/integer.h"
#include "../heddle/device/rounding.h"
#include "../heddle/device/simd.h"

#endif
