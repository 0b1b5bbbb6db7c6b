// Habits of NVIDIA's assemblers that change the number of registers: the passes that they run, and
// the latencies that their schedulers assume. NVIDIA does not publish these habits.
// tests/model/registers and reports/registers.md say how they were found, and how near the register
// counts come to those of each ptxas.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::compile {

/// The assembler that the compiler imitates to count the registers of a kernel.
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
  /// How many cycles before its latest possible start a load from shared memory may start. Empty:
  /// it may start at any time.
  std::optional<std::uint32_t> shared_lead;
  bool words_take_turns;  ///< an access occupies the load-store unit anew for each word
  /// If registers run out, the scheduler keeps the order of the text, which needs few registers.
  bool keeps_order_when_tight;
  bool leaves_room_for_threads;  ///< uses only as many registers as let an SM have all its threads
};

struct AssemblerHabits {
  bool unrolls, converts_branches, spreads_banks, keeps_stack_pointer;
  /// Number of instructions after a store during which the registers that the store reads stay
  /// taken.
  std::uint32_t held;
  SchedulerHabits scheduler;
};

const AssemblerHabits& habits_of(Assembler assembler);

}  // namespace heddle::compile
