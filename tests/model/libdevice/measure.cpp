#include "measure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "approximation.hpp"

namespace heddle::libdevice {

namespace {

template <typename T>
long double unit_in_last_place(long double exact) {
  using Limits = std::numeric_limits<T>;
  int exponent = Limits::min_exponent;
  if (exact != 0) {
    int found = 0;
    std::frexp(exact, &found);
    exponent = std::clamp(found, int{Limits::min_exponent}, int{Limits::max_exponent});
  }
  return std::ldexp(1.0L, exponent - Limits::digits);
}

// An infinite result counts as the power of two that follows the largest number.
template <typename T>
long double error_of(T computed, long double exact, bool absolute) {
  if (std::isnan(exact) || std::isnan(computed)) {
    return std::isnan(exact) && std::isnan(computed) ? 0 : INFINITY;
  }
  const long double limit = std::ldexp(1.0L, std::numeric_limits<T>::max_exponent);
  const long double bounded = std::clamp(exact, -limit, limit);
  const long double value = std::isinf(computed) ? std::copysign(limit, computed) : computed;
  const long double distance = std::fabs(value - bounded);
  return absolute ? distance : distance / unit_in_last_place<T>(bounded);
}

void keep_worst(Measured& worst, long double error, double at, double at_second) {
  if (error > worst.error) {
    worst.error = static_cast<double>(error);
    worst.at = at;
    worst.at_second = at_second;
  }
}

bool inside(const Domain& domain, double x) {
  return std::isnan(x) || (x >= domain.low && x <= domain.high);
}

// Arguments of one function: half are random bit patterns with any exponent, half are uniform over
// the finite part of the domain that people use.
template <typename T>
class Arguments {
 public:
  explicit Arguments(const Domain& domain)
      : domain_(domain),
        uniform_(std::max(domain.low, -30.0),
                 std::min(domain.high, std::max(30.0, domain.low * 8))) {}

  T next() {
    while (true) {
      const bool uniform = (random_() & 1) != 0;
      const T x = uniform ? static_cast<T>(uniform_(random_)) : pattern();
      if (inside(domain_, static_cast<double>(x))) return x;
    }
  }

 private:
  T pattern() {
    if constexpr (sizeof(T) == 4) {
      return std::bit_cast<T>(static_cast<uint32_t>(random_()));
    } else {
      return std::bit_cast<T>(static_cast<uint64_t>(random_()));
    }
  }

  Domain domain_;
  std::mt19937_64 random_{20240611};
  std::uniform_real_distribution<double> uniform_;
};

template <typename Evaluate>
void try_every_bias(Measured& worst, const Evaluate& error, double x, double y) {
  ++worst.count;
  for (int bias = -1; bias <= 1; ++bias) {
    set_approximation_bias(bias);
    const auto found = error();
    keep_worst(worst, found, x, y);
    if (bias == 0) {
      worst.error_if_exact = std::max(worst.error_if_exact, static_cast<double>(found));
    }
  }
  set_approximation_bias(0);
}

template <typename T>
void try_argument(Measured& worst, const Unary<T>& function, T x) {
  const bool absolute = function.domain.absolute_bound != 0;
  const auto exact = function.exact(x);
  try_every_bias(worst, [&] { return error_of(function.computed(x), exact, absolute); }, x, 0);
}

}  // namespace

Measured measure_all(const Unary<float>& function, uint32_t stride) {
  Measured worst;
  for (uint64_t pattern = 0; pattern <= 0xffffffffU; pattern += stride) {
    const float x = std::bit_cast<float>(static_cast<uint32_t>(pattern));
    if (inside(function.domain, x)) try_argument(worst, function, x);
  }
  return worst;
}

template <typename T>
Measured measure(const Unary<T>& function, uint32_t count) {
  Measured worst;
  Arguments<T> arguments(function.domain);
  for (uint32_t i = 0; i < count; ++i) try_argument(worst, function, arguments.next());
  return worst;
}

template <typename T>
Measured measure(const Binary<T>& function, uint32_t count) {
  Measured worst;
  const bool absolute = function.domain.absolute_bound != 0;
  Arguments<T> arguments(function.domain);
  for (uint32_t i = 0; i < count; ++i) {
    const T x = arguments.next();
    const T y = arguments.next();
    const auto exact = function.exact(x, y);
    try_every_bias(
        worst, [&] { return error_of(function.computed(x, y), Wide<double>{exact}, absolute); }, x,
        y);
  }
  return worst;
}

template Measured measure(const Unary<float>& function, uint32_t count);
template Measured measure(const Unary<double>& function, uint32_t count);
template Measured measure(const Binary<float>& function, uint32_t count);
template Measured measure(const Binary<double>& function, uint32_t count);

}  // namespace heddle::libdevice
