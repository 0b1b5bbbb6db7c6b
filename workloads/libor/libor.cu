// A portfolio of swaptions in the LIBOR market model by Monte Carlo, one thread per path: 80
// forward rates evolve over 40 periods, then the portfolio is valued. `portfolio_values` does that
// alone; `portfolio_sensitivities` also goes back through the whole path for the derivative of the
// value by a parallel shift of all rates. The rates of a path are an array of the thread, in local
// memory; model and portfolio lie in constant memory, where all threads read the same, and loops
// are uniform.
// Stands for LIB of GPGPU-Sim's suite: M. Giles's program, 64 blocks of 64 threads.
//   libor [paths = 512] [periods = 40]
#include <algorithm>
#include <complex>

#include "../common/workload.cuh"

constexpr int kThreads = 64;
constexpr int kMostPeriods = 40, kLongestSwap = 40;
constexpr int kMostRates = kMostPeriods + kLongestSwap;
constexpr int kOptions = 15;
constexpr float kPeriod = 0.25f;  // years
constexpr float kRootPeriod = 0.5f;

struct Market {
  int periods;  ///< after which the swaptions end
  int rates;    ///< that matter then: as many more as the longest swap has periods
  float first_rates[kMostRates];
  float volatilities[kMostRates];  ///< by the periods until the rate is fixed
  int lengths[kOptions];           ///< of the swaps, in periods
  float swap_rates[kOptions];
};

__constant__ Market market;

/// Lets the rates evolve along a path; `history`, if there is one, keeps each period's.
__device__ void evolve(float (&rates)[kMostRates], const float* noise, int paths, int path,
                       float* history) {
  for (int i = 0; i < market.rates; ++i) rates[i] = market.first_rates[i];
  for (int period = 0; period < market.periods; ++period) {
    const float shock = kRootPeriod * noise[period * paths + path];
    float drift = 0;
    for (int i = period + 1; i < market.rates; ++i) {
      if (history != nullptr) history[(period * market.rates + i) * paths + path] = rates[i];
      const float volatility = market.volatilities[i - period - 1];
      const float covariance = kPeriod * volatility;
      drift += covariance * rates[i] / (1.0f + kPeriod * rates[i]);
      rates[i] *= __expf(covariance * drift + volatility * (shock - 0.5f * covariance));
    }
  }
}

/// The value today. `bond_slopes` and `annuity_slopes`, if wanted, become the undiscounted value's
/// derivatives by the bonds and annuities of each length; `discount` what discounts it.
__device__ float value_of(const float (&rates)[kMostRates], float* bond_slopes,
                          float* annuity_slopes, float& discount) {
  float bonds[kLongestSwap], annuities[kLongestSwap];
  float bond = 1, annuity = 0;
  for (int i = 0; i < kLongestSwap; ++i) {
    bond /= 1.0f + kPeriod * rates[market.periods + i];
    annuity += kPeriod * bond;
    bonds[i] = bond;
    annuities[i] = annuity;
  }
  float value = 0;
  for (int option = 0; option < kOptions; ++option) {
    const int last = market.lengths[option] - 1;
    const float swap = bonds[last] + market.swap_rates[option] * annuities[last] - 1.0f;
    if (swap >= 0.0f) continue;
    value -= 100.0f * swap;
    if (bond_slopes == nullptr) continue;
    bond_slopes[last] -= 100.0f;
    annuity_slopes[last] -= 100.0f * market.swap_rates[option];
  }
  discount = 1;
  for (int i = 0; i < market.periods; ++i) discount /= 1.0f + kPeriod * rates[i];
  return discount * value;
}

__global__ void portfolio_values(const float* noise, int paths, float* values) {
  const int path = blockIdx.x * kThreads + threadIdx.x;
  if (path >= paths) return;
  float rates[kMostRates], discount;
  evolve(rates, noise, paths, path, nullptr);
  values[path] = value_of(rates, nullptr, nullptr, discount);
}

