// erfinv, erfcinv, normcdfinv. Polynomials: fit/error.py.

#include "error_core.hpp"
#include "log_core.hpp"

using namespace heddle::libdevice;

namespace {

// erfinv(x) / x - 1 where w = -log(1 - x^2) <= 4.5, of w - 2.25.
inline float central_polynomial(float w) {
  return polynomial(w, 0x1.c20e8cp-2F, 0x1.fce342p-3F, -0x1.9d94cp-9F, -0x1.8221b6p-10F,
                    0x1.cf8d28p-13F, 0x1.9d48f4p-21F, -0x1.1b27dcp-18F, 0x1.baa79p-22F,
                    0x1.65856p-25F, -0x1.52085p-27F, 0x1.e114d6p-34F);
}
inline double central_polynomial(double w) {
  return polynomial(
      w, 0x1.c20e8cdb35d8fp-2, 0x1.fce34214befb2p-3, -0x1.9d94b8d1cbf1p-9, -0x1.821fe73cf1e4fp-10,
      0x1.cf8b8bcbf2c0ap-13, 0x1.8d38bc8ec50e5p-21, -0x1.1aedd3bc5934cp-18, 0x1.c95719a3f4a15p-22,
      0x1.57ea4b8bfe7a9p-25, -0x1.b14653ea9453ep-27, 0x1.ecef1d4878b9ap-32, 0x1.d66ce08b68194p-33,
      -0x1.0c5e1db70abedp-35, -0x1.8f582521ab64dp-40, 0x1.b5f23fa16340fp-41, -0x1.a9b5a552e0d9cp-45,
      -0x1.a69368af4ae53p-47, 0x1.35e23768f0902p-49, 0x1.7228582e51255p-55, -0x1.bb8c851842f0bp-55,
      0x1.e64a2ef2a2ae3p-59, 0x1.51096bb62dadbp-61, -0x1.71c2b873656e9p-64);
}

// erfcinv(y) for small y > 0, to about single precision: s (1 + polynomial of 1 / s), s =
// sqrt(-log(y)).
inline double first_in_tail(double y) {
  const LogParts<double> parts = log_parts_of_any(y);
  const float log2 =
      static_cast<float>(parts.exponent) + log2_approx(static_cast<float>(parts.remainder + 1.0));
  const float s = square_root(log2 * -0x1.62e43p-1F);
  const float u = 1.0F / s - 0x1.eap-3F;
  const float p =
      polynomial(u, -0x1.dc637ep-5F, -0x1.7ad882p-2F, -0x1.2d0886p-2F, 0x1.48ed26p-1F,
                 -0x1.8b21c2p-1F, 0x1.95291cp-1F, -0x1.61ebbep+0F, 0x1.dfb83ep+3F, -0x1.5dba5ep+5F);
  return fma(s, p, s);
}

// One step of Halley's method on log(erfc(z)) - log(y): it triples the digits. What is left to the
// root is the log of y e^(z^2) / erfcx(z), a ratio within 2^-8 of 1.
inline double inverse_in_tail(double y) {
  const double z = first_in_tail(y);
  const Pair<double> square = exact_product(z, z);
  const Exponential growth = exponential_parts(square.high, square.low);
  const double wanted = scale_by(y * growth.significand, growth.exponent);
  const double scaled = scaled_complement(z);
  const double inverse = 1.0 / scaled;
  const double beyond = (wanted - scaled) * inverse;
  const double left = beyond * polynomial(beyond, 1.0, -0.5, 1.0 / 3.0, -0.25, 0.2);
  const double newton = left * scaled * 0x1.c5bf891b4ef6bp-1;  // sqrt(pi) / 2
  const double bend = fma(inverse, 0x1.20dd750429b6dp-1, -z);  // 1 / sqrt(pi)
  return z - newton / fma(-newton, bend, 1.0);
}

// erfinv(x) for 0 <= x < 1, given 1 - x^2 and 1 - x. In single precision the tail is a polynomial
// too: s (1 + polynomial of 1 / s), s = sqrt(w).
inline float inverse_from(float x, float complement, float /*rest*/) {
  const float w = -natural_log(log_parts_of_any(complement));
  if (w < 4.5F) return fma(x, central_polynomial(w - 2.25F), x);
  const float s = square_root(w);
  const float p = polynomial(1.0F / s - 0x1.24p-2F, -0x1.80348ep-5F, -0x1.8672bap-3F, 0x1.0f61p-3F,
                             0x1.c152bcp-2F, -0x1.98cf14p-1F, 0x1.5d5b6cp-4F, -0x1.4fd7f2p+1F,
                             0x1.3165f4p+2F, 0x1.8c8ef8p+2F, 0x1.980284p+4F);
  return fma(s, p, s);
}
inline double inverse_from(double x, double complement, double rest) {
  if (rest < 0.00557) return inverse_in_tail(rest);  // w > 4.5
  const double w = -natural_log(log_parts(complement));
  return fma(x, central_polynomial(w - 2.25), x);
}

// `rest` tells the ends of the domain apart.
template <typename T>
inline T inside_domain(T value, T rest) {
  value = rest == T(0) ? infinity<T>() : value;
  return rest >= T(0) ? value : quiet_nan<T>();
}

template <typename T>
inline T inverse_error(T x) {
  const T rest = T(1) - absolute(x);
  const T value = inverse_from(absolute(x), fma(-x, x, T(1)), rest);
  return with_sign_of(inside_domain(value, rest), x);
}

template <typename T>
inline T inverse_complementary_error(T y) {
  const T mirrored = T(2) - y;
  const T smaller = y > T(1) ? mirrored : y;
  const T value = inside_domain(inverse_from(absolute(T(1) - y), y * mirrored, smaller), smaller);
  return y > T(1) ? -value : value;
}

}  // namespace

HEDDLE_MATH float __nv_erfinvf(float a) { return inverse_error(a); }
HEDDLE_MATH double __nv_erfinv(double a) { return inverse_error(a); }
HEDDLE_MATH float __nv_erfcinvf(float a) { return inverse_complementary_error(a); }
HEDDLE_MATH double __nv_erfcinv(double a) { return inverse_complementary_error(a); }
HEDDLE_MATH float __nv_normcdfinvf(float a) {
  return inverse_complementary_error(a + a) * -0x1.6a09e6p+0F;
}
HEDDLE_MATH double __nv_normcdfinv(double a) {
  return inverse_complementary_error(a + a) * -0x1.6a09e667f3bcdp+0;
}
