// Sets the floating-point environment that execution expects, and restores the old one when the
// object ends. The environment rounds to nearest, masks exceptions and keeps subnormals. The host
// program may have set another environment, for example by -ffast-math. So every function that
// enters the simulator creates such an object.
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