/// From the slopes by the rates at the end to those by the rates at the start.
__device__ void go_back(const float (&rates)[kMostRates], float (&slopes)[kMostRates],
                        const float* history, int paths, int path) {
  float later[kMostRates];  // the rates after the period
  for (int i = 0; i < market.rates; ++i) later[i] = rates[i];
  for (int period = market.periods - 1; period >= 0; --period) {
    float drift_slope = 0;
    for (int i = market.rates - 1; i > period; --i) {
      const float rate = history[(period * market.rates + i) * paths + path];
      const float covariance = kPeriod * market.volatilities[i - period - 1];
      const float growth = 1.0f + kPeriod * rate;
      drift_slope += covariance * slopes[i] * later[i];
      slopes[i] = slopes[i] * later[i] / rate + drift_slope * covariance / (growth * growth);
      later[i] = rate;
    }
  }
}

__global__ void portfolio_sensitivities(const float* noise, int paths, float* history,
                                        float* values, float* sums_of_slopes) {
  const int path = blockIdx.x * kThreads + threadIdx.x;
  if (path >= paths) return;
  float rates[kMostRates], slopes[kMostRates], discount;
  float bond_slopes[kLongestSwap] = {}, annuity_slopes[kLongestSwap] = {};
  evolve(rates, noise, paths, path, history);
  const float value = value_of(rates, bond_slopes, annuity_slopes, discount);
  values[path] = value;

  for (int i = 0; i < market.periods; ++i)
    slopes[i] = -value * kPeriod / (1.0f + kPeriod * rates[i]);
  float bond = 1, bond_slope = 0, annuity_slope = 0;
  for (int i = 0; i < kLongestSwap; ++i) bond /= 1.0f + kPeriod * rates[market.periods + i];
  for (int i = kLongestSwap - 1; i >= 0; --i) {
    const float growth = 1.0f + kPeriod * rates[market.periods + i];
    annuity_slope += annuity_slopes[i];
    bond_slope += bond_slopes[i] + kPeriod * annuity_slope;
    slopes[market.periods + i] = -discount * kPeriod * bond / growth * bond_slope;
    bond_slope /= growth;
    bond *= growth;
  }
  go_back(rates, slopes, history, paths, path);
  float sum = 0;
  for (int i = 0; i < market.rates; ++i) sum += slopes[i];
  sums_of_slopes[path] = sum;
}

Market make_market(int periods) {
  constexpr int kLengths[kOptions] = {4, 4, 4, 8, 8, 8, 20, 20, 20, 28, 28, 28, 40, 40, 40};
  constexpr float kSwapRates[3] = {0.045f, 0.05f, 0.055f};
  Market made;
  made.periods = periods;
  made.rates = periods + kLongestSwap;
  for (int i = 0; i < kMostRates; ++i) {
    made.first_rates[i] = 0.045f + 0.0001f * i;
    made.volatilities[i] = 0.1f + 0.1f * std::exp(-0.05f * i);
  }
  for (int i = 0; i < kOptions; ++i) {
    made.lengths[i] = kLengths[i];
    made.swap_rates[i] = kSwapRates[i % 3];
  }
  return made;
}

/// Sums of uniform numbers, nearly normal.
std::vector<float> random_noise(int periods, int paths) {
  workload::Random random(1);
  std::vector<float> noise(static_cast<std::size_t>(periods) * paths);
  for (float& value : noise) {
    for (int i = 0; i < 12; ++i) value += random.next() - 0.5f;
  }
  return noise;
}

using Complex = std::complex<double>;

