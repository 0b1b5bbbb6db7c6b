// A program as text, one line for each instruction:
//
//   kernel scale: registers 6, predicates 1, shared 0, local 0
//       0  sreg.u32 r0 = tid_x
//       1  setp_s32.ge p0 = r0, param[8]
//       2  @p0 bra 5, meet 5
//       3  ld.global.f32 r1 = [r2:3 + 16]
//
// r2:3 is a 64-bit pair of rows. A scalar is a register of which the warp has one copy. The names
// s0, s1 and so on are scalar rows, and sp0, sp1 and so on are scalar predicates. The prefix `s_`
// marks an instruction that runs once for the warp:
//
//       4  s_add_b32 s0 = s0, 4
//
// A constant shows its content: a number, param[byte] or the name of a variable. A branch shows its
// target, the word `loop` if the target does not come after the branch, and after the word `meet`
// the instruction where the branch's paths meet.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::isa {

struct Variable;

/// `variables` give the names of the constants' symbols. Without them the listing shows the
/// symbols' numbers.
std::string listing(const Program& program, std::span<const Variable> variables = {});

/// Returns the line of one instruction of a function, without the instruction's number.
std::string listing(const Program& program, const Function& function, Pc pc,
                    std::span<const Variable> variables = {});

/// Returns the line of one instruction outside any function. All rows count as vectors.
std::string listing(const Instruction& instruction, Pc pc, std::span<const ConstantRow> constants,
                    std::span<const Variable> variables = {});

/// Return the first line of a function, and the lines of the program's branch tables.
std::string head_line(const Program& program, const Function& function);
std::string table_lines(const Program& program);

}  // namespace heddle::isa
