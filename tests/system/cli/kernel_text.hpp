// PTX of small kernels.
#pragma once

namespace heddle::test {

/// Multiplies an array of 32-bit words by a factor.
inline constexpr const char* kScale = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 array, .param .u32 factor)
{
  .reg .b32 %r<8>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [array];
  ld.param.u32 %r0, [factor];
  cvta.to.global.u64 %d1, %d0;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r4, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.u32 %r5, [%d3];
  mul.lo.s32 %r6, %r5, %r0;
  st.global.u32 [%d3], %r6;
  ret;
}
)";

/// A kernel that takes minutes.
inline constexpr const char* kLong = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry count()
{
  .reg .b32 %r<2>;
  .reg .pred %p<2>;
  mov.u32 %r0, 0;
again:
  add.u32 %r0, %r0, 1;
  setp.ne.u32 %p0, %r0, 2000000000;
  @%p0 bra again;
  ret;
}
)";

}  // namespace heddle::test
