// Programs that branch and call, for the tests of control flow.
#pragma once

#include "program_builder.hpp"

namespace heddle::exec {

/// do { r0 -= 1; r1 += 1 } while (r0 != 0)
inline void add_counted_loop(ProgramBuilder& b) {
  b.add(isa::Op::add_b32, {row(0)}, {row(0), b.word(~0u)});
  b.add(isa::Op::add_b32, {row(1)}, {row(1), b.word(1)});
  b.add(isa::Op::setp_u32, {predicate(0)}, {row(0), b.word(0)}).modifiers.compare =
      isa::Compare::ne;
  b.branch(0, 4, 0);
  b.add(isa::Op::exit);
}

/// r1 = 101, 301 or r1 + 1 for r0 = 0, 1 or 2, by a table.
inline void add_branch_by_table(ProgramBuilder& b) {
  isa::Instruction& branch = b.add(isa::Op::brx_idx, {}, {row(0)});
  branch.table = 0;
  branch.reconvergence = 4;
  b.add(isa::Op::mov_b32, {row(1)}, {b.word(100)});
  b.branch(4, 4);
  b.add(isa::Op::mov_b32, {row(1)}, {b.word(300)});
  b.add(isa::Op::add_b32, {row(1)}, {row(1), b.word(1)});
  b.add(isa::Op::exit);
  b.program().branch_tables = {{1, 3, 4}};
}

/// kernel: r8 (first row beyond its frame) = tid; call 0; r2 = r8. The function at `entry`.
inline void add_call_of(ProgramBuilder& b, Pc entry) {
  b.program().functions[0].rows = 8;
  b.read_special(row(8), isa::SpecialRegister::tid_x);
  isa::Instruction& call = b.add(isa::Op::call);
  call.table = 1;
  call.target = entry;
  b.add(isa::Op::mov_b32, {row(2)}, {row(8)});
  b.add(isa::Op::exit);
}

// sum(n) = n == 0 ? 0 : n + sum(n - 1), with n kept in local memory of the frame
inline void add_recursive_sum(ProgramBuilder& b) {
  add_call_of(b, 4);
  b.program().functions[0].end = 4;
  b.program().recursive = true;
  b.program().functions.push_back(
      {.name = "sum", .entry = 4, .end = 13, .rows = 3, .predicates = 1, .local_bytes = 16});
  b.add(isa::Op::setp_u32, {predicate(0)}, {row(0), b.word(0)}).modifiers.compare =
      isa::Compare::eq;
  ProgramBuilder::guarded(b.add(isa::Op::ret), 0);
  b.add(isa::Op::frame_address, {row(1)});
  b.store(isa::Space::local, isa::Type::u32, row(1), {row(0)});
  b.add(isa::Op::add_b32, {row(3)}, {row(0), b.word(~0u)});
  isa::Instruction& call = b.add(isa::Op::call);
  call.table = 1;
  call.target = 4;
  b.load(isa::Space::local, isa::Type::u32, {row(2)}, row(1));
  b.add(isa::Op::add_b32, {row(0)}, {row(2), row(3)});
  b.add(isa::Op::ret);
}

}  // namespace heddle::exec
