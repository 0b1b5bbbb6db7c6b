// The command line of `heddle run`, or of `heddle timeline`, after reading.
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
  std::string out;     ///< output folder; "": no files
  std::string report;  ///< file for the page of `heddle report`; "": none
  std::optional<std::uint16_t>
      live;              ///< port of the page that shows the run while it runs; 0: any free port
  std::string print_as;  ///< "gpgpusim": print the statistics under its names; "": do not
  std::string capture;   ///< file for the capture; "": none
  bool overwrite = false;
  bool quiet = false;                ///< whether the summary and the progress line are left out
  std::vector<std::string> program;  ///< the program and its arguments
  std::vector<std::string> typed;    ///< heddle's command line, "heddle" first
  KernelOptions kernel;              ///< options of a bare kernel
  TimelineOptions timeline;          ///< options of `heddle timeline`

  bool is_bare_kernel() const { return program.size() == 1 && program[0].ends_with(".ptx"); }
  bool replays = false;  ///< whether the program is a capture
};

/// Reads the command line of `heddle timeline` if `request.timeline.wanted`, and of `heddle run`
/// otherwise. Returns false if help was shown and nothing is to be run. Throws Error for a wrong
/// command line.
bool read_run_request(Arguments arguments, RunRequest& request);

}  // namespace heddle::cli
