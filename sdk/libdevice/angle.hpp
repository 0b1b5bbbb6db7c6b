#pragma once
// What range reduction makes of an angle.

#include "float_format.hpp"

namespace heddle::libdevice {

template <typename T>
struct ReducedAngle {
  T remainder;
  int quadrant;  // only its low two bits count
};

}  // namespace heddle::libdevice
