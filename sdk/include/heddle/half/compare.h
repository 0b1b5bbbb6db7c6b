// Relations, extremes and operators of halves. Floats hold every half, so that they are compared as
// floats.
#ifndef HEDDLE_HALF_COMPARE_H
#define HEDDLE_HALF_COMPARE_H

#include "arithmetic.h"

#if defined(__CUDA_NO_HALF_OPERATORS__)
#define HEDDLE_OPERATORS 0
#else
#define HEDDLE_OPERATORS 1
#endif
#if defined(__CUDA_NO_HALF2_OPERATORS__)
#define HEDDLE_OPERATORS2 0
#else
#define HEDDLE_OPERATORS2 1
#endif
#define HEDDLE_T __half
#define HEDDLE_T2 __half2
#define HEDDLE_WIDEN(x) __half2float(x)
#define HEDDLE_BITS(x) __ushort_as_half(x)
#define HEDDLE_INFINITE 0x7c00u
#define HEDDLE_ONE 0x3c00
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
