// Prices of European options by the formula of Black and Scholes, a thread per option: streams in
// and out, transcendental functions, no divergence.
//   black_scholes [options = 1000000]
// Stands for BlackScholes of the CUDA SDK.
#include "../common/workload.cuh"

constexpr int kThreads = 128;
constexpr float kRate = 0.02f;        ///< without risk, a year
constexpr float kVolatility = 0.30f;  ///< a year

struct Options {
  const float *stock, *strike, *years;
};

/// The normal distribution: Abramowitz and Stegun, 26.2.17, to within 7.5e-8.
__device__ float normal_distribution(float x) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
  const float polynomial =
      k * (0.31938153f +
           k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040143267794f * expf(-0.5f * x * x) * polynomial;
  return x > 0 ? 1.0f - tail : tail;
}

__global__ void price(Options options, int count, float* calls, float* puts) {
  const int option = blockIdx.x * kThreads + threadIdx.x;
  if (option >= count) return;
  const float stock = options.stock[option], strike = options.strike[option];
  const float years = options.years[option], deviation = kVolatility * sqrtf(years);
  const float d1 =
      (logf(stock / strike) + (kRate + 0.5f * kVolatility * kVolatility) * years) / deviation;
  const float likely1 = normal_distribution(d1), likely2 = normal_distribution(d1 - deviation);
  const float discounted = strike * expf(-kRate * years);
  calls[option] = stock * likely1 - discounted * likely2;
  puts[option] = discounted * (1.0f - likely2) - stock * (1.0f - likely1);
}

double normal_on_host(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

std::vector<float> random_between(float least, float greatest, int count, unsigned seed) {
  std::vector<float> values = workload::random_floats(count, seed);
  for (float& value : values) value = least + (greatest - least) * value;
  return values;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 1000000);
  workload::require(count <= 1 << 24, "black_scholes", "there must be at most 2^24 options");
  const std::vector<float> stock = random_between(5, 30, count, 1);
  const std::vector<float> strike = random_between(1, 100, count, 2);
  const std::vector<float> years = random_between(0.25f, 10, count, 3);
  workload::DeviceArray<float> device_stock(stock), device_strike(strike), device_years(years);
  workload::DeviceArray<float> calls(count), puts(count);
  price<<<workload::blocks_for(count, kThreads), kThreads>>>(
      {device_stock.data(), device_strike.data(), device_years.data()}, count, calls.data(),
      puts.data());
  CHECK(cudaGetLastError());

  std::vector<double> expected_calls(count), expected_puts(count);
  for (int i = 0; i < count; ++i) {
    const double rate = kRate, volatility = kVolatility, discount = std::exp(-rate * years[i]);
    const double deviation = volatility * std::sqrt(static_cast<double>(years[i]));
    const double forward = stock[i] / discount;
    const double d1 = std::log(forward / strike[i]) / deviation + deviation / 2;
    expected_calls[i] =
        discount * (forward * normal_on_host(d1) - strike[i] * normal_on_host(d1 - deviation));
    expected_puts[i] = expected_calls[i] - stock[i] + strike[i] * discount;  // put-call parity
  }
  // An error of d1 of a few 2^-24 of itself moves the distribution by its density, which times d1
  // is at most 1/4; with the approximation's 7.5e-8 that is below 3e-7, times a strike of up to
  // 100.
  return workload::verdict("black_scholes",
                           workload::count_far(calls.to_host(), expected_calls, 1e-5, 1e-4) +
                               workload::count_far(puts.to_host(), expected_puts, 1e-5, 1e-4));
}
