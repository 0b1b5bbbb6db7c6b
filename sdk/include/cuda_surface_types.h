// CUDA has this header; here what it declares comes with cuda_runtime.h.
#ifndef HEDDLE_CUDA_SURFACE_TYPES_H
#define HEDDLE_CUDA_SURFACE_TYPES_H
#define __CUDA_SURFACE_TYPES_H__
#include "cuda_runtime.h"
#endif
