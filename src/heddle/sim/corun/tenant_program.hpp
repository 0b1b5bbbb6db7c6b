// A program that shares the GPU with others, as a sequence of grids.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/exec/step/grid.hpp"

namespace heddle::sim {

class TenantProgram {
 public:
  virtual ~TenantProgram() = default;
  /// Device memory is as before the program's first grid, which is next.
  virtual void begin() = 0;
  /// The next grid, with what the host does before it done; null: the program has ended. All
  /// earlier grids have ended.
  virtual std::shared_ptr<exec::Grid> next_grid() = 0;
  /// After its end: what of its memory is not as it should be. Empty: nothing.
  virtual std::vector<std::string> differences() const = 0;
};

}  // namespace heddle::sim
