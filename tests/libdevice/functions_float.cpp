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
    {"sinf", __nv_sinf, std::sin, ulps(1.5)},
    {"cosf", __nv_cosf, std::cos, ulps(1.5)},
    {"tanf", __nv_tanf, std::tan, ulps(3)},
    {"sinpif", __nv_sinpif, reference::sinpi, ulps(1.5)},
    {"cospif", __nv_cospif, reference::cospi, ulps(1.5)},
};

}  // namespace

std::span<const Unary<float>> unary_float_functions() { return kUnary; }
std::span<const Binary<float>> binary_float_functions() { return {}; }

}  // namespace heddle::libdevice
