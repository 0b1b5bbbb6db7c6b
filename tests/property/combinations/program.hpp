// The programs of the combinations. Every combination runs the first one, twice at once in two
// streams, launched by the host or by a kernel that waits for it: twice, loads in a loop whose
// trips depend on the thread and which a warp counts, a branch on which the threads of each warp go
// apart, a word that all warps read, and values that threads exchange behind a barrier.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::sim {

inline constexpr std::uint32_t kBlocks = 6, kThreads = 64, kLaunches = 2;

inline constexpr const char* kProgram = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry mixed(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<4>; .reg .b32 %r<24>; .reg .b64 %d<8>;
  .shared .align 4 .b8 s[256];
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %d3, %r4, 4;
  add.u64 %d4, %d1, %d3;
  and.b32 %r16, %r1, 7;
  add.u32 %r16, %r16, 1;
  mov.u32 %r6, 0;
  mov.u32 %r14, 0;
M:
  mov.u32 %r5, %r16;
  mov.u32 %r15, 0;
L:
  ld.global.u32 %r7, [%d4];
  add.u32 %r6, %r6, %r7;
  add.u32 %r15, %r15, 1;
  add.u32 %r6, %r6, %r15;
  sub.u32 %r5, %r5, 1;
  setp.gt.s32 %p1, %r5, 0;
  @%p1 bra L;
  add.u32 %r14, %r14, 1;
  setp.lt.u32 %p3, %r14, 2;
  @%p3 bra M;
  shr.u32 %r8, %r1, 5;
  add.u32 %r8, %r8, %r1;
  and.b32 %r8, %r8, 1;
  setp.eq.u32 %p2, %r8, 0;
  @%p2 bra TWO;
  add.u32 %r6, %r6, 1000;
  bra BOTH;
TWO:
  add.u32 %r6, %r6, 2000;
BOTH:
  ld.global.u32 %r9, [%d1];
  add.u32 %r6, %r6, %r9;
  shl.b32 %r10, %r1, 2;
  mov.u32 %r11, s;
  add.u32 %r12, %r11, %r10;
  st.shared.u32 [%r12], %r6;
  bar.sync 0;
  xor.b32 %r10, %r10, 4;
  add.u32 %r12, %r11, %r10;
  ld.shared.u32 %r13, [%r12];
  add.u64 %d5, %d2, %d3;
  st.global.u32 [%d5], %r13;
  ret;
}
.extern .func (.param .b64 r) cudaGetParameterBufferV2
  (.param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) cudaLaunchDeviceV2 (.param .b64 buffer, .param .b64 stream);
.extern .func (.param .b32 r) cudaDeviceSynchronize ();
.visible .entry launcher(.param .u64 in, .param .u64 out)
{
  .reg .b32 %r<4>; .reg .b64 %d<8>;
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  mov.u64 %d3, mixed;
  { .param .b64 f; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s;
    .param .b64 buffer;
    st.param.b64 [f], %d3; st.param.b32 [s], 0;
    st.param.b32 [g], 6; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
    st.param.b32 [b], 64; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
    call.uni (buffer), cudaGetParameterBufferV2, (f, g, b, s);
    ld.param.b64 %d4, [buffer]; }
  st.u64 [%d4], %d1;
  st.u64 [%d4+8], %d2;
  { .param .b64 p; .param .b64 q; .param .b32 code;
    st.param.b64 [p], %d4; st.param.b64 [q], 0;
    call.uni (code), cudaLaunchDeviceV2, (p, q);
    ld.param.b32 %r1, [code]; }
  call.uni (%r2), cudaDeviceSynchronize, ();
  ret;
}
)";

/// What the program reads at word i.
inline std::uint32_t input(std::uint32_t i) { return 3 * i + 5; }

/// What it writes there: the sum of the thread beside it, which has twice read its word t
/// times and added 1 + ... + t, and has added the number of its path and word 0.
inline std::uint32_t output(std::uint32_t i) {
  const std::uint32_t beside = i ^ 1, thread = beside % kThreads;
  const std::uint32_t t = thread % 8 + 1;
  const std::uint32_t path = (thread / 32 + thread) % 2 == 0 ? 2000 : 1000;
  return 2 * t * input(beside) + t * (t + 1) + path + input(0);
}

/// A kernel that copies its words to shared memory asynchronously, and multiplies each warp's bytes
/// on the matrix unit, kProducts times.
inline constexpr const char* kMatrixProgram = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry products(.param .u64 in, .param .u64 out)
{
  .reg .pred %p1; .reg .b32 %r<24>; .reg .b64 %d<8>;
  .shared .align 4 .b8 s[256];
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %d3, %r4, 4;
  add.u64 %d4, %d1, %d3;
  shl.b32 %r5, %r1, 2;
  mov.u32 %r6, s;
  add.u32 %r6, %r6, %r5;
  cp.async.ca.shared.global [%r6], [%d4], 4;
  cp.async.commit_group;
  cp.async.wait_group 0;
  ld.shared.u32 %r7, [%r6];
  mov.u32 %r8, 0;
  mov.u32 %r9, 0;
  mov.u32 %r10, 0;
L:
  mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r8, %r9}, {%r7}, {%r7}, {%r8, %r9};
  add.u32 %r10, %r10, 1;
  setp.lt.u32 %p1, %r10, 40;
  @%p1 bra L;
  mad.lo.u32 %r8, %r9, 3, %r8;
  add.u64 %d5, %d2, %d3;
  st.global.u32 [%d5], %r8;
  ret;
}
)";
inline constexpr int kProducts = 40;

/// Byte `k` of row `row` of the warp's matrix: a row has the bytes of four lanes (PTX ISA,
/// fragments of mma.m8n8k16). The second factor is the first one transposed.
inline int byte_of(std::uint32_t warp, std::uint32_t row, std::uint32_t k) {
  return static_cast<std::int8_t>(input(warp * 32 + row * 4 + k / 4) >> (k % 4 * 8));
}

/// What it writes at word i: an element of the product, and three times the one beside it.
inline std::uint32_t products_output(std::uint32_t i) {
  const std::uint32_t warp = i / 32, row = i % 32 / 4, column = i % 4 * 2;
  int sum = 0;
  for (std::uint32_t k = 0; k < 16; ++k)
    sum += byte_of(warp, row, k) * (byte_of(warp, column, k) + 3 * byte_of(warp, column + 1, k));
  return static_cast<std::uint32_t>(kProducts * sum);
}

struct CombinedProgram {
  const char* text;
  const char* kernel;
  std::vector<std::string> settings;  ///< what the machine needs for it
  std::uint32_t (*output)(std::uint32_t);
};
inline CombinedProgram mixed_program() { return {kProgram, "mixed", {}, output}; }
inline CombinedProgram matrix_program() {
  return {kMatrixProgram,
          "products",
          {"device.compute_capability=8.0", "execution.matrix.count=1", "execution.matrix.int8=64",
           "execution.matrix.latency=9"},
          products_output};
}

}  // namespace heddle::sim
