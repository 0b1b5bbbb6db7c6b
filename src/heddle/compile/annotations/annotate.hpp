// All that the analyses know of a finished program. Nothing of it is needed to run it: only those
// who want it pay for it.
#pragma once

#include <cstdint>

#include "heddle/isa/annotations.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// `point_interval`: of the preemption points, Options::point_interval.
isa::Annotations annotate(const isa::Program& program, std::uint32_t point_interval);

}  // namespace heddle::compile
