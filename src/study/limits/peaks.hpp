// The peak rates of a machine, computed from the parameters of a run.
#pragma once

#include <string>
#include <vector>

#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

/// The peak rate of one kind of execution unit.
struct UnitPeak {
  std::string unit;              ///< name, such as "sfu"
  double warp_instructions = 0;  ///< rate of all SMs in one core cycle
};

struct Peaks {
  double sms = 0, warps = 0;  ///< number of SMs; number of warps that an SM can hold
  double core_mhz = 0;
  double issue = 0;             ///< warp instructions of all SMs in one core cycle
  std::vector<UnitPeak> units;  ///< units with a lower peak than `issue`
  double dram_gb_s = 0, dram_sustainable_gb_s = 0;  ///< in 10^9 bytes/s, as all rates below
  double reply_gb_s = 0;                            ///< replies from the L2 to the SMs
  double l1_gb_s = 0;  ///< rate of all SMs if each L1 delivers one line per core cycle
};

Peaks peaks_of(const sim::Settings& settings);

}  // namespace heddle::study
