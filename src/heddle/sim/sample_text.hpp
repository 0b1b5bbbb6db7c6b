// The lines of samples.csv: one per interval, ratios together with their numerators and
// denominators.
#pragma once

#include <string>

#include "heddle/energy/model.hpp"
#include "heddle/gpu/machine.hpp"
#include "heddle/observe/sample.hpp"

namespace heddle::sim {

std::string sample_heading();
std::string sample_line(const observe::Sample& sample, const gpu::MachineSpec& machine,
                        const energy::Model& energy);

}  // namespace heddle::sim
