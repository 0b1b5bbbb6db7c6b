// Managed variables: the host and kernels see the same memory, by the same names and pointers.
#include "check.h"

struct Node {
  int value;
  Node* next;
};

__managed__ int counter = 5;
__device__ __managed__ float table[64];
static __managed__ int hidden;
__managed__ __device__ long long by_either_order = 7;
namespace space {
__managed__ Node nodes[3];
}
namespace {
__managed__ double unnamed = 2.5;
}
__managed__ int unused = 3;

__global__ void change(int* pointer) {
  atomicAdd(&counter, 1);
  table[threadIdx.x] += static_cast<float>(threadIdx.x);
  if (threadIdx.x != 0) return;
  hidden = 2 * hidden + 1;
  by_either_order *= 3;
  unnamed *= 2;
  int sum = 0;
  for (const Node* node = space::nodes; node != nullptr; node = node->next) sum += node->value;
  space::nodes[0].value = sum;
  *pointer += 100;
}

int main() {
  // Before the first call of the runtime, and in place of the initial value.
  CHECK(counter == 5 && unnamed == 2.5 && by_either_order == 7);
  counter = 10;
  hidden = 20;
  for (float& x : table) x = 0.5f;
  for (int i = 0; i < 3; ++i) space::nodes[i] = {i + 1, i < 2 ? &space::nodes[i + 1] : nullptr};

  // As a pointer that the host made, before and after any kernel.
  const int source = 33;
  OK(cudaMemcpy(&unused, &source, sizeof source, cudaMemcpyHostToDevice));
  CHECK(unused == 33);
  OK(cudaMemPrefetchAsync(table, sizeof table, 0));
  change<<<1, 64>>>(&unused);
  OK(cudaDeviceSynchronize());
  CHECK(counter == 10 + 64 && hidden == 41 && by_either_order == 21 && unnamed == 5);
  for (int i = 0; i < 64; ++i) CHECK(table[i] == 0.5f + i);
  CHECK(space::nodes[0].value == 1 + 2 + 3 && unused == 133);

  // What the host changes between launches.
  hidden = 1;
  change<<<1, 1>>>(&unused);
  OK(cudaDeviceSynchronize());
  CHECK(counter == 75 && hidden == 3 && unused == 233);

  int* address;
  OK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), counter));
  CHECK(address == &counter && *address == 75);
  int copy = 0;
  OK(cudaMemcpyFromSymbol(&copy, counter, sizeof copy));
  CHECK(copy == 75);
  copy = 9;
  OK(cudaMemcpyToSymbol(counter, &copy, sizeof copy));
  CHECK(counter == 9);
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, table));
  CHECK(attributes.type == cudaMemoryTypeManaged && attributes.hostPointer == table);
  EXPECT_CODE(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(table));
  EXPECT_CODE(cudaErrorInvalidValue, cudaFree(table));
  size_t bytes;
  OK(cudaGetSymbolSize(&bytes, table));
  CHECK(bytes == sizeof table);

  OK(cudaDeviceReset());
  change<<<1, 1>>>(&unused);
  OK(cudaDeviceSynchronize());
  CHECK(counter == 10 && unused == 333);
}
