// Faults of arithmetic: double precision, divisions, divergence, loads that depend on loads.
#pragma once

#include "array.cuh"

// Double precision: a long polynomial in double and in single precision; the values are whole.
template <typename T>
__global__ void evaluate(const T* in, T* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  T x = in[i], sum = 0;
#pragma unroll 16
  for (int turn = 0; turn < 1024; ++turn) sum = sum * x + T(1);
  out[i] = sum;
}
template <typename T>
bool evaluate_in() {
  Array<T> in(kThreads, [](int i) { return T(i % 2); });
  Array<T> out(kThreads, [](int) { return T(0); });
  evaluate<<<kBlocks, kBlock>>>(in.get(), out.get());
  return out.has([](int i) { return i % 2 == 0 ? T(1) : T(1024); });
}
inline bool doubles(bool mended) { return mended ? evaluate_in<float>() : evaluate_in<double>(); }

// Divisions by a number that does not change, or products with its reciprocal. The number is a
// power of two, so that both are exact.
template <bool kDivide>
__global__ void scale_down(const float* in, float* out, float by) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float reciprocal = 1.f / by;
  float x = in[i];
#pragma unroll 16
  for (int turn = 0; turn < 256; ++turn) x = (kDivide ? x / by : x * reciprocal) + 1.f;
  out[i] = x;
}
inline bool divisions(bool mended) {
  Array<float> in(kThreads, [](int) { return 2.f; });
  Array<float> out(kThreads, [](int) { return 0.f; });
  if (mended)
    scale_down<false><<<kBlocks, kBlock>>>(in.get(), out.get(), 2.f);
  else
    scale_down<true><<<kBlocks, kBlock>>>(in.get(), out.get(), 2.f);
  return out.has([](int) { return 2.f; });
}

// Divergence: neighbouring lanes go two ways, or neighbouring warps do.
__global__ void go_two_ways(int* out, int run) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int sum = i;
  if (i / run % 2 == 0)
#pragma unroll 16
    for (int turn = 0; turn < 2048; ++turn) sum = sum * 3 + 1;
  else
#pragma unroll 16
    for (int turn = 0; turn < 2048; ++turn) sum = sum * 5 + 7;
  out[i] = sum;
}
inline bool divergence(bool mended) {
  const int run = mended ? 32 : 1;
  Array<int> out(kThreads, [](int) { return 0; });
  go_two_ways<<<kBlocks, kBlock>>>(out.get(), run);
  return out.has([=](int i) {
    unsigned sum = i;
    const bool first = i / run % 2 == 0;
    for (int turn = 0; turn < 2048; ++turn) sum = first ? sum * 3 + 1 : sum * 5 + 7;
    return static_cast<int>(sum);
  });
}

// Latency: each load needs the one before it, or all can be under way at once.
constexpr int kChains = 128;
__global__ void follow(const int* next, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = follow_list(next, threadIdx.x % kChains, 32);
}
__global__ void follow_ahead(const int* next, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, first = threadIdx.x % kChains;
  int loaded[32], sum = 0;
#pragma unroll
  for (int turn = 0; turn < 32; ++turn) loaded[turn] = next[first + kChains * turn];
#pragma unroll
  for (int turn = 0; turn < 32; ++turn) sum += loaded[turn];
  // The mean of the elements is that of the first and the last one.
  out[i] = sum / 32 + kChains * 31 / 2;
}
inline bool loads(bool mended) {
  Array<int> next(kChains * 33, [](int i) { return i + kChains; });
  Array<int> out(80 * 512, [](int) { return 0; });
  (mended ? follow_ahead : follow)<<<80, 512>>>(next.get(), out.get());
  return out.has([](int i) { return i % kChains + kChains * 32; });
}
