// Arrays of Sobol numbers: the first numbers of all the points come first, then the second ones,
// and so on. The numbers of a dimension are sums of direction numbers, which follow from a
// primitive polynomial and first values (Joe, Kuo, "Constructing Sobol Sequences with Better
// Two-Dimensional Projections", SIAM J. Sci. Comput. 30(5), 2008).
#include "curand/generator.cuh"

namespace heddle_rand {
inline namespace sobol {

constexpr unsigned kBits = 32, kMostDimensions = 21;

/// The inner coefficients of a polynomial of this degree, and the first values, from the authors'
/// file new-joe-kuo-6.21201. The first dimension has none.
struct Dimension {
  unsigned degree, coefficients;
  unsigned values[7];
};
constexpr Dimension kDimensions[kMostDimensions - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

/// Direction numbers of a dimension.
struct Directions {
  unsigned of_bit[kBits];
};

Directions directions_of(unsigned dimension) {
  Directions result;
  if (dimension == 0) {
    for (unsigned i = 0; i < kBits; ++i) result.of_bit[i] = 1u << (kBits - 1 - i);
    return result;
  }
  const Dimension& of = kDimensions[dimension - 1];
  for (unsigned i = 0; i < kBits; ++i) {
    if (i < of.degree) {
      result.of_bit[i] = of.values[i] << (kBits - 1 - i);
      continue;
    }
    unsigned value = result.of_bit[i - of.degree];
    value ^= value >> of.degree;
    for (unsigned k = 1; k < of.degree; ++k)
      if ((of.coefficients >> (of.degree - 1 - k) & 1) != 0) value ^= result.of_bit[i - k];
    result.of_bit[i] = value;
  }
  return result;
}

/// The number of a point, by the Gray code of the point's place.
__host__ __device__ inline unsigned number_of(const Directions& directions, unsigned point) {
  const unsigned gray = point ^ point >> 1;
  unsigned number = 0;
  for (unsigned i = 0; i < kBits && gray >> i != 0; ++i)
    if ((gray >> i & 1) != 0) number ^= directions.of_bit[i];
  return number;
}

/// The quantile of the normal distribution; `unit` lies between 0 and 1.
__host__ __device__ inline double quantile(double unit) { return normcdfinv(unit); }

template <typename Number>
__host__ __device__ inline Number converted(unsigned bits, const Wish& wish) {
  if (wish.law == Law::kBits) return static_cast<Number>(bits);
  if (wish.law == Law::kUniform) {
    return sizeof(Number) == 4 ? static_cast<Number>(heddle_random::unit_of(bits))
                               : static_cast<Number>(heddle_random::unit_double_of(bits));
  }
  const double normal = quantile((bits + 0.5) * heddle_random::kPerWordDouble);
  const double number = wish.mean + wish.deviation * normal;
  return static_cast<Number>(wish.law == Law::kLogNormal ? exp(number) : number);
}

template <typename Number>
__global__ void generate_sobol(Directions directions, unsigned first, Number* numbers, size_t n,
                               Wish wish) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride)
    numbers[i] = converted<Number>(number_of(directions, first + static_cast<unsigned>(i)), wish);
}

template <typename Number>
curandStatus_t fill_dimensions(curandGenerator_st& generator, void* to, size_t n,
                               const Wish& wish) {
  size_t points = n / generator.dimensions;
  unsigned first = static_cast<unsigned>(generator.position);
  Wish wanted = wish;
  generator.position += points;
  for (unsigned dimension = 0; dimension < generator.dimensions; ++dimension) {
    Directions directions = directions_of(dimension);
    Number* numbers = static_cast<Number*>(to) + dimension * points;
    if (generator.is_on_host) {
      for (size_t i = 0; i < points; ++i)
        numbers[i] =
            converted<Number>(number_of(directions, first + static_cast<unsigned>(i)), wish);
      continue;
    }
    const size_t blocks = (points + 255) / 256;
    void* arguments[] = {&directions, &first, &numbers, &points, &wanted};
    const cudaError_t error = cudaLaunchKernel(
        reinterpret_cast<const void*>(generate_sobol<Number>), dim3(blocks < 1024 ? blocks : 1024),
        dim3(256), arguments, 0, generator.stream);
    if (error != cudaSuccess) return CURAND_STATUS_LAUNCH_FAILURE;
  }
  return CURAND_STATUS_SUCCESS;
}

}  // namespace sobol

curandStatus_t sobol32(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish) {
  if (generator.dimensions > kMostDimensions || wish.law == Law::kPoisson)
    return CURAND_STATUS_OUT_OF_RANGE;
  if (n % generator.dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (n == 0) return CURAND_STATUS_SUCCESS;
  if (wish.law == Law::kBits) return fill_dimensions<unsigned>(generator, numbers, n, wish);
  if (wish.is_double) return fill_dimensions<double>(generator, numbers, n, wish);
  return fill_dimensions<float>(generator, numbers, n, wish);
}

}  // namespace heddle_rand
