// Runs the cycles of an SM. Each instance is compiled for one shape (terms/shapes.hpp).
#pragma once

#include "heddle/core/cycle_steps.hpp"
#include "heddle/core/terms/shapes.hpp"

namespace heddle::core {

template <typename Shape>
class SmCycle : CycleSteps {
 public:
  using CycleSteps::CycleSteps;

  /// Runs the cycles before `until` in which the SM has something to do.
  void run(Cycle until);

 private:
  [[gnu::always_inline]] void tick(Cycle now);
  /// Ends run() after cycle `now`, since from now on the SM needs another shape.
  [[gnu::cold, gnu::noinline]] void leave_shape(Cycle now);
  /// Handles the events of the cycle.
  void happen(Cycle now);
  /// Handles answers of the load-store unit and replies from the L2.
  void arrive(Cycle now);
  /// Does the steps of a cycle behind the issue stage.
  void work_off(Cycle now);
  /// Writes back finished memory instructions. Then formed warps that are due continue.
  void finish(Cycle now);
  /// Returns the next cycle in which the SM has something to do.
  [[gnu::always_inline]] Cycle next_work(Cycle now);
  /// Returns the next cycle in which the SM has something to do other than to wake entities and to
  /// issue.
  [[gnu::always_inline]] Cycle next_other(Cycle now) const;

  /// Before this cycle the SM only wakes entities and issues, unless an instruction does more than
  /// compute values.
  Cycle quiet_until_ = 0;
};

}  // namespace heddle::core
