#pragma once
// erfc(x) for x >= 0 as e^(-x^2) erfcx(x), where (1 + 2 x) erfcx(x) is a polynomial in (x - c) / (x
// + c). Polynomials: fit/error.py.

#include "exp_core.hpp"
#include "pair.hpp"

namespace heddle::libdevice {

// (1 + 2 x) erfcx(x) of (x - 2) / (x + 2).
inline float scaled_polynomial(float t) {
  return polynomial(t, 0x1.46e80ep+0F, -0x1.7bf5dap-4F, -0x1.5407bep-3F, 0x1.4ff922p-3F,
                    -0x1.bc2bf8p-5F, -0x1.06c132p-7F, 0x1.1de0bp-7F, 0x1.3ef10ap-10F,
                    -0x1.7fa69cp-10F, -0x1.768736p-12F, 0x1.cfb116p-13F, 0x1.08a94ep-14F,
                    -0x1.515f34p-16F);
}
// The same of (x - 3.5) / (x + 3.5).
inline double scaled_polynomial(double t) {
  return polynomial(
      t, 0x1.3e0a99a0ee914p+0, -0x1.1ebd220ea593bp-3, -0x1.59e2c284b1285p-7, 0x1.8f702ec6b32a8p-4,
      -0x1.d76830c352eabp-4, 0x1.68610604705ffp-4, -0x1.8ff5ef76d7d79p-5, 0x1.38ec6670925cfp-6,
      -0x1.143c4ca620e44p-8, -0x1.3cf367ce7fc6fp-12, 0x1.27e664e7fe841p-11, -0x1.fda93f7f35b3ap-14,
      -0x1.66e23fdba91cep-15, 0x1.970cf95d01ce7p-16, 0x1.388aa1c01736bp-19, -0x1.0037c2a3d2237p-18,
      -0x1.83a3100a0e59p-25, 0x1.46056eabfc71ep-21, -0x1.bd924ec3611dcp-28, -0x1.b66c04dbd7b8ep-24,
      -0x1.9a048012ca731p-31, 0x1.275f9f4ff1d49p-26, 0x1.48b9094eb56d9p-31, -0x1.528bc606c6ab3p-29,
      -0x1.8a07741c3cceep-34, 0x1.c884c39ed0c09p-33);
}

// erfcx(x) = e^(x^2) erfc(x) for x >= 0; far out it is 1 / (x sqrt(pi)).
template <typename T>
inline T scaled_complement(T x) {
  constexpr bool kSingle = Format<T>::kFraction == 23;
  constexpr T kCentre = kSingle ? T(2) : T(3.5);
  const T t = (x - kCentre) / (x + kCentre);
  const T value = scaled_polynomial(t) / fma(x, T(2), T(1));
  return x > (kSingle ? T(0x1p14) : T(0x1p28)) ? T(0x1.20dd750429b6dp-1) / x : value;
}

// e^(sign * x^2 * factor), |x^2| < 800; factor a power of two with its sign.
template <typename T>
inline T gaussian(T x, T factor) {
  const Pair<T> square = exact_product(x, x);
  return exponential_of(square.high * factor, square.low * factor);
}

}  // namespace heddle::libdevice
