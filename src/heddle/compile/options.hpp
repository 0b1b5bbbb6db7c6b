// What the compiler does beyond translating: each folding pass can be switched off, to see what it
// is worth or to look for a fault.
#pragma once

namespace heddle::compile {

struct Options {
  bool tidy_branches = true;     ///< no branches to the next instruction or around a branch
  bool propagate_copies = true;  ///< moves and constants into the operands that read them
  bool fold_addresses = true;    ///< additions of constants into the offset of accesses
  bool narrow_halves = true;     ///< 64-bit operations of which one half is read become 32-bit ones
  bool fuse_multiply_add = true;  ///< integer multiplications into the addition of their product
  bool remove_dead_code = true;   ///< instructions whose results nobody reads
  bool coalesce_moves = true;     ///< source and destination of a move share a register
  bool assign_registers = true;   ///< off: rows stay virtual, one for each value
  bool annotate = false;          ///< analyse the finished program: Program::annotations
};

/// As the text has it: nothing is folded, rows get their registers.
inline Options unfolded() {
  Options options;
  options.tidy_branches = options.propagate_copies = options.fold_addresses = false;
  options.narrow_halves = options.fuse_multiply_add = options.remove_dead_code = false;
  return options;
}

}  // namespace heddle::compile
