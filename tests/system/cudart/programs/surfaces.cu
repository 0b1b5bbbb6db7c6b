// Surface objects over arrays of every shape, at their edges, and together with textures.
#include <vector>

#include "check.h"

constexpr int kWidth = 7, kHeight = 5, kDepth = 3;

static cudaResourceDesc resource(cudaArray_t array) {
  cudaResourceDesc description = {};
  description.resType = cudaResourceTypeArray;
  description.res.array.array = array;
  return description;
}

template <class T>
static cudaArray_t make_array(int width, int height, int depth, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth),
                       flags | cudaArraySurfaceLoadStore));
  return array;
}

static cudaSurfaceObject_t make_surface(cudaArray_t array) {
  const cudaResourceDesc description = resource(array);
  cudaSurfaceObject_t surface;
  OK(cudaCreateSurfaceObject(&surface, &description));
  return surface;
}

__host__ __device__ static int texel(int x, int y, int z) { return x + 10 * y + 100 * z + 1; }

__global__ void write_volume(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const short2 value = make_short2(texel(x, y, z), -x);
  surf3Dwrite(value, surface, x * sizeof value, y, z);
}

static void volume() {
  cudaArray_t array = make_array<short2>(kWidth, kHeight, kDepth, 0);
  cudaSurfaceObject_t surface = make_surface(array);
  write_volume<<<1, dim3(kWidth, kHeight, kDepth)>>>(surface);
  std::vector<short2> host(kWidth * kHeight * kDepth);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.dstPtr = make_cudaPitchedPtr(host.data(), kWidth * sizeof(short2), kWidth, kHeight);
  copy.extent = make_cudaExtent(kWidth, kHeight, kDepth);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  for (int i = 0; i < kWidth * kHeight * kDepth; ++i) {
    const int x = i % kWidth, y = i / kWidth % kHeight, z = i / kWidth / kHeight;
    CHECK(host[i].x == texel(x, y, z) && host[i].y == -x);
  }
  cudaResourceDesc back = {};
  OK(cudaGetSurfaceObjectResourceDesc(&back, surface));
  CHECK(back.res.array.array == array);
  OK(cudaDestroySurfaceObject(surface));
  EXPECT_CODE(cudaErrorInvalidValue, cudaDestroySurfaceObject(surface));
  OK(cudaFreeArray(array));
}

/// Every texel to its mirror image by one kernel, read as a texture by the next.
__global__ void mirror(cudaSurfaceObject_t to, cudaSurfaceObject_t from) {
  const int x = threadIdx.x, y = threadIdx.y;
  float value;
  surf2Dread(&value, from, (kWidth - 1 - x) * 4, y);
  surf2Dwrite(value, to, x * 4, y, cudaBoundaryModeTrap);
}
__global__ void sample(float* to, cudaTextureObject_t texture) {
  to[threadIdx.y * kWidth + threadIdx.x] =
      tex2D<float>(texture, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}

static void picture() {
  cudaArray_t from = make_array<float>(kWidth, kHeight, 0, 0);
  cudaArray_t to = make_array<float>(kWidth, kHeight, 0, 0);
  std::vector<float> host(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) host[i] = static_cast<float>(i * i);
  OK(cudaMemcpy2DToArray(from, 0, 0, host.data(), kWidth * 4, kWidth * 4, kHeight,
                         cudaMemcpyHostToDevice));
  mirror<<<1, dim3(kWidth, kHeight)>>>(make_surface(to), make_surface(from));
  const cudaResourceDesc description = resource(to);
  cudaTextureDesc sampling = {};
  sampling.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &description, &sampling, nullptr));
  float* result;
  OK(cudaMallocManaged(&result, host.size() * sizeof(float)));
  sample<<<1, dim3(kWidth, kHeight)>>>(result, texture);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < kWidth * kHeight; ++i) {
    const int mirrored = i / kWidth * kWidth + kWidth - 1 - i % kWidth;
    CHECK(result[i] == host[mirrored]);
  }
}

/// Outside: zeros are read and nothing is written; or the nearest texel is meant.
__global__ void edges(int* result, cudaSurfaceObject_t line) {
  surf1Dwrite(7, line, 0);
  surf1Dwrite(9, line, (kWidth - 1) * 4);
  surf1Dwrite(100, line, -4, cudaBoundaryModeZero);
  surf1Dwrite(100, line, kWidth * 4, cudaBoundaryModeZero);
  result[0] = surf1Dread<int>(line, -4, cudaBoundaryModeZero);
  result[1] = surf1Dread<int>(line, -4, cudaBoundaryModeClamp);
  result[2] = surf1Dread<int>(line, kWidth * 4, cudaBoundaryModeZero);
  result[3] = surf1Dread<int>(line, kWidth * 4 + 100, cudaBoundaryModeClamp);
}
__global__ void layers(cudaSurfaceObject_t surface) {
  surf1DLayeredwrite(texel(threadIdx.x, 0, threadIdx.y), surface, threadIdx.x * 4, threadIdx.y);
}

int main() {
  volume();
  picture();
  cudaSurfaceObject_t line = make_surface(make_array<int>(kWidth, 0, 0, 0));
  int* result;
  OK(cudaMallocManaged(&result, 64));
  edges<<<1, 1>>>(result, line);
  OK(cudaDeviceSynchronize());
  CHECK(result[0] == 0 && result[1] == 7 && result[2] == 0 && result[3] == 9);

  cudaArray_t layered = make_array<int>(kWidth, 0, kDepth, cudaArrayLayered);
  layers<<<1, dim3(kWidth, kDepth)>>>(make_surface(layered));
  int host[kDepth][kWidth];
  cudaMemcpy3DParms copy = {};
  copy.srcArray = layered;
  copy.dstPtr = make_cudaPitchedPtr(host, sizeof host[0], kWidth, 1);
  copy.extent = make_cudaExtent(kWidth, 1, kDepth);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  for (int z = 0; z < kDepth; ++z)
    for (int x = 0; x < kWidth; ++x) CHECK(host[z][x] == texel(x, 0, z));

  // Only for arrays that were made for it.
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t plain;
  OK(cudaMallocArray(&plain, &format, 4));
  const cudaResourceDesc description = resource(plain);
  cudaSurfaceObject_t none;
  EXPECT_CODE(cudaErrorInvalidValue, cudaCreateSurfaceObject(&none, &description));
}
