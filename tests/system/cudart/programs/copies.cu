// Copies of bytes, rows and boxes in every direction, and fills.
#include <cstring>
#include <vector>

#include "check.h"

static void bytes() {
  std::vector<int> up(1000), down(1000, -1);
  for (int i = 0; i < 1000; ++i) up[i] = i * 7;
  int *a, *b;
  OK(cudaMalloc(&a, 4000));
  OK(cudaMalloc(&b, 4000));
  OK(cudaMemcpy(a, up.data(), 4000, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(b, a, 4000, cudaMemcpyDeviceToDevice));
  OK(cudaMemcpy(down.data(), b, 4000, cudaMemcpyDefault));
  CHECK(up == down);
  OK(cudaMemset(b, 0x11, 2000));
  OK(cudaMemcpy(down.data(), b, 4000, cudaMemcpyDeviceToHost));
  CHECK(down[499] == 0x11111111 && down[500] == up[500]);
  OK(cudaMemcpy(down.data(), up.data(), 4000, cudaMemcpyHostToHost));
  CHECK(up == down);
  OK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(a, up.data(), 4001, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(up.data(), down.data(), 4, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidMemcpyDirection,
              cudaMemcpy(a, up.data(), 4, static_cast<cudaMemcpyKind>(7)));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(nullptr));
  EXPECT_CODE(cudaErrorInvalidValue, cudaFree(b));
}

static void rows() {
  const int width = 10, height = 5;
  char up[height][16], down[height][12];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < 16; ++x) up[y][x] = static_cast<char>(y * 16 + x);
  std::memset(down, 0, sizeof down);
  void* device;
  std::size_t pitch;
  OK(cudaMallocPitch(&device, &pitch, width, height));
  CHECK(pitch == 512);
  OK(cudaMemcpy2D(device, pitch, up, 16, width, height, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(down, 12, device, pitch, width, height, cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < 12; ++x) CHECK(down[y][x] == (x < width ? up[y][x] : 0));
  OK(cudaMemset2D(device, pitch, 3, 2, height));
  OK(cudaMemcpy2D(down, 12, device, pitch, width, height, cudaMemcpyDeviceToHost));
  CHECK(down[4][1] == 3 && down[4][2] == up[4][2]);
  EXPECT_CODE(cudaErrorInvalidPitchValue,
              cudaMemcpy2D(down, 9, device, pitch, width, height, cudaMemcpyDeviceToHost));
  OK(cudaFree(device));
}

static void boxes() {
  const cudaExtent extent = make_cudaExtent(8, 3, 2);
  cudaPitchedPtr device;
  OK(cudaMalloc3D(&device, extent));
  CHECK(device.pitch == 512 && device.xsize == 8 && device.ysize == 3);
  char up[2][3][8], down[2][3][8];
  for (int i = 0; i < 48; ++i) (&up[0][0][0])[i] = static_cast<char>(i);
  std::memset(down, 0, sizeof down);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(up, 8, 8, 3);
  copy.dstPtr = device;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  cudaMemcpy3DParms back = {};
  back.srcPtr = device;
  back.srcPos = make_cudaPos(2, 1, 1);
  back.dstPtr = make_cudaPitchedPtr(down, 8, 8, 3);
  back.extent = make_cudaExtent(6, 2, 1);
  back.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&back));
  CHECK(down[0][0][0] == up[1][1][2] && down[0][1][5] == up[1][2][7] && down[0][2][0] == 0);
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy3D(nullptr));
  OK(cudaMemset3D(device, 9, extent));
  OK(cudaMemcpy3D(&back));
  CHECK(down[0][1][5] == 9);
  OK(cudaFree(device.ptr));
}

static void asynchronous() {
  // A pageable source may change as soon as the call returns; a pinned one is read later.
  int pageable = 1, result = 0, *pinned, *device;
  OK(cudaMallocHost(&pinned, sizeof(int)));
  OK(cudaMalloc(&device, sizeof(int)));
  OK(cudaMemcpyAsync(device, &pageable, sizeof(int), cudaMemcpyHostToDevice, 0));
  pageable = 2;
  OK(cudaMemcpyAsync(&result, device, sizeof(int), cudaMemcpyDeviceToHost, 0));
  CHECK(result == 1);  // to pageable memory the call waits
  *pinned = 5;
  OK(cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, 0));
  CHECK(*pinned == 5);  // not yet
  OK(cudaDeviceSynchronize());
  CHECK(*pinned == 1);
  OK(cudaFreeHost(pinned));
  OK(cudaFree(device));
}

int main() {
  bytes();
  rows();
  boxes();
  asynchronous();
}
