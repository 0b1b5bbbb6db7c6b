// cuRAND's functions for the host: bits against the generators of device code, arrays in parts
// against arrays at once, generators of the host against those of the device, and the moments and
// laws of the numbers.
#include <algorithm>

#include <curand.h>
#include <curand_kernel.h>

#include "check.cuh"

using namespace check;

namespace {

void expect_success(curandStatus_t status, const std::string& what) {
  expect(status == CURAND_STATUS_SUCCESS, what + " succeeds");
}

/// Number p of the output is number p / 4096 of the sequence p % 4096.
template <typename State>
__global__ void by_device_code(unsigned* numbers, unsigned n, unsigned long long seed,
                               unsigned stride) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, p = i * stride;
  if (p >= n) return;
  State state;
  curand_init(seed, p % 4096, p / 4096, &state);
  numbers[i] = curand(&state);
}

struct Generator {
  curandGenerator_t it;
  Generator(curandRngType_t type, bool on_host, unsigned long long seed) {
    expect_success((on_host ? curandCreateGeneratorHost : curandCreateGenerator)(&it, type),
                   "a generator");
    if (type < CURAND_RNG_QUASI_DEFAULT)
      expect_success(curandSetPseudoRandomGeneratorSeed(it, seed), "a seed");
  }
  ~Generator() { curandDestroyGenerator(it); }
};

template <typename State>
void check_bits(curandRngType_t type, const char* what) {
  const unsigned n = 9000, stride = 211, samples = (n + stride - 1) / stride;
  const unsigned long long seed = 0x123456789abcull;
  Array<unsigned> whole(std::vector<unsigned>(n, 0)), parts(std::vector<unsigned>(n, 0)),
      late(std::vector<unsigned>(n, 0)), wanted(std::vector<unsigned>(samples, 0));
  Generator one(type, false, seed), two(type, false, seed), three(type, false, seed),
      host(type, true, seed);
  expect_success(curandGenerate(one.it, whole.device, n), "curandGenerate");
  by_device_code<State><<<1, 64>>>(wanted.device, n, seed, stride);
  whole.download();
  wanted.download();
  for (unsigned i = 0; i < samples; ++i)
    expect(whole.host[i * stride] == wanted.host[i], std::string(what) + " is that of device code");
  for (unsigned at = 0, length = 100; at < n; at += length, length = std::min(3333u, n - at))
    expect_success(curandGenerate(two.it, parts.device + at, length), "curandGenerate");
  expect(parts.download() == whole.host, std::string(what) + " in parts");
  expect_success(curandSetGeneratorOffset(three.it, 4500), "an offset");
  expect_success(curandGenerate(three.it, late.device, n - 4500), "curandGenerate");
  late.download();
  expect(std::equal(late.host.begin(), late.host.begin() + n - 4500, whole.host.begin() + 4500),
         std::string(what) + " from an offset");
  std::vector<unsigned> of_host(n);
  expect_success(curandGenerate(host.it, of_host.data(), n), "curandGenerate on the host");
  expect(of_host == whole.host, std::string(what) + " of the host");
}

/// Mean and deviation, to five standard errors.
template <typename T>
void expect_moments(const std::vector<T>& values, double mean, double deviation, double kurtosis,
                    const std::string& what) {
  double sum = 0, squares = 0;
  for (const T value : values) sum += value;
  const double n = static_cast<double>(values.size()), average = sum / n;
  for (const T value : values) squares += (value - average) * (value - average);
  const double spread = std::sqrt(squares / n);
  expect(std::abs(average - mean) < 5 * deviation / std::sqrt(n),
         what + ": mean " + std::to_string(average));
  expect(std::abs(spread / deviation - 1) < 5 * std::sqrt((kurtosis - 1) / 4 / n),
         what + ": deviation " + std::to_string(spread));
}

