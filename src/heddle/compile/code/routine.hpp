// A routine: the form of one function between syntax tree and machine code. Every pass reads and
// edits routines. Rows and predicates are virtual until registers are assigned. Branch targets are
// indices into `code`.
//
// A call moves the register window by the caller's number of rows. So the first rows of the callee
// are the rows just after the caller's rows. In a routine these rows are called outgoing rows and
// have the numbers kOutgoing + k. The results and then the parameters of the function itself are in
// rows 0 to `incoming` - 1. Register assignment does not change the numbers of these rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/isa/instruction.hpp"

namespace heddle::compile {

inline constexpr std::uint32_t kOutgoing = 1u << 26;

/// A row that contains a spilled value for one instruction only, which reads or writes the value.
struct SpilledRow {
  std::uint32_t row = 0;
  /// The value's row before spilling; kNoSpilledValue: the row contains an address.
  std::uint32_t value = 0;
  bool is_loaded = false;  ///< true: the row is loaded before its reader; false: the row is stored
                           ///< after its writer
};
inline constexpr std::uint32_t kNoSpilledValue = 0xFFFFFFFFu;

/// Predicates have 16-bit numbers. The highest number means "no predicate".
inline constexpr std::uint32_t kMostPredicates = 0xFFFF;

/// Rows and predicates that have one register for the warp (true in the list). Rows and predicates
/// beyond the end of a list have one register for each thread.
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
  /// Number of registers for occupancy: `rows`, or more if hardware needs temporaries.
  std::uint32_t registers = 0;
  std::uint32_t incoming = 0;     ///< number of rows of results and parameters
  std::uint32_t results = 0;      ///< number of result rows, which the caller reads; these are the
                                  ///< first of the incoming rows
  std::uint32_t outgoing = 0;     ///< number of rows beyond the frame that the routine's calls use
  std::uint32_t local_bytes = 0;  ///< bytes of local memory of the frame
  /// Bytes of local memory without the spilled values, which are at the end of the frame.
  std::uint32_t own_bytes = 0;
  std::vector<std::uint32_t> rolled_lines;  ///< PTX lines with .pragma "nounroll"
  std::vector<SpilledRow> spills;
  std::vector<std::uint32_t> guarded_rows;  ///< rows that are read only under the guard of their
                                            ///< last write
  ScalarValues scalars;
  bool reaches_local = false;  ///< a generic address may point into local memory
  /// The rows of a vector access must be consecutive (vector_alignment).
  bool aligned_vectors = false;
  bool uses_printf = false, uses_heap = false;
  bool uses_launches = false;  ///< the code launches kernels
  bool uses_waits = false;     ///< the code waits for kernels that it has launched
};

/// The possible successors of an instruction, for the flow graph.
enum class Leaving : std::uint8_t {
  falls_through,
  branches,  ///< continues at `target`
  by_table,  ///< continues at an entry of a branch table
  returns,   ///< leaves the function: ret, exit
  traps,     ///< ends all threads: the path does not reconverge with other paths
};
Leaving leaving_of(const isa::Instruction& instruction);

inline bool is_guarded(const isa::Instruction& instruction) {
  return instruction.guard != isa::kNoGuard;
}

/// True if the instruction has other effects than writing its destinations. Such an instruction
/// stays even if no instruction reads the destinations.
bool has_effects(const isa::Instruction& instruction);

inline isa::Operand row_operand(std::uint32_t index) {
  return {isa::OperandKind::row, false, index};
}
inline isa::Operand constant_operand(std::uint32_t index) {
  return {isa::OperandKind::constant, false, index};
}
/// Returns the operand whose row or constant comes `by` positions after that of `operand`, for
/// example the high half of a pair or a word of a parameter.
inline isa::Operand next_operand(isa::Operand operand, std::uint32_t by = 1) {
  return {operand.kind, false, static_cast<std::uint32_t>(operand.index) + by};
}
inline isa::Operand predicate_operand(std::uint32_t index, bool negated = false) {
  return {isa::OperandKind::predicate, negated, index};
}

/// Deletes the marked instructions. Branches to a deleted instruction go to the next kept
/// instruction. The next kept instruction also takes over the deleted instruction's number of PTX
/// instructions.
void remove_instructions(Routine& routine, const std::vector<bool>& removed);

/// An instruction to insert before the instruction at `before`. A branch to `before` then goes to
/// the inserted instruction. With `is_behind`, the inserted instruction belongs to the instruction
/// above it, and a branch to `before` skips the inserted instruction.
struct Insertion {
  Pc before = 0;
  isa::Instruction instruction;
  bool is_behind = false;
};
/// Inserts instructions. `insertions` must be in code order. Insertions before the same instruction
/// keep their order, except that insertions with `is_behind` come first.
void insert_instructions(Routine& routine, const std::vector<Insertion>& insertions);

}  // namespace heddle::compile
