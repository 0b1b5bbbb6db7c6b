// The options of a run: the timed launches, the end, the host threads, the statistics. No
// option changes the machine. Probes have options of their own.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class Timing : std::uint8_t { full, none };

/// The detail of stats.json: every launch, every kernel, or the total alone.
enum class StatsLevel : std::uint8_t { launch, kernel, total };

struct RunOptions {
  Timing timing = Timing::full;
  std::string kernels{};       ///< pattern of the kernels to time (base/text/pattern.hpp); "": all
  std::uint64_t skip = 0;      ///< first matching launches that are only computed
  std::uint64_t launches = 0;  ///< matching launches to time after these; 0: all
  std::uint64_t stop_after_cycles = 0;        ///< cycles in which a kernel runs; 0: no bound
  std::uint64_t stop_after_instructions = 0;  ///< warp instructions; 0: no bound
  std::uint32_t threads = 1;                  ///< host threads; results do not depend on them

  bool capture = false;  ///< each process writes a capture of the chosen launches

  bool check_scalars = false;  ///< check the compiler's scalar annotations at run time

  StatsLevel stats = StatsLevel::launch;
  bool stats_sms = false;  ///< stats.json contains the statistics of each SM, too

  bool balance = false;  ///< measure how evenly host threads could share the SMs

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::sim
