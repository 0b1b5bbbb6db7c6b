// A program with three loops, as the tests of DAWS have it.
#pragma once

#include "heddle/isa/annotations.hpp"

namespace heddle::test {

/// An outer loop, pc 10 to 29, with an inner one, 15 to 20, and one behind both, 40 to 49. Loads at
/// 12, 16, 17 and 18, and at 41.
inline isa::Annotations three_loops() {
  isa::Annotations program;
  program.loops = {
      {.begin = 10, .first = 10, .end = 29, .innermost = false, .loads = {12}},
      {.begin = 15, .first = 15, .end = 20, .parent = 0, .depth = 2, .loads = {16, 17, 18}},
      {.begin = 40, .first = 40, .end = 49, .loads = {41}}};
  program.loop_of.assign(60, isa::kNoLoop);
  for (Pc pc = 10; pc <= 29; ++pc) program.loop_of[pc] = pc >= 15 && pc <= 20 ? 1 : 0;
  for (Pc pc = 40; pc <= 49; ++pc) program.loop_of[pc] = 2;
  return program;
}

}  // namespace heddle::test
