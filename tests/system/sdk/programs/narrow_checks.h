// Computes every expression of narrow_floats.h on the device, and on the host where it is there too.
#pragma once

#include "narrow_floats.h"

constexpr int kInputs = 1024;

struct Inputs {
  Bits a[kInputs], b[kInputs], c[kInputs];
};
struct Lists {
  Bits* values;
  int* numbers;
};

#define COUNT3(expression, exact, ulps) +1
#define COUNT2(expression, number) +1
#define COUNT_PAIR(both, mask, holds) +2
constexpr int kValues = VALUES(COUNT3) DEVICE_VALUES(COUNT3);
constexpr int kPairs = PAIRS(COUNT3) DEVICE_PAIRS(COUNT3);
constexpr int kNumbers = NUMBERS(COUNT2) PAIR_NUMBERS(COUNT_PAIR);

// Every expression has variables of its own.
#define FRESH                                                   \
  T a = OF_BITS(in.a[i]), b = OF_BITS(in.b[i]), c = OF_BITS(in.c[i]); \
  T2 p(a, b), q(b, a), r(c, c);                                 \
  (void)p, (void)q, (void)r;
#define PUT_VALUE(expression, exact, ulps)      \
  {                                             \
    FRESH* values = BITS_OF(T(expression));     \
    values += kInputs;                          \
  }
#define PUT_PAIR(expression, exact, ulps)       \
  {                                             \
    FRESH const T2 pair(expression);            \
    values[0] = BITS_OF(pair.x);                \
    values[kInputs] = BITS_OF(pair.y);          \
    values += 2 * kInputs;                      \
  }
#define PUT_NUMBER(expression, number) \
  {                                    \
    FRESH* numbers = (expression);     \
    numbers += kInputs;                \
  }
#define PUT_BOTH(both, mask, holds)                 \
  {                                                 \
    FRESH numbers[0] = (both);                      \
    numbers[kInputs] = static_cast<int>(mask);      \
    numbers += 2 * kInputs;                         \
  }

/// What both sides have. Outputs of expression e are at e * kInputs.
__host__ __device__ inline void compute_both(const Inputs& in, int i, Bits*& values, int*& numbers) {
  VALUES(PUT_VALUE)
  PAIRS(PUT_PAIR)
  NUMBERS(PUT_NUMBER)
  PAIR_NUMBERS(PUT_BOTH)
}
__global__ void compute(const Inputs* inputs, Bits* values, int* numbers) {
  const Inputs& in = *inputs;
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  values += i;
  numbers += i;
  compute_both(in, i, values, numbers);
  DEVICE_VALUES(PUT_VALUE)
  DEVICE_PAIRS(PUT_PAIR)
}

#define EXACT                                                                    \
  [[maybe_unused]] const Real x = value_of(in.a[i]), y = value_of(in.b[i]), z = value_of(in.c[i]);
