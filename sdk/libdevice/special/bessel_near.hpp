#pragma once
// Bessel functions of the first kind up to 8. Near a zero they are (x - zero) times a polynomial,
// so that their relative error stays small. Polynomials: fit/bessel.py.

#include "pair.hpp"

namespace heddle::libdevice {

// j0(x) / (x^2 - zero^2) for x <= 3.5, of x^2.
inline double j0_below_3_5(double t) {
  return polynomial(t, -0x1.62214bb3c7121p-3, 0x1.b4c4fb6b81b41p-7, -0x1.a04594c03394bp-12,
                    0x1.add1569228b89p-18, -0x1.17e92e43f80a2p-24, 0x1.f6e02e38753a6p-32,
                    -0x1.4aa900a6f5769p-39, 0x1.4c371eb22374fp-47, -0x1.075ff44518514p-55,
                    0x1.51f5c96c43daap-64, -0x1.6630419fe1c47p-73, 0x1.3ed0a7ddb0dd5p-82,
                    -0x1.e174d8f6b805ap-92, 0x1.1f51bd7775d13p-101);
}

// j0(x) / (x - zero) for 3.5 <= x <= 8, of x - 5.75.
inline double j0_below_8(double t) {
  return polynomial(t, 0x1.525ecc51a6476p-2, -0x1.bd32d6db5660ap-5, -0x1.923d150023db6p-5,
                    0x1.b0c5f392c6178p-8, 0x1.08d8f2b0caee6p-9, -0x1.edbe19d3c6b98p-13,
                    -0x1.544590904de0dp-15, 0x1.185f0b1f06138p-18, 0x1.06353c00de829p-21,
                    -0x1.830e7ffd68025p-25, -0x1.0e8ec947fa863p-28, 0x1.69796848bad65p-32,
                    0x1.90b32b4d30d1dp-36, -0x1.e8b1ffb57064cp-40, -0x1.bef138b574e65p-44,
                    0x1.f52ff677a617cp-48, 0x1.8516508f2db49p-52, -0x1.93127301450dbp-56,
                    -0x1.0f6f8d22d8ecap-60, 0x1.f02e7fa26f49bp-65, 0x1.2841ad0cb4472p-69);
}

// j1(x) / (x (x^2 - zero^2)) for x <= 4.75, of x^2.
inline double j1_below_4_75(double t) {
  return polynomial(t, -0x1.16fb4ba6b9f63p-5, 0x1.fbdfb0a3d17bdp-10, -0x1.7cf8005bc4cd8p-15,
                    0x1.43316b3af08bfp-21, -0x1.64898455a2cf3p-28, 0x1.15732c194a1d7p-35,
                    -0x1.419b23a05b084p-43, 0x1.20bae56c8868bp-51, -0x1.9da1400cd9c4ap-60,
                    0x1.e3f30dde84e1fp-69, -0x1.d7437748a79a9p-78, 0x1.83f5f57cc4964p-87,
                    -0x1.1192548cda325p-96, 0x1.4e0dcdd839d12p-106, -0x1.6188b79a18dbdp-116,
                    0x1.225af2ec764bp-126);
}

// j1(x) / (x - zero) for 4.75 <= x <= 8, of x - 6.375.
inline double j1_below_8(double t) {
  return polynomial(t, 0x1.2d24a1a933c25p-2, 0x1.4a908bda67255p-5, -0x1.85db74b380ed4p-5,
                    -0x1.4bfc150716fap-9, 0x1.2264c8f7d58a7p-9, 0x1.f1af804419257p-15,
                    -0x1.999149e3235d3p-15, -0x1.90e4f4287b1dfp-21, 0x1.5248c3ec0039ap-21,
                    0x1.95778993f281ep-28, -0x1.70022e8169e68p-28, -0x1.189127b1554d1p-35,
                    0x1.1c05f8509c3e8p-35, 0x1.17f2c342a8893p-43, -0x1.477a6bf4f961bp-43,
                    -0x1.9f9c076621f0bp-52, 0x1.24ecede13f0bcp-51, 0x1.d0d316d29867fp-61,
                    -0x1.a261d202b9802p-60, -0x1.7c6b7072d79d9p-70, 0x1.dbffb9a17eeeep-69);
}

// x - zero and x^2 - zero^2, the zero a pair.
inline double from_zero(double x, Pair<double> zero) {
  return sum(difference(x, zero.high), -zero.low);
}
inline double square_from_zero(double x, Pair<double> zero) {
  return from_zero(x, zero) * (x + zero.high);
}

inline double j0_near(double x) {
  const double above = from_zero(x, {0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54});
  if (x > 3.5) return above * j0_below_8(x - 5.75);
  return square_from_zero(x, {0x1.33d152e971b4p+1, -0x1.0f539d7da258ep-53}) * j0_below_3_5(x * x);
}
inline double j1_near(double x) {
  const double above = from_zero(x, {0x1.c0ff5f3b4725p+2, -0x1.b226d9d243827p-54});
  if (x > 4.75) return above * j1_below_8(x - 6.375);
  return x * square_from_zero(x, {0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53}) *
         j1_below_4_75(x * x);
}

}  // namespace heddle::libdevice
