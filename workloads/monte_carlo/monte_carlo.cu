// Prices of European call options as means over random paths, in two steps: `normal_samples` turns
// evenly spaced probabilities into samples of the normal distribution, by an approximation with
// one branch for the middle and one for the tails; then a block walks through all samples for one
// option. With a power of two up to 256 as threads, a block adds its threads' sums up in shared
// memory with a barrier a level (`price_option`). With another number, the threads' sums go to
// memory and a second kernel adds them up (`sums_of_threads`, `add_sums`), which needs neither
// shared memory nor barriers; several blocks of an option do the same (`sums_of_blocks`).
// Stands for MonteCarlo of the CUDA SDK (inverseCND, MonteCarloOneBlockPerOption), and with 384
// threads for the shape of MC in WarpMan.
//   monte_carlo [options = 256] [paths = 65536] [threads of a block = 256] [blocks of an option =
//   1]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kSampleBlocks = 128, kSampleThreads = 128;
constexpr int kWarp = 32;
constexpr int kMostThreads = 512, kMostSharing = 256;

struct Option {
  float price, strike;
  float drift;   ///< of the logarithm of the price, over the option's time
  float spread;  ///< its standard deviation
};

/// Of the payoffs and of their squares.
struct Sums {
  float payoff, square;
};

/// The quantile of the normal distribution at a probability of at most 1/2: B. Moro, The full
/// Monte, Risk 8(2), 1995.
__device__ float normal_quantile(float probability) {
  const float y = probability - 0.5f;
  if (y > -0.42f) {
    const float z = y * y;
    return y *
           (((-25.44106049637f * z + 41.39119773534f) * z - 18.61500062529f) * z + 2.50662823884f) /
           ((((3.13082909833f * z - 21.06224101826f) * z + 23.08336743743f) * z - 8.47351093090f) *
                z +
            1.0f);
  }
  constexpr float kTail[] = {3.960315187e-7f,     2.888167364e-7f,     3.21767881768e-5f,
                             3.951896511919e-4f,  3.8405729373609e-3f, 0.0276438810333863f,
                             0.1607979714918209f, 0.9761690190917186f, 0.3374754822726147f};
  const float z = logf(-logf(probability));
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 9; ++i) sum = sum * z + kTail[i];
  return -sum;
}

/// The quantiles that cut the distribution into `count` + 1 equal parts.
__global__ void normal_samples(float* samples, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const bool upper = i >= count - 1 - i;
    const int rank = upper ? count - i : i + 1;  // from the nearer end
    const float quantile = normal_quantile(static_cast<float>(rank) / (count + 1));
    samples[i] = upper ? -quantile : quantile;
  }
}

/// The threads of an option: those of a block, or of a row of blocks.
struct OfBlock {
  static __device__ unsigned own() { return threadIdx.x; }
  static __device__ unsigned all() { return blockDim.x; }
};
struct OfRow {
  static __device__ unsigned own() { return blockIdx.x * blockDim.x + threadIdx.x; }
  static __device__ unsigned all() { return gridDim.x * blockDim.x; }
};

/// Over the paths of one thread.
template <typename Threads>
__device__ Sums sums_of_thread(const Option& option, const float* samples, int paths) {
  Sums sums{0, 0};
  for (int path = Threads::own(); path < paths; path += Threads::all()) {
    const float price = option.price * __expf(option.drift + option.spread * samples[path]);
    const float payoff = fmaxf(price - option.strike, 0.0f);
    sums.payoff += payoff;
    sums.square += payoff * payoff;
  }
  return sums;
}

