// How a run is carried out: what is timed, when it ends, on how many host threads. None of it
// changes what the machine is.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class Timing : std::uint8_t { full, none };

/// How much stats.json tells apart: every launch, every kernel, or nothing.
enum class StatsLevel : std::uint8_t { launch, kernel, total };

struct RunOptions {
  Timing timing = Timing::full;
  std::string kernels{};       ///< regular expression of the kernels to time, "" for all
  std::uint64_t skip = 0;      ///< of the launches that match: this many run functionally first
  std::uint64_t launches = 0;  ///< of the launches that match: time this many, 0 for all
  std::uint64_t stop_after_cycles = 0;        ///< in which a kernel runs; 0: never
  std::uint64_t stop_after_instructions = 0;  ///< warp instructions, 0: never
  std::uint32_t threads = 1;                  ///< of the host; results do not depend on it

  StatsLevel stats = StatsLevel::launch;

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::sim
