// Arithmetic and relations of a 16-bit floating-point type that are the same for all of them; included
// once for each. The includer defines:
//   HEDDLE_T, HEDDLE_T2        the type and its pair
//   HEDDLE_WIDEN(x)            its value as a float
//   HEDDLE_BITS(x)             the value with these bits
//   HEDDLE_INFINITE            bits of infinity;  HEDDLE_ONE: of 1
//   HEDDLE_OPERATORS, HEDDLE_OPERATORS2    whether operators are wanted, for values and for pairs
#define HEDDLE_BOTH static __inline__ __host__ __device__

HEDDLE_BOTH HEDDLE_T2 __hneg2(HEDDLE_T2 a) { return HEDDLE_T2(__hneg(a.x), __hneg(a.y)); }
HEDDLE_BOTH HEDDLE_T2 __habs2(HEDDLE_T2 a) { return HEDDLE_T2(__habs(a.x), __habs(a.y)); }

/// a * b + c of complex numbers.
HEDDLE_BOTH HEDDLE_T2 __hcmadd(HEDDLE_T2 a, HEDDLE_T2 b, HEDDLE_T2 c) {
  const HEDDLE_T real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return HEDDLE_T2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

HEDDLE_BOTH bool __hisnan(HEDDLE_T a) { return (a.__x & 0x7fffu) > HEDDLE_INFINITE; }
HEDDLE_BOTH int __hisinf(HEDDLE_T a) {
  return (a.__x & 0x7fffu) != HEDDLE_INFINITE ? 0 : (a.__x & 0x8000u) != 0 ? -1 : 1;
}

// For pairs: 1 or 0 each; whether both hold; all bits or none each.
#define HEDDLE_PAIR_RELATION(name)                                                      \
  HEDDLE_BOTH HEDDLE_T2 __h##name##2(HEDDLE_T2 a, HEDDLE_T2 b) {                        \
    return HEDDLE_T2(HEDDLE_BITS(__h##name(a.x, b.x) ? HEDDLE_ONE : 0),                 \
                     HEDDLE_BITS(__h##name(a.y, b.y) ? HEDDLE_ONE : 0));                \
  }                                                                                     \
  HEDDLE_BOTH bool __hb##name##2(HEDDLE_T2 a, HEDDLE_T2 b) {                            \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                  \
  }                                                                                     \
  HEDDLE_BOTH unsigned __h##name##2_mask(HEDDLE_T2 a, HEDDLE_T2 b) {                    \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
  }
// The u forms are true for NaN.
#define HEDDLE_RELATION(name, symbol)                         \
  HEDDLE_BOTH bool __h##name(HEDDLE_T a, HEDDLE_T b) {        \
    return HEDDLE_WIDEN(a) symbol HEDDLE_WIDEN(b);            \
  }                                                           \
  HEDDLE_BOTH bool __h##name##u(HEDDLE_T a, HEDDLE_T b) {     \
    return __hisnan(a) || __hisnan(b) || __h##name(a, b);     \
  }                                                           \
  HEDDLE_PAIR_RELATION(name)                                  \
  HEDDLE_PAIR_RELATION(name##u)
HEDDLE_BOTH bool __hne(HEDDLE_T a, HEDDLE_T b) {
  const float x = HEDDLE_WIDEN(a), y = HEDDLE_WIDEN(b);
  return x < y || x > y;
}
HEDDLE_BOTH bool __hneu(HEDDLE_T a, HEDDLE_T b) { return HEDDLE_WIDEN(a) != HEDDLE_WIDEN(b); }
HEDDLE_PAIR_RELATION(ne)
HEDDLE_PAIR_RELATION(neu)
HEDDLE_RELATION(eq, ==)
HEDDLE_RELATION(lt, <)
HEDDLE_RELATION(le, <=)
HEDDLE_RELATION(gt, >)
HEDDLE_RELATION(ge, >=)
#undef HEDDLE_RELATION
#undef HEDDLE_PAIR_RELATION

HEDDLE_BOTH HEDDLE_T2 __hisnan2(HEDDLE_T2 a) {
  return HEDDLE_T2(HEDDLE_BITS(__hisnan(a.x) ? HEDDLE_ONE : 0),
                   HEDDLE_BITS(__hisnan(a.y) ? HEDDLE_ONE : 0));
}

// The other operand where one is NaN, NaN where both are; +0 is more than -0. The _nan forms are NaN
// where one operand is. Bits of equal numbers differ for zeros alone.
#define HEDDLE_EXTREME(name, less, zero_of_both)                                   \
  HEDDLE_BOTH HEDDLE_T __##name(HEDDLE_T a, HEDDLE_T b) {                          \
    if (__hisnan(a)) return __hisnan(b) ? HEDDLE_BITS(0x7fff) : b;                 \
    if (__hisnan(b) || less(b, a)) return a;                                       \
    if (less(a, b)) return b;                                                      \
    return HEDDLE_BITS(static_cast<unsigned short>(a.__x zero_of_both b.__x));     \
  }                                                                                \
  HEDDLE_BOTH HEDDLE_T __##name##_nan(HEDDLE_T a, HEDDLE_T b) {                    \
    return __hisnan(a) || __hisnan(b) ? HEDDLE_BITS(0x7fff) : __##name(a, b);      \
  }                                                                                \
  HEDDLE_BOTH HEDDLE_T2 __##name##2(HEDDLE_T2 a, HEDDLE_T2 b) {                    \
    return HEDDLE_T2(__##name(a.x, b.x), __##name(a.y, b.y));                      \
  }                                                                                \
  HEDDLE_BOTH HEDDLE_T2 __##name##2_nan(HEDDLE_T2 a, HEDDLE_T2 b) {                \
    return HEDDLE_T2(__##name##_nan(a.x, b.x), __##name##_nan(a.y, b.y));          \
  }
