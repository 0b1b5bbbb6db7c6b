// The options of a bare kernel. `heddle run` reads them and passes them on to the process that
// launches the kernel.
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

  /// Adds the options to a command.
  void add_to(CLI::App& app);
  /// The words of a command line that gives these options.
  std::vector<std::string> typed() const;

  /// The values of the options, or their defaults. These functions throw Error for a value that no
  /// kernel can have.
  Dim3 grid_extents() const;
  Dim3 block_extents() const;
  std::uint32_t shared_bytes() const;
  /// Throws Error if one of the three functions above does.
  void check() const;
  /// Throws Error if a buffer cannot be written to its file.
  void require_outputs() const;
};

}  // namespace heddle::cli
