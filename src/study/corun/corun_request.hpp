// What `heddle corun` is asked for: which captured programs share a GPU, when each begins, and what
// is known of the programs alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

/// What is done about the speeds of programs that are alone.
struct AloneSpeeds {
  bool measured = true;
  std::vector<double> given;  ///< warp instructions of the GPU in a cycle, by program; empty: none
};

struct CorunRequest {
  sim::ConfigurationRequest configuration;
  std::vector<std::string> alone_settings;  ///< of the programs alone, beside those of all
  Cycle cycles = 0;                         ///< 0: each program runs once
  std::vector<Cycle> starts;                ///< by program; empty: all at 0
  std::vector<std::int32_t> priorities;     ///< by program; empty: all 0
  AloneSpeeds alone;
  bool plan = false;
  bool quiet = false;
  bool overwrite = false;          ///< what is in the output folder
  std::vector<std::string> typed;  ///< heddle's command line, "heddle" first
  std::string json;                ///< file; "": none
  std::string out;                 ///< folder; "": none
  Cycle window = 0;                ///< of windows.csv there; 0: none
  std::string alone_folder;        ///< where speeds alone are kept; "": nowhere
  std::vector<std::string> programs;
};

/// What programs alone run with.
sim::ConfigurationRequest alone_configuration(const CorunRequest& request);

}  // namespace heddle::study
