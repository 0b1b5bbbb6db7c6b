// A kernel with a bit of everything: what must hold on any program is tried with it.
#pragma once

#include <string>

namespace heddle::test {

/// Body of a kernel: every thread sums a few words of the buffer, with a loop whose trip count
/// depends on the lane, and shares through a barrier.
inline const std::string kMixed = R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 128, %r1;
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd3, %rd1, %rd2;
  and.b32 %r4, %r1, 7;
  mov.u32 %r5, 0;
L:
  ld.global.u32 %r6, [%rd3];
  add.u32 %r5, %r5, %r6;
  add.u32 %r5, %r5, %r4;
  sub.u32 %r4, %r4, 1;
  setp.gt.s32 %p1, %r4, 0;
  @%p1 bra L;
  shl.b32 %r7, %r1, 2;
  mov.u32 %r8, s;
  add.u32 %r9, %r8, %r7;
  st.shared.u32 [%r9], %r5;
  bar.sync 0;
  xor.b32 %r10, %r7, 4;
  add.u32 %r11, %r8, %r10;
  ld.shared.u32 %r12, [%r11];
  st.global.u32 [%rd3+65536], %r12;
  atom.global.add.u32 %r13, [%rd1+524288], 1;
)";

}  // namespace heddle::test
