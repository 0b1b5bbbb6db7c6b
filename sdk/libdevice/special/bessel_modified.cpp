// Modified Bessel functions of the first kind. Single precision goes by way of double. Polynomials:
// fit/bessel.py.

#include "exp_core.hpp"

using namespace heddle::libdevice;

namespace {

// i0(x) for x <= 8, of x^2.
inline double i0_below_8(double t) {
  return polynomial(t, 0x1p+0, 0x1p-2, 0x1p-6, 0x1.c71c71c71c71cp-12, 0x1.c71c71c71c71cp-18,
                    0x1.23456789abcdfp-24, 0x1.02e85c0898b71p-31, 0x1.522a43f65486ap-39,
                    0x1.522a43f654869p-47, 0x1.0b313289be0c6p-55, 0x1.5601885e63c99p-64,
                    0x1.69ca9cf3bae32p-73, 0x1.4197a7f4d7cc2p-82, 0x1.e7255956ea156p-92,
                    0x1.3e22d6a46927fp-101, 0x1.69f7e34c124bfp-111, 0x1.69f748b6e3146p-121,
                    0x1.40aa356c095a6p-131, 0x1.fa1f3a3d84028p-142, 0x1.6b56844174d9dp-152,
                    0x1.a467721c8c19cp-163, 0x1.7f7f5aa11e32p-173);
}

// i0(x) e^-x sqrt(x) for x >= 8, of 1 / x.
inline double i0_from_8(double t) {
  return polynomial(
      t, 0x1.9884533d4362ep-2, 0x1.9884533db3775p-5, 0x1.cb94db6edc382p-6, 0x1.debe03b70416cp-6,
      0x1.6d56fb22a945bp-5, 0x1.c3e38fe71ac71p-4, -0x1.a33b44cfd0602p+0, 0x1.011188cc72506p+7,
      -0x1.97b18420a5dd2p+12, 0x1.eebbc60331991p+17, -0x1.cef71ca53eb23p+22, 0x1.516c3d24623c4p+27,
      -0x1.80feee948c058p+31, 0x1.58324f8448154p+35, -0x1.e0bbaa823297ap+38, 0x1.04389c9bc7054p+42,
      -0x1.aee686b8d047cp+44, 0x1.0b094a9a3c14ep+47, -0x1.dea5ae36fc10bp+48, 0x1.24895ff660702p+50,
      -0x1.b3ede5f84aa12p+50, 0x1.2a7daffee3619p+50);
}

// i1(x) / x for x <= 8, of x^2.
inline double i1_below_8(double t) {
  return polynomial(t, 0x1p-1, 0x1p-4, 0x1.5555555555555p-9, 0x1.c71c71c71c71cp-15,
                    0x1.6c16c16c16c17p-21, 0x1.845c8a0ce5129p-28, 0x1.27e4fb7789f5cp-35,
                    0x1.522a43f65486ap-43, 0x1.2c9758daf5ccfp-51, 0x1.ab81ea75fcdfdp-60,
                    0x1.f17697cf1cdddp-69, 0x1.e2637befa1f46p-78, 0x1.8bce588feffdep-87,
                    0x1.165e7c2fd5fcp-96, 0x1.53585c9396f1ep-106, 0x1.69f7e08c4e4e3p-116,
                    0x1.54aca5bd14432p-126, 0x1.1d0797900477fp-136, 0x1.aa4b80fefa695p-147,
                    0x1.223814d5ded98p-157, 0x1.43334223c2b91p-168, 0x1.1298ca0f19af4p-178);
}

// i1(x) e^-x sqrt(x) for x >= 8, of 1 / x.
inline double i1_from_8(double t) {
  return polynomial(
      t, 0x1.9884533d43674p-2, -0x1.32633e6e0f2cap-3, -0x1.7efc0ce84e661p-5, -0x1.4f1e0d5b1d6f1p-5,
      -0x1.d6099aa7d5762p-5, -0x1.0bfd55b0a7f8dp-3, 0x1.a1d07fba61f0ap+0, -0x1.05f7d155df3fap+7,
      0x1.9eaf279a19c65p+12, -0x1.f692678873ceap+17, 0x1.d59095d1f701bp+22, -0x1.559bd52f6dcc6p+27,
      0x1.84f14913b76c7p+31, -0x1.5adce52e69f2bp+35, 0x1.e30ef2c58b4bap+38, -0x1.0499f5bc67cb8p+42,
      0x1.add8862611f89p+44, -0x1.092d62df83a41p+47, 0x1.d8d3b6f49791p+48, -0x1.1f3b362e1cd78p+50,
      0x1.a9070150aaba6p+50, -0x1.20a902a31ab25p+50);
}

// e^x / sqrt(x) times what the polynomial gives, e^x being out of range before the result is.
inline double modified_far(double x, double factor) {
  const Exponential parts = exponential_parts(x);
  return scale_by(parts.significand * factor / square_root(x), parts.exponent);
}

inline double modified_0(double x) {
  const double a = clamped(absolute(x), 0.0, 720.0);
  return a <= 8.0 ? i0_below_8(a * a) : modified_far(a, i0_from_8(1.0 / a));
}
inline double modified_1(double x) {
  const double a = clamped(absolute(x), 0.0, 720.0);
  const double value = a <= 8.0 ? a * i1_below_8(a * a) : modified_far(a, i1_from_8(1.0 / a));
  return with_sign_of(value, x);
}

}  // namespace

HEDDLE_MATH float __nv_cyl_bessel_i0f(float a) { return static_cast<float>(modified_0(a)); }
HEDDLE_MATH double __nv_cyl_bessel_i0(double a) { return modified_0(a); }
HEDDLE_MATH float __nv_cyl_bessel_i1f(float a) { return static_cast<float>(modified_1(a)); }
HEDDLE_MATH double __nv_cyl_bessel_i1(double a) { return modified_1(a); }
