// Conversions between a 16-bit floating-point type and integers, and what moves values: shuffles, loads
// and stores with cache operators, atomic addition. A program defines besides (narrow_floats.h)
//   IN_NAME(before, after)   a name with the type's in it: IN_NAME(__int2, _rn) is __int2half_rn
#pragma once

#include <limits>
#include <vector>

#include "narrow_checks.h"

// X(type, its name in conversions)
#define INTEGERS(X)                                                          \
  X(int, int) X(unsigned, uint) X(short, short) X(unsigned short, ushort) X(long long, ll) \
  X(unsigned long long, ull)
#define MODES(X, type, name)                                            \
  X(type, name, _rn, Mode::nearest, std::nearbyint(x))                  \
  X(type, name, _rz, Mode::zero, std::trunc(x)) X(type, name, _ru, Mode::up, std::ceil(x)) \
  X(type, name, _rd, Mode::down, std::floor(x))

/// Integers that are neighbours of ties of both formats, the ends of their types, and others.
static std::vector<unsigned long long> integers() {
  std::vector<unsigned long long> list = {0, 1, 127, 128, 255, 256, 257, 2049, 65504, 65519, 65520};
  for (int bit = 8; bit < 64; ++bit) {
    const unsigned long long top = 1ull << bit;
    for (const unsigned long long low : {top >> 8, top >> 11, (top >> 8) + (top >> 7)})
      for (const unsigned long long step : {0ull, 1ull, ~0ull}) list.push_back(top + low + step);
    list.push_back(top - 1);
  }
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count; ++i) list.push_back(0 - list[i]);
  return list;
}

template <typename Integer>
static Integer saturated(Real x) {
  using Limits = std::numeric_limits<Integer>;
  if (x >= static_cast<Real>(Limits::max())) return Limits::max();
  return x <= static_cast<Real>(Limits::min()) ? Limits::min() : static_cast<Integer>(x);
}

struct Conversions {
  Bits from[24];
  unsigned long long to[26];
};

