#include <cmath>

#include "device_math.hpp"
#include "functions.hpp"
#include "reference.hpp"

namespace heddle::libdevice {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Domain ulps(double bound, double low = -kInfinity, double high = kInfinity) {
  return {low, high, bound, 0};
}

const Unary<double> kUnary[] = {
    {"sin", __nv_sin, std::sin, ulps(1.5)},
    {"cos", __nv_cos, std::cos, ulps(1.5)},
    {"tan", __nv_tan, std::tan, ulps(3)},
    {"sinpi", __nv_sinpi, reference::sinpi, ulps(1.5)},
    {"cospi", __nv_cospi, reference::cospi, ulps(1.5)},
    {"exp", __nv_exp, std::exp, ulps(1)},
    {"exp2", __nv_exp2, std::exp2, ulps(1)},
    {"exp10", __nv_exp10, reference::exp10, ulps(2)},
    {"expm1", __nv_expm1, std::expm1, ulps(2)},
    {"log", __nv_log, std::log, ulps(1)},
    {"log2", __nv_log2, std::log2, ulps(2)},
    {"log10", __nv_log10, std::log10, ulps(2)},
    {"log1p", __nv_log1p, std::log1p, ulps(2)},
    {"cbrt", __nv_cbrt, std::cbrt, ulps(1)},
    {"rcbrt", __nv_rcbrt, reference::rcbrt, ulps(1)},
    {"rsqrt", __nv_rsqrt, reference::rsqrt, ulps(1)},
    {"sqrt", __nv_sqrt, std::sqrt, ulps(0.5)},
    {"sinh", __nv_sinh, std::sinh, ulps(2)},
    {"cosh", __nv_cosh, std::cosh, ulps(2)},
    {"tanh", __nv_tanh, std::tanh, ulps(2)},
    {"asinh", __nv_asinh, std::asinh, ulps(3)},
    {"acosh", __nv_acosh, std::acosh, ulps(3)},
    {"atanh", __nv_atanh, std::atanh, ulps(2)},
    {"asin", __nv_asin, std::asin, ulps(3)},
    {"acos", __nv_acos, std::acos, ulps(2)},
    {"atan", __nv_atan, std::atan, ulps(2)},
    {"erf", __nv_erf, std::erf, ulps(2)},
    {"erfc", __nv_erfc, std::erfc, ulps(5)},
    {"erfcx", __nv_erfcx, reference::erfcx, ulps(5)},
    {"normcdf", __nv_normcdf, reference::normcdf, ulps(5)},
    {"erfinv", __nv_erfinv, reference::erfinv, ulps(5)},
    {"erfcinv", __nv_erfcinv, reference::erfcinv, ulps(6)},
    {"normcdfinv", __nv_normcdfinv, reference::normcdfinv, ulps(7)},
    {"tgamma", __nv_tgamma, std::tgamma, ulps(10)},
    {"lgamma", __nv_lgamma, std::lgamma, ulps(4, -2.26)},
    {"lgamma", __nv_lgamma, std::lgamma, ulps(4, -kInfinity, -11.0001)},
    {"lgamma", __nv_lgamma, std::lgamma, {-11.0001, -2.26, 0, 1e-13}},
    {"j0", __nv_j0, reference::j0, ulps(7, -8, 8)},
    {"j0", __nv_j0, reference::j0, {8, 1e6, 0, 1e-14}},
    {"j1", __nv_j1, reference::j1, ulps(7, -8, 8)},
    {"j1", __nv_j1, reference::j1, {8, 1e6, 0, 1e-14}},
    {"y0", __nv_y0, reference::y0, ulps(7, -kInfinity, 8)},
    {"y0", __nv_y0, reference::y0, {8, 1e6, 0, 1e-14}},
    {"y1", __nv_y1, reference::y1, ulps(7, -kInfinity, 8)},
    {"y1", __nv_y1, reference::y1, {8, 1e6, 0, 1e-14}},
    {"cyl_bessel_i0", __nv_cyl_bessel_i0, reference::cyl_bessel_i0, ulps(6)},
    {"cyl_bessel_i1", __nv_cyl_bessel_i1, reference::cyl_bessel_i1, ulps(6)},
};

const Binary<double> kBinary[] = {
    {"pow", __nv_pow, std::pow, ulps(2)},
    {"fmod", __nv_fmod, std::fmod, ulps(0)},
    {"remainder", __nv_remainder, std::remainder, ulps(0)},
    {"hypot", __nv_hypot, std::hypot, ulps(2)},
    {"rhypot", __nv_rhypot, reference::rhypot, ulps(2)},
    {"atan2", __nv_atan2, std::atan2, ulps(2)},
};

}  // namespace

std::span<const Unary<double>> unary_double_functions() { return kUnary; }
std::span<const Binary<double>> binary_double_functions() { return kBinary; }

}  // namespace heddle::libdevice
