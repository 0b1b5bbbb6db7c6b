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
HEDDLE_UNARY(sinh)
HEDDLE_UNARY(cosh)
HEDDLE_UNARY(tanh)
HEDDLE_UNARY(asinh)
HEDDLE_UNARY(acosh)
HEDDLE_UNARY(atanh)
HEDDLE_UNARY(asin)
HEDDLE_UNARY(acos)
HEDDLE_UNARY(atan)
HEDDLE_UNARY(sqrt)
HEDDLE_UNARY(rsqrt)
HEDDLE_UNARY(cbrt)
HEDDLE_UNARY(rcbrt)
HEDDLE_UNARY(erf)
HEDDLE_UNARY(erfc)
HEDDLE_UNARY(erfcx)
HEDDLE_UNARY(erfinv)
HEDDLE_UNARY(erfcinv)
HEDDLE_UNARY(normcdf)
HEDDLE_UNARY(normcdfinv)
HEDDLE_UNARY(tgamma)
HEDDLE_UNARY(lgamma)
HEDDLE_UNARY(j0)
HEDDLE_UNARY(j1)
HEDDLE_UNARY(y0)
HEDDLE_UNARY(y1)
HEDDLE_UNARY(cyl_bessel_i0)
HEDDLE_UNARY(cyl_bessel_i1)
HEDDLE_UNARY(floor)
HEDDLE_UNARY(ceil)
HEDDLE_UNARY(trunc)
HEDDLE_UNARY(rint)
HEDDLE_UNARY(nearbyint)
HEDDLE_UNARY(round)
HEDDLE_UNARY(fabs)
HEDDLE_UNARY(logb)
HEDDLE_BINARY(pow)
HEDDLE_BINARY(atan2)
HEDDLE_BINARY(hypot)
HEDDLE_BINARY(rhypot)
HEDDLE_BINARY(fmod)
HEDDLE_BINARY(remainder)
HEDDLE_BINARY(fdim)
HEDDLE_BINARY(fmin)
HEDDLE_BINARY(fmax)
HEDDLE_BINARY(copysign)
HEDDLE_BINARY(nextafter)

#undef HEDDLE_UNARY
#undef HEDDLE_BINARY

extern "C" {
void __nv_sincosf(float, float*, float*);
void __nv_sincos(double, double*, double*);
void __nv_sincospif(float, float*, float*);
void __nv_sincospi(double, double*, double*);
float __nv_frexpf(float, int*);
double __nv_frexp(double, int*);
float __nv_ldexpf(float, int);
double __nv_ldexp(double, int);
float __nv_scalbnf(float, int);
double __nv_scalbn(double, int);
int __nv_ilogbf(float);
int __nv_ilogb(double);
float __nv_modff(float, float*);
double __nv_modf(double, double*);
float __nv_remquof(float, float, int*);
double __nv_remquo(double, double, int*);
float __nv_powif(float, int);
double __nv_powi(double, int);
float __nv_jnf(int, float);
double __nv_jn(int, double);
float __nv_ynf(int, float);
double __nv_yn(int, double);
float __nv_norm3df(float, float, float);
double __nv_norm3d(double, double, double);
float __nv_rnorm4df(float, float, float, float);
double __nv_rnorm4d(double, double, double, double);
float __nv_normf(int, const float*);
double __nv_rnorm(int, const double*);
int __nv_isnanf(float);
int __nv_isinff(float);
int __nv_finitef(float);
int __nv_signbitf(float);
int __nv_isnand(double);
int __nv_isinfd(double);
int __nv_isfinited(double);
int __nv_signbitd(double);
int __nv_clz(int);
int __nv_clzll(long long);
int __nv_popc(unsigned);
int __nv_popcll(unsigned long long);
int __nv_ffs(int);
int __nv_ffsll(long long);
int __nv_abs(int);
long long __nv_llabs(long long);
int __nv_hadd(int, int);
int __nv_rhadd(int, int);
int __nv_uhadd(unsigned, unsigned);
unsigned __nv_urhadd(unsigned, unsigned);
int __nv_min(int, int);
unsigned __nv_umax(unsigned, unsigned);
long long __nv_llmax(long long, long long);
unsigned long long __nv_ullmin(unsigned long long, unsigned long long);
int __nv_double2hiint(double);
int __nv_double2loint(double);
double __nv_hiloint2double(int, int);
}
