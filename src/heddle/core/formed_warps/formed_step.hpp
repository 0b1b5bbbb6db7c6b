// Executes an instruction for all members of a formed warp. Sums up the members' steps as if one
// warp had executed the instruction.
#pragma once

#include "heddle/core/state/contexts.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

/// Bytes of local memory that a warp of the program needs.
inline Addr local_bytes_of_warp(const exec::Warp& warp) {
  return (Addr{warp.block->grid->program->local_bytes} * kWarpSize + 127) & ~Addr{127};
}

class FormedStep {
 public:
  explicit FormedStep(Contexts& contexts) : contexts_(contexts) {}

  /// Executes the next instruction of the formed warp. Writes the effect on each member into the
  /// warp's `results`. `sum` is the step of all members together. In `sum`, addresses in local
  /// memory count from the local memory of context 0, and addresses in the shared memory of
  /// different blocks differ.
  void execute(unsigned entity, const exec::StepEnvironment& environment, exec::Step& sum);
  /// The deferred atomic of the last step. It has no lanes if the step had no atomic.
  const exec::AtomicRequest& atomic() const { return atomic_; }

 private:
  void add(const exec::GroupMember& member, FormedWarp::Result& result, exec::Step& sum);
  void add_access(const exec::Warp& warp, exec::Step& sum, bool is_first);

  Contexts& contexts_;
  exec::Step step_;  ///< step of one member
  exec::AtomicRequest atomic_;
};

}  // namespace heddle::core
