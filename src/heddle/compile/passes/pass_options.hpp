// Switches of the passes, in their order: two groups of the compiler's options
// (compile/options.hpp). The passes of `flow` and `unrolling` are among them.
#pragma once

#include "heddle/base/parameter.hpp"

namespace heddle::compile {

/// Passes that make the code shorter or cheaper than its PTX.
struct FoldingOptions {
  bool tidy_branches = true;
  bool propagate_copies = true;
  bool fold_addresses = true;
  bool narrow_addresses = true;
  bool narrow_halves = true;
  bool share_addresses = true;
  bool fuse_multiply_add = true;
  bool remove_dead_code = true;

  void describe(ParameterVisitor& visit) {
    visit("tidy_branches", tidy_branches,
          {.doc = "remove branches to the next instruction or around a branch"});
    visit("propagate_copies", propagate_copies,
          {.doc = "put moved values and constants into the operands that read them"});
    visit("fold_addresses", fold_addresses,
          {.doc = "move additions of constants into the offset of accesses"});
    visit("narrow_addresses", narrow_addresses,
          {.doc = "where device.address_bits is 32, use the low half of addresses, and make their "
                  "arithmetic 32-bit if nothing else reads it"});
    visit("narrow_halves", narrow_halves,
          {.doc = "make 64-bit operations 32-bit if only one half of the result is read"});
    visit("share_addresses", share_addresses,
          {.doc = "reuse address arithmetic that every path has computed before"});
    visit("fuse_multiply_add", fuse_multiply_add,
          {.doc = "fuse an integer product with its addition"});
    visit("remove_dead_code", remove_dead_code,
          {.doc = "remove instructions whose results are never read"});
  }
};

/// Passes that give the code a form that NVIDIA's assembler gives it.
struct AssemblerOptions {
  bool convert_branches = false;
  bool unroll = false;
  bool split_pairs = false;
  bool sequences = true;
  bool limit_operands = false;
  bool schedule = false;
  bool align_vectors = false;

  void describe(ParameterVisitor& visit) {
    visit("convert_branches", convert_branches, {.doc = "turn short branches into guards"});
    visit("unroll", unroll, {.doc = "put several trips of a counted loop behind each other"});
    visit("split_pairs", split_pairs, {.doc = "do 64-bit logic on each half separately"});
    visit("sequences", sequences,
          {.doc =
               "write divisions, square roots and 64-bit integer operations as the sequences of "
               "instructions that compiler.assembler makes of them; the assembler plain has none"});
    visit("limit_operands", limit_operands,
          {.doc = "allow one constant operand an instruction, and put others into registers"});
    visit("schedule", schedule,
          {.doc = "reorder each basic block so that instructions of long latency start early"});
    visit("align_vectors", align_vectors,
          {.doc = "give a vector access consecutive registers that begin at a multiple of their "
                  "number"});
  }
};

}  // namespace heddle::compile
