// CUDA has this header; here what it declares comes with cuda_runtime.h.
#ifndef HEDDLE_SM_30_INTRINSICS_H
#define HEDDLE_SM_30_INTRINSICS_H
#include "cuda_runtime.h"
#endif
