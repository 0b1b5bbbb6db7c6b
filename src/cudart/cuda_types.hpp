// The runtime's public types and functions, without the qualifier macros that would be in the way
// of the standard library's own headers.
#pragma once

#include <cuda_runtime_api.h>

#undef __noinline__
#undef __forceinline__
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
