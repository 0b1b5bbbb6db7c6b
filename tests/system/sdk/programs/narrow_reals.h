// Conversions of reals to a 16-bit floating-point type, and what puts pairs together. A program defines
// besides (narrow_moves.h)
//   RAW, RAW2      the raw forms of the type and its pair
//   PAIR_OF_ONE    the function that makes a pair of a value
#pragma once

#include "narrow_moves.h"

/// Ties, neighbours of ties, subnormal and infinite results.
static std::vector<double> reals() {
  std::vector<double> list = {0, -0.0, INFINITY, -INFINITY, NAN, 1e300, -1e300, 1e-300, 3.4e38};
  for (int exponent = kLeast - 12; exponent <= 1 - kLeast; exponent += 7)
    for (const double fraction : {1.0, 1.0 + std::ldexp(1, -kBits), 1.0 + 3 * std::ldexp(1, -kBits)})
      for (const double step : {0.0, std::ldexp(1, -22), -std::ldexp(1, -22), std::ldexp(1, -50)})
        for (const int sign : {1, -1}) list.push_back(sign * std::ldexp(fraction + step, exponent));
  return list;
}

__host__ __device__ static void from_reals(double real, Bits* out) {
  const float single = static_cast<float>(real);
  *out++ = BITS_OF(IN_NAME(__double2, )(real));
  *out++ = BITS_OF(T(real));
  *out++ = BITS_OF(IN_NAME(__float2, )(single));
  *out++ = BITS_OF(IN_NAME(__float2, _rn)(single));
  *out++ = BITS_OF(IN_NAME(__float2, _rz)(single));
  *out++ = BITS_OF(IN_NAME(__float2, _ru)(single));
  *out++ = BITS_OF(IN_NAME(__float2, _rd)(single));
}
constexpr int kReals = 7;
__global__ void from_reals_there(const double* reals, Bits* out) {
  from_reals(reals[blockIdx.x], out + kReals * blockIdx.x);
}

static void check_reals(const std::vector<double>& list, const Bits* got) {
  for (const double real : list) {
    const float single = static_cast<float>(real);
    const Bits expected[kReals] = {rounded(real),
                                   rounded(real),
                                   rounded(single),
                                   rounded(single),
                                   rounded(single, Mode::zero),
                                   rounded(single, Mode::up),
                                   rounded(single, Mode::down)};
    for (int i = 0; i < kReals; ++i)
      if (!agree(got[i], expected[i], 0))
        wrong("a conversion of a real", static_cast<Bits>(i), 0, 0, value_of(got[i]),
              value_of(expected[i]));
    got += kReals;
  }
}

static void check_reals() {
  const std::vector<double> list = reals();
  std::vector<Bits> out(kReals * list.size());
  for (std::size_t i = 0; i < list.size(); ++i) from_reals(list[i], out.data() + kReals * i);
  check_reals(list, out.data());
  double* reals_there;
  Bits* out_there;
  cudaMalloc(&reals_there, list.size() * sizeof(double));
  cudaMalloc(&out_there, out.size() * sizeof(Bits));
  cudaMemcpy(reals_there, list.data(), list.size() * sizeof(double), cudaMemcpyHostToDevice);
  from_reals_there<<<list.size(), 1>>>(reals_there, out_there);
  cudaMemcpy(out.data(), out_there, out.size() * sizeof(Bits), cudaMemcpyDeviceToHost);
  check_reals(list, out.data());
}

static bool is(T value, double expected) { return BITS_OF(value) == rounded(expected); }
static bool are(T2 pair, double low, double high) { return is(pair.x, low) && is(pair.y, high); }

/// What puts pairs together and takes them apart.
static void check_pairs() {
  const T one(1.0f), two(2.0f);
  const T2 pair = IN_NAME(__halves2, 2)(one, two), other(T(3.0f), T(4.0f));
  expect(are(pair, 1, 2), "the pair of two values");
  expect(are(IN_NAME(make_, 2)(two, one), 2, 1), "make");
  expect(are(PAIR_OF_ONE(two), 2, 2), "a pair of one value");
  expect(are(IN_NAME(__float2, 2_rn)(1.5f), 1.5, 1.5), "a pair of one float");
  expect(are(IN_NAME(__floats2, 2_rn)(1.5f, -2), 1.5, -2), "a pair of floats");
  expect(are(IN_NAME(__float22, 2_rn)(make_float2(1.5f, -2)), 1.5, -2), "a pair of float2");
  const float2 wide = IN_NAME(__, 22float2)(pair);
  expect(wide.x == 1 && wide.y == 2, "float2 of a pair");
  expect(__low2float(pair) == 1 && __high2float(pair) == 2, "floats of a pair");
  expect(is(IN_NAME(__low2, )(pair), 1) && is(IN_NAME(__high2, )(pair), 2), "values of a pair");
  expect(are(IN_NAME(__low2, 2)(pair), 1, 1) && are(IN_NAME(__high2, 2)(pair), 2, 2), "pairs of a half");
  expect(are(IN_NAME(__lows2, 2)(pair, other), 1, 3), "the low halves");
  expect(are(IN_NAME(__highs2, 2)(pair, other), 2, 4), "the high halves");
  expect(are(__lowhigh2highlow(pair), 2, 1), "a pair turned round");
  expect(IN_NAME(__, 2float)(two) == 2, "float of a value");
  expect(IN_NAME(__, _as_short)(-one) == static_cast<short>(0x8000 | rounded(1)), "bits as short");
  expect(is(IN_NAME(__short_as_, )(static_cast<short>(rounded(-3))), -3), "a value of a short");
  const RAW raw = one;
  const RAW2 raw_pair = pair;
  expect(raw.x == rounded(1) && raw_pair.x == rounded(1) && raw_pair.y == rounded(2), "raw bits");
  expect(is(T(raw), 1) && are(T2(raw_pair), 1, 2), "values of raw bits");
  const short small = 7;
  const unsigned long long large = 1ull << 40;
  expect(is(T(small), 7) && is(T(-9), -9) && is(T(9u), 9) && is(T(large), std::ldexp(1, 40)),
         "values of integers");
}

static int check_everything() {
  check_expressions();
  check_conversions();
  check_moves();
  check_complex();
  check_reals();
  check_pairs();
  return failures == 0 ? 0 : 1;
}
