// The command line of heddle reproduce.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace heddle::cli {

struct ReproduceRequest {
  std::string name;  ///< name of the experiment; "": all experiments, from their records
  std::string size = "small", out, json, report, reports, page, programs;
  std::vector<std::string> set, settings;
  unsigned jobs = 1;
  bool all = false, list = false, retry = false, no_run = false;
  bool record = false, with_changes = false, rejudge = false, scoreboard = false,
       contradicted = false, markdown = false;

  /// The options --programs, --set and --settings: "--set KEY=VALUE"; "" is the whole study. The
  /// folder of --programs is left out.
  std::string options() const;
};

/// Returns false if nothing is left to do. Throws Error for options that do not go together.
bool read_request(Arguments arguments, ReproduceRequest& request);

}  // namespace heddle::cli
