// Computes the results of all analyses of a finished program. The program runs without them, so
// only callers that need them pay for the analyses.
#pragma once

#include <cstdint>

#include "heddle/isa/annotations.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// `point_interval`: interval of preemption points, in instructions (Options::point_interval).
isa::Annotations annotate(const isa::Program& program, std::uint32_t point_interval);

}  // namespace heddle::compile
