// Pointers that lead nowhere and sizes beyond 64 bits are refused, and the program goes on.
#include <initializer_list>

#include <sys/mman.h>

#include "check.h"

__device__ int number;

static const std::size_t most = ~std::size_t{0};
static char* const nowhere = nullptr;
static char* const low = reinterpret_cast<char*>(0x10);

/// Host memory of one page, with none behind it.
static char* lone_page() {
  char* const pages = static_cast<char*>(
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  CHECK(pages != MAP_FAILED);
  CHECK(munmap(pages + 4096, 4096) == 0);
  return pages;
}

static void pointers(char* device) {
  for (char* const bad : {nowhere, low}) {
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(device, bad, 4, cudaMemcpyHostToDevice));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(bad, device, 4, cudaMemcpyDeviceToHost));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(device, bad, 4, cudaMemcpyDefault));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(bad, bad, 4, cudaMemcpyHostToHost));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpyAsync(bad, device, 4, cudaMemcpyDeviceToHost, 0));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpyAsync(device, bad, 4, cudaMemcpyHostToDevice, 0));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpyToSymbol(number, bad, 4));
    EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpyFromSymbol(bad, number, 4));
    EXPECT_CODE(cudaErrorInvalidValue,
                cudaMemcpy2D(device, 10, bad, 10, 4, 2, cudaMemcpyHostToDevice));
    EXPECT_CODE(cudaErrorInvalidValue, cudaHostRegister(bad, 4096, 0));
  }
  OK(cudaMemcpy(device, nowhere, 0, cudaMemcpyHostToDevice));
  char* const page = lone_page();
  OK(cudaMemcpy(device, page + 4092, 4, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy(device, page + 4093, 4, cudaMemcpyHostToDevice));
}

static void allocations() {
  void* memory = low;
  std::size_t pitch = 7;
  EXPECT_CODE(cudaErrorMemoryAllocation, cudaMallocPitch(&memory, &pitch, 1ull << 32, 1ull << 32));
  CHECK(memory == nullptr);
  EXPECT_CODE(cudaErrorMemoryAllocation, cudaMallocPitch(&memory, &pitch, most, 1));
  cudaPitchedPtr box;
  EXPECT_CODE(cudaErrorMemoryAllocation,
              cudaMalloc3D(&box, make_cudaExtent(1 << 16, 1 << 16, 1ull << 32)));
  CHECK(box.ptr == nullptr);
  EXPECT_CODE(cudaErrorMemoryAllocation, cudaMallocHost(&memory, most));
  EXPECT_CODE(cudaErrorMemoryAllocation, cudaMallocManaged(&memory, most));
  EXPECT_CODE(cudaErrorInvalidValue, cudaHostRegister(reinterpret_cast<void*>(0x1000), most, 0));
  static char mine[64];
  EXPECT_CODE(cudaErrorInvalidValue, cudaHostRegister(mine, most, 0));
}

static void boxes(char* device) {
  static char mine[64];
  EXPECT_CODE(cudaErrorInvalidValue,
              cudaMemcpy2D(device, most, mine, 8, 8, 2, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidValue,
              cudaMemcpy2D(device, 8, mine, most, 8, 2, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy2D(device, 1ull << 32, mine, 1ull << 32, 8,
                                                  (1ull << 32) + 1, cudaMemcpyHostToDevice));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemset2D(device, 1ull << 32, 0, 8, (1ull << 32) + 1));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemset(device, 0, most));
  cudaMemcpy3DParms box{};
  box.kind = cudaMemcpyHostToDevice;
  box.srcPtr = make_cudaPitchedPtr(mine, 8, 8, 1);
  box.dstPtr = make_cudaPitchedPtr(device, 8, 8, 1ull << 61);
  box.dstPos = make_cudaPos(0, 0, 1);
  box.extent = make_cudaExtent(8, 1, 1);
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpy3D(&box));
  int argument = 0;
  OK(cudaConfigureCall(1, 1, 0, 0));
  EXPECT_CODE(cudaErrorInvalidValue, cudaSetupArgument(&argument, 4, most - 1));
}

int main() {
  char* device;
  OK(cudaMalloc(&device, 4096));
  pointers(device);
  allocations();
  boxes(device);
  OK(cudaDeviceSynchronize());
}