#define CHECK_VALUE(expression, exact, ulps)                                       \
  for (int i = 0; i < kInputs; ++i) {                                              \
    EXACT const Bits expected = rounded(exact);                                    \
    if (!agree(values[i], expected, ulps))                                         \
      wrong(#expression, in.a[i], in.b[i], in.c[i], value_of(values[i]), value_of(expected)); \
  }                                                                                \
  values += kInputs;
#define CHECK_PAIR(expression, exact, ulps)                                            \
  CHECK_VALUE(expression, exact, ulps)                                                 \
  for (int i = 0; i < kInputs; ++i) {                                                  \
    [[maybe_unused]] const Real x = value_of(in.b[i]), y = value_of(in.a[i]),          \
                                z = value_of(in.c[i]);                                 \
    const Bits expected = rounded(exact);                                              \
    if (!agree(values[i], expected, ulps))                                             \
      wrong("high of " #expression, in.a[i], in.b[i], in.c[i], value_of(values[i]),    \
            value_of(expected));                                                       \
  }                                                                                    \
  values += kInputs;
#define CHECK_NUMBER(expression, number)                                          \
  for (int i = 0; i < kInputs; ++i) {                                             \
    EXACT const int expected = (number);                                          \
    if (numbers[i] != expected)                                                   \
      wrong(#expression, in.a[i], in.b[i], in.c[i], numbers[i], expected);        \
  }                                                                               \
  numbers += kInputs;
#define CHECK_BOTH(both, mask, holds)                                                       \
  for (int i = 0; i < kInputs; ++i) {                                                       \
    const auto of = [](Real x, Real y) { return holds; };                                   \
    const Real x = value_of(in.a[i]), y = value_of(in.b[i]);                                \
    const bool low = of(x, y), high = of(y, x);                                             \
    const unsigned bits = (low ? 0xffffu : 0u) | (high ? 0xffff0000u : 0u);                 \
    if (numbers[i] != (low && high))                                                        \
      wrong(#both, in.a[i], in.b[i], in.c[i], numbers[i], low && high);                     \
    const bool constant = std::strcmp(#mask, "~0u") == 0;                                   \
    if (static_cast<unsigned>(numbers[kInputs + i]) != (constant ? ~0u : bits))             \
      wrong(#mask, in.a[i], in.b[i], in.c[i], numbers[kInputs + i], static_cast<int>(bits)); \
  }                                                                                         \
  numbers += 2 * kInputs;

static void check_both(const Inputs& in, const Bits*& values, const int* numbers) {
  VALUES(CHECK_VALUE)
  PAIRS(CHECK_PAIR)
  NUMBERS(CHECK_NUMBER)
  PAIR_NUMBERS(CHECK_BOTH)
}

/// Numbers near 1, so that sums of products are exact in 64 bits; at the end all pairs of special ones.
static Inputs make_inputs() {
  static Inputs in;
  std::mt19937 random(7);
  for (int i = 0; i < kInputs; ++i) {
    for (Bits* list : {in.a, in.b, in.c}) {
      const int exponent = static_cast<int>(random() % 21) - 10 - kLeast + 1;
      list[i] = (random() & 0x8000) | exponent << kFraction | (random() & ((1 << kFraction) - 1));
    }
  }
  const Bits special[] = {0,      0x8000, kInfinite, Bits(0x8000 | kInfinite), kNotANumber, 0xffff,
                          0x0001, 0x8001, kInfinite - 1, rounded(1), rounded(-1), rounded(0.5)};
  int i = 0;
  for (const Bits first : special)
    for (const Bits second : special) {
      in.a[i] = first;
      in.b[i] = second;
      in.c[i++] = rounded(2);
    }
  // A product that lies between two neighbours, and a sum that is not quite there.
  const int odd = kBits == 8 ? 323 : 2187, factor = kBits == 8 ? 17 : 27;
  for (const int sign : {1, -1}) {
    in.a[i] = rounded(factor);
    in.b[i] = rounded(odd / factor);
    in.c[i++] = rounded(std::ldexp(sign, -18));
  }
  return in;
}

static void check_expressions() {
  static const Inputs in = make_inputs();
  const std::size_t value_count = std::size_t{kValues + 2 * kPairs} * kInputs;
  std::vector<Bits> values(value_count);
  std::vector<int> numbers(std::size_t{kNumbers} * kInputs);
  for (int i = 0; i < kInputs; ++i) {
    Bits* to = values.data() + i;
    int* number = numbers.data() + i;
    compute_both(in, i, to, number);
  }
  const Bits* at = values.data();
  check_both(in, at, numbers.data());
  expect(failures == 0, "all of the above on the host");

  Inputs* inputs;
  Bits* device_values;
  int* device_numbers;
  cudaMalloc(&inputs, sizeof in);
  cudaMalloc(&device_values, value_count * sizeof(Bits));
  cudaMalloc(&device_numbers, numbers.size() * sizeof(int));
  cudaMemcpy(inputs, &in, sizeof in, cudaMemcpyHostToDevice);
  compute<<<kInputs / 128, 128>>>(inputs, device_values, device_numbers);
  expect(cudaGetLastError() == cudaSuccess, "the launch");
  cudaMemcpy(values.data(), device_values, value_count * sizeof(Bits), cudaMemcpyDeviceToHost);
  cudaMemcpy(numbers.data(), device_numbers, numbers.size() * sizeof(int), cudaMemcpyDeviceToHost);
  const Bits* values_at = values.data();
  check_both(in, values_at, numbers.data());
  const Bits*& values_ref = values_at;
  [&](const Bits*& values) {
    DEVICE_VALUES(CHECK_VALUE)
    DEVICE_PAIRS(CHECK_PAIR)
  }(values_ref);
}
