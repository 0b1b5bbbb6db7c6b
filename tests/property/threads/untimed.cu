// Kernels of many blocks for launches without timing: independent blocks, and blocks that meet in
// integer atomics, in sums of floating-point numbers, in tickets and in printed lines. The program
// checks what the host can compute, and prints the rest bit by bit.
#include <cstdio>
#include <cstring>

constexpr int kBlocks = 256, kThreads = 128, kRounds = 100;

__host__ __device__ unsigned mixed(unsigned x) {
  for (int i = 0; i < kRounds; ++i) x = x * 1664525u + 1013904223u;
  return x;
}
__device__ unsigned here() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void independent(unsigned* out) { out[here()] = mixed(here()); }
__global__ void histogram(unsigned* bins) { atomicAdd(&bins[mixed(here()) >> 24], 1u); }
__global__ void extremes(unsigned* found) {
  atomicMax(&found[0], mixed(here()));
  atomicMin(&found[1], mixed(here()));
  atomicXor(&found[2], mixed(here()));
}
__global__ void sum(float* total) { atomicAdd(total, 1.0f / (1 + (mixed(here()) >> 8))); }
__global__ void tickets(unsigned* next, unsigned* out) {
  const unsigned work = mixed(here());
  out[atomicAdd(next, 1u)] = work;
}
__global__ void lines() {
  if (mixed(here()) % 512 == 0) printf("block %u thread %u\n", blockIdx.x, threadIdx.x);
}

int main() {
  unsigned *out, *bins, *found, *next, *order;
  float* total;
  const int count = kBlocks * kThreads;
  cudaMallocManaged(&out, count * 4);
  cudaMallocManaged(&order, count * 4);
  cudaMallocManaged(&bins, 256 * 4);
  cudaMallocManaged(&found, 3 * 4);
  cudaMallocManaged(&next, 4);
  cudaMallocManaged(&total, 4);
  found[1] = ~0u;
  independent<<<kBlocks, kThreads>>>(out);
  histogram<<<kBlocks, kThreads>>>(bins);
  extremes<<<kBlocks, kThreads>>>(found);
  sum<<<kBlocks, kThreads>>>(total);
  tickets<<<kBlocks, kThreads>>>(next, order);
  lines<<<kBlocks, kThreads>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  unsigned expected[256] = {}, most = 0, least = ~0u, all = 0;
  for (int i = 0; i < count; ++i) {
    const unsigned x = mixed(i);
    if (out[i] != x) return 2;
    ++expected[x >> 24];
    most = x > most ? x : most;
    least = x < least ? x : least;
    all ^= x;
  }
  if (memcmp(bins, expected, sizeof expected) != 0) return 3;
  if (found[0] != most || found[1] != least || found[2] != all) return 4;
  if (*next != unsigned(count)) return 5;
  unsigned bits, digest = 0;
  memcpy(&bits, total, 4);
  for (int i = 0; i < count; ++i) digest = digest * 31 + order[i];
  printf("sum %08x order %08x\n", bits, digest);
}
