// All results of the analyses of a finished program. The program runs without them, so only callers
// that want them pay for them.
#pragma once

#include <cstdint>

#include "heddle/isa/annotations.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// `point_interval` is the interval of preemption points, Options::point_interval.
isa::Annotations annotate(const isa::Program& program, std::uint32_t point_interval);

}  // namespace heddle::compile
