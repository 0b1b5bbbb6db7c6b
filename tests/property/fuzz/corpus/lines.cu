#include "cuda.h"

inline __device__ float square(float x) { return x * x; }
__global__ void squares(float* p) { p[thread()] = square(p[thread()]) + 1; }
