// Habits of NVIDIA's assemblers that change the number of registers: the passes that they run and
// the latencies that their schedulers assume. NVIDIA does not publish them. tests/model/registers
// and reports/registers.md say how these habits were found and how near each comes to which ptxas.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::compile {

/// The assembler whose habits the counted code has.
enum class Assembler : std::uint8_t {
  /// Keeps loops and branches and ignores register banks. Loads start as early as registers allow.
  plain,
  volta,  ///< ptxas 11.8 for sm_70 and sm_75, 13.0 for sm_75
};

/// Habits of an assembler's scheduler. Times are in cycles.
struct SchedulerHabits {
  std::uint32_t
      arithmetic_latency;  ///< from an arithmetic instruction to the first read of its result
  std::uint32_t
      load_latency;  ///< from a load, except from shared memory, to the first read of its value
  std::uint32_t texture_latency;  ///< from a texture fetch to the first read of its value
  /// How long before its last possible moment a load from shared memory may start. Empty: at any
  /// time.
  std::optional<std::uint32_t> shared_lead;
  bool words_take_turns;  ///< an access keeps the load-store unit busy once for each word
  /// Where registers run out, the scheduler keeps the order of the text, which needs few registers.
  bool keeps_order_when_tight;
  bool leaves_room_for_threads;  ///< uses no more registers than let an SM hold all its threads
};

struct AssemblerHabits {
  bool unrolls, converts_branches, spreads_banks, keeps_stack_pointer;
  /// The registers that a store reads stay taken for this number of instructions.
  std::uint32_t held;
  SchedulerHabits scheduler;
};

const AssemblerHabits& habits_of(Assembler assembler);

}  // namespace heddle::compile
