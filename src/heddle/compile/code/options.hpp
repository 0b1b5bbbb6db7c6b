// What the compiler does beyond translating. Each pass can be switched off, to see what it is worth
// or to look for a fault, and those that are off by default switched on: `--set compiler.KEY=true`.
#pragma once

#include <cstdint>

#include "heddle/base/parameter.hpp"
#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/register_limit.hpp"

namespace heddle::compile {

/// Which registers a thread is said to have.
enum class RegisterCount : std::uint8_t {
  code,       ///< of the code that runs here
  assembler,  ///< of the code that NVIDIA's assembler would make of it: with all passes on
  classes,    ///< those that graph colouring of the values of each class needs
};

/// Which values have a register a warp instead of one a thread.
enum class Scalars : std::uint8_t {
  off,
  all,         ///< all on which the active threads of a warp agree for certain
  convergent,  ///< of these, those outside of code in which the threads can be apart
};

struct Options {
  bool tidy_branches = true;     ///< no branches to the next instruction or around a branch
  bool propagate_copies = true;  ///< moves and constants into the operands that read them
  bool fold_addresses = true;    ///< additions of constants into the offset of accesses
  bool narrow_addresses = true;  ///< of one register, on machines with 32-bit addresses
  bool narrow_halves = true;     ///< 64-bit operations of which one half is read become 32-bit ones
  bool share_addresses = true;   ///< address arithmetic that was done before is not done again
  bool fuse_multiply_add = true;    ///< integer multiplications into the addition of their product
  bool remove_dead_code = true;     ///< instructions whose results nobody reads
  bool convert_branches = false;    ///< short branches into guards
  bool unroll = false;              ///< trips of loops behind each other
  bool split_pairs = false;         ///< 64-bit logic on each half alone
  bool limit_operands = false;      ///< one constant an instruction, the others in registers
  bool schedule = false;            ///< what takes long is started early
  bool align_vectors = false;       ///< registers of a vector access are consecutive and aligned
  bool hold_sources = false;        ///< registers that a store reads are not given away at once
  bool spread_banks = false;        ///< sources of an instruction in both banks of registers
  bool keep_stack_pointer = false;  ///< register 1 of a kernel is not given away
  bool count_hidden = false;        ///< registers of what hardware does in several instructions
  bool colour = true;               ///< graph colouring where it needs fewer registers
  bool spill = true;                ///< to local memory what the kernel's limit leaves no room for
  bool coalesce_moves = true;       ///< source and destination of a move share a register
  bool assign_registers = true;     ///< off: rows stay virtual, one for each value
  bool check_allocation = false;    ///< prove each assignment of registers, or refuse
  bool annotate = false;            ///< analyse the finished program: Program::annotations
  bool keep_source = false;         ///< keep the module's text: Program::source
  Scalars scalars = Scalars::off;
  RegisterCount registers = RegisterCount::assembler;
  Assembler assembler = Assembler::plain;  ///< with whose habits, on top of these passes
  std::uint32_t point_interval =
      1000;                    ///< one preemption point in so many instructions, out of loops
  bool insert_points = false;  ///< an instruction for each preemption point that is no barrier

  // Of the machine; not of the section `compiler`.
  RegisterSupply supply = {};
  std::uint32_t address_bits = 64;  ///< 32: all that an access may reach lies below 4 GiB

  void describe(ParameterVisitor& visit);
};

/// Throws Error if two options contradict each other.
void check_options(const Options& options);

/// The options with every pass on that the assembler has.
Options as_assembler(Options options);

/// As the text has it: nothing is folded, rows get their registers, and these are counted.
inline Options unfolded() {
  Options options;
  options.tidy_branches = options.propagate_copies = options.fold_addresses = false;
  options.narrow_addresses = options.narrow_halves = options.share_addresses = false;
  options.fuse_multiply_add = options.remove_dead_code = false;
  options.registers = RegisterCount::code;
  return options;
}

}  // namespace heddle::compile
