// The results of `heddle bench`: a table for people, JSON for programs.
#pragma once

#include <span>
#include <string>

#include "cli/bench/measurement.hpp"

namespace heddle::cli {

std::string bench_table(std::span<const Measurement> measurements);
/// A table for measurements with `balance`: bounds on the speed-up that more host threads could
/// give to the simulation of the SMs.
std::string balance_table(std::span<const Measurement> measurements);

/// `started` is the date and time of the first run, UTC.
std::string bench_json(std::span<const Measurement> measurements, const std::string& started);

}  // namespace heddle::cli
