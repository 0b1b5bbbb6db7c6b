// The CUDA runtime API as C functions; by topic in heddle/api_*.h. libcudart (src/cudart)
// implements these, and includes this header.
#ifndef HEDDLE_CUDA_RUNTIME_API_H
#define HEDDLE_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__

#define CUDART_VERSION 12000

#include "driver_types.h"
#include "host_defines.h"
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#include "heddle/per_thread_names.h"
#endif

#if defined(__cplusplus)
#define HEDDLE_DEFAULT(value) = value
#define __dv(v) = v
extern "C" {
#else
#define HEDDLE_DEFAULT(value)
#define __dv(v)
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#include "heddle/api_device.h"
#include "heddle/api_graph.h"
#include "heddle/api_graph_node.h"
#include "heddle/api_launch.h"
#include "heddle/api_library.h"
#include "heddle/api_memory.h"
#include "heddle/api_texture.h"
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#if defined(__cplusplus)
}
#endif

#endif
