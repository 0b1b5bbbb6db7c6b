// The CUDA runtime for C++: the C functions, their C++ overloads and, in CUDA files, what device
// code uses. clang includes it before the first line of every CUDA file.
#ifndef HEDDLE_CUDA_RUNTIME_H
#define HEDDLE_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__cplusplus)
#include <utility>
#endif

#include "builtin_types.h"
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "vector_functions.h"

#if defined(__cplusplus)
#include "heddle/host/device_runtime.h"
#include "heddle/host/launch.h"
#include "heddle/host/memory.h"
#include "heddle/host/occupancy.h"
#include "heddle/host/unsupported.h"
#include "heddle/nested/streams.h"
#if defined(__CUDA__) && defined(__CUDACC_RDC__)
#include "heddle/nested/launch.h"
#endif
#if defined(__CUDA__)  // other files may define functions of these names
#include "heddle/device/conditional.h"
#include "heddle/host/math.h"
#include "heddle/host/texture.h"
#endif
#endif

#endif