__global__ void price_option(const Option* options, const float* samples, int paths, Sums* sums) {
  __shared__ float payoffs[kMostSharing], squares[kMostSharing];
  const Sums own = sums_of_thread<OfBlock>(options[blockIdx.x], samples, paths);
  payoffs[threadIdx.x] = own.payoff;
  squares[threadIdx.x] = own.square;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      payoffs[threadIdx.x] += payoffs[threadIdx.x + half];
      squares[threadIdx.x] += squares[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = {payoffs[0], squares[0]};
}

__global__ void sums_of_threads(const Option* options, const float* samples, int paths,
                                Sums* sums) {
  sums[blockIdx.x * blockDim.x + threadIdx.x] =
      sums_of_thread<OfBlock>(options[blockIdx.x], samples, paths);
}

/// One warp per option.
__global__ void add_sums(const Sums* sums, int sums_per_option, Sums* totals) {
  Sums total{0, 0};
  for (int i = threadIdx.x; i < sums_per_option; i += kWarp) {
    total.payoff += sums[blockIdx.x * sums_per_option + i].payoff;
    total.square += sums[blockIdx.x * sums_per_option + i].square;
  }
  for (int distance = kWarp / 2; distance > 0; distance /= 2) {
    total.payoff += __shfl_down_sync(0xffffffff, total.payoff, distance);
    total.square += __shfl_down_sync(0xffffffff, total.square, distance);
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

/// The same with a row of blocks for each option.
__global__ void sums_of_blocks(const Option* options, const float* samples, int paths, Sums* sums) {
  sums[blockIdx.y * OfRow::all() + OfRow::own()] =
      sums_of_thread<OfRow>(options[blockIdx.y], samples, paths);
}

std::vector<Option> random_options(int count) {
  workload::Random random(1);
  std::vector<Option> options(count);
  for (Option& option : options) {
    const float years = 0.25f + 9.75f * random.next(), volatility = 0.1f, rate = 0.06f;
    option.price = 5.0f + 45.0f * random.next();
    option.strike = 10.0f + 15.0f * random.next();
    option.drift = (rate - volatility * volatility / 2) * years;
    option.spread = volatility * std::sqrt(years);
  }
  return options;
}

/// Solves cumulative probability = `probability` with Newton's method.
double normal_quantile_on_host(double probability) {
  double x = 0;
  for (int i = 0; i < 60; ++i) {
    const double error = std::erfc(-x / std::sqrt(2.0)) / 2 - probability;
    const double step = error / (std::exp(-x * x / 2) / std::sqrt(2 * M_PI));
    x -= std::clamp(step, -0.5, 0.5);
    if (std::fabs(step) < 1e-12) break;
  }
  return x;
}

/// Rounding makes a sample wrong by less than 2^-19, and so a price by `spread` times that,
/// relatively, besides 16 steps of 2^-24; the sum of a thread, and of a block's threads, by a step
/// for each term.
std::size_t count_wrong(const std::vector<Option>& options, const std::vector<double>& samples,
                        const std::vector<Sums>& sums, int threads) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Option& option = options[i];
    double payoffs = 0, squares = 0, prices = 0, squared_prices = 0;
    for (const double sample : samples) {
      const double price = option.price * std::exp(option.drift + double{option.spread} * sample);
      const double payoff = std::max(price - option.strike, 0.0);
      payoffs += payoff, squares += payoff * payoff;
      prices += payoff > 0 ? price : 0, squared_prices += payoff > 0 ? price * price : 0;
    }
    const double terms = samples.size() / threads + 1 + threads;
    const double of_price = option.spread * 0x1p-19 + 16 * 0x1p-24, of_sum = terms * 0x1p-24;
    wrong += !(std::fabs(sums[i].payoff - payoffs) <= of_price * prices + of_sum * payoffs + 1e-6);
    wrong += !(std::fabs(sums[i].square - squares) <=
               2 * of_price * squared_prices + of_sum * squares + 1e-6);
  }
  return wrong;
}

std::vector<Sums> price_on_device(const std::vector<Option>& options, const float* samples,
                                  int paths, int threads, int blocks) {
  const int count = static_cast<int>(options.size());
  workload::DeviceArray<Option> device_options(options);
  workload::DeviceArray<Sums> totals(count);
  if (blocks == 1 && threads <= kMostSharing && (threads & (threads - 1)) == 0) {
    price_option<<<count, threads>>>(device_options.data(), samples, paths, totals.data());
    CHECK(cudaGetLastError());
    return totals.to_host();
  }
  workload::DeviceArray<Sums> sums(static_cast<std::size_t>(count) * blocks * threads);
  const dim3 grid = blocks == 1 ? dim3(count) : dim3(blocks, count);
  (blocks == 1 ? sums_of_threads : sums_of_blocks)<<<grid, threads>>>(device_options.data(),
                                                                      samples, paths, sums.data());
  add_sums<<<count, kWarp>>>(sums.data(), blocks * threads, totals.data());
  CHECK(cudaGetLastError());
  return totals.to_host();
}

int main(int argc, char** argv) {
  const int option_count = workload::size_argument(argc, argv, 1, 256);
  const int paths = workload::size_argument(argc, argv, 2, 65536);
  const int threads = workload::size_argument(argc, argv, 3, 256);
  const int blocks = workload::size_argument(argc, argv, 4, 1);
  workload::require(option_count <= 4096 && paths <= 1 << 20, argv[0],
                    "there can be at most 4096 options and 2^20 paths");
  workload::require(threads <= kMostThreads && blocks <= kMostThreads / threads, argv[0],
                    "an option has at most 512 threads");
  workload::DeviceArray<float> samples(paths);
  normal_samples<<<kSampleBlocks, kSampleThreads>>>(samples.data(), paths);
  CHECK(cudaGetLastError());
  const std::vector<Option> options = random_options(option_count);
  const std::vector<Sums> sums = price_on_device(options, samples.data(), paths, threads, blocks);

  std::vector<double> expected(paths);
  for (int i = 0; i < paths; ++i) expected[i] = normal_quantile_on_host((i + 1.0) / (paths + 1));
  const std::size_t wrong_samples =
      workload::count_far(samples.to_host(), expected, 0x1p-19, 0x1p-19);
  return workload::verdict("monte_carlo",
                           wrong_samples + count_wrong(options, expected, sums, blocks * threads));
}
