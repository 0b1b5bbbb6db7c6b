// What the queues need of a device: its clock, and which of its grids have ended. The runtime gives
// them the simulated device; tests give them a clock of their own.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::cudart {

class Timeline {
 public:
  virtual ~Timeline() = default;
  virtual Cycle now() const = 0;
  virtual bool finished(std::uint64_t grid) const = 0;
  /// Lets time pass to `limit` at most; returns at the end of the first grid that ends before. With
  /// no grid running, time jumps to `limit`.
  virtual void advance(Cycle limit) = 0;
};

}  // namespace heddle::cudart
