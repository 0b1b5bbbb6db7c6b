// Random numbers of device code: bits against cuRAND's own, moves ahead against single numbers, and
// distributions against their moments.
#include <cmath>
#include <cstdio>

#include <curand.h>
#include <curand_kernel.h>

#include "random_values.h"

namespace {

constexpr int kThreads = 1024, kEach = 64, kNumbers = kThreads * kEach;

bool is_right = true;
void expect(bool holds, const char* what, double got = 0.0, double wanted = 0.0) {
  if (holds) return;
  is_right = false;
  std::printf("%s: %.9g, wanted %.9g\n", what, got, wanted);
}
void expect_near(double got, double wanted, double distance, const char* what) {
  expect(std::fabs(got - wanted) <= distance, what, got, wanted);
}

// As in CUDA: what a program reads and writes of its states costs the same.
static_assert(sizeof(curandStateXORWOW) == 48 && sizeof(curandStateMRG32k3a) == 48 &&
              sizeof(curandStatePhilox4_32_10) == 64);

template <typename T>
T* managed(int count) {
  T* values = nullptr;
  cudaMallocManaged(&values, count * sizeof(T));
  return values;
}

template <typename State>
__global__ void first_numbers(const FirstNumbers* of, unsigned int (*numbers)[6]) {
  State state;
  curand_init(of[threadIdx.x].seed, of[threadIdx.x].sequence, of[threadIdx.x].offset, &state);
  for (unsigned int& number : numbers[threadIdx.x]) number = curand(&state);
}

template <typename State, int N>
void check_first(const FirstNumbers (&wanted)[N], const char* name) {
  auto* const of = managed<FirstNumbers>(N);
  auto* const numbers = managed<unsigned int[6]>(N);
  for (int i = 0; i < N; ++i) of[i] = wanted[i];
  first_numbers<State><<<1, N>>>(of, numbers);
  cudaDeviceSynchronize();
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < 6; ++k)
      expect(numbers[i][k] == wanted[i].numbers[k], name, numbers[i][k], wanted[i].numbers[k]);
}

/// Moving ahead by the thread's number, in one move, in two and number by number.
template <typename State>
__global__ void move_ahead(unsigned int* differ) {
  State at_once, in_two, singly;
  curand_init(99, 5, 0, &at_once);
  in_two = singly = at_once;
  const unsigned int n = threadIdx.x;
  skipahead(n, &at_once);
  skipahead(n / 3, &in_two);
  skipahead(n - n / 3, &in_two);
  for (unsigned int i = 0; i < n; ++i) curand(&singly);
  for (int i = 0; i < 5; ++i) {
    const unsigned int wanted = curand(&singly);
    if (curand(&at_once) != wanted || curand(&in_two) != wanted) atomicAdd(differ, 1u);
  }
}

/// Four numbers at a time are those that come singly, wherever one begins.
__global__ void take_four(unsigned int* differ) {
  curandStatePhilox4_32_10_t fours, singly;
  curand_init(7, threadIdx.x, threadIdx.x, &fours);
  singly = fours;
  for (int i = 0; i < 3; ++i) {
    const uint4 four = curand4(&fours);
    const bool same = four.x == curand(&singly) && four.y == curand(&singly) &&
                      four.z == curand(&singly) && four.w == curand(&singly);
    if (!same) atomicAdd(differ, 1u);
  }
}

void check_moves() {
  auto* const differ = managed<unsigned int>(1);
  *differ = 0;
  move_ahead<curandStateXORWOW_t><<<1, 100>>>(differ);
  move_ahead<curandStatePhilox4_32_10_t><<<1, 100>>>(differ);
  move_ahead<curandStateMRG32k3a_t><<<1, 100>>>(differ);
  take_four<<<1, 32>>>(differ);
  cudaDeviceSynchronize();
  expect(*differ == 0, "numbers that differ after moves", *differ, 0);
}

enum Kind { kUniform, kUniformDouble, kNormal, kNormalDouble, kLogNormal, kSmall, kLarge, kHuge };

template <typename State>
__global__ void draw(Kind kind, double* numbers) {
  const unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  curand_init(2026, thread, 0, &state);
  for (int i = 0; i < kEach; ++i) {
    double& number = numbers[thread * kEach + i];
    switch (kind) {
      case kUniform:
        number = curand_uniform(&state);
        break;
      case kUniformDouble:
        number = curand_uniform_double(&state);
        break;
      case kNormal:
        number = curand_normal(&state);
        break;
      case kNormalDouble:
        number = curand_normal_double(&state);
        break;
      case kLogNormal:
        number = curand_log_normal(&state, 0.5f, 0.25f);
        break;
      case kSmall:
        number = curand_poisson(&state, 3.5);
        break;
      case kLarge:
        number = curand_poisson(&state, 200.0);
        break;
      case kHuge:
        number = curand_poisson(&state, 10000.0);
        break;
    }
  }
}

/// Mean and variance lie within five deviations of the estimates.
template <typename State>
void check_moments(Kind kind, double mean, double variance, double kurtosis, const char* name) {
  auto* const numbers = managed<double>(kNumbers);
  draw<State><<<kThreads / 128, 128>>>(kind, numbers);
  cudaDeviceSynchronize();
  double sum = 0.0, squares = 0.0, lowest = numbers[0], highest = numbers[0];
  for (int i = 0; i < kNumbers; ++i) {
    sum += numbers[i];
    squares += (numbers[i] - mean) * (numbers[i] - mean);
    lowest = std::fmin(lowest, numbers[i]);
    highest = std::fmax(highest, numbers[i]);
  }
  expect_near(sum / kNumbers, mean, 5.0 * std::sqrt(variance / kNumbers), name);
  expect_near(squares / kNumbers, variance, 5.0 * variance * std::sqrt((kurtosis - 1.0) / kNumbers),
              name);
  if (kind == kUniform || kind == kUniformDouble)
    expect(lowest > 0.0 && highest <= 1.0, "uniform numbers beyond (0, 1]", lowest, highest);
}

template <typename State>
void check_distributions() {
  check_moments<State>(kUniform, 0.5, 1.0 / 12, 1.8, "uniform");
  check_moments<State>(kUniformDouble, 0.5, 1.0 / 12, 1.8, "uniform_double");
  check_moments<State>(kNormal, 0.0, 1.0, 3.0, "normal");
  check_moments<State>(kNormalDouble, 0.0, 1.0, 3.0, "normal_double");
  const double spread = std::exp(0.0625);
  check_moments<State>(kLogNormal, std::exp(0.53125), (spread - 1) * std::exp(1.0625), 4.1,
                       "log_normal");
  check_moments<State>(kSmall, 3.5, 3.5, 3.0 + 1 / 3.5, "poisson of 3.5");
  check_moments<State>(kLarge, 200.0, 200.0, 3.0 + 1 / 200.0, "poisson of 200");
  check_moments<State>(kHuge, 10000.0, 10000.0, 3.0, "poisson of 10000");
}

}  // namespace

int main() {
  check_first<curandStateXORWOW_t>(kXorwow, "XORWOW");
  check_first<curandStatePhilox4_32_10_t>(kPhilox, "Philox");
  check_first<curandStateMRG32k3a_t>(kMrg32k3a, "MRG32k3a");
  check_moves();
  check_distributions<curandState>();
  check_distributions<curandStatePhilox4_32_10_t>();
  check_distributions<curandStateMRG32k3a_t>();
  std::printf(is_right ? "passed\n" : "failed\n");
  return is_right ? 0 : 1;
}
