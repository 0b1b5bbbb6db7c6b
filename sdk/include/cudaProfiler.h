// The driver API's functions for profilers.
#ifndef HEDDLE_CUDA_PROFILER_H
#define HEDDLE_CUDA_PROFILER_H
#include "cuda.h"
#endif
