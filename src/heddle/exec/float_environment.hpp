// The floating-point environment that execution expects, for as long as the object lives: round to
// nearest, exceptions masked, subnormals kept. The host program may have set another one, by
// -ffast-math among others; every way into the simulator holds one of these.
#pragma once

#include <cstdint>

namespace heddle::exec {

class FloatEnvironment {
 public:
  FloatEnvironment();
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::uint32_t saved_;
};

}  // namespace heddle::exec
