// The entities of formed warps: how one begins, goes on, and ends, and how threads end. Who forms
// warps uses it.
#pragma once

#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/exec/step/executable.hpp"

namespace heddle::core {

class FormedWarps {
 public:
  explicit FormedWarps(const PathUnit::Surroundings& around)
      : contexts_(around.contexts), around_(around) {}

  /// The entity is this warp from now on, which is at `frame` and as old as its home warp. It has
  /// no instruction yet, and its buffer is empty.
  void form(std::uint16_t entity, const exec::StackEntry& frame, exec::WarpGroup group);
  /// Others, disjoint ones, have joined: its threads are these.
  void set_group(std::uint16_t entity, exec::WarpGroup group);
  /// It begins at the instruction of its frame, which may issue in `delay` cycles.
  void begin(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// The same, where the line of code with that instruction has been asked for.
  void wait_for_code(std::uint16_t entity);
  /// Its next instruction is at `pc`, and may issue in `delay` cycles.
  void go_on(std::uint16_t entity, Pc pc, Cycle now, std::uint32_t delay);
  /// Its threads have left it.
  void dissolve(std::uint16_t entity);
  /// Ends the warp in the context if all its threads have ended and nothing has said so yet.
  void end_if_exited(std::uint16_t context, Cycle now);
  /// The lanes of the group's members have waited at the barrier at `pc` of the frame, which opens.
  void open_barrier(const exec::StackEntry& frame, const exec::WarpGroup& group, Pc pc,
                    std::uint32_t value);
  /// The instruction that the warp has executed or is at.
  const exec::ExecutableInstruction& executable(std::uint16_t entity) const;

 private:
  void point_at_frame(std::uint16_t entity);

  Contexts& contexts_;
  PathUnit::Surroundings around_;
};

}  // namespace heddle::core
