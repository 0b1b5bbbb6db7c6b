// Ray tracing by persistent threads, the lanes of a warp waiting for each other at __syncwarp.
//   ray_tracing_persistent [width = 256] [height = 256] [blocks = 60]      (of 192 threads)
#include "ray_tracing_persistent.cuh"

int main(int argc, char** argv) {
  return render_and_check<Sharing::kWait>(argc, argv, "ray_tracing_persistent");
}
