// 8-bit floating point against the values that the OFP8 specification gives each code: every code,
// every midpoint of two and its neighbours, on host and device.
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <cuda_fp8.h>

struct Format {
  __nv_fp8_interpretation_t name;
  int fraction, bias, largest;
};
constexpr Format kFormats[] = {{__NV_E4M3, 3, 7, 0x7e}, {__NV_E5M2, 2, 15, 0x7b}};

/// What a code without sign stands for; past the largest, what would follow without special codes.
double value_of(const Format& format, int code) {
  const int exponent = code >> format.fraction, fraction = code & ((1 << format.fraction) - 1);
  const int implied = exponent == 0 ? 0 : 1 << format.fraction;
  return std::ldexp(implied + fraction,
                    (exponent == 0 ? 1 : exponent) - format.bias - format.fraction);
}

/// The nearest code by comparison with all of them; of two the even one.
int nearest(const Format& format, double value, bool finite) {
  if (std::isnan(value)) return 0x7f;
  const int sign = std::signbit(value) ? 0x80 : 0;
  const double magnitude = std::fmin(std::fabs(value), value_of(format, format.largest + 1));
  int best = 0;
  for (int code = 0; code <= format.largest + 1; ++code) {
    const double distance = std::fabs(value_of(format, code) - magnitude);
    const double least = std::fabs(value_of(format, best) - magnitude);
    if (distance < least || (distance == least && code % 2 == 0)) best = code;
  }
  return sign | (finite && best > format.largest ? format.largest : best);
}

struct Result {
  int codes[2]
           [7];  // by saturation: from double, float, half, bfloat16; pairs of float, double, half
  int fours;
};

template <typename Four, typename Two, typename One>
__host__ __device__ void convert(double x, __nv_fp8_interpretation_t format, Result* out) {
  const float f = static_cast<float>(x);
  const __half h = __float2half(f);
  const __nv_bfloat16 b = __float2bfloat16(f);
  for (int i = 0; i < 2; ++i) {
    const __nv_saturation_t mode = i == 0 ? __NV_NOSAT : __NV_SATFINITE;
    out->codes[i][0] = __nv_cvt_double_to_fp8(x, mode, format);
    out->codes[i][1] = __nv_cvt_float_to_fp8(f, mode, format);
    out->codes[i][2] = __nv_cvt_halfraw_to_fp8(h, mode, format);
    out->codes[i][3] = __nv_cvt_bfloat16raw_to_fp8(b, mode, format);
    out->codes[i][4] = __nv_cvt_float2_to_fp8x2(make_float2(f, -f), mode, format);
    out->codes[i][5] = __nv_cvt_double2_to_fp8x2(make_double2(x, 1), mode, format);
    out->codes[i][6] = __nv_cvt_halfraw2_to_fp8x2(__half2(h, h), mode, format);
  }
  const Two two(make_float2(f, f)), other(__half2(h, h)), third(__nv_bfloat162(b, b));
  const float4 all = static_cast<float4>(Four(make_float4(f, 1, f, -2)));
  const One one(x);
  out->fours = two.__x == (one.__x | One(f).__x << 8) || One(f).__x != one.__x;
  out->fours &= other.__x == (One(h).__x | One(h).__x << 8) && third.__x >> 8 == One(b).__x;
  out->fours &= x != x || (all.x == static_cast<float>(One(f)) && all.z == all.x && all.w == -2 &&
                           static_cast<float2>(two).y == all.x && all.y == 1);
  out->fours &= one.__x == out->codes[1][0];
}

__host__ __device__ void convert_as(const Format& format, double x, Result* out) {
  if (format.name == __NV_E4M3) {
    convert<__nv_fp8x4_e4m3, __nv_fp8x2_e4m3, __nv_fp8_e4m3>(x, format.name, out);
  } else {
    convert<__nv_fp8x4_e5m2, __nv_fp8x2_e5m2, __nv_fp8_e5m2>(x, format.name, out);
  }
}

__global__ void convert_all(Format format, const double* x, Result* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) convert_as(format, x[i], out + i);
}

int wrong = 0;
void expect(bool right, const char* what, double value, int got) {
  if (right) return;
  if (++wrong < 20) std::printf("%s of %.17g: got %x\n", what, value, got);
}

bool is_nan(const Format& format, int code) {
  return format.name == __NV_E4M3 ? (code & 0x7f) == 0x7f : (code & 0x7f) > 0x7c;
}

