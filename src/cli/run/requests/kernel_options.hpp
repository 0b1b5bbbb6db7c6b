// The options of a bare kernel: read by `heddle run`, passed on to the process that launches it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/types.hpp"

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

  /// What they mean, also where they are not given. Throw Error for what no kernel can have.
  Dim3 grid_extents() const;
  Dim3 block_extents() const;
  std::uint32_t shared_bytes() const;
  /// Throws Error if any of these does.
  void check() const;
  /// Throws Error if a file that a buffer is to be written to cannot be.
  void require_outputs() const;
};

}  // namespace heddle::cli
