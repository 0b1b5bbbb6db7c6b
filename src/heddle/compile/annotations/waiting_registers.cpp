#include "heddle/compile/annotations/waiting_registers.hpp"

#include <algorithm>

#include "heddle/compile/liveness/live_points.hpp"
#include "heddle/compile/liveness/regularity.hpp"
#include "heddle/isa/address_base.hpp"

namespace heddle::compile {
namespace {

/// Returns for each row whether some instruction writes data from memory to the row. Such
/// instructions are loads that may miss the L1 cache, atomics and texture fetches.
std::vector<bool> loaded_rows(const Routine& routine) {
  std::vector<bool> loaded(routine.rows, false);
  for (const isa::Instruction& instruction : routine.code) {
    const bool reads_memory = isa::is_l1_load(instruction) ||
                              instruction.op_class == isa::OpClass::atomic ||
                              instruction.op_class == isa::OpClass::texture;
    if (!reads_memory) continue;
    for_each_write(routine, instruction, [&](ValueId value) {
      if (value < routine.rows) loaded[value] = true;
    });
  }
  return loaded;
}

/// True if a warp may wait at the instruction. Such an instruction is a barrier or reads a row with
/// data from memory.
bool may_wait(const Routine& routine, const isa::Instruction& instruction,
              const std::vector<bool>& loaded) {
  bool waits = instruction.op_class == isa::OpClass::barrier;
  for_each_read(routine, instruction,
                [&](ValueId value) { waits |= value < routine.rows && loaded[value]; });
  return waits;
}

/// Returns the number of bytes in which a row of a warp can be stored. A uniform row takes one
/// word, an affine row takes two words (base and stride), and any other row takes one word for each
/// lane.
std::uint32_t bytes_of(Regularity regularity) {
  constexpr std::uint32_t kWord = 4;
  switch (regularity) {
    case Regularity::uniform:
      return kWord;
    case Regularity::affine:
      return 2 * kWord;
    default:
      return kWarpSize * kWord;
  }
}

}  // namespace

isa::WaitingRegisters find_waiting_registers(const Webs& webs, const Uniformity& uniformity) {
  const Routine& routine = webs.routine;
  const FlowGraph graph(routine);
  const LivePoints points = live_points(routine, graph, Liveness(routine, graph));
  const std::vector<bool> loaded = loaded_rows(routine);
  const std::vector<Regularity> regularity = find_regularity(webs, uniformity);
  isa::WaitingRegisters most{.registers = 0, .bytes = 0};
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    if (!may_wait(routine, routine.code[pc], loaded)) continue;
    std::uint32_t registers = 0, bytes = 0;
    points.live_apart(graph, pc).for_each([&](std::size_t value) {
      if (value >= routine.rows) return;
      ++registers;
      bytes += bytes_of(regularity[value]);
    });
    most.registers = std::max(most.registers, registers);
    most.bytes = std::max(most.bytes, bytes);
  }
  return most;
}

}  // namespace heddle::compile