void check_laws(curandRngType_t type) {
  const std::size_t n = 10000;
  const std::string what = "type " + std::to_string(type);
  Generator generator(type, false, 2026), host(type, true, 2026);
  Array<float> floats(std::vector<float>(n, -9.0f));
  Array<double> doubles(std::vector<double>(n, -9.0));
  Array<unsigned> wholes(std::vector<unsigned>(n, 0));
  expect_success(curandGenerateUniform(generator.it, floats.device, n), "uniform");
  expect_moments(floats.download(), 0.5, std::sqrt(1 / 12.0), 1.8, what + " uniform");
  for (const float x : floats.host) expect(x > 0 && x <= 1, "uniform numbers lie above 0, up to 1");
  expect_success(curandGenerateUniformDouble(generator.it, doubles.device, n), "uniform double");
  expect_moments(doubles.download(), 0.5, std::sqrt(1 / 12.0), 1.8, what + " uniform double");
  expect_success(curandGenerateNormal(generator.it, floats.device, n, 2, 3), "normal");
  expect_moments(floats.download(), 2, 3, 3, what + " normal");
  std::sort(floats.host.begin(), floats.host.end());
  double distance = 0;
  for (std::size_t i = 0; i < n; ++i)
    distance = std::max(
        distance,
        std::abs(0.5 * std::erfc(-(floats.host[i] - 2) / 3 / std::sqrt(2.0)) - (i + 0.5) / n));
  expect(distance < 2 / std::sqrt(n), what + " normal: the distribution, by Kolmogorov's distance");
  expect_success(curandGenerateNormalDouble(generator.it, doubles.device, n, -1, 0.5),
                 "normal double");
  expect_moments(doubles.download(), -1, 0.5, 3, what + " normal double");
  expect_success(curandGenerateLogNormal(generator.it, floats.device, n, 1, 0.25f), "log-normal");
  for (float& x : floats.download()) x = std::log(x);
  expect_moments(floats.host, 1, 0.25, 3, what + " log-normal");
  if (type >= CURAND_RNG_QUASI_DEFAULT) return;
  for (const double mean : {5.0, 300.0}) {
    expect_success(curandGeneratePoisson(generator.it, wholes.device, n, mean), "Poisson");
    expect_moments(wholes.download(), mean, std::sqrt(mean), 3 + 1 / mean, what + " Poisson");
  }
  std::vector<double> of_host(n);
  expect_success(curandGenerateNormalDouble(host.it, of_host.data(), n, 0, 1),
                 "normal on the host");
  expect_moments(of_host, 0, 1, 3, what + " normal on the host");
  expect(curandGenerateNormal(generator.it, floats.device, 3, 0, 1) ==
             CURAND_STATUS_LENGTH_NOT_MULTIPLE,
         "normal numbers come in pairs");
}

/// Of the first 2^k points each interval of length 2^-k has one in every dimension, and each
/// rectangle of that area one of the first two dimensions (Sobol, 1967).
void check_sobol() {
  const unsigned power = 8, points = 1 << power, dimensions = 21;
  Generator generator(CURAND_RNG_QUASI_SOBOL32, false, 0);
  expect_success(curandSetQuasiRandomGeneratorDimensions(generator.it, dimensions), "dimensions");
  Array<unsigned> numbers(std::vector<unsigned>(points * dimensions, 0));
  expect_success(curandGenerate(generator.it, numbers.device, points * dimensions),
                 "Sobol numbers");
  const std::vector<unsigned>& of = numbers.download();
  expect(of[0] == 0 && of[1] == 0x80000000u && of[2] == 0xc0000000u && of[3] == 0x40000000u,
         "first Sobol numbers");
  for (unsigned dimension = 0; dimension < dimensions; ++dimension) {
    std::vector<bool> met(points, false);
    for (unsigned i = 0; i < points; ++i) met[of[dimension * points + i] >> (32 - power)] = true;
    expect(std::count(met.begin(), met.end(), true) == points,
           "Sobol numbers of a dimension are spread");
  }
  for (unsigned wide = 1; wide < power; ++wide) {
    std::vector<bool> met(points, false);
    for (unsigned i = 0; i < points; ++i)
      met[of[i] >> (32 - wide) << (power - wide) | of[points + i] >> (32 - power + wide)] = true;
    expect(std::count(met.begin(), met.end(), true) == points,
           "Sobol points of two dimensions are spread");
  }
}

}  // namespace

int main() {
  check_bits<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_DEFAULT, "XORWOW");
  check_bits<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox");
  check_bits<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a");
  check_laws(CURAND_RNG_PSEUDO_XORWOW);
  check_laws(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  check_laws(CURAND_RNG_PSEUDO_MRG32K3A);
  check_laws(CURAND_RNG_QUASI_SOBOL32);
  check_sobol();
  curandGenerator_t none;
  expect(curandCreateGenerator(&none, CURAND_RNG_PSEUDO_MT19937) == CURAND_STATUS_TYPE_ERROR,
         "an absent generator is refused");
  return finish("random_arrays");
}
