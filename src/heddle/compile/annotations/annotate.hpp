// Computes the results of all analyses of a finished program. The program runs without these
// results, so the analyses run only if a caller needs their results.
#pragma once

#include <cstdint>

#include "heddle/isa/annotations.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// `point_interval` is the interval of preemption points, in instructions
/// (PointOptions::point_interval).
isa::Annotations annotate(const isa::Program& program, std::uint32_t point_interval);

}  // namespace heddle::compile
