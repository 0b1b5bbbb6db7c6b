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
__managed__ Node ends[2] = {{1, nullptr}, {2, nullptr}};
__managed__ Node start = {3, &ends[1]};  // an initial value with an address
Node* const second = &ends[1];
static int* const table_of_pointers[] = {&counter, nullptr, &unused};

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

// What the device takes the variables' addresses for, and what it finds behind the host's.
struct Addresses {
  int* counter;
  float* end_of_table;
  double* unnamed;
  Node* second;
};
__managed__ Addresses taken;
__managed__ int agreements;

__global__ void take_addresses(const Addresses* of_host, int* pointer) {
  taken = {&counter, table + 64, &unnamed, start.next};
  agreements = (of_host->counter == &counter) + (of_host->end_of_table == table + 64) +
               (of_host->unnamed == &unnamed) + (of_host->second == &ends[1]) +
               (pointer == &counter) + (start.next == ends + 1) + (start.next->value == 2);
}

// Host code and device code agree on every address, whoever takes it and whoever stores it.
void check_addresses() {
  Addresses* of_host;
  OK(cudaMallocManaged(&of_host, sizeof *of_host));
  *of_host = {&counter, table + 64, &unnamed, second};
  take_addresses<<<1, 1>>>(of_host, &counter);
  OK(cudaDeviceSynchronize());
  CHECK(agreements == 7);
  CHECK(taken.counter == &counter && taken.end_of_table == &table[64]);
  CHECK(taken.unnamed == &unnamed && taken.second == second);
  *taken.counter = 17;
  CHECK(counter == 17 && *table_of_pointers[0] == 17 && table_of_pointers[2] == &unused);
  CHECK(start.next == &ends[1] && start.next->value == 2);
  OK(cudaFree(of_host));
}

// Each block stores the address of its variable, and finds those of the host.
__managed__ const void* slots[512];
__managed__ int wrong_slots;
__global__ void take_many(const void* const* of_host) {
  const void* own = &slots[blockIdx.x];
  for (int i = 0; i < 100; ++i) {
    if (of_host[(blockIdx.x + i) % 512] != &slots[(blockIdx.x + i) % 512]) wrong_slots = 1;
  }
  slots[blockIdx.x] = own;
}
void check_many_blocks() {
  const void** of_host;
  OK(cudaMallocManaged(&of_host, sizeof slots));
  for (int i = 0; i < 512; ++i) of_host[i] = &slots[i];
  take_many<<<512, 128>>>(of_host);
  OK(cudaDeviceSynchronize());
  CHECK(wrong_slots == 0);
  for (int i = 0; i < 512; ++i) CHECK(slots[i] == &slots[i]);
}

int main(int argc, char**) {
  if (argc > 1) {  // for host threads, which small launches do not use
    check_many_blocks();
    return 0;
  }
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

  check_addresses();
  counter = 75;
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
  check_addresses();
}