/// The value of a path, with all rates shifted by a tiny imaginary number: the imaginary part is
/// the derivative by the shift. `margin` becomes how near to its strike the nearest option is.
Complex value_on_host(const Market& given, const std::vector<float>& noise, int paths, int path,
                      double shift, double& margin) {
  std::vector<Complex> rates;
  for (int i = 0; i < given.rates; ++i) rates.emplace_back(given.first_rates[i], shift);
  for (int period = 0; period < given.periods; ++period) {
    const double z = noise[static_cast<std::size_t>(period) * paths + path];
    Complex drift = 0;
    for (int i = period + 1; i < given.rates; ++i) {
      const double sigma = given.volatilities[i - period - 1];
      drift += sigma * (1.0 - 1.0 / (1.0 + double{kPeriod} * rates[i]));
      const double diffusion = sigma * std::sqrt(kPeriod) * z - sigma * sigma * kPeriod / 2;
      rates[i] *= std::exp(sigma * kPeriod * drift + diffusion);
    }
  }
  Complex value = 0, discount = 1;
  for (int option = 0; option < kOptions; ++option) {
    Complex bond = 1, annuity = 0;
    for (int i = 0; i < given.lengths[option]; ++i) {
      bond /= 1.0 + double{kPeriod} * rates[given.periods + i];
      annuity += double{kPeriod} * bond;
    }
    const Complex swap = bond + double{given.swap_rates[option]} * annuity - 1.0;
    margin = std::min(margin, std::fabs(swap.real()));
    if (swap.real() < 0) value -= 100.0 * swap;
  }
  for (int i = 0; i < given.periods; ++i) discount *= 1.0 + double{kPeriod} * rates[i];
  return value / discount;
}

/// A rate goes through 40 periods, each with an exponential of a sum of up to 80 terms below 1: it
/// is wrong by less than 800 steps of 2^-24. A swap is a difference to 1 of what they discount by
/// about a tenth, and there are 15 options of 100 swaps each. A slope is up to 30 times as large as
/// a value. Where an option is so near to its strike that rounding decides, slopes are not
/// compared.
std::size_t count_wrong(const Market& given, const std::vector<float>& noise,
                        const std::vector<float>& values, const std::vector<float>& same_values,
                        const std::vector<float>& slopes) {
  constexpr double kStep = 800 * 0x1p-24, kTolerance = kOptions * 100 * 0.1 * kStep;
  constexpr double kShift = 1e-30;
  const int paths = static_cast<int>(values.size());
  std::size_t wrong = 0;
  for (int path = 0; path < paths; ++path) {
    double margin = 1;
    const Complex value = value_on_host(given, noise, paths, path, kShift, margin);
    const double slope = value.imag() / kShift;
    wrong += !(std::fabs(values[path] - value.real()) <= kTolerance);
    wrong += !(std::fabs(same_values[path] - value.real()) <= kTolerance);
    wrong += margin > kStep && !(std::fabs(slopes[path] - slope) <= 30 * kTolerance);
  }
  return wrong;
}

int main(int argc, char** argv) {
  const int paths = workload::size_argument(argc, argv, 1, 512);
  const int periods = workload::size_argument(argc, argv, 2, kMostPeriods);
  workload::require(paths <= 1 << 14, argv[0], "there can be at most 16384 paths");
  workload::require(periods <= kMostPeriods, argv[0], "there can be at most 40 periods");
  const Market made = make_market(periods);
  const std::vector<float> noise = random_noise(periods, paths);
  CHECK(cudaMemcpyToSymbol(market, &made, sizeof made));
  workload::DeviceArray<float> device_noise(noise), values(paths), same_values(paths);
  workload::DeviceArray<float> history(static_cast<std::size_t>(periods) * made.rates * paths);
  workload::DeviceArray<float> slopes(paths);
  const int blocks = workload::blocks_for(paths, kThreads);
  portfolio_sensitivities<<<blocks, kThreads>>>(device_noise.data(), paths, history.data(),
                                                values.data(), slopes.data());
  portfolio_values<<<blocks, kThreads>>>(device_noise.data(), paths, same_values.data());
  CHECK(cudaGetLastError());
  return workload::verdict(
      "libor", count_wrong(made, noise, values.to_host(), same_values.to_host(), slopes.to_host()));
}
