// Conversions of a 16-bit floating-point type to integers, which are the same for all of them; included
// once for each, with HEDDLE_T, HEDDLE_WIDEN (operators.h) and
//   HEDDLE_TO(suffix)      the name of a conversion: __half2##suffix
//   HEDDLE_PTX_TYPE        the source in PTX;  HEDDLE_PTX_OPERAND(x): its operand
// Values beyond the integer's range become its nearest end, NaN becomes 0 (of 64 bits: the highest bit).
#define HEDDLE_BOTH static __inline__ __host__ __device__
#if HEDDLE_DEVICE_PASS
#define HEDDLE_INTEGER(suffix, type, ptx, constraint, whole, nan, low, high)                        \
  HEDDLE_BOTH type HEDDLE_TO(suffix)(HEDDLE_T value) {                                              \
    type result;                                                                                    \
    asm("cvt." ptx HEDDLE_PTX_TYPE " %0, %1;" : "=" constraint(result) : HEDDLE_PTX_OPERAND(value)); \
    return result;                                                                                  \
  }
#else
#define HEDDLE_INTEGER(suffix, type, ptx, constraint, whole, nan, low, high)   \
  HEDDLE_BOTH type HEDDLE_TO(suffix)(HEDDLE_T value) {                         \
    const double x = HEDDLE_WIDEN(value);                                      \
    if (x != x) return static_cast<type>(nan);                                 \
    const double rounded = whole;                                              \
    if (rounded >= (high)) return static_cast<type>(~static_cast<type>(low));  \
    return static_cast<type>(rounded <= (low) ? (low) : rounded);              \
  }
#endif
#define HEDDLE_INTEGERS(to, type, ptx, constraint, nan, low, high)                              \
  HEDDLE_INTEGER(to##_rn, type, "rni." ptx, constraint, ::rint(x), nan, low, high)              \
  HEDDLE_INTEGER(to##_rz, type, "rzi." ptx, constraint, ::trunc(x), nan, low, high)             \
  HEDDLE_INTEGER(to##_ru, type, "rpi." ptx, constraint, ::ceil(x), nan, low, high)              \
  HEDDLE_INTEGER(to##_rd, type, "rmi." ptx, constraint, ::floor(x), nan, low, high)
HEDDLE_INTEGERS(int, int, "s32", "r", 0, -2147483648.0, 2147483648.0)
HEDDLE_INTEGERS(uint, unsigned, "u32", "r", 0, 0.0, 4294967296.0)
HEDDLE_INTEGERS(short, short, "s16", "h", 0, -32768.0, 32768.0)
HEDDLE_INTEGERS(ushort, unsigned short, "u16", "h", 0, 0.0, 65536.0)
HEDDLE_INTEGERS(ll, long long, "s64", "l", -9223372036854775808.0, -9223372036854775808.0,
                9223372036854775808.0)
HEDDLE_INTEGERS(ull, unsigned long long, "u64", "l", 9223372036854775808.0, 0.0,
                18446744073709551616.0)
#undef HEDDLE_INTEGER
#undef HEDDLE_INTEGERS

HEDDLE_BOTH signed char HEDDLE_TO(char_rz)(HEDDLE_T value) {
  const int x = HEDDLE_TO(int_rz)(value);
  return static_cast<signed char>(x < -128 ? -128 : x > 127 ? 127 : x);
}
HEDDLE_BOTH unsigned char HEDDLE_TO(uchar_rz)(HEDDLE_T value) {
  const unsigned x = HEDDLE_TO(uint_rz)(value);
  return static_cast<unsigned char>(x > 255u ? 255u : x);
}
#undef HEDDLE_BOTH
