#include "cuda.h"

__global__ void choose(int* p, int n) {
  switch (n) {
    case 0: p[9] = 1; break;
    case 1: p[10] = p[3]; break;
    case 2: p[11] = p[4] * 7; break;
    case 3: p[19] = p[1] / p[2]; break;
    case 4: p[20] = p[1] * 3; break;
    case 5: p[7] = p[8]; break;
  }
}
__global__ void loop(float* p, int n) {
  float local[32];
  for (int i = 0; i < 32; ++i) local[i] = p[i] * n;
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i) {
    if (local[i & 31] > p[i]) p[i] += local[(i * 7) & 31];
  }
}
__global__ void inline_assembly(unsigned* p) {
  unsigned result;
  asm volatile(
      "{\n .reg .pred p; .reg .u32 t;\n setp.eq.u32 p, %1, 0;\n @p bra L;\n"
      " mov.u32 t, 3;\n add.u32 %0, t, %1;\n L:\n}"
      : "=r"(result) : "r"(p[1]));
  p[0] = result;
}
__global__ void __attribute__((launch_bounds(256, 2))) warp(int* p, unsigned long long* counter) {
  __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
  p[0] = __nvvm_shfl_sync_down_i32(-1, p[1], 3, 31);
  p[2] = __nvvm_vote_ballot_sync(-1, p[3] > 2);
  __nvvm_bar_warp_sync(-1);
}
