// Habits of NVIDIA's assemblers that change the number of registers: the passes that the assemblers
// run, and the latencies that their schedulers assume. NVIDIA does not publish these habits.
// tests/model/registers and reports/registers.md describe how the habits were found, and how close
// heddle's register counts are to the counts of each ptxas.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::compile {

/// The assembler that the compiler imitates to count the registers of a kernel.
enum class Assembler : std::uint8_t {
  /// Does not unroll loops, keeps branches and ignores register banks. Loads start as early as the
  /// number of registers allows.
  plain,
  volta,  ///< ptxas 11.8 for sm_70 and sm_75, 13.0 for sm_75
};

/// Habits of an assembler's scheduler. The latencies are in cycles.
struct SchedulerHabits {
  std::uint32_t
      arithmetic_latency;  ///< from an arithmetic instruction to the first read of its result
  std::uint32_t
      load_latency;  ///< from a load (except from shared memory) to the first read of its value
  std::uint32_t texture_latency;  ///< from a texture fetch to the first read of its value
  /// The largest number of cycles that a load from shared memory may start before its latest
  /// possible start. Empty: such a load may start at any time.
  std::optional<std::uint32_t> shared_lead;
  bool words_take_turns;  ///< an access occupies the load-store unit once for each word that it
                          ///< moves
  /// If registers run out, the scheduler keeps the order of the text, which needs few registers.
  bool keeps_order_when_tight;
  bool leaves_room_for_threads;  ///< limits registers so that an SM can have its maximum number of
                                 ///< threads
};

struct AssemblerHabits {
  bool unrolls, converts_branches, spreads_banks, keeps_stack_pointer;
  /// The registers that a store reads stay allocated for this number of instructions after the
  /// store.
  std::uint32_t held;
  /// sequences.hpp has the sequences that the assembler writes for single operations.
  bool writes_sequences;
  SchedulerHabits scheduler;
};

const AssemblerHabits& habits_of(Assembler assembler);

}  // namespace heddle::compile
