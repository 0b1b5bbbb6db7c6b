"""PTX that the tests run, and what it is run with."""
import heddle

SCALE = """
.version 6.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 array, .param .u32 factor)
{
  .reg .b32 %r<7>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [array];
  ld.param.u32 %r0, [factor];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d1, %r4, 4;
  add.s64 %d2, %d0, %d1;
  ld.global.u32 %r5, [%d2];
  mul.lo.s32 %r6, %r5, %r0;
  st.global.u32 [%d2], %r6;
  ret;
}
"""

# Counts to a number: about two cycles a step and warp.
COUNT = """
.version 6.0
.target sm_70
.address_size 64
.visible .entry count(.param .u32 steps)
{
  .reg .b32 %r<3>;
  .reg .pred %p<2>;
  ld.param.u32 %r0, [steps];
  mov.u32 %r1, 0;
again:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, %r0;
  @%p1 bra again;
  ret;
}
"""

# One parameter of each type, stored one after the other.
TYPES = """
.version 6.0
.target sm_70
.address_size 64
.global .align 4 .u32 seen = 5;
.visible .entry types(.param .u64 to, .param .f32 single, .param .f64 double, .param .s32 whole, .param .u8 small)
{
  .reg .b64 %d<2>;
  .reg .b32 %r<3>;
  .reg .f32 %f<2>;
  .reg .f64 %g<2>;
  ld.param.u64 %d0, [to];
  ld.param.f32 %f0, [single];
  ld.param.f64 %g0, [double];
  ld.param.s32 %r0, [whole];
  ld.param.u8 %r1, [small];
  st.global.f64 [%d0], %g0;
  st.global.f32 [%d0+8], %f0;
  st.global.u32 [%d0+12], %r0;
  st.global.u32 [%d0+16], %r1;
  ret;
}
"""

CUDA = """
namespace shop {
__global__ void add(float* sum, const float* a, const float* b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}
}
"""


def scale(settings=None, **named):
    """A simulation and its kernel."""
    gpu = heddle.Simulation("gtx480", settings, **named)
    return gpu, gpu.load(SCALE, "scale.ptx")["scale"]
