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

BORROWED(lgamma)
BORROWED(tgamma)
