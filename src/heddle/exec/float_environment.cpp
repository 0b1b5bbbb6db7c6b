#include "heddle/exec/float_environment.hpp"

#include <immintrin.h>

namespace heddle::exec {
namespace {

/// MXCSR after reset: all exceptions masked, round to nearest, no flushing (Intel SDM, vol. 1,
/// 10.2.3).
constexpr std::uint32_t kDefault = 0x1F80;

}  // namespace

FloatEnvironment::FloatEnvironment() : saved_(_mm_getcsr()) {
  if (saved_ != kDefault) _mm_setcsr(kDefault);
}

FloatEnvironment::~FloatEnvironment() { _mm_setcsr(saved_); }

}  // namespace heddle::exec
