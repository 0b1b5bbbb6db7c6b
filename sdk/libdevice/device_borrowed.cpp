// Functions answered by libclc's bitcode.

#include "device.hpp"

#define BORROWED(name)                                          \
  float name(float);                                            \
  double name(double);                                          \
  HEDDLE_MATH float __nv_##name##f(float a) { return name(a); } \
  HEDDLE_MATH double __nv_##name(double a) { return name(a); }
#define BORROWED_BINARY(name)                                               \
  float name(float, float);                                                 \
  double name(double, double);                                              \
  HEDDLE_MATH float __nv_##name##f(float a, float b) { return name(a, b); } \
  HEDDLE_MATH double __nv_##name(double a, double b) { return name(a, b); }

BORROWED(erf)
BORROWED(erfc)
BORROWED(lgamma)
BORROWED(tgamma)
HEDDLE_MATH float __nv_normcdff(float a) { return 0.5F * erfc(a * -0x1.6a09e6p-1F); }
HEDDLE_MATH double __nv_normcdf(double a) { return 0.5 * erfc(a * -0x1.6a09e667f3bcdp-1); }
