// What a machine can do at most, by the parameters of a run.
#pragma once

#include <string>
#include <vector>

#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

/// The most that a kind of unit can do.
struct UnitPeak {
  std::string unit;              ///< "sfu"
  double warp_instructions = 0;  ///< in a cycle of the core, of all SMs
};

struct Peaks {
  double sms = 0, warps = 0;  ///< warps of an SM
  double core_mhz = 0;
  double issue = 0;                                 ///< warp instructions in a cycle of the core
  std::vector<UnitPeak> units;                      ///< that can do less than that
  double dram_gb_s = 0, dram_sustainable_gb_s = 0;  ///< 10^9 bytes a second
  double reply_gb_s = 0;                            ///< from the L2 to the SMs
  double l1_gb_s = 0;                               ///< lines of all L1s
};

Peaks peaks_of(const sim::Settings& settings);

}  // namespace heddle::study
