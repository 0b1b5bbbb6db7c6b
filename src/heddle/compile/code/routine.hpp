// One function on its way from syntax tree to machine code: what every pass reads and edits. Rows
// and predicates are virtual until registers are assigned; branch targets are indices into `code`.
//
// Calls move the register window by the caller's number of rows, so a callee's first rows are the
// caller's rows just beyond its own. In a routine those outgoing rows are kOutgoing + k. A
// function's own results and parameters arrive and leave in rows 0 to `incoming` - 1 (results
// first), which keep these places when registers are assigned.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/isa/instruction.hpp"

namespace heddle::compile {

inline constexpr std::uint32_t kOutgoing = 1u << 26;

/// A row that holds, for one instruction, a row of a value that is kept in local memory.
struct SpilledRow {
  std::uint32_t row = 0;
  std::uint32_t value = 0;  ///< the row that it was before; kNoSpilledValue: an address
  bool is_loaded = false;   ///< for an instruction that reads it; else stored behind its writer
};
inline constexpr std::uint32_t kNoSpilledValue = 0xFFFFFFFFu;

/// Predicates are named by 16 bits, of which one value says that there is none.
inline constexpr std::uint32_t kMostPredicates = 0xFFFF;

/// Which rows and predicates have one register a warp. Those that a list does not reach have one a
/// thread.
struct ScalarValues {
  std::vector<bool> rows, predicates;
};

struct Routine {
  std::string name;
  bool is_kernel = false;
  std::vector<isa::Instruction> code;
  std::vector<std::vector<Pc>> branch_tables;
  std::uint32_t rows = 0;
  std::uint32_t predicates = 0;
  std::uint32_t registers = 0;    ///< rows, or more where hardware needs temporaries
  std::uint32_t incoming = 0;     ///< rows of results and parameters
  std::uint32_t results = 0;      ///< of these, the first are results: the caller reads them
  std::uint32_t outgoing = 0;     ///< rows beyond its own that its calls use
  std::uint32_t local_bytes = 0;  ///< of the frame
  std::uint32_t own_bytes = 0;    ///< of these the first, which are not for spilled values
  std::vector<std::uint32_t> rolled_lines;  ///< of .pragma "nounroll" in the PTX text
  std::vector<SpilledRow> spills;
  std::vector<std::uint32_t> guarded_rows;  ///< each read only under the guard of its last write
  ScalarValues scalars;
  bool reaches_local = false;    ///< a generic address may lead to local memory
  bool aligned_vectors = false;  ///< rows of a vector access are consecutive, see vector_alignment
  bool uses_printf = false, uses_heap = false;
};

/// How an instruction leaves: what the flow graph needs to know.
enum class Leaving : std::uint8_t {
  falls_through,
  branches,  ///< to `target`
  by_table,  ///< to one of a branch table
  returns,   ///< ret, exit
  traps,     ///< ends all threads: never meets other paths again
};
Leaving leaving_of(const isa::Instruction& instruction);

inline bool is_guarded(const isa::Instruction& instruction) {
  return instruction.guard != isa::kNoGuard;
}

/// Has effects beyond its destinations, so that it stays even if nobody reads them.
bool has_effects(const isa::Instruction& instruction);

inline isa::Operand row_operand(std::uint32_t index) {
  return {isa::OperandKind::row, false, index};
}
inline isa::Operand constant_operand(std::uint32_t index) {
  return {isa::OperandKind::constant, false, index};
}
/// The row or constant `by` places after an operand: the high half of a pair, a word of a
/// parameter.
inline isa::Operand next_operand(isa::Operand operand, std::uint32_t by = 1) {
  return {operand.kind, false, static_cast<std::uint32_t>(operand.index) + by};
}
inline isa::Operand predicate_operand(std::uint32_t index, bool negated = false) {
  return {isa::OperandKind::predicate, negated, index};
}

/// Deletes the marked instructions; branches to them go to what follows, and the PTX instructions
/// that they stood for are counted on a neighbour.
void remove_instructions(Routine& routine, const std::vector<bool>& removed);

/// An instruction that comes in front of the one at `before`. Branches to that one reach it first,
/// unless it belongs to the instruction above: `is_behind`.
struct Insertion {
  Pc before = 0;
  isa::Instruction instruction;
  bool is_behind = false;
};
/// Insertions must be in code order; those in front of the same instruction keep their order, those
/// that are behind the one above first.
void insert_instructions(Routine& routine, const std::vector<Insertion>& insertions);

}  // namespace heddle::compile
