// Where a kernel has preemption points. A group of the compiler's options (compile/options.hpp).
#pragma once

#include <cstdint>

#include "heddle/base/parameter.hpp"

namespace heddle::compile {

struct PointOptions {
  std::uint32_t point_interval = 1000;
  bool insert_points = false;

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::compile
