// Ray tracing by persistent threads that take it for granted that the lanes of a warp run in step.
// Where they do not (warps narrower than 32, variable warps, dynamic warp formation), pixels are
// lost and the check fails; ray_tracing_persistent is right there too.
//   ray_tracing_lockstep [width = 256] [height = 256] [blocks = 60]      (of 192 threads)
#include "ray_tracing_persistent.cuh"

int main(int argc, char** argv) {
  return render_and_check<Sharing::kLockstep>(argc, argv, "ray_tracing_lockstep");
}
