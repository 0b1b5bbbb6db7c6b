// The command line of `heddle run` and of its sister `heddle timeline`, read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/run/requests/kernel_options.hpp"
#include "cli/run/requests/timeline_options.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::cli {

struct RunRequest {
  sim::ConfigurationRequest configuration;
  std::string out;                    ///< output folder; "": no files
  std::string report;                 ///< page of `heddle report`; "": none
  std::optional<std::uint16_t> live;  ///< port of the page of the run as it goes on; 0: any
  std::string capture;                ///< file to capture into; "": none
  bool overwrite = false;
  bool quiet = false;                ///< no summary, no progress
  std::vector<std::string> program;  ///< with its arguments
  std::vector<std::string> typed;    ///< heddle's command line, "heddle" first
  KernelOptions kernel;              ///< for a bare kernel
  TimelineOptions timeline;          ///< of `heddle timeline`

  bool is_bare_kernel() const { return program.size() == 1 && program[0].ends_with(".ptx"); }
  bool replays = false;  ///< the program is a capture
};

/// The command line of `heddle timeline` if `request.timeline.wanted`. False: help was shown,
/// nothing is to be run. Throws Error.
bool read_run_request(Arguments arguments, RunRequest& request);

}  // namespace heddle::cli
