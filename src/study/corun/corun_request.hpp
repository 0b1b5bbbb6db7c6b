// The request to `heddle corun`: the captured programs that share a GPU, the cycle in which each
// begins, and the speeds of the programs alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

/// The source of the speeds of programs that run alone.
struct AloneSpeeds {
  bool measured = true;  ///< whether each program is run alone first
  /// The speed of each program in warp instructions per cycle of the GPU; empty: no speeds are
  /// given.
  std::vector<double> given;
};

struct CorunRequest {
  sim::ConfigurationRequest configuration;
  std::vector<std::string> alone_settings;  ///< further settings for programs that run alone
  Cycle cycles = 0;                         ///< duration of the run; 0: each program runs once
  std::vector<Cycle> starts;  ///< cycle in which each program starts; empty: all start at 0
  std::vector<std::int32_t> priorities;  ///< priority of each program; empty: all 0
  AloneSpeeds alone;
  bool plan = false;  ///< whether to print only the plan (corun_plan.hpp)
  bool quiet = false;
  bool overwrite = false;          ///< whether files in the output folder may be replaced
  std::vector<std::string> typed;  ///< heddle's command line, from "heddle" on
  std::string json;                ///< file for the results as JSON; "": none
  std::string out;                 ///< output folder; "": none
  Cycle window = 0;                ///< cycles of a window of windows.csv in `out`; 0: no such file
  std::string alone_folder;        ///< folder for the speeds alone (alone_folder.hpp); "": none
  std::vector<std::string> programs;  ///< files of captures, or demands (kernel_demand.hpp)
};

/// The configuration for programs that run alone.
sim::ConfigurationRequest alone_configuration(const CorunRequest& request);

}  // namespace heddle::study
