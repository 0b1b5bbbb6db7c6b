// Fast Fourier transforms of 512 complex numbers, one block of 64 threads each: three passes of
// transforms of 8 numbers in a thread's registers, and between the passes an exchange through
// shared memory with barriers, padded against bank conflicts. All threads do the same.
// Stands for FFT of the variable warp sizing study, a trace that is not public; the shape is that
// of SHOC's.
//   fft [transforms = 2048]
#include <algorithm>
#include <complex>

#include "../common/workload.cuh"

constexpr int kPoints = 512;
constexpr int kRadix = 8;
constexpr int kThreads = kPoints / kRadix;

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ float2 turned_back(float2 a) { return make_float2(a.y, -a.x); }  // times -i

__device__ void transform_2(float2& a, float2& b) {
  const float2 sum = a + b;
  b = a - b;
  a = sum;
}

/// Leaves the results in the order 0, 2, 1, 3.
__device__ void transform_4(float2& a, float2& b, float2& c, float2& d) {
  transform_2(a, c);
  transform_2(b, d);
  d = turned_back(d);
  transform_2(a, b);
  transform_2(c, d);
}

/// Leaves result i in place `kPlace[i]`.
__device__ void transform_8(float2 (&v)[kRadix]) {
  constexpr float kHalfRoot = 0.70710678f;
#pragma unroll
  for (int i = 0; i < 4; ++i) transform_2(v[i], v[i + 4]);
  v[5] = v[5] * make_float2(kHalfRoot, -kHalfRoot);
  v[6] = turned_back(v[6]);
  v[7] = v[7] * make_float2(-kHalfRoot, -kHalfRoot);
  transform_4(v[0], v[1], v[2], v[3]);
  transform_4(v[4], v[5], v[6], v[7]);
}

__device__ int padded(int index) { return index + index / 8; }

/// Brings the results of a pass of step `step` to the threads that need them in the next.
__device__ void exchange(float2 (&v)[kRadix], float* real, float* imaginary, int step) {
  constexpr int kPlace[kRadix] = {0, 4, 2, 6, 1, 5, 3, 7};
  const int thread = threadIdx.x;
  const int first = thread / step * step * kRadix + thread % step;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kRadix; ++i) {
    real[padded(first + i * step)] = v[kPlace[i]].x;
    imaginary[padded(first + i * step)] = v[kPlace[i]].y;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kRadix; ++i) {
    const int from = padded(thread + i * kThreads);
    v[i] = make_float2(real[from], imaginary[from]);
  }
}

__global__ void transform(float2* data) {
  constexpr int kPlace[kRadix] = {0, 4, 2, 6, 1, 5, 3, 7};
  __shared__ float real[kPoints + kPoints / 8], imaginary[kPoints + kPoints / 8];
  float2* const own = data + static_cast<std::size_t>(blockIdx.x) * kPoints + threadIdx.x;
  float2 v[kRadix];
#pragma unroll
  for (int i = 0; i < kRadix; ++i) v[i] = own[i * kThreads];
  transform_8(v);
#pragma unroll
  for (int step = 1; step < kThreads; step *= kRadix) {
    exchange(v, real, imaginary, step);
    const int next = step * kRadix;
    const float angle = -6.2831853f / (next * kRadix) * (threadIdx.x % next);
#pragma unroll
    for (int i = 1; i < kRadix; ++i) {
      float2 twiddle;
      __sincosf(i * angle, &twiddle.y, &twiddle.x);
      v[i] = v[i] * twiddle;
    }
    transform_8(v);
  }
#pragma unroll
  for (int i = 0; i < kRadix; ++i) own[i * kThreads] = v[kPlace[i]];
}

using Complex = std::complex<double>;

/// The even and the odd numbers' transforms, put together.
std::vector<Complex> transform_on_host(const std::vector<Complex>& values) {
  const std::size_t half = values.size() / 2;
  if (half == 0) return values;
  std::vector<Complex> even, odd;
  for (std::size_t i = 0; i < half; ++i) {
    even.push_back(values[2 * i]);
    odd.push_back(values[2 * i + 1]);
  }
  even = transform_on_host(even);
  odd = transform_on_host(odd);
  std::vector<Complex> whole(2 * half);
  for (std::size_t i = 0; i < half; ++i) {
    const Complex turned = std::polar(1.0, -M_PI * static_cast<double>(i) / half) * odd[i];
    whole[i] = even[i] + turned;
    whole[i + half] = even[i] - turned;
  }
  return whole;
}

int main(int argc, char** argv) {
  const int transforms = workload::size_argument(argc, argv, 1, 2048);
  workload::require(transforms <= 1 << 16, argv[0], "there can be at most 65536 transforms");
  workload::Random random(1);
  std::vector<float2> data(static_cast<std::size_t>(transforms) * kPoints);
  for (float2& value : data) value = make_float2(2 * random.next() - 1, 2 * random.next() - 1);
  workload::DeviceArray<float2> device_data(data);
  transform<<<transforms, kThreads>>>(device_data.data());
  CHECK(cudaGetLastError());

  const std::vector<float2> found = device_data.to_host();
  std::vector<float> parts;
  std::vector<double> expected;
  for (std::size_t first = 0; first < data.size(); first += kPoints) {
    std::vector<Complex> values;
    for (int i = 0; i < kPoints; ++i) values.emplace_back(data[first + i].x, data[first + i].y);
    values = transform_on_host(values);
    for (int i = 0; i < kPoints; ++i) {
      parts.insert(parts.end(), {found[first + i].x, found[first + i].y});
      expected.insert(expected.end(), {values[i].real(), values[i].imag()});
    }
  }
  // Of numbers up to 1.5, sums of 512: each of nine levels rounds twice to within 2^-24 of sums of
  // at most 1.5 sqrt(512), but for rare cases half as large again; a twiddle is wrong by up to
  // 2^-20, in two of the levels.
  const double absolute = 1.5 * 1.5 * std::sqrt(kPoints) * (9 * 2 * 0x1p-24 + 2 * 0x1p-20);
  return workload::verdict("fft", workload::count_far(parts, expected, 0, absolute));
}
