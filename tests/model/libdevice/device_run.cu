// Runs the mathematics on the simulated device and compares each result with the same source
// compiled for the host: the bits must agree, but for functions that use approximate instructions,
// which may differ by a few ulps. Linked with libdevice_on_host; prints what differs.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kCount = 2048;

template <typename T, typename Function>
__global__ void apply(const T* x, const T* y, T* result, Function function) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < kCount) result[i] = function(x[i], y[i]);
}

// Numbers of all sizes, special ones among them.
template <typename T>
std::vector<T> arguments(uint64_t seed) {
  std::vector<T> result = {T(0),    T(-0.0),     T(1),         T(-1),  T(0.5),
                           T(2),    T(INFINITY), T(-INFINITY), T(NAN), T(1e-40),
                           T(1e30), T(-1e30),    T(100001),    T(-7.5)};
  while (result.size() < kCount) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    const double fraction = static_cast<double>(seed >> 11) * 0x1p-53;
    const int kind = static_cast<int>(result.size() % 4);
    const double size = kind == 0 ? 1 : kind == 1 ? 20 : kind == 2 ? 700 : 1e9;
    result.push_back(static_cast<T>((2 * fraction - 1) * size));
  }
  return result;
}

template <typename T, typename Bits>
long distance(T a, T b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  Bits left;
  Bits right;
  std::memcpy(&left, &a, sizeof a);
  std::memcpy(&right, &b, sizeof b);
  return std::labs(static_cast<long>(left) - static_cast<long>(right));
}

// The largest distance in ulps; prints it where it is over the allowed one.
template <typename T, typename Bits, typename Device, typename Host>
bool compare(const char* name, Device device, Host host, long allowed) {
  const std::vector<T> x = arguments<T>(1);
  const std::vector<T> y = arguments<T>(2);
  T* memory;
  cudaMalloc(&memory, 3 * kCount * sizeof(T));
  cudaMemcpy(memory, x.data(), kCount * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(memory + kCount, y.data(), kCount * sizeof(T), cudaMemcpyHostToDevice);
  apply<<<kCount / 128, 128>>>(memory, memory + kCount, memory + 2 * kCount, device);
  std::vector<T> result(kCount);
  cudaMemcpy(result.data(), memory + 2 * kCount, kCount * sizeof(T), cudaMemcpyDeviceToHost);
  if (cudaGetLastError() != cudaSuccess) {
    std::printf("%s: the launch failed\n", name);
    return false;
  }
  cudaFree(memory);
  for (int i = 0; i < kCount; ++i) {
    const T expected = host(x[i], y[i]);
    if (distance<T, Bits>(result[i], expected) > allowed) {
      std::printf("%s(%.17g, %.17g) = %.17g on the device, %.17g on the host\n", name,
                  static_cast<double>(x[i]), static_cast<double>(y[i]),
                  static_cast<double>(result[i]), static_cast<double>(expected));
      return false;
    }
  }
  return true;
}

}  // namespace

