// Device functions of a 16-bit floating-point type that are the same for all of them: mathematics
// through float, shuffles, loads and stores. Included once for each type, with HEDDLE_T, HEDDLE_T2,
// HEDDLE_WIDEN, HEDDLE_BITS (operators.h) and HEDDLE_ROUND(x), the nearest value of a float.
#define HEDDLE_FUNCTION(name, expression)                                              \
  HEDDLE_DEVICE HEDDLE_T h##name(HEDDLE_T a) {                                         \
    const float x = HEDDLE_WIDEN(a);                                                   \
    return HEDDLE_ROUND(expression);                                                   \
  }                                                                                    \
  HEDDLE_DEVICE HEDDLE_T2 h2##name(HEDDLE_T2 a) { return HEDDLE_T2(h##name(a.x), h##name(a.y)); }
HEDDLE_FUNCTION(sqrt, __builtin_sqrtf(x))
HEDDLE_FUNCTION(rsqrt, rsqrtf(x))
HEDDLE_FUNCTION(rcp, 1.0f / x)
HEDDLE_FUNCTION(exp, expf(x))
HEDDLE_FUNCTION(exp2, exp2f(x))
HEDDLE_FUNCTION(exp10, exp10f(x))
HEDDLE_FUNCTION(log, logf(x))
HEDDLE_FUNCTION(log2, log2f(x))
HEDDLE_FUNCTION(log10, log10f(x))
HEDDLE_FUNCTION(sin, sinf(x))
HEDDLE_FUNCTION(cos, cosf(x))
HEDDLE_FUNCTION(tanh, tanhf(x))
HEDDLE_FUNCTION(tanh_approx, tanhf(x))
HEDDLE_FUNCTION(ceil, ceilf(x))
HEDDLE_FUNCTION(floor, floorf(x))
HEDDLE_FUNCTION(trunc, truncf(x))
HEDDLE_FUNCTION(rint, rintf(x))
#undef HEDDLE_FUNCTION

HEDDLE_DEVICE HEDDLE_T2 heddle_pair_of(unsigned bits, const HEDDLE_T2&) {
  HEDDLE_T2 value;
  __builtin_memcpy(&value, &bits, sizeof(bits));
  return value;
}
HEDDLE_DEVICE unsigned heddle_bits_of(const HEDDLE_T2& value) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  return bits;
}

#define HEDDLE_SHUFFLE(name, type)                                                            \
  HEDDLE_DEVICE HEDDLE_T name(unsigned mask, HEDDLE_T value, type from, int width = warpSize) { \
    return HEDDLE_BITS(                                                                       \
        static_cast<unsigned short>(name(mask, static_cast<unsigned>(value.__x), from, width))); \
  }                                                                                           \
  HEDDLE_DEVICE HEDDLE_T2 name(unsigned mask, HEDDLE_T2 value, type from,                     \
                               int width = warpSize) {                                        \
    return heddle_pair_of(name(mask, heddle_bits_of(value), from, width), value);             \
  }
HEDDLE_SHUFFLE(__shfl_sync, int)
HEDDLE_SHUFFLE(__shfl_up_sync, unsigned)
HEDDLE_SHUFFLE(__shfl_down_sync, unsigned)
HEDDLE_SHUFFLE(__shfl_xor_sync, int)
#undef HEDDLE_SHUFFLE

#define HEDDLE_LOAD(name)                                                                       \
  HEDDLE_DEVICE HEDDLE_T name(const HEDDLE_T* address) {                                        \
    return HEDDLE_BITS(name(reinterpret_cast<const unsigned short*>(address)));                 \
  }                                                                                             \
  HEDDLE_DEVICE HEDDLE_T2 name(const HEDDLE_T2* address) {                                      \
    return heddle_pair_of(name(reinterpret_cast<const unsigned*>(address)), HEDDLE_T2());       \
  }
HEDDLE_LOAD(__ldg)
HEDDLE_LOAD(__ldca)
HEDDLE_LOAD(__ldcg)
HEDDLE_LOAD(__ldcs)
HEDDLE_LOAD(__ldlu)
HEDDLE_LOAD(__ldcv)
#undef HEDDLE_LOAD

#define HEDDLE_STORE(name)                                                         \
  HEDDLE_DEVICE void name(HEDDLE_T* address, HEDDLE_T value) {                     \
    name(reinterpret_cast<unsigned short*>(address), value.__x);                   \
  }                                                                                \
  HEDDLE_DEVICE void name(HEDDLE_T2* address, HEDDLE_T2 value) {                   \
    name(reinterpret_cast<unsigned*>(address), heddle_bits_of(value));             \
  }
HEDDLE_STORE(__stwb)
HEDDLE_STORE(__stcg)
HEDDLE_STORE(__stcs)
HEDDLE_STORE(__stwt)
#undef HEDDLE_STORE
