// The entities of formed warps: how a formed warp begins, goes on and ends, and how threads end.
// The path units use this class.
#pragma once

#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/exec/step/executable.hpp"

namespace heddle::core {

class FormedWarps {
 public:
  explicit FormedWarps(const PathUnit::Surroundings& around)
      : contexts_(around.contexts), around_(around) {}

  /// The entity becomes the warp of this group, at `frame`. The warp takes its age from its home
  /// warp. The warp has no instruction yet, and its buffer is empty.
  void form(std::uint16_t entity, const exec::StackEntry& frame, exec::WarpGroup group);
  /// Sets the threads of the warp, after other, disjoint groups have joined it.
  void set_group(std::uint16_t entity, exec::WarpGroup group);
  /// The warp begins at the instruction of its frame, which may issue in `delay` cycles.
  void begin(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// The warp begins at the instruction of its frame, whose line of code has been requested
  /// already.
  void wait_for_code(std::uint16_t entity);
  /// The warp's next instruction is at `pc`, and may issue in `delay` cycles.
  void go_on(std::uint16_t entity, Pc pc, Cycle now, std::uint32_t delay);
  /// Ends the formed warp, which its threads have left.
  void dissolve(std::uint16_t entity);
  /// Ends the warp in the context if all its threads have ended and the warp has not been ended
  /// before.
  void end_if_exited(std::uint16_t context, Cycle now);
  /// Releases the lanes of the group's members from the barrier at `pc` of the frame. `value` is
  /// the result of the barrier.
  void open_barrier(const exec::StackEntry& frame, const exec::WarpGroup& group, Pc pc,
                    std::uint32_t value);
  /// The instruction that the warp has just executed or is at.
  const exec::ExecutableInstruction& executable(std::uint16_t entity) const;

 private:
  void point_at_frame(std::uint16_t entity);

  Contexts& contexts_;
  PathUnit::Surroundings around_;
};

}  // namespace heddle::core
