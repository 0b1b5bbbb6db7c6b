// All that the analyses know of a finished program. Nothing of it is needed to run it: only those
// who want it pay for it.
#pragma once

#include "heddle/compile/preemption_points.hpp"
#include "heddle/isa/annotations.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

isa::Annotations annotate(const isa::Program& program,
                          std::uint32_t point_interval = kPointInterval);

}  // namespace heddle::compile
