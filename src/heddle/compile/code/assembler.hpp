// Habits of NVIDIA's assemblers on which the number of registers depends: which passes they have
// and how their schedulers see time. What they do is not published; how these were found, and how
// near each comes to which ptxas, is in tests/model/registers and reports/registers.md.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::compile {

/// Whose habits the counted code has.
enum class Assembler : std::uint8_t {
  plain,  ///< keeps loops and branches, all banks alike; loads start as early as registers allow
  volta,  ///< ptxas 11.8 for sm_70 and sm_75, 13.0 for sm_75
};

/// Cycles as a scheduler assumes them.
struct SchedulingPace {
  std::uint32_t arithmetic;  ///< until its result can be read
  std::uint32_t load;        ///< until its value can be read: not from shared memory
  std::uint32_t texture;     ///< until what it fetches can be read
  std::optional<std::uint32_t> shared_lead;  ///< how long before the last moment a load from shared
                                             ///< memory may start; nothing: at any time
  bool words_take_turns;        ///< the load-store unit is busy for each word, not each access
  bool keeps_order_when_tight;  ///< where registers run out: the order of the text, which holds few
  bool leaves_room_for_threads;  ///< takes no more registers than let an SM hold all its threads
};

struct AssemblerHabits {
  bool unrolls, converts_branches, spreads_banks, keeps_stack_pointer;
  std::uint32_t held;  ///< instructions for which the registers that a store reads stay taken
  SchedulingPace pace;
};

const AssemblerHabits& habits_of(Assembler assembler);

}  // namespace heddle::compile
