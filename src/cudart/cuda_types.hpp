// The runtime's public types and functions, without the qualifier macros. These macros would break
// the headers of the standard library.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#undef __noinline__
#undef __forceinline__
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
