// Ray tracing: mirroring spheres on a chequered floor, behind them a blind of mirroring slats, one
// light. A thread follows the ray of one pixel for up to five bounces, and ends where the ray meets
// nothing: rays between the slats end at once, others last many times longer. The slats are a
// block's height apart where an image is 32 blocks high, so that nearly every block has short and
// long warps. The colours of the bounces are a small array, folded from the last to the first.
// Stands for RAY of GPGPU-Sim's suite (render). One barrier stands before the first bounce,
// without shared memory, as WarpMan says of the program. The objects and their places are ours.
//   ray_tracing [width = 256] [height = 256] [threads = 128]      (of a block, a multiple of 16)
#include "ray_tracing_device.cuh"
#include "ray_tracing_host.cuh"

constexpr int kBlockWidth = 16;

__global__ void render(unsigned* image, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const Ray ray = ray_through(x, y, width, height);
  __syncthreads();
  if (x >= width || y >= height) return;
  image[y * width + x] = pixel_along(ray);
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 256);
  const int height = workload::size_argument(argc, argv, 2, 256);
  const int threads = workload::size_argument(argc, argv, 3, 128);
  workload::require(width <= 4096 && height <= 4096, argv[0], "an image has at most 4096 rows");
  workload::require(threads % kBlockWidth == 0 && threads <= 192, argv[0],
                    "the threads of a block must be a multiple of 16, at most 192");
  const std::vector<Sphere> scene = make_scene();
  workload::DeviceArray<unsigned> image(static_cast<std::size_t>(width) * height);
  CHECK(cudaMemcpyToSymbol(spheres, scene.data(), scene.size() * sizeof(Sphere)));
  const dim3 block(kBlockWidth, threads / kBlockWidth);
  const dim3 grid(workload::blocks_for(width, block.x), workload::blocks_for(height, block.y));
  render<<<grid, block>>>(image.data(), width, height);
  CHECK(cudaGetLastError());
  return workload::verdict("ray_tracing",
                           count_wrong_pixels(scene, image.to_host(), width, height));
}
