// The driver API; by topic in heddle/driver. clang includes this file before the first line of every
// CUDA file for CUDA_VERSION alone, as CUDA's runtime headers do not declare the driver API.
// clang reads this line to choose the PTX version (8.0) and the launch interface.
#define CUDA_VERSION 12000

#include <stdint.h>

typedef uint32_t cuuint32_t;  // clang's intrinsics have it
typedef uint64_t cuuint64_t;

#if !defined(HEDDLE_CUDA_H) && \
    (!defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) || defined(__CLANG_CUDA_CMATH_H__))
#define HEDDLE_CUDA_H
#define __cuda_cuda_h__

#include <stddef.h>

#include "heddle/device_types.h"
#include "heddle/driver/attributes.h"
#include "heddle/driver/errors.h"
#include "heddle/driver/types.h"

#include "heddle/driver/launch_types.h"
#include "heddle/driver/memory_types.h"
// After the types that its structures contain.
#include "heddle/driver/graph_types.h"
#include "heddle/driver/tensor_map.h"

#if defined(__cplusplus)
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#include "heddle/driver/api_context.h"
#include "heddle/driver/api_copy.h"
#include "heddle/driver/api_graph.h"
#include "heddle/driver/api_memory.h"
#include "heddle/driver/api_module.h"
#include "heddle/driver/api_stream.h"
#include "heddle/driver/api_tensor_map.h"
#include "heddle/driver/api_virtual_memory.h"
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#if defined(__cplusplus)
}
#endif

#endif
