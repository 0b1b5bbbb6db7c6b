// The scene of ray_tracing by threads that stay: as many warps as the GPU holds take the image 32
// pixels at a time from a counter in memory until none is left. The first lane of a warp counts for
// all of them and tells the others through shared memory, without a barrier of the block. They are
// the persistent threads of Aila and Laine, Understanding the Efficiency of Ray Traversal on GPUs
// (HPG 2009), with spheres in the place of a tree of triangles.
#pragma once

#include "ray_tracing_device.cuh"
#include "ray_tracing_host.cuh"

constexpr int kLanes = 32, kWarps = 6;

/// What the lanes of a warp do between what one writes and the others read.
enum class Sharing {
  kWait,      ///< at __syncwarp
  kLockstep,  ///< nothing: right where a warp is one program counter, as before Volta
};

template <Sharing kSharing>
__device__ void meet() {
  if constexpr (kSharing == Sharing::kWait) __syncwarp();
}

template <Sharing kSharing>
__global__ void render_persistently(unsigned* image, int width, int height, int* taken) {
  __shared__ volatile int first_of_warp[kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y, pixels = width * height;
  while (true) {
    if (lane == 0) first_of_warp[warp] = atomicAdd(taken, kLanes);
    meet<kSharing>();
    const int first = first_of_warp[warp];
    meet<kSharing>();
    if (first >= pixels) return;
    const int pixel = first + lane;
    if (pixel < pixels) {
      image[pixel] = pixel_along(ray_through(pixel % width, pixel / width, width, height));
    }
  }
}

template <Sharing kSharing>
int render_and_check(int argc, char** argv, const char* name) {
  const int width = workload::size_argument(argc, argv, 1, 256);
  const int height = workload::size_argument(argc, argv, 2, 256);
  const int blocks = workload::size_argument(argc, argv, 3, 60);
  workload::require(width <= 4096 && height <= 4096, argv[0], "an image has at most 4096 rows");
  workload::require(blocks <= 1024, argv[0], "there are at most 1024 blocks");
  const std::vector<Sphere> scene = make_scene();
  workload::DeviceArray<unsigned> image(static_cast<std::size_t>(width) * height);
  workload::DeviceArray<int> taken(1);
  image.fill_bytes(0);  // black, which no pixel is
  taken.fill_bytes(0);
  CHECK(cudaMemcpyToSymbol(spheres, scene.data(), scene.size() * sizeof(Sphere)));
  render_persistently<kSharing>
      <<<blocks, dim3(kLanes, kWarps)>>>(image.data(), width, height, taken.data());
  CHECK(cudaGetLastError());
  return workload::verdict(name, count_wrong_pixels(scene, image.to_host(), width, height));
}
