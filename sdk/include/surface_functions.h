// CUDA has this header; here what it declares comes with cuda_runtime.h.
#ifndef HEDDLE_SURFACE_FUNCTIONS_H
#define HEDDLE_SURFACE_FUNCTIONS_H
#define __SURFACE_FUNCTIONS_H__
#include "cuda_runtime.h"
#endif
