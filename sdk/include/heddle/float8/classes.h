// One value, two and four of an 8-bit format; included once for each, with
//   HEDDLE_FP8_FORMAT        __NV_E4M3 or __NV_E5M2
//   HEDDLE_FP8_NAME(prefix)  the name of a class: __nv_fp8_e4m3
// Values beyond the range become its end. Conversions to integers cut off; what the integer cannot
// hold becomes its nearest end, NaN becomes 0 (of 64 bits: the highest bit).
#define HEDDLE_BOTH __host__ __device__

struct __attribute__((aligned(1))) HEDDLE_FP8_NAME(__nv_fp8) {
  __nv_fp8_storage_t __x;

  HEDDLE_FP8_NAME(__nv_fp8)() = default;
#define HEDDLE_FP8_FROM(type, exact)                         \
  explicit HEDDLE_BOTH HEDDLE_FP8_NAME(__nv_fp8)(type value) \
      : __x(heddle_fp8_bits(exact, __NV_SATFINITE, HEDDLE_FP8_FORMAT)) {}
  HEDDLE_FP8_FROM(float, value)
  HEDDLE_FP8_FROM(double, heddle_odd_float(value))
  HEDDLE_FP8_FROM(__half, __half2float(value))
  HEDDLE_FP8_FROM(__nv_bfloat16, __bfloat162float(value))
  HEDDLE_FP8_FROM(short, static_cast<float>(value))
  HEDDLE_FP8_FROM(unsigned short, static_cast<float>(value))
  HEDDLE_FP8_FROM(int, heddle_odd_float(value))
  HEDDLE_FP8_FROM(unsigned, heddle_odd_float(value))
  HEDDLE_FP8_FROM(long, heddle_odd_float(heddle_odd_double(static_cast<long long>(value))))
  HEDDLE_FP8_FROM(unsigned long,
                  heddle_odd_float(heddle_odd_double(static_cast<unsigned long long>(value))))
  HEDDLE_FP8_FROM(long long, heddle_odd_float(heddle_odd_double(value)))
  HEDDLE_FP8_FROM(unsigned long long, heddle_odd_float(heddle_odd_double(value)))
#undef HEDDLE_FP8_FROM

  explicit HEDDLE_BOTH operator float() const { return heddle_fp8_widened(__x, HEDDLE_FP8_FORMAT); }
  explicit HEDDLE_BOTH operator __half() const {
    return __half(__nv_cvt_fp8_to_halfraw(__x, HEDDLE_FP8_FORMAT));
  }
#define HEDDLE_FP8_TO(type, conversion) \
  explicit HEDDLE_BOTH operator type() const { return static_cast<type>(conversion); }
  HEDDLE_FP8_TO(double, static_cast<float>(*this))
  HEDDLE_FP8_TO(__nv_bfloat16, __float2bfloat16(static_cast<float>(*this)))
  HEDDLE_FP8_TO(signed char, __half2char_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(char, __half2char_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(unsigned char, __half2uchar_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(short, __half2short_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(unsigned short, __half2ushort_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(int, __half2int_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(unsigned, __half2uint_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(long, __half2ll_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(unsigned long, __half2ull_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(long long, __half2ll_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(unsigned long long, __half2ull_rz(static_cast<__half>(*this)))
  HEDDLE_FP8_TO(bool, (__x & 0x7fu) != 0)
#undef HEDDLE_FP8_TO
};

struct __attribute__((aligned(2))) HEDDLE_FP8_NAME(__nv_fp8x2) {
  __nv_fp8x2_storage_t __x;

  HEDDLE_FP8_NAME(__nv_fp8x2)() = default;
#define HEDDLE_FP8_FROM(type, conversion)                      \
  explicit HEDDLE_BOTH HEDDLE_FP8_NAME(__nv_fp8x2)(type value) \
      : __x(conversion(value, __NV_SATFINITE, HEDDLE_FP8_FORMAT)) {}
  HEDDLE_FP8_FROM(float2, __nv_cvt_float2_to_fp8x2)
  HEDDLE_FP8_FROM(double2, __nv_cvt_double2_to_fp8x2)
  HEDDLE_FP8_FROM(__half2, __nv_cvt_halfraw2_to_fp8x2)
  HEDDLE_FP8_FROM(__nv_bfloat162, __nv_cvt_bfloat16raw2_to_fp8x2)
#undef HEDDLE_FP8_FROM

  explicit HEDDLE_BOTH operator __half2() const {
    return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, HEDDLE_FP8_FORMAT));
  }
  explicit HEDDLE_BOTH operator float2() const {
    float2 pair = {
        heddle_fp8_widened(static_cast<__nv_fp8_storage_t>(__x), HEDDLE_FP8_FORMAT),
        heddle_fp8_widened(static_cast<__nv_fp8_storage_t>(__x >> 8), HEDDLE_FP8_FORMAT)};
    return pair;
  }
};

struct __attribute__((aligned(4))) HEDDLE_FP8_NAME(__nv_fp8x4) {
  __nv_fp8x4_storage_t __x;

  HEDDLE_FP8_NAME(__nv_fp8x4)() = default;
#define HEDDLE_FP8_TWO(low, high)            \
  __x(HEDDLE_FP8_NAME(__nv_fp8x2)(low).__x | \
      static_cast<__nv_fp8x4_storage_t>(HEDDLE_FP8_NAME(__nv_fp8x2)(high).__x) << 16)
  explicit HEDDLE_BOTH HEDDLE_FP8_NAME(__nv_fp8x4)(const float4 value)
      : HEDDLE_FP8_TWO((float2{value.x, value.y}), (float2{value.z, value.w})) {}
  explicit HEDDLE_BOTH HEDDLE_FP8_NAME(__nv_fp8x4)(const double4 value)
      : HEDDLE_FP8_TWO((double2{value.x, value.y}), (double2{value.z, value.w})) {}
  explicit HEDDLE_BOTH HEDDLE_FP8_NAME(__nv_fp8x4)(const __half2 low, const __half2 high)
      : HEDDLE_FP8_TWO(low, high) {}
  explicit HEDDLE_BOTH HEDDLE_FP8_NAME(__nv_fp8x4)(const __nv_bfloat162 low,
                                                   const __nv_bfloat162 high)
      : HEDDLE_FP8_TWO(low, high) {}
#undef HEDDLE_FP8_TWO

  explicit HEDDLE_BOTH operator float4() const {
    HEDDLE_FP8_NAME(__nv_fp8x2) low, high;
    low.__x = static_cast<__nv_fp8x2_storage_t>(__x);
    high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);
    const float2 first = static_cast<float2>(low), second = static_cast<float2>(high);
    float4 all = {first.x, first.y, second.x, second.y};
    return all;
  }
};

#undef HEDDLE_BOTH
