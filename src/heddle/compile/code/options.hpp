// Options of the compiler beyond translation. Each pass can be switched off, to measure its value
// or to find a fault. Passes that are off by default can be switched on: `--set compiler.KEY=true`.
#pragma once

#include <cstdint>

#include "heddle/base/parameter.hpp"
#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/register_limit.hpp"

namespace heddle::compile {

/// The registers of a thread that occupancy counts.
enum class RegisterCount : std::uint8_t {
  code,       ///< registers of the code that runs here
  assembler,  ///< registers after all passes that NVIDIA's assembler has
  classes,    ///< registers that graph colouring needs for the values of each class
};

/// Values that have one register for the warp instead of one for each thread.
enum class Scalars : std::uint8_t {
  off,
  all,         ///< all values on which the active threads of a warp surely agree
  convergent,  ///< only those outside of code in which the threads can be apart
};

struct Options {
  bool tidy_branches = true;      ///< remove branches to the next instruction or around a branch
  bool propagate_copies = true;   ///< put moved values and constants into the reading operands
  bool fold_addresses = true;     ///< move additions of constants into the offset of accesses
  bool narrow_addresses = true;   ///< use one-register addresses on 32-bit machines (address_bits)
  bool narrow_halves = true;      ///< make 64-bit operations 32-bit if only one half is read
  bool share_addresses = true;    ///< reuse address arithmetic that was computed before
  bool fuse_multiply_add = true;  ///< fuse an integer product with its addition
  bool remove_dead_code = true;   ///< remove instructions whose results are never read
  bool convert_branches = false;  ///< turn short branches into guards
  bool unroll = false;            ///< put several trips of a loop behind each other
  bool split_pairs = false;       ///< do 64-bit logic on each half separately
  bool limit_operands = false;    ///< one constant operand per instruction, the others in registers
  bool schedule = false;          ///< start instructions with long latency early
  bool align_vectors = false;     ///< give a vector access consecutive, aligned registers
  bool hold_sources = false;      ///< reuse the registers that a store reads only after a delay
  bool spread_banks = false;      ///< put the sources of an instruction into both register banks
  bool keep_stack_pointer = false;  ///< never assign register 1 of a kernel
  bool count_hidden = false;     ///< count temporaries of operations that are several in hardware
  bool colour = true;            ///< use graph colouring if it needs fewer registers
  bool spill = true;             ///< move values beyond the kernel's register limit to local memory
  bool coalesce_moves = true;    ///< give source and destination of a move one register
  bool assign_registers = true;  ///< off: rows stay virtual, one for each value
  bool check_allocation = false;  ///< prove each register assignment, or refuse the program
  bool annotate = false;          ///< analyse the finished program: Program::annotations
  bool keep_source = false;       ///< keep the module's text: Program::source
  Scalars scalars = Scalars::off;
  RegisterCount registers = RegisterCount::assembler;
  /// The counted code has the habits of this assembler, in addition to the passes above.
  Assembler assembler = Assembler::plain;
  /// Outside of innermost loops, one preemption point in this number of instructions.
  std::uint32_t point_interval = 1000;
  bool insert_points = false;  ///< put an instruction at each point that is no barrier

  // The machine gives these values. They are not in the section `compiler`.
  RegisterSupply supply = {};
  std::uint32_t address_bits = 64;  ///< 32: every address that an access may use lies below 4 GiB

  void describe(ParameterVisitor& visit);
};

/// Throws Error if two options contradict each other.
void check_options(const Options& options);

/// Returns the options after switching on every pass that the assembler has.
Options as_assembler(Options options);

/// Options that keep the code as in the PTX text: no folding passes. Rows get registers, and the
/// count is that of this code.
inline Options unfolded() {
  Options options;
  options.tidy_branches = options.propagate_copies = options.fold_addresses = false;
  options.narrow_addresses = options.narrow_halves = options.share_addresses = false;
  options.fuse_multiply_add = options.remove_dead_code = false;
  options.registers = RegisterCount::code;
  return options;
}

}  // namespace heddle::compile
