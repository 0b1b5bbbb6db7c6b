// A program as text with the results of the compiler's analyses beside each instruction:
//
//   kernel scale: registers 6, predicates 1, shared 0, local 0
//     register classes: 4 vectors and 2 scalars, 130 a warp (convergent only: 5 and 1, 161; without
//       scalars: 6, 192)
//     can be discarded: until a.ptx:20 (st: may overwrite what the kernel reads)
//     loop 0: from 4 to 9, begins at 4, depth 1, innermost, loads 5
//      pc scalar live apart loop
//       0 .         0     0       sreg.u32 r0 = tid_x
//       4 s         3     3 0 [   ld.global.f32 r2 = [r4:5]
//       8           pp in loop 0: live r0 r1, apart r0 r1 r2
//       8 S         2     3 0     add_b32 r1 = r1, 1
//
// The column `scalar` shows S for an instruction that is scalar by both criteria (uniformity.hpp),
// s for Criterion::all only, and . for an instruction that is not scalar. For code with scalar
// registers the column marks the instructions that run once for the warp. The columns `live` and
// `apart` count the frame's registers that are live before the instruction, for one thread and for
// a warp whose threads have diverged. The column `loop` shows the innermost loop; [ marks the first
// instruction of an iteration, and ] marks the loop's last instruction. The lines with pp and
// bar.pp are points where a warp may be preempted.
#pragma once

#include <span>
#include <string>

#include "heddle/isa/program.hpp"

namespace heddle::isa {

struct Variable;

/// `program.annotations` must not be null.
std::string annotated_listing(const Program& program, std::span<const Variable> variables = {});

}  // namespace heddle::isa
