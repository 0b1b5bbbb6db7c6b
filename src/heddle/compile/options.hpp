// Options that select what the compiler does besides translation. Each pass can be switched off, to
// measure its effect or to find an error. Passes that are off by default can be switched on with
// `--set compiler.KEY=true`. The groups of options are in the rooms of their passes, and their
// `describe` functions state what each option does. A room takes its group only.
#pragma once

#include "heddle/compile/annotations/point_options.hpp"
#include "heddle/compile/passes/pass_options.hpp"
#include "heddle/compile/registers/register_options.hpp"

namespace heddle::compile {

struct Options : FoldingOptions, AssemblerOptions, RegisterOptions, PointOptions {
  bool annotate = false;  ///< analyse the finished program and set Program::annotations
  /// Keep the module's text in Program::source. It is always kept if the module has lines of source
  /// files, which faults and warnings then name.
  bool keep_source = false;
  /// Refuse instructions that `capability` lacks. False: the thread that executes one faults.
  bool refuse_missing = true;

  /// Describes the parameters of all groups, which users set in the section `compiler`.
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
