// The entities of formed warps: how a formed warp begins, continues and ends, and how threads end.
// The path units use this class.
#pragma once

#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/exec/step/executable.hpp"

namespace heddle::core {

class FormedWarps {
 public:
  explicit FormedWarps(const PathUnit::Surroundings& around)
      : contexts_(around.contexts), around_(around) {}

  /// Makes the entity the formed warp of this group, with the frame `frame`. The warp gets the age
  /// of its home warp. It has no instruction yet, and its buffer is empty.
  void form(std::uint16_t entity, const exec::StackEntry& frame, exec::WarpGroup group);
  /// Sets the threads of the warp, after other, disjoint groups have joined it.
  void set_group(std::uint16_t entity, exec::WarpGroup group);
  /// Lets the warp begin at the instruction of its frame, which may issue in `delay` cycles.
  void begin(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// Lets the warp begin at the instruction of its frame. The line of code has already been
  /// requested.
  void wait_for_code(std::uint16_t entity);
  /// Sets the warp's next instruction, which is at `pc` and may issue in `delay` cycles.
  void go_on(std::uint16_t entity, Pc pc, Cycle now, std::uint32_t delay);
  /// Ends the formed warp after its threads have left it.
  void dissolve(std::uint16_t entity);
  /// Ends the warp in the context if all its threads have ended and the warp has not been ended
  /// before.
  void end_if_exited(std::uint16_t context, Cycle now);
  /// Releases the lanes of the group's members from the barrier at `pc` of the frame. `value` is
  /// the result of the barrier.
  void open_barrier(const exec::StackEntry& frame, const exec::WarpGroup& group, Pc pc,
                    std::uint32_t value);
  /// Returns the instruction that the warp has just executed or will execute next.
  const exec::ExecutableInstruction& executable(std::uint16_t entity) const;

 private:
  void point_at_frame(std::uint16_t entity);

  Contexts& contexts_;
  PathUnit::Surroundings around_;
};

}  // namespace heddle::core
