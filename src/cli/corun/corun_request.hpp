// The command line of `heddle corun`, read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::cli {

/// A kernel of which only what its blocks take is known: NAME:threads=256,registers=24,shared=4KiB.
struct KernelDemand {
  std::string name;
  std::uint32_t threads = 0, registers = 0;
  std::uint64_t shared_bytes = 0;
};
/// Nothing: the text is no demand, but perhaps a file. Throws Error for one with mistakes.
std::optional<KernelDemand> parse_demand(const std::string& text);

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

/// False: help was shown, nothing is to be run. Throws Error. Makes no file and no folder.
bool parse_corun_request(Arguments arguments, CorunRequest& request);
/// Likewise; outputs can be written then.
bool read_corun_request(Arguments arguments, CorunRequest& request);

/// What programs alone run with.
sim::ConfigurationRequest alone_configuration(const CorunRequest& request);

}  // namespace heddle::cli
