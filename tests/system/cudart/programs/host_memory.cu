// Pinned, mapped, registered and managed memory, and what pointers are.
#include <cstdint>
#include <vector>

#include "check.h"

__global__ void add_one(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += 1;
}

static cudaPointerAttributes attributes_of(const void* pointer) {
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, pointer));
  return attributes;
}

static void mapped() {
  int *host, *device;
  OK(cudaHostAlloc(&host, 100 * sizeof(int), cudaHostAllocMapped));
  for (int i = 0; i < 100; ++i) host[i] = i;
  OK(cudaHostGetDevicePointer(&device, host, 0));
  add_one<<<1, 128>>>(device, 100);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 100; ++i) CHECK(host[i] == i + 1);
  unsigned flags;
  OK(cudaHostGetFlags(&flags, host));
  CHECK((flags & cudaHostAllocMapped) != 0);
  CHECK(attributes_of(host).type == cudaMemoryTypeHost);
  OK(cudaFreeHost(host));
  EXPECT_CODE(cudaErrorInvalidValue, cudaFreeHost(host));
}

static void registered() {
  std::vector<int> mine(5000, 10);
  int* device;
  OK(cudaHostRegister(mine.data(), mine.size() * sizeof(int), cudaHostRegisterMapped));
  EXPECT_CODE(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(mine.data(), 4, 0));
  OK(cudaHostGetDevicePointer(&device, mine.data() + 1000, 0));
  add_one<<<4, 256>>>(device, 1000);
  OK(cudaDeviceSynchronize());
  CHECK(mine[999] == 10 && mine[1000] == 11 && mine[1999] == 11 && mine[2000] == 10);
  const cudaPointerAttributes attributes = attributes_of(mine.data() + 1000);
  CHECK(attributes.type == cudaMemoryTypeHost && attributes.devicePointer == device);
  OK(cudaHostUnregister(mine.data()));
  EXPECT_CODE(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(mine.data()));
  CHECK(attributes_of(mine.data()).type == cudaMemoryTypeUnregistered);
}

static void managed() {
  int* both;
  OK(cudaMallocManaged(&both, 1000 * sizeof(int)));
  for (int i = 0; i < 1000; ++i) both[i] = i;
  add_one<<<4, 256>>>(both, 1000);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 1000; ++i) CHECK(both[i] == i + 1);
  CHECK(attributes_of(both + 10).type == cudaMemoryTypeManaged);
  CHECK(attributes_of(both + 10).devicePointer == both + 10);
  int first = 0;
  OK(cudaMemcpy(&first, both, sizeof first, cudaMemcpyDeviceToHost));
  CHECK(first == 1);
  OK(cudaMemPrefetchAsync(both, 1000 * sizeof(int), 0, 0));
  OK(cudaMemAdvise(both, 4, cudaMemAdviseSetReadMostly, 0));
  OK(cudaFree(both));
}

static void device_and_unknown() {
  char* device;
  OK(cudaMalloc(&device, 1000));
  CHECK(attributes_of(device + 999).type == cudaMemoryTypeDevice);
  CHECK(attributes_of(device + 999).hostPointer == nullptr);
  int local;
  CHECK(attributes_of(&local).type == cudaMemoryTypeUnregistered);
  // The same in every run: device addresses are the simulator's own.
  CHECK(reinterpret_cast<std::uintptr_t>(device) < 0x100000000);
  std::size_t before, after, total;
  OK(cudaMemGetInfo(&before, &total));
  OK(cudaFree(device));
  OK(cudaMemGetInfo(&after, &total));
  CHECK(after == before + 1024 && after <= total);
}

static void pools() {
  int* memory;
  cudaMemPool_t pool;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  OK(cudaMallocAsync(&memory, 256, 0));
  OK(cudaMemsetAsync(memory, 0, 256, 0));
  add_one<<<1, 64>>>(memory, 64);
  OK(cudaFreeAsync(memory, 0));
  OK(cudaStreamSynchronize(0));
  EXPECT_CODE(cudaErrorInvalidValue, cudaFree(memory));
}

int main() {
  device_and_unknown();
  mapped();
  registered();
  managed();
  pools();
}
