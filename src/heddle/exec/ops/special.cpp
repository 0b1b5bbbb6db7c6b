// Division, roots and approximate functions of single precision.
#include "heddle/exec/ops/approximate.hpp"
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/single.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

float div(float a, float b) { return a / b; }
float rcp(float a) { return 1.0f / a; }
float sqrt(float a) { return __builtin_sqrtf(a); }

/// Returns a * (1 / b). The reciprocal of a large divisor is zero.
float div_approx(float a, float b) {
  const U32 sign = (bits_of(a) ^ bits_of(b)) & 0x80000000u;
  const float size = as_float(bits_of(b) & 0x7FFFFFFFu);
  const bool large = size > 0x1p126f && a - a == 0;
  const float of_infinity = as_float(size > 0x1p126f ? kNan : bits_of(a / b));
  return large ? as_float(sign) : of_infinity;
}

constexpr Binding kBindings[] = {
    {Op::div_f32, bind_long_lifted<div, float, float>},
    {Op::div_full_f32, bind_long_lifted<div, float, float>},
    {Op::div_approx_f32, bind_long_lifted<div_approx, float, float>},
    {Op::rcp_f32, bind_long_lifted<rcp, float>},
    {Op::rcp_approx_f32, bind_long<rcp, float>},
    {Op::sqrt_f32, bind_long<sqrt, float>},
    {Op::sqrt_approx_f32, bind_long<sqrt, float>},
    {Op::rsqrt_approx_f32, bind_long<rsqrt_approx, float>},
    {Op::sin_approx_f32, bind_long<sin_approx, float>},
    {Op::cos_approx_f32, bind_long<cos_approx, float>},
    {Op::lg2_approx_f32, bind_long<log2_approx, float>},
    {Op::ex2_approx_f32, bind_long<exp2_approx, float>},
    {Op::tanh_approx_f32, bind_long<tanh_approx, float>},
};

}  // namespace

std::span<const Binding> special_bindings() { return kBindings; }

}  // namespace heddle::exec
