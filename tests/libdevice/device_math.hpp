#pragma once
// The device math functions, as compiled for the host.

#define HEDDLE_UNARY(name)                \
  extern "C" float __nv_##name##f(float); \
  extern "C" double __nv_##name(double);
#define HEDDLE_BINARY(name)                      \
  extern "C" float __nv_##name##f(float, float); \
  extern "C" double __nv_##name(double, double);

HEDDLE_UNARY(sin)
HEDDLE_UNARY(cos)
HEDDLE_UNARY(tan)
HEDDLE_UNARY(sinpi)
HEDDLE_UNARY(cospi)
HEDDLE_UNARY(exp)
HEDDLE_UNARY(exp2)
HEDDLE_UNARY(exp10)
HEDDLE_UNARY(expm1)
HEDDLE_UNARY(log)
HEDDLE_UNARY(log2)
HEDDLE_UNARY(log10)
HEDDLE_UNARY(log1p)
HEDDLE_BINARY(pow)
HEDDLE_BINARY(fmod)
HEDDLE_BINARY(remainder)
HEDDLE_BINARY(hypot)
HEDDLE_BINARY(rhypot)
HEDDLE_UNARY(cbrt)
HEDDLE_UNARY(rcbrt)
HEDDLE_UNARY(rsqrt)
HEDDLE_UNARY(sqrt)
HEDDLE_UNARY(sinh)
HEDDLE_UNARY(cosh)
HEDDLE_UNARY(tanh)
HEDDLE_UNARY(asinh)
HEDDLE_UNARY(acosh)
HEDDLE_UNARY(atanh)
HEDDLE_UNARY(asin)
HEDDLE_UNARY(acos)
HEDDLE_UNARY(atan)
HEDDLE_BINARY(atan2)
HEDDLE_UNARY(erf)
HEDDLE_UNARY(erfc)
HEDDLE_UNARY(erfcx)
HEDDLE_UNARY(normcdf)
HEDDLE_UNARY(erfinv)
HEDDLE_UNARY(erfcinv)
HEDDLE_UNARY(normcdfinv)
HEDDLE_UNARY(tgamma)
HEDDLE_UNARY(lgamma)
HEDDLE_UNARY(j0)
HEDDLE_UNARY(j1)
HEDDLE_UNARY(y0)
HEDDLE_UNARY(y1)
HEDDLE_UNARY(cyl_bessel_i0)
HEDDLE_UNARY(cyl_bessel_i1)

#undef HEDDLE_UNARY
#undef HEDDLE_BINARY
