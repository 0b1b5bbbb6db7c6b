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
  /// Restores device memory to its state before the program's first grid. The next call of
  /// next_grid() returns the first grid.
  virtual void begin() = 0;
  /// Does the host's work before the next grid and returns this grid, or null if the program has
  /// ended. Called when all earlier grids have ended.
  virtual std::shared_ptr<exec::Grid> next_grid() = 0;
  /// Describes the errors in the program's memory after its end. Returns an empty list if there are
  /// none.
  virtual std::vector<std::string> differences() const = 0;
};

}  // namespace heddle::sim
