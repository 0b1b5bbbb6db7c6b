// C++'s mathematical functions of float under the names of double's: clang declares them all in
// device code and leaves these to CUDA's headers.
#ifndef HEDDLE_DEVICE_FLOAT_OVERLOADS_H
#define HEDDLE_DEVICE_FLOAT_OVERLOADS_H

#include "qualifier.h"

#define HEDDLE_FLOAT_1(result, name) \
  HEDDLE_DEVICE result name(float x) { return name##f(x); }
#define HEDDLE_FLOAT_2(name, type) \
  HEDDLE_DEVICE float name(float x, type y) { return name##f(x, y); }

HEDDLE_FLOAT_1(float, acosh)
HEDDLE_FLOAT_1(float, asinh)
HEDDLE_FLOAT_1(float, atanh)
HEDDLE_FLOAT_1(float, cbrt)
HEDDLE_FLOAT_1(float, erf)
HEDDLE_FLOAT_1(float, erfc)
HEDDLE_FLOAT_1(float, exp2)
HEDDLE_FLOAT_1(float, expm1)
HEDDLE_FLOAT_1(float, lgamma)
HEDDLE_FLOAT_1(float, log1p)
HEDDLE_FLOAT_1(float, log2)
HEDDLE_FLOAT_1(float, logb)
HEDDLE_FLOAT_1(float, nearbyint)
HEDDLE_FLOAT_1(float, rint)
HEDDLE_FLOAT_1(float, round)
HEDDLE_FLOAT_1(float, tgamma)
HEDDLE_FLOAT_1(float, trunc)
HEDDLE_FLOAT_1(float, cospi)
HEDDLE_FLOAT_1(float, cyl_bessel_i0)
HEDDLE_FLOAT_1(float, cyl_bessel_i1)
HEDDLE_FLOAT_1(float, erfcinv)
HEDDLE_FLOAT_1(float, erfcx)
HEDDLE_FLOAT_1(float, erfinv)
HEDDLE_FLOAT_1(float, exp10)
HEDDLE_FLOAT_1(float, j0)
HEDDLE_FLOAT_1(float, j1)
HEDDLE_FLOAT_1(float, normcdf)
HEDDLE_FLOAT_1(float, normcdfinv)
HEDDLE_FLOAT_1(float, rcbrt)
HEDDLE_FLOAT_1(float, rsqrt)
HEDDLE_FLOAT_1(float, sinpi)
HEDDLE_FLOAT_1(float, y0)
HEDDLE_FLOAT_1(float, y1)
HEDDLE_FLOAT_1(int, ilogb)
HEDDLE_FLOAT_1(long, lrint)
HEDDLE_FLOAT_1(long, lround)
HEDDLE_FLOAT_1(long long, llrint)
HEDDLE_FLOAT_1(long long, llround)
HEDDLE_FLOAT_2(copysign, float)
HEDDLE_FLOAT_2(fdim, float)
HEDDLE_FLOAT_2(fmax, float)
HEDDLE_FLOAT_2(fmin, float)
HEDDLE_FLOAT_2(hypot, float)
HEDDLE_FLOAT_2(nextafter, float)
HEDDLE_FLOAT_2(remainder, float)
HEDDLE_FLOAT_2(scalbn, int)
HEDDLE_FLOAT_2(scalbln, long)
HEDDLE_DEVICE float jn(int order, float x) { return jnf(order, x); }
HEDDLE_DEVICE float yn(int order, float x) { return ynf(order, x); }
HEDDLE_DEVICE void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
HEDDLE_DEVICE void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
HEDDLE_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
HEDDLE_DEVICE float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }

#undef HEDDLE_FLOAT_1
#undef HEDDLE_FLOAT_2

#endif
