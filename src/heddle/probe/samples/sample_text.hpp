// The lines of samples.csv, one line for each interval. Each ratio comes with its denominator.
#pragma once

#include <string>

#include "heddle/probe/machine_facts.hpp"
#include "heddle/probe/samples/time_series.hpp"

namespace heddle::probe {

std::string sample_heading();
std::string sample_line(const Sample& sample, const MachineFacts& machine);

}  // namespace heddle::probe
