// 8-bit floating point: E4M3 and E5M2 of the OCP's OFP8 specification, alone and packed by two and
// by four. Types for storage: conversions round to nearest even, in integers on host and device, as
// on every device before compute capability 8.9; there is no arithmetic.
#ifndef HEDDLE_CUDA_FP8_H
#define HEDDLE_CUDA_FP8_H
#define __CUDA_FP8_H__

#if defined(__cplusplus)

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "heddle/float8/convert.h"
#include "heddle/float8/types.h"

#endif
#endif