// All conversions from the low bits of an integer, and to integers from the value.
__host__ __device__ inline void convert(unsigned long long bits, T value, Conversions& out) {
  int n = 0;
#define FROM_INTEGER(type, name, mode, ...) \
  out.from[n++] = BITS_OF(IN_NAME(__##name##2, mode)(static_cast<type>(bits)));
#define FROM_ALL(type, name) MODES(FROM_INTEGER, type, name)
  INTEGERS(FROM_ALL)
  n = 0;
#define TO_INTEGER(type, name, mode, ...) \
  out.to[n++] = static_cast<unsigned long long>(IN_NAME(__, 2##name##mode)(value));
#define TO_ALL(type, name) MODES(TO_INTEGER, type, name)
  INTEGERS(TO_ALL)
  out.to[n++] = static_cast<unsigned long long>(IN_NAME(__, 2char_rz)(value));
  out.to[n++] = static_cast<unsigned long long>(IN_NAME(__, 2uchar_rz)(value));
}
__global__ void convert_all(const unsigned long long* integers, const Bits* values,
                            Conversions* out) {
  convert(integers[blockIdx.x], OF_BITS(values[blockIdx.x]), out[blockIdx.x]);
}

static void check_conversion(unsigned long long bits, Bits value, const Conversions& got) {
  int n = 0;
#define CHECK_FROM(type, name, suffix, mode, ...)                                          \
  if (const Bits expected = rounded(static_cast<Real>(static_cast<type>(bits)), mode);     \
      got.from[n++] != expected)                                                           \
    wrong("from " #name #suffix, 0, 0, 0, value_of(got.from[n - 1]), value_of(expected));
#define CHECK_FROM_ALL(type, name) MODES(CHECK_FROM, type, name)
  INTEGERS(CHECK_FROM_ALL)
  n = 0;
  const Real x = value_of(value);
  if (std::isnan(x)) return;
#define CHECK_TO(type, name, suffix, mode, whole)                                     \
  if (const auto expected = static_cast<unsigned long long>(saturated<type>(whole));  \
      got.to[n++] != expected)                                                        \
    wrong("to " #name #suffix, value, 0, 0, static_cast<double>(got.to[n - 1]),       \
          static_cast<double>(expected));
#define CHECK_TO_ALL(type, name) MODES(CHECK_TO, type, name)
  INTEGERS(CHECK_TO_ALL)
  CHECK_TO(signed char, char, _rz, , std::trunc(x))
  CHECK_TO(unsigned char, uchar, _rz, , std::trunc(x))
}

static void check_conversions() {
  const std::vector<unsigned long long> list = integers();
  std::vector<Bits> values;
  for (std::size_t i = 0; i < list.size(); ++i) values.push_back(static_cast<Bits>(i * 40503));
  std::vector<Conversions> host(list.size()), device(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) convert(list[i], OF_BITS(values[i]), host[i]);
  unsigned long long* integers_there;
  Bits* values_there;
  Conversions* out;
  cudaMalloc(&integers_there, list.size() * sizeof list[0]);
  cudaMalloc(&values_there, values.size() * sizeof values[0]);
  cudaMalloc(&out, device.size() * sizeof device[0]);
  cudaMemcpy(integers_there, list.data(), list.size() * sizeof list[0], cudaMemcpyHostToDevice);
  cudaMemcpy(values_there, values.data(), values.size() * sizeof values[0], cudaMemcpyHostToDevice);
  convert_all<<<list.size(), 1>>>(integers_there, values_there, out);
  expect(cudaGetLastError() == cudaSuccess, "the launch");
  cudaMemcpy(device.data(), out, device.size() * sizeof device[0], cudaMemcpyDeviceToHost);
  for (std::size_t i = 0; i < list.size(); ++i) {
    check_conversion(list[i], values[i], host[i]);
    check_conversion(list[i], values[i], device[i]);
  }
}

// Lane l has l and (l, 32 + l) of `in`.
constexpr int kMoves = 14;
__global__ void move(T* in, T2* pairs, T* out, T2* out_pairs, T* sum, T2* pair_sum, int* seen) {
  const int lane = threadIdx.x;
  const T value = in[lane];
  const T2 pair = pairs[lane];
  int n = 0;
#define MOVE(expression, pair_expression)     \
  out[32 * n + lane] = expression;            \
  out_pairs[32 * n++ + lane] = pair_expression;
  MOVE(__shfl_sync(~0u, value, 5), __shfl_sync(~0u, pair, 5))
  MOVE(__shfl_up_sync(~0u, value, 3), __shfl_up_sync(~0u, pair, 3))
  MOVE(__shfl_down_sync(~0u, value, 3), __shfl_down_sync(~0u, pair, 3))
  MOVE(__shfl_xor_sync(~0u, value, 9, 16), __shfl_xor_sync(~0u, pair, 9, 16))
  MOVE(__ldg(in + lane), __ldg(pairs + lane))
  MOVE(__ldca(in + lane), __ldca(pairs + lane))
  MOVE(__ldcg(in + lane), __ldcg(pairs + lane))
  MOVE(__ldcs(in + lane), __ldcs(pairs + lane))
  MOVE(__ldlu(in + lane), __ldlu(pairs + lane))
  MOVE(__ldcv(in + lane), __ldcv(pairs + lane))
#define STORE(name)                            \
  name(out + 32 * n + lane, value);            \
  name(out_pairs + 32 * n++ + lane, pair);
  STORE(__stwb)
  STORE(__stcg)
  STORE(__stcs)
  STORE(__stwt)
  seen[lane] = static_cast<int>(static_cast<float>(atomicAdd(sum, T(1.0f))));
  const T2 old = atomicAdd(pair_sum, T2(T(1.0f), T(2.0f)));
  seen[32 + lane] = static_cast<int>(static_cast<float>(old.x));
  seen[64 + lane] = static_cast<int>(static_cast<float>(old.y));
}

static int source_lane(int n, int lane) {
  if (n == 0) return 5;
  if (n == 1) return lane < 3 ? lane : lane - 3;
  if (n == 2) return lane > 28 ? lane : lane + 3;
  return n == 3 ? lane ^ 9 : lane;
}

static void check_moves() {
  Bits in[96];
  for (int lane = 0; lane < 32; ++lane) {
    in[lane] = rounded(lane);
    in[32 + 2 * lane] = rounded(lane);
    in[33 + 2 * lane] = rounded(32 + lane);
  }
  constexpr int kOut = 32 * kMoves;
  static Bits out[3 * kOut + 3];
  int seen[96];
  char *memory, *result;
  int* seen_there;
  cudaMalloc(&memory, sizeof in);
  cudaMalloc(&result, sizeof out + 2);
  cudaMalloc(&seen_there, sizeof seen);
  cudaMemcpy(memory, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof out);
  T* const values = reinterpret_cast<T*>(result);
  T2* const pairs = reinterpret_cast<T2*>(result + 2 * kOut);
  T2* const pair_sum = pairs + kOut;
  move<<<1, 32>>>(reinterpret_cast<T*>(memory), reinterpret_cast<T2*>(memory + 64), values, pairs,
                  reinterpret_cast<T*>(pair_sum + 1), pair_sum, seen_there);
  expect(cudaGetLastError() == cudaSuccess, "the launch");
  cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(seen, seen_there, sizeof seen, cudaMemcpyDeviceToHost);
  for (int n = 0; n < kMoves; ++n)
    for (int lane = 0; lane < 32; ++lane) {
      const int from = source_lane(n, lane), at = 32 * n + lane;
      expect(out[at] == rounded(from), "a move of a value");
      expect(out[kOut + 2 * at] == rounded(from), "a move of a pair");
      expect(out[kOut + 2 * at + 1] == rounded(32 + from), "a move of a pair");
    }
  expect(out[3 * kOut] == rounded(32) && out[3 * kOut + 1] == rounded(64), "the sum of pairs");
  expect(out[3 * kOut + 2] == rounded(32), "the sum");
  std::sort(seen, seen + 32);
  std::sort(seen + 32, seen + 64);
  std::sort(seen + 64, seen + 96);
  for (int lane = 0; lane < 32; ++lane)
    expect(seen[lane] == lane && seen[32 + lane] == lane && seen[64 + lane] == 2 * lane,
           "what atomicAdd gives");
}

/// A complex product: (1 + 2i)(3 - i) + (10 + 20i) = 15 + 25i.
static void check_complex() {
  const T2 sum = __hcmadd(T2(T(1.0f), T(2.0f)), T2(T(3.0f), T(-1.0f)), T2(T(10.0f), T(20.0f)));
  expect(BITS_OF(sum.x) == rounded(15) && BITS_OF(sum.y) == rounded(25), "__hcmadd");
}
