// Options that select what the compiler does besides translation. Each pass can be switched off, to
// measure its effect or to find an error. Passes that are off by default can be switched on with
// `--set compiler.KEY=true`. The function `describe` states what each option does.
#pragma once

#include <cstdint>

#include "heddle/base/parameter.hpp"
#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/register_limit.hpp"

namespace heddle::compile {

/// The code whose number of registers is used to compute occupancy.
enum class RegisterCount : std::uint8_t {
  code,       ///< the code that the simulator runs
  assembler,  ///< the code after all passes of NVIDIA's assembler
  classes,    ///< the code that the simulator runs, but with the number of registers that graph
              ///< colouring needs for the values of each class (vector, scalar)
};

/// Values that get one register for the warp instead of one register for each thread.
enum class Scalars : std::uint8_t {
  off,
  all,         ///< all values that are provably equal in the active threads of a warp
  convergent,  ///< the values of `all`, except values in code where the threads may have diverged
};

struct Options {
  bool tidy_branches = true;
  bool propagate_copies = true;
  bool fold_addresses = true;
  bool narrow_addresses = true;
  bool narrow_halves = true;
  bool share_addresses = true;
  bool fuse_multiply_add = true;
  bool remove_dead_code = true;
  bool convert_branches = false;
  bool unroll = false;
  bool split_pairs = false;
  bool sequences = true;
  bool limit_operands = false;
  bool schedule = false;
  bool align_vectors = false;
  bool hold_sources = false;
  bool spread_banks = false;
  bool keep_stack_pointer = false;
  bool count_hidden = false;
  bool colour = true;
  bool spill = true;
  bool coalesce_moves = true;
  bool assign_registers = true;  ///< false: rows stay virtual, one row for each value
  bool check_allocation = false;
  bool annotate = false;  ///< analyse the finished program and set Program::annotations
  /// Keep the module's text in Program::source. It is always kept if the module has lines of source
  /// files, which faults and warnings then name.
  bool keep_source = false;
  Scalars scalars = Scalars::off;
  RegisterCount registers = RegisterCount::assembler;
  Assembler assembler = Assembler::plain;
  std::uint32_t point_interval = 1000;
  bool insert_points = false;

  /// Refuse instructions that `capability` lacks. False: the thread that executes one faults.
  bool refuse_missing = true;

  // The machine determines these facts. They are not in the section `compiler`.
  std::uint32_t capability = 75;  ///< compute capability, 75 for 7.5
  RegisterSupply supply = {};
  std::uint32_t address_bits = 64;  ///< 32: every valid address lies below 4 GiB

  void describe(ParameterVisitor& visit);
};

/// True if the code that runs contains the assembler's sequences (sequences.hpp).
inline bool writes_sequences(const Options& options) {
  return options.sequences && habits_of(options.assembler).writes_sequences;
}

/// Throws Error if two options contradict each other.
void check_options(const Options& options);

/// Returns the options with every pass of NVIDIA's assembler switched on.
Options as_assembler(Options options);

/// Returns options that switch the folding passes off, so that the code stays as in the PTX text.
/// Rows still get registers, and occupancy uses the number of registers of this code.
inline Options unfolded() {
  Options options;
  options.tidy_branches = options.propagate_copies = options.fold_addresses = false;
  options.narrow_addresses = options.narrow_halves = options.share_addresses = false;
  options.fuse_multiply_add = options.remove_dead_code = options.sequences = false;
  options.registers = RegisterCount::code;
  return options;
}

}  // namespace heddle::compile
