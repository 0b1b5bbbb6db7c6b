// The errors of the approximate functions that approximate.hpp states, over a quarter million
// values each.
#include <cmath>

#include <gtest/gtest.h>

#include "heddle/exec/ops/operation.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "values.hpp"

namespace heddle::test {
namespace {

struct Errors {
  double absolute = 0, relative = 0;
};

/// Floats from `low` to `high`, evenly over their bits.
std::vector<float> floats_between(float low, float high) {
  constexpr U32 kSteps = 1u << 18;
  const U64 first = std::bit_cast<U32>(low), last = std::bit_cast<U32>(high);
  std::vector<float> values;
  for (U64 i = 0; i < kSteps; ++i) {
    values.push_back(std::bit_cast<float>(static_cast<U32>(first + (last - first) * i / kSteps)));
  }
  return values;
}

Errors errors_of(const char* spelling, long double (*exact)(long double), float low, float high) {
  const auto match = isa::OpMatcher().match(spelling);
  isa::Instruction instruction;
  instruction.op = match->op;
  instruction.modifiers = match->modifiers;
  const exec::OperationFunction function = exec::bind(instruction);
  const std::vector<float> values = floats_between(low, high);
  Errors errors;
  for (std::size_t i = 0; i < values.size(); i += kWarpSize) {
    alignas(128) U32 source[kWarpSize], result[kWarpSize];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      source[lane] = std::bit_cast<U32>(values[i + lane]);
    }
    exec::Operands operands{};
    operands.destination[0] = result;
    operands.source[0] = source;
    operands.mask = kAllLanes;
    operands.instruction = &instruction;
    function(operands);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const auto expected = static_cast<double>(exact(values[i + lane]));
      const double error = std::abs(std::bit_cast<float>(result[lane]) - expected);
      errors.absolute = std::max(errors.absolute, error);
      errors.relative = std::max(errors.relative, error / std::abs(expected));
    }
  }
  return errors;
}

long double sine(long double x) { return std::sin(x); }
long double cosine(long double x) { return std::cos(x); }
long double logarithm(long double x) { return std::log2(x); }
long double power(long double x) { return std::exp2(x); }
long double hyperbolic_tangent(long double x) { return std::tanh(x); }
long double reciprocal_root(long double x) { return 1 / std::sqrt(x); }

TEST(Approximation, Exponential) {
  EXPECT_LE(errors_of("ex2.approx.f32", power, 0x1p-20f, 127.9f).relative, 0x1p-23);
  EXPECT_LE(errors_of("ex2.approx.f32", power, -0x1p-20f, -125.9f).relative, 0x1p-23);
}

TEST(Approximation, Logarithm) {
  EXPECT_LE(errors_of("lg2.approx.f32", logarithm, 0.5f, 2.0f).absolute, 0x1.8p-24);
  EXPECT_LE(errors_of("lg2.approx.f32", logarithm, 2.0f, 3e38f).relative, 0x1.8p-24);
  EXPECT_LE(errors_of("lg2.approx.f32", logarithm, 1e-44f, 0.5f).relative, 0x1.8p-24);
}

TEST(Approximation, SineAndCosine) {
  for (const float sign : {1.0f, -1.0f}) {
    const float small = sign * 0x1p-20f;
    EXPECT_LE(errors_of("sin.approx.f32", sine, small, sign * 100).absolute, 0x1.4p-23);
    EXPECT_LE(errors_of("cos.approx.f32", cosine, small, sign * 100).absolute, 0x1.4p-23);
    EXPECT_LE(errors_of("sin.approx.f32", sine, small, sign * 1e6f).absolute, 0x1.cp-23);
    EXPECT_LE(errors_of("cos.approx.f32", cosine, small, sign * 1e6f).absolute, 0x1.cp-23);
  }
}

TEST(Approximation, HyperbolicTangent) {
  EXPECT_LE(errors_of("tanh.approx.f32", hyperbolic_tangent, 0x1p-30f, 30.0f).relative, 0x1.2p-17);
}

TEST(Approximation, ReciprocalRoot) {
  EXPECT_LE(errors_of("rsqrt.approx.f32", reciprocal_root, 1e-44f, 3e38f).relative, 0x1p-23);
}

}  // namespace
}  // namespace heddle::test