// The host's function of the same name.
#define HOST_UNARY(type, name) extern "C" type host_##name(type) __asm__("__nv_" #name);
#define HOST_BINARY(type, name) extern "C" type host_##name(type, type) __asm__("__nv_" #name);
#define CHECK_UNARY(type, bits, name, allowed)                       \
  ok &= compare<type, bits>(                                         \
      #name, [] __device__(type x, type) { return __nv_##name(x); }, \
      [](type x, type) { return host_##name(x); }, allowed);
#define CHECK_BINARY(type, bits, name, allowed)                           \
  ok &= compare<type, bits>(                                              \
      #name, [] __device__(type x, type y) { return __nv_##name(x, y); }, \
      [](type x, type y) { return host_##name(x, y); }, allowed);

// Those of the second list use approximate instructions.
#define EXACT_FLOATS(X)                                                                         \
  X(sinf)                                                                                       \
  X(cosf) X(tanf) X(sinpif) X(cospif) X(expm1f) X(logf) X(log2f) X(log10f) X(log1pf) X(sqrtf)   \
      X(asinf) X(acosf) X(atanf) X(asinhf) X(acoshf) X(atanhf) X(erfinvf) X(lgammaf) X(tgammaf) \
          X(roundf) X(j0f) X(y1f)
#define NEAR_FLOATS(X)                                                                        \
  X(expf)                                                                                     \
  X(exp2f) X(exp10f) X(sinhf) X(coshf) X(tanhf) X(cbrtf) X(rcbrtf) X(rsqrtf) X(erff) X(erfcf) \
      X(erfcxf) X(normcdff)
#define EXACT_DOUBLES(X)                                                                          \
  X(sin)                                                                                          \
  X(cos) X(tan) X(sinpi) X(cospi) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10)        \
      X(log1p) X(sqrt) X(rsqrt) X(sinh) X(cosh) X(tanh) X(asin) X(acos) X(atan) X(asinh) X(acosh) \
          X(atanh) X(erf) X(erfc) X(erfcx) X(normcdf) X(erfinv) X(lgamma) X(tgamma) X(j0) X(j1)   \
              X(y0) X(y1) X(cyl_bessel_i0) X(cyl_bessel_i1) X(round)
#define NEAR_DOUBLES(X) X(cbrt) X(rcbrt) X(erfcinv) X(normcdfinv)
#define EXACT_BINARY_FLOATS(X) X(atan2f) X(hypotf) X(rhypotf) X(fmodf) X(remainderf) X(nextafterf)
#define EXACT_BINARY_DOUBLES(X) X(pow) X(atan2) X(hypot) X(rhypot) X(fmod) X(remainder) X(nextafter)

#define DECLARE_FLOAT(name) HOST_UNARY(float, name)
#define DECLARE_DOUBLE(name) HOST_UNARY(double, name)
#define DECLARE_BINARY_FLOAT(name) HOST_BINARY(float, name)
#define DECLARE_BINARY_DOUBLE(name) HOST_BINARY(double, name)
EXACT_FLOATS(DECLARE_FLOAT)
NEAR_FLOATS(DECLARE_FLOAT)
EXACT_DOUBLES(DECLARE_DOUBLE)
NEAR_DOUBLES(DECLARE_DOUBLE)
EXACT_BINARY_FLOATS(DECLARE_BINARY_FLOAT)
EXACT_BINARY_DOUBLES(DECLARE_BINARY_DOUBLE)
DECLARE_BINARY_FLOAT(powf)

#define RUN_EXACT_FLOAT(name) CHECK_UNARY(float, int32_t, name, 0)
#define RUN_NEAR_FLOAT(name) CHECK_UNARY(float, int32_t, name, 8)
#define RUN_EXACT_DOUBLE(name) CHECK_UNARY(double, int64_t, name, 0)
#define RUN_NEAR_DOUBLE(name) CHECK_UNARY(double, int64_t, name, 3)
#define RUN_BINARY_FLOAT(name) CHECK_BINARY(float, int32_t, name, 0)
#define RUN_BINARY_DOUBLE(name) CHECK_BINARY(double, int64_t, name, 0)

static bool check_floats() {
  bool ok = true;
  EXACT_FLOATS(RUN_EXACT_FLOAT)
  NEAR_FLOATS(RUN_NEAR_FLOAT)
  EXACT_BINARY_FLOATS(RUN_BINARY_FLOAT)
  CHECK_BINARY(float, int32_t, powf, 8)
  return ok;
}
static bool check_doubles() {
  bool ok = true;
  EXACT_DOUBLES(RUN_EXACT_DOUBLE)
  NEAR_DOUBLES(RUN_NEAR_DOUBLE)
  EXACT_BINARY_DOUBLES(RUN_BINARY_DOUBLE)
  return ok;
}

int main() {
  const bool floats = check_floats();
  const bool doubles = check_doubles();
  return floats && doubles ? 0 : 1;
}
