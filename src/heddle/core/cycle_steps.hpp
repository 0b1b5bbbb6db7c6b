// The steps of an SM's cycle that are the same for all shapes of an SM. Most cycles do not need
// them.
#pragma once

#include <cstdint>

#include "heddle/core/sm_parts.hpp"

namespace heddle::core {

class CycleSteps {
 public:
  explicit CycleSteps(SmParts& parts) : sm_(parts) {}

 protected:
  /// Handles an event that is neither a result nor a fetched instruction.
  [[gnu::noinline]] void deliver(const SmEvent& event, Cycle now);
  /// Handles the replies of memory that have come.
  [[gnu::noinline]] void receive(Cycle now);
  /// Moves contexts of blocks that leave or come back. `flits`: what the port had sent before the
  /// load-store unit and the front end sent their requests of this cycle.
  [[gnu::noinline]] void leave(Cycle now, std::uint64_t flits);
  /// Starts warps that wait for resources, and exchanges warps that are without a slot.
  [[gnu::noinline]] void start(Cycle now);

  SmParts& sm_;

 private:
  /// Handles the arrival of a new or saved block.
  void arrive(const SmEvent& event, Cycle now);
  /// Divides the SM's memory for a block of the kernel that has arrived. `was_empty`: no block was
  /// on the SM before.
  void divide_memory(unsigned kernel, bool was_empty, Cycle now);
  /// Lets the launched entities continue.
  void start_launched(Cycle now);
};

}  // namespace heddle::core
