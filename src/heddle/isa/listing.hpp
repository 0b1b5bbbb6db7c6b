// A program as text, one line an instruction:
//
//   kernel scale: registers 6, predicates 1, shared 0, local 0
//       0  sreg.u32 r0 = tid_x
//       1  setp_s32.ge p0 = r0, param[8]
//       2  @p0 bra 5, meet 5
//       3  ld.global.f32 r1 = [r2:3 + 16]
//
// r2:3 is a 64-bit pair of rows. Registers of which a warp has one, scalars, are s0, s1 and so on,
// predicates sp0; `s_` begins an instruction that runs once for the warp:
//
//       4  s_add_b32 s0 = s0, 4
//
// Constants show what fills them: a number, param[byte], a
// variable's name. A branch shows its target, `loop` if that is behind it, and where its paths
// meet.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::isa {

struct Variable;

/// `variables` name the symbols of constants; without them they are numbered.
std::string listing(const Program& program, std::span<const Variable> variables = {});

/// One instruction of a function, without its number.
std::string listing(const Program& program, const Function& function, Pc pc,
                    std::span<const Variable> variables = {});

/// The same of code whose registers are no function's: all rows are vectors.
std::string listing(const Instruction& instruction, Pc pc, std::span<const ConstantRow> constants,
                    std::span<const Variable> variables = {});

/// The line that begins a function, and those of the branch tables.
std::string head_line(const Program& program, const Function& function);
std::string table_lines(const Program& program);

}  // namespace heddle::isa
