#pragma once
// gamma(x) = gamma(2 + f) times or over a few factors f + k where |x| is small, Stirling's formula
// elsewhere. Polynomials: fit/gamma.py.

#include "exp_core.hpp"
#include "half_turns.hpp"
#include "log_pair.hpp"

namespace heddle::libdevice {

inline constexpr double kStirlingFrom = 5.5;
inline constexpr Pair<double> kHalfLogTwoPi{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
inline constexpr double kPi = 0x1.921fb54442d18p+1;

// gamma(2 + f) for |f| <= 1/2.
inline double gamma_near_two(double f) {
  return polynomial(f, 0x1p+0, 0x1.b0ee6072093c8p-2, 0x1.a5b978b96bec2p-2, 0x1.4e239984668c9p-4,
                    0x1.301fbb0f24e84p-4, -0x1.17f37479b5bbep-12, 0x1.6d7eeacb91973p-7,
                    -0x1.75e6e75f13738p-9, 0x1.13c448f58ed5ep-9, -0x1.e21f8deab6c31p-11,
                    0x1.011b0b937ea27p-11, -0x1.f938967a1c6f4p-13, 0x1.fe44649124e8dp-14,
                    -0x1.ffa86d8fb280fp-15, 0x1.004ee0e20080ap-15, -0x1.e724ef1f2d153p-17,
                    0x1.e76e78065fb6fp-18, -0x1.5ac7b3225c686p-18, 0x1.5ad8ce0446282p-19);
}

// log(gamma(2 + f)) / f for -3/4 <= f <= 1/2.
inline double log_gamma_near_two(double f) {
  return polynomial(f, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa7p-2, -0x1.13e001a557688p-4,
                    0x1.51322ac7d78d7p-6, -0x1.e404fc215f01bp-8, 0x1.7add6eaf2045bp-9,
                    -0x1.38ac5c4774c6fp-10, 0x1.0b36aedce2e86p-11, -0x1.d3fd3d1a89e04p-13,
                    0x1.a1280aa66f561p-14, -0x1.78e0b12948136p-15, 0x1.57ff8172348afp-16,
                    -0x1.3c8b21a9730bcp-17, 0x1.26fc3dbdab015p-18, -0x1.13960c8b933a1p-19,
                    0x1.d77a62aeea05fp-21, -0x1.e509451540b0ep-22, 0x1.898ec57886ec7p-22,
                    -0x1.2a5b20e239869p-26, -0x1.4be2dd5dc10bcp-24, -0x1.35d5612e63f91p-23);
}

// log(gamma(a)) for 5.5 <= a < 2^58: (a - 1/2) log(a) - a + log(2 pi) / 2 + a small rest.
inline Pair<double> stirling(double a) {
  const double inverse = 1.0 / a;
  const double rest =
      inverse * polynomial(inverse * inverse, 0x1.5555555555555p-4, -0x1.6c16c16c0f73cp-9,
                           0x1.a01a0156fe308p-11, -0x1.38133af45802ap-11, 0x1.b93057273d3acp-11,
                           -0x1.f23c6b9e5669cp-10, 0x1.78fc9d941e5b9p-8, -0x1.e9a832d188a9dp-7);
  const Pair<double> power = log_pair(a) * (a - 0.5);
  const Pair<double> leading = ordered_sum(power.high, -a);
  const Pair<double> all = ordered_sum(leading.high, kHalfLogTwoPi.high);
  const double low = sum(sum(leading.low, all.low), sum(power.low, kHalfLogTwoPi.low));
  return ordered_sum(all.high, sum(low, rest));
}

// |sin(pi a)|
inline double sine_of_pi_times(double a) {
  return absolute(sine_of_half_turns(reduce_half_turns(a)));
}

}  // namespace heddle::libdevice
