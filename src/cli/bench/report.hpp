// The results of `heddle bench`: a table for people, JSON for programs.
#pragma once

#include <span>
#include <string>

#include "cli/bench/measurement.hpp"

namespace heddle::cli {

std::string bench_table(std::span<const Measurement> measurements);
/// For measurements with balance: how much faster more host threads could run the SMs at best.
std::string balance_table(std::span<const Measurement> measurements);

/// `started` is the date and time of the first run, UTC.
std::string bench_json(std::span<const Measurement> measurements, const std::string& started);

}  // namespace heddle::cli
