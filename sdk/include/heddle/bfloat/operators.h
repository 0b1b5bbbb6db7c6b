// Relations, extremes and operators of bfloat16.
#ifndef HEDDLE_BFLOAT_OPERATORS_H
#define HEDDLE_BFLOAT_OPERATORS_H

#include "arithmetic.h"

#if defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define HEDDLE_OPERATORS 0
#else
#define HEDDLE_OPERATORS 1
#endif
#if defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define HEDDLE_OPERATORS2 0
#else
#define HEDDLE_OPERATORS2 1
#endif
#define HEDDLE_T __nv_bfloat16
#define HEDDLE_T2 __nv_bfloat162
#define HEDDLE_WIDEN(x) __bfloat162float(x)
#define HEDDLE_BITS(x) __ushort_as_bfloat16(x)
#define HEDDLE_INFINITE 0x7f80u
#define HEDDLE_ONE 0x3f80
#include "../narrow/operators.h"
#undef HEDDLE_OPERATORS
#undef HEDDLE_OPERATORS2
#undef HEDDLE_T
#undef HEDDLE_T2
#undef HEDDLE_WIDEN
#undef HEDDLE_BITS
#undef HEDDLE_INFINITE
#undef HEDDLE_ONE

#endif
