// A handler's input: the instruction that the warp executes, the operands, and the outcome to fill
// in.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/fault.hpp"
#include "heddle/exec/step/step.hpp"

namespace heddle::exec {

struct StepContext {
  Warp& warp;
  PartMask parts;          ///< parts that execute
  const StackEntry& path;  ///< stack entry of one executing part before the step; the entries of
                           ///< the other parts have the same pc and bases
  const Grid& grid;
  const StepEnvironment& environment;
  const ExecutableInstruction& executable;
  const isa::Instruction& instruction;
  Row* rows;             ///< rows of the current frame
  LaneMask* predicates;  ///< predicates of the current frame
  LaneMask mask;         ///< lanes that execute, not empty
  Step& result;

  /// Returns this context with another executable form of the instruction.
  StepContext with(const ExecutableInstruction& other) const {
    return {.warp = warp,
            .parts = parts,
            .path = path,
            .grid = grid,
            .environment = environment,
            .executable = other,
            .instruction = instruction,
            .rows = rows,
            .predicates = predicates,
            .mask = mask,
            .result = result};
  }

  /// Returns the 32 words of the operand's row; for a pair, the high row follows. Returns null if
  /// the instruction has no such operand.
  std::uint32_t* destination(unsigned i) const {
    const isa::Operand operand = instruction.destinations[i];
    return operand.kind == isa::OperandKind::row ? rows[operand.index].lane : nullptr;
  }
  const std::uint32_t* source(unsigned i) const {
    const isa::Operand operand = instruction.sources[i];
    if (operand.kind == isa::OperandKind::row) return rows[operand.index].lane;
    if (operand.kind == isa::OperandKind::constant) return grid.constants[operand.index].lane;
    return nullptr;
  }
  /// Returns the lanes in which the operand is true, with the negation applied. Returns `otherwise`
  /// if the instruction has no such operand.
  LaneMask predicate_source(unsigned i, LaneMask otherwise = 0) const {
    const isa::Operand operand = instruction.sources[i];
    if (operand.kind != isa::OperandKind::predicate) return otherwise;
    return operand.negated ? ~predicates[operand.index] : predicates[operand.index];
  }
  /// Returns what lanes at other places of the program give to the executing lanes; null: nothing.
  const LaneExchange* exchange() const {
    const LaneProgress& progress = warp.progress;
    return progress.taken == 0 ? nullptr : &progress.exchanges[progress.taken - 1];
  }
  /// Returns the words that lanes read of each other: those of the first source.
  const std::uint32_t* exchanged() const {
    return exchange() != nullptr ? exchange()->values[0].lane : source(0);
  }
  /// Like above, for an instruction whose first source is a predicate.
  LaneMask exchanged_predicate() const {
    return exchange() != nullptr ? exchange()->predicate : predicate_source(0);
  }
  /// Returns the lanes that execute the instruction, here or at another place of the program.
  LaneMask together() const { return exchange() != nullptr ? mask | exchange()->lanes : mask; }
  /// Writes a predicate destination in the executing lanes. Does nothing if there is no such
  /// destination.
  void set_predicate(unsigned i, LaneMask value) const {
    const isa::Operand operand = instruction.destinations[i];
    if (operand.kind != isa::OperandKind::predicate) return;
    LaneMask& predicate = predicates[operand.index];
    predicate = (predicate & ~mask) | (value & mask);
  }
  /// Returns the value of a warp-wide operand, which is the value in the first executing lane.
  std::uint32_t first(const std::uint32_t* row) const { return row[first_lane(mask)]; }

  [[noreturn]] void fault(FaultKind kind, unsigned lane, Addr address,
                          const std::string& message) const {
    raise_fault(kind, warp, result.pc, lane, address, message);
  }
};

/// Two pieces of a step: `compute` runs executable.function; `guard_mask` returns the lanes whose
/// guard is true.
void compute(const StepContext& context);
LaneMask guard_mask(const StepContext& context, LaneMask active);

}  // namespace heddle::exec
