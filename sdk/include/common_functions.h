// CUDA has this header; here what it declares comes with cuda_runtime.h.
#ifndef HEDDLE_COMMON_FUNCTIONS_H
#define HEDDLE_COMMON_FUNCTIONS_H
#define __COMMON_FUNCTIONS_H__
#include "cuda_runtime.h"
#endif
