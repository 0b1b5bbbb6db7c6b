// The options of a bare kernel: read by `heddle run`, passed on to the process that launches it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

struct KernelOptions {
  std::string kernel, grid, block, shared;  ///< as typed; "": not given
  std::vector<std::string> arguments, dumps, prints;

  /// Adds them to a command.
  void add_to(CLI::App& app);
  /// What a command line that gives them says.
  std::vector<std::string> typed() const;
};

}  // namespace heddle::cli
