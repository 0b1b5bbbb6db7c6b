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

const Unary<float> kUnary[] = {
    {"sinf", __nv_sinf, std::sin, ulps(2)},
    {"cosf", __nv_cosf, std::cos, ulps(2)},
    {"tanf", __nv_tanf, std::tan, ulps(3)},
    {"sinpif", __nv_sinpif, reference::sinpi, ulps(1.5)},
    {"cospif", __nv_cospif, reference::cospi, ulps(1.5)},
    {"expf", __nv_expf, std::exp, ulps(4)},
    {"exp2f", __nv_exp2f, std::exp2, ulps(4)},
    {"exp10f", __nv_exp10f, reference::exp10, ulps(4)},
    {"expm1f", __nv_expm1f, std::expm1, ulps(2)},
    {"logf", __nv_logf, std::log, ulps(1)},
    {"log2f", __nv_log2f, std::log2, ulps(2)},
    {"log10f", __nv_log10f, std::log10, ulps(2)},
    {"log1pf", __nv_log1pf, std::log1p, ulps(2)},
    {"cbrtf", __nv_cbrtf, std::cbrt, ulps(1)},
    {"rcbrtf", __nv_rcbrtf, reference::rcbrt, ulps(1)},
    {"rsqrtf", __nv_rsqrtf, reference::rsqrt, ulps(3)},
    {"sqrtf", __nv_sqrtf, std::sqrt, ulps(0.5)},
    {"sinhf", __nv_sinhf, std::sinh, ulps(5)},
    {"coshf", __nv_coshf, std::cosh, ulps(5)},
    {"tanhf", __nv_tanhf, std::tanh, ulps(3)},
    {"asinhf", __nv_asinhf, std::asinh, ulps(3)},
    {"acoshf", __nv_acoshf, std::acosh, ulps(4)},
    {"atanhf", __nv_atanhf, std::atanh, ulps(3)},
    {"asinf", __nv_asinf, std::asin, ulps(2)},
    {"acosf", __nv_acosf, std::acos, ulps(2)},
    {"atanf", __nv_atanf, std::atan, ulps(2)},
    {"erff", __nv_erff, std::erf, ulps(2)},
    {"erfcf", __nv_erfcf, std::erfc, ulps(6)},
    {"erfcxf", __nv_erfcxf, reference::erfcx, ulps(6)},
    {"normcdff", __nv_normcdff, reference::normcdf, ulps(7)},
    {"erfinvf", __nv_erfinvf, reference::erfinv, ulps(2)},
    {"erfcinvf", __nv_erfcinvf, reference::erfcinv, ulps(4)},
    {"normcdfinvf", __nv_normcdfinvf, reference::normcdfinv, ulps(5)},
    {"tgammaf", __nv_tgammaf, std::tgamma, ulps(5)},
    {"lgammaf", __nv_lgammaf, std::lgamma, ulps(6)},
    {"j0f", __nv_j0f, reference::j0, ulps(1, -8, 8)},
    {"j0f", __nv_j0f, reference::j0, {8, 1e6, 0, 1e-7}},
    {"j1f", __nv_j1f, reference::j1, ulps(1, -8, 8)},
    {"j1f", __nv_j1f, reference::j1, {8, 1e6, 0, 1e-7}},
    {"y0f", __nv_y0f, reference::y0, ulps(1, -8, 8)},
    {"y0f", __nv_y0f, reference::y0, {8, 1e6, 0, 1e-7}},
    {"y1f", __nv_y1f, reference::y1, ulps(1, -8, 8)},
    {"y1f", __nv_y1f, reference::y1, {8, 1e6, 0, 1e-7}},
    {"cyl_bessel_i0f", __nv_cyl_bessel_i0f, reference::cyl_bessel_i0, ulps(1)},
    {"cyl_bessel_i1f", __nv_cyl_bessel_i1f, reference::cyl_bessel_i1, ulps(1)},
};

const Binary<float> kBinary[] = {
    {"powf", __nv_powf, std::pow, ulps(4)},
    {"fmodf", __nv_fmodf, std::fmod, ulps(0)},
    {"remainderf", __nv_remainderf, std::remainder, ulps(0)},
    {"hypotf", __nv_hypotf, std::hypot, ulps(2)},
    {"rhypotf", __nv_rhypotf, reference::rhypot, ulps(2)},
    {"atan2f", __nv_atan2f, std::atan2, ulps(3)},
};

}  // namespace

std::span<const Unary<float>> unary_float_functions() { return kUnary; }
std::span<const Binary<float>> binary_float_functions() { return kBinary; }

}  // namespace heddle::libdevice
