#include "heddle/compile/code/assembler.hpp"

#include <array>
#include <cstddef>

namespace heddle::compile {

const AssemblerHabits& habits_of(Assembler assembler) {
  static constexpr std::array<AssemblerHabits, 2> kHabits = {{
      {.unrolls = false,
       .converts_branches = false,
       .spreads_banks = false,
       .keeps_stack_pointer = false,
       .held = 16,
       .writes_sequences = false,
       .scheduler = {.arithmetic_latency = 7,
                     .load_latency = 40,
                     .texture_latency = 22,
                     .shared_lead = std::nullopt,
                     .words_take_turns = false,
                     .keeps_order_when_tight = false,
                     .leaves_room_for_threads = false}},
      {.unrolls = true,
       .converts_branches = true,
       .spreads_banks = true,
       .keeps_stack_pointer = true,
       .held = 8,
       .writes_sequences = true,
       .scheduler = {.arithmetic_latency = 4,
                     .load_latency = 100,
                     .texture_latency = 100,
                     .shared_lead = 32,
                     .words_take_turns = true,
                     .keeps_order_when_tight = true,
                     .leaves_room_for_threads = true}},
  }};
  return kHabits[static_cast<std::size_t>(assembler)];
}

}  // namespace heddle::compile