HEDDLE_EXTREME(hmax, __hlt, &)
HEDDLE_EXTREME(hmin, __hgt, |)
#undef HEDDLE_EXTREME

#define HEDDLE_OPERATOR(type, symbol, function)                                                \
  HEDDLE_BOTH type operator symbol(const type& a, const type& b) { return function(a, b); }    \
  HEDDLE_BOTH type& operator symbol##=(type & a, const type & b) { return a = function(a, b); }
#define HEDDLE_COMPARISON(type, symbol, function) \
  HEDDLE_BOTH bool operator symbol(const type& a, const type& b) { return function(a, b); }
#define HEDDLE_STEP(type, symbol, function, one)                               \
  HEDDLE_BOTH type& operator symbol(type & a) { return a = function(a, one); } \
  HEDDLE_BOTH type operator symbol(type & a, int) {                            \
    const type before = a;                                                     \
    a = function(a, one);                                                      \
    return before;                                                             \
  }
#if HEDDLE_OPERATORS
HEDDLE_OPERATOR(HEDDLE_T, +, __hadd)
HEDDLE_OPERATOR(HEDDLE_T, -, __hsub)
HEDDLE_OPERATOR(HEDDLE_T, *, __hmul)
HEDDLE_OPERATOR(HEDDLE_T, /, __hdiv)
HEDDLE_STEP(HEDDLE_T, ++, __hadd, HEDDLE_BITS(HEDDLE_ONE))
HEDDLE_STEP(HEDDLE_T, --, __hsub, HEDDLE_BITS(HEDDLE_ONE))
HEDDLE_BOTH HEDDLE_T operator-(const HEDDLE_T& a) { return __hneg(a); }
HEDDLE_BOTH HEDDLE_T operator+(const HEDDLE_T& a) { return a; }
HEDDLE_COMPARISON(HEDDLE_T, ==, __heq)
HEDDLE_COMPARISON(HEDDLE_T, !=, __hneu)
HEDDLE_COMPARISON(HEDDLE_T, <, __hlt)
HEDDLE_COMPARISON(HEDDLE_T, <=, __hle)
HEDDLE_COMPARISON(HEDDLE_T, >, __hgt)
HEDDLE_COMPARISON(HEDDLE_T, >=, __hge)
#endif
#if HEDDLE_OPERATORS2
HEDDLE_OPERATOR(HEDDLE_T2, +, __hadd2)
HEDDLE_OPERATOR(HEDDLE_T2, -, __hsub2)
HEDDLE_OPERATOR(HEDDLE_T2, *, __hmul2)
HEDDLE_OPERATOR(HEDDLE_T2, /, __h2div)
HEDDLE_STEP(HEDDLE_T2, ++, __hadd2, HEDDLE_T2(HEDDLE_BITS(HEDDLE_ONE), HEDDLE_BITS(HEDDLE_ONE)))
HEDDLE_STEP(HEDDLE_T2, --, __hsub2, HEDDLE_T2(HEDDLE_BITS(HEDDLE_ONE), HEDDLE_BITS(HEDDLE_ONE)))
HEDDLE_BOTH HEDDLE_T2 operator-(const HEDDLE_T2& a) { return __hneg2(a); }
HEDDLE_BOTH HEDDLE_T2 operator+(const HEDDLE_T2& a) { return a; }
HEDDLE_COMPARISON(HEDDLE_T2, ==, __hbeq2)
HEDDLE_COMPARISON(HEDDLE_T2, !=, __hbneu2)
HEDDLE_COMPARISON(HEDDLE_T2, <, __hblt2)
HEDDLE_COMPARISON(HEDDLE_T2, <=, __hble2)
HEDDLE_COMPARISON(HEDDLE_T2, >, __hbgt2)
HEDDLE_COMPARISON(HEDDLE_T2, >=, __hbge2)
#endif
#undef HEDDLE_OPERATOR
#undef HEDDLE_COMPARISON
#undef HEDDLE_STEP
#undef HEDDLE_BOTH
