// Complex numbers as pairs of floats or doubles, in C's manner.
#ifndef HEDDLE_CU_COMPLEX_H
#define HEDDLE_CU_COMPLEX_H

#if !defined(__CUDACC_RTC__)  // NVRTC has no headers of the host
#include <math.h>
#endif

#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define HEDDLE_COMPLEX static __inline__ __host__ __device__
// type, element, suffix of the functions' names and of the C library's
#define HEDDLE_COMPLEX_FUNCTIONS(type, element, f, clib)                                      \
  HEDDLE_COMPLEX element cuCreal##f(type x) { return x.x; }                                   \
  HEDDLE_COMPLEX element cuCimag##f(type x) { return x.y; }                                   \
  HEDDLE_COMPLEX type make_##type(element real, element imaginary) {                          \
    type result;                                                                              \
    result.x = real;                                                                          \
    result.y = imaginary;                                                                     \
    return result;                                                                            \
  }                                                                                           \
  HEDDLE_COMPLEX type cuConj##f(type x) { return make_##type(x.x, -x.y); }                    \
  HEDDLE_COMPLEX type cuCadd##f(type x, type y) { return make_##type(x.x + y.x, x.y + y.y); } \
  HEDDLE_COMPLEX type cuCsub##f(type x, type y) { return make_##type(x.x - y.x, x.y - y.y); } \
  HEDDLE_COMPLEX type cuCmul##f(type x, type y) {                                             \
    return make_##type(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                         \
  }                                                                                           \
  HEDDLE_COMPLEX type cuCdiv##f(type x, type y) {                                             \
    const element scale = fabs##clib(y.x) + fabs##clib(y.y);                                  \
    const element a = y.x / scale, b = y.y / scale, c = x.x / scale, d = x.y / scale;         \
    const element square = a * a + b * b;                                                     \
    return make_##type((c * a + d * b) / square, (d * a - c * b) / square);                   \
  }                                                                                           \
  HEDDLE_COMPLEX element cuCabs##f(type x) { return hypot##clib(x.x, x.y); }                  \
  HEDDLE_COMPLEX type cuCfma##f(type x, type y, type z) { return cuCadd##f(cuCmul##f(x, y), z); }
HEDDLE_COMPLEX_FUNCTIONS(cuFloatComplex, float, f, f)
HEDDLE_COMPLEX_FUNCTIONS(cuDoubleComplex, double, , )
#undef HEDDLE_COMPLEX_FUNCTIONS

HEDDLE_COMPLEX cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
HEDDLE_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex(x.x, x.y);
}
HEDDLE_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}
#undef HEDDLE_COMPLEX

#endif
