// The qualifier of the intrinsics in this folder: an always inlined device function of this
// translation unit.
#ifndef HEDDLE_DEVICE_QUALIFIER_H
#define HEDDLE_DEVICE_QUALIFIER_H

#include "../../host_defines.h"

#define HEDDLE_DEVICE static __device__ __forceinline__
/// The same, overloadable on the host's side too.
#define HEDDLE_HOST_DEVICE static __host__ __device__ __forceinline__

/// 1 where single precision flushes denormals to zero (heddle cc -ftz=true, --use_fast_math).
#if !defined(__CUDA_FTZ)
#define __CUDA_FTZ 0
#endif

#endif
