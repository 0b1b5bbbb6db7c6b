// Half precision: __half and __half2, conversions on host and device, arithmetic by PTX's f16
// operations on the device and through float on the host.
#ifndef HEDDLE_CUDA_FP16_H
#define HEDDLE_CUDA_FP16_H
#define __CUDA_FP16_H__

#if defined(__cplusplus)

#include "heddle/half/arithmetic.h"
#include "heddle/half/compare.h"
#include "heddle/half/convert.h"
#include "heddle/half/types.h"
#if defined(__CUDA__)
#include "heddle/half/functions.h"
#endif

#endif
#endif