void compare(const Format& format, double x, const Result& result) {
  const float f = static_cast<float>(x);
  const double sources[] = {x, f, __half2float(__float2half(f)),
                            __bfloat162float(__float2bfloat16(f))};
  for (int mode = 0; mode < 2; ++mode) {
    int right[4];
    for (int i = 0; i < 4; ++i) {
      right[i] = nearest(format, sources[i], mode == 1);
      const int got = result.codes[mode][i];
      expect(is_nan(format, right[i]) ? is_nan(format, got) : got == right[i], "code", sources[i],
             got);
    }
    if (std::isnan(x)) continue;
    const int* pairs = result.codes[mode] + 4;
    expect(pairs[0] == (right[1] | (right[1] ^ 0x80) << 8), "pair", f, pairs[0]);
    expect(pairs[1] == (right[0] | nearest(format, 1, true) << 8), "pair", x, pairs[1]);
    expect(pairs[2] == right[2] * 0x101, "pair", sources[2], pairs[2]);
  }
  expect(result.fours == 1, "classes", x, 0);
}

std::vector<double> inputs(const Format& format) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> list = {0, 1e-300, 1e30, 1e300, infinity, std::nan(""), 1e-41};
  for (int code = 0; code <= format.largest; ++code) {
    const double here = value_of(format, code), next = value_of(format, code + 1);
    const double middle = (here + next) / 2;
    for (const double x : {here, middle}) {
      for (const double to : {0.0, infinity}) {
        list.push_back(x);
        list.push_back(std::nextafter(x, to));
        list.push_back(std::nextafter(static_cast<float>(x), static_cast<float>(to)));
      }
    }
  }
  const std::size_t positive = list.size();
  for (std::size_t i = 0; i < positive; ++i) list.push_back(-list[i]);
  return list;
}

/// Every code as every other type.
template <typename One>
void widen(const Format& format) {
  for (int code = 0; code < 256; ++code) {
    One one;
    one.__x = static_cast<unsigned char>(code);
    const float got = static_cast<float>(one);
    const float half = __half2float(static_cast<__half>(one));
    if (is_nan(format, code)) {
      expect(got != got && half != half && static_cast<int>(one) == 0, "NaN", got, code);
      continue;
    }
    const int magnitude = code & 0x7f;
    double value = magnitude > format.largest ? INFINITY : value_of(format, magnitude);
    if (code >= 0x80) value = -value;
    expect(got == value && half == value && std::signbit(got) == (code >= 0x80), "value", value,
           code);
    expect(static_cast<double>(one) == value && static_cast<bool>(one) == (value != 0), "double",
           value, code);
    if (std::isinf(value)) continue;
    expect(static_cast<int>(one) == static_cast<int>(value), "int", value, static_cast<int>(one));
    const int byte = value < -128 ? -128 : value > 127 ? 127 : static_cast<int>(value);
    expect(static_cast<signed char>(one) == byte, "char", value, static_cast<signed char>(one));
    const unsigned whole = value < 0 ? 0 : static_cast<unsigned>(value);
    expect(static_cast<unsigned>(one) == whole, "unsigned", value, static_cast<int>(one));
  }
  for (const int whole : {0, 1, -17, 239, 240, 1000, -70000, 0x7fffffff}) {
    const int right = nearest(format, whole, true);
    expect(One(whole).__x == right && One(static_cast<long long>(whole)).__x == right, "from int",
           whole, One(whole).__x);
  }
}

int main() {
  for (const Format& format : kFormats) {
    const std::vector<double> list = inputs(format);
    const int n = static_cast<int>(list.size());
    double* x;
    Result* out;
    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&out, n * sizeof *out);
    for (int i = 0; i < n; ++i) x[i] = list[i];
    convert_all<<<(n + 127) / 128, 128>>>(format, x, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
    for (int i = 0; i < n; ++i) {
      compare(format, list[i], out[i]);
      Result here;
      convert_as(format, list[i], &here);
      compare(format, list[i], here);
    }
  }
  widen<__nv_fp8_e4m3>(kFormats[0]);
  widen<__nv_fp8_e5m2>(kFormats[1]);
  static_assert(sizeof(__nv_fp8x4_e4m3) == 4 && alignof(__nv_fp8x2_e5m2) == 2, "");
  return wrong != 0;
}
