// The device as the queues need it: its clock, and which of its grids have ended. The runtime
// passes the simulated device to the queues. Tests pass a clock of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::cudart {

class Timeline {
 public:
  virtual ~Timeline() = default;
  virtual Cycle now() const = 0;
  virtual bool finished(std::uint64_t grid) const = 0;
  /// The grids that have ended since the last call.
  virtual std::vector<std::uint64_t> take_ended() = 0;
  /// Lets time pass until `limit` at most. Returns earlier when a grid ends. If no grid runs, time
  /// jumps to `limit`.
  virtual void advance(Cycle limit) = 0;
};

}  // namespace heddle::cudart
