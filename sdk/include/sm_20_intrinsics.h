// CUDA has this header; here what it declares comes with cuda_runtime.h.
#ifndef HEDDLE_SM_20_INTRINSICS_H
#define HEDDLE_SM_20_INTRINSICS_H
#define __SM_20_INTRINSICS_H__
#include "cuda_runtime.h"
#endif
