// bfloat16: __nv_bfloat16 and __nv_bfloat162, the upper half of a float. Conversions round to nearest
// even unless their name says otherwise; arithmetic goes through float, as on every device before
// compute capability 8.0, and rounds once.
#ifndef HEDDLE_CUDA_BF16_H
#define HEDDLE_CUDA_BF16_H
#define __CUDA_BF16_H__

#if defined(__cplusplus)

#include "heddle/bfloat/arithmetic.h"
#include "heddle/bfloat/convert.h"
#include "heddle/bfloat/operators.h"
#include "heddle/bfloat/types.h"
#if defined(__CUDA__)
#include "heddle/bfloat/functions.h"
#endif

#endif
#endif
