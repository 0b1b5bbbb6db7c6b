// Programs that branch and call, for the tests of control flow.
#pragma once

#include "program_builder.hpp"

namespace heddle::exec {

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
