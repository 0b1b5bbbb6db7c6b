// The options of a run: which launches are timed, when the run ends, the number of host threads,
// and the detail of statistics. No option changes the machine. Probes have options of their own.
// `describe` states the meaning of each option.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class Timing : std::uint8_t { full, none };

/// The detail of stats.json: statistics of every launch, of every kernel, or only of the whole run.
enum class StatsLevel : std::uint8_t { launch, kernel, total };

struct RunOptions {
  Timing timing = Timing::full;
  std::string kernels{};
  std::uint64_t skip = 0;
  std::uint64_t launches = 0;
  std::uint64_t stop_after_cycles = 0;
  std::uint64_t stop_after_instructions = 0;
  std::uint32_t threads = 1;
  bool grow_memory = true;
  bool capture = false;
  bool check_scalars = false;
  StatsLevel stats = StatsLevel::launch;
  bool stats_sms = false;
  bool balance = false;

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::sim
