// Executes an instruction for all members of a formed warp, and says what they have done together,
// as if one warp had executed it.
#pragma once

#include "heddle/core/state/contexts.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::core {

/// Bytes that the local memory of a warp of the program takes.
inline Addr local_bytes_of_warp(const exec::Warp& warp) {
  return (Addr{warp.block->grid->program->local_bytes} * kWarpSize + 127) & ~Addr{127};
}

class FormedStep {
 public:
  explicit FormedStep(Contexts& contexts) : contexts_(contexts) {}

  /// Executes the instruction that the formed warp is at; its `results` and `kind` say what that
  /// did to each member. `sum` is the step of all: addresses in local memory count from the local
  /// memory of context 0, those in shared memory differ where blocks do.
  void execute(unsigned entity, const exec::StepEnvironment& environment, exec::Step& sum);
  /// Of the step just executed, if it is an atomic that is deferred.
  const exec::AtomicRequest& atomic() const { return atomic_; }

 private:
  void add(const exec::GroupMember& member, FormedWarp::Result& result, exec::Step& sum);
  void add_access(const exec::Warp& warp, exec::Step& sum, bool is_first);

  Contexts& contexts_;
  exec::Step step_;  ///< of a member
  exec::AtomicRequest atomic_;
};

}  // namespace heddle::core
