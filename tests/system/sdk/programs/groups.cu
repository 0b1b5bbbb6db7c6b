// Cooperative groups against sums and ranks computed on the host. Prints each value that differs.
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

constexpr int kThreads = 128;
constexpr int kFields = 16;

struct Wide {
  double number;
  int tag;
};

__device__ int sum_by_halving(cg::thread_group group, int* scratch, int value) {
  const int rank = static_cast<int>(group.thread_rank());
  for (int step = static_cast<int>(group.size()) / 2; step > 0; step /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < step) value += scratch[rank + step];
    group.sync();
  }
  return value;
}

__global__ void tiles(int* out) {
  __shared__ int scratch[kThreads];
  __shared__ cg::block_tile_memory<kThreads> memory;
  const int t = static_cast<int>(threadIdx.x);
  int* o = out + t * kFields;
  cg::thread_block block = cg::this_thread_block(memory);
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(warp);
  auto wide = cg::tiled_partition<64>(block);
  o[0] = static_cast<int>(eight.thread_rank()) + 100 * static_cast<int>(eight.meta_group_rank());
  o[1] = cg::reduce(eight, t, cg::plus<int>());
  o[2] = cg::inclusive_scan(warp, t, cg::plus<int>());
  o[3] = cg::exclusive_scan(eight, 1);
  o[4] = static_cast<int>(eight.ballot(t % 3 == 0));
  const Wide from = {t * 0.5, t};
  const Wide got = eight.shfl_xor(from, 3);
  o[5] = static_cast<int>(got.number * 2) * 1000 + got.tag;
  o[6] = cg::reduce(wide, t, cg::greater<int>());
  o[7] = wide.shfl(t, 5);
  o[8] = sum_by_halving(block, scratch, 1);
  o[9] = sum_by_halving(cg::tiled_partition(block, 16), scratch + t / 16 * 16, t);
  o[10] = o[11] = o[12] = 0;
  if (t % 4 == 1) {
    cg::coalesced_group some = cg::coalesced_threads();
    o[10] = cg::reduce(some, t, cg::plus<int>()) + 1000000 * static_cast<int>(some.size());
    o[11] = static_cast<int>(some.thread_rank());
    o[12] = some.shfl(t, 2);
  }
  cg::coalesced_group parity = cg::binary_partition(warp, t % 2 == 0);
  o[13] = static_cast<int>(parity.size()) * 100 + static_cast<int>(parity.thread_rank());
  auto labeled = cg::labeled_partition(warp, t / 10);
  o[14] = cg::reduce(labeled, 1, cg::plus<int>());
  o[15] = wide.any(t == 70) * 2 + wide.all(t < 64);
}

__global__ void rounds(int* data, int n) {
  cg::grid_group grid = cg::this_grid();
  const int i = static_cast<int>(grid.thread_rank());
  for (int round = 0; round < 5; ++round) {
    const int next = data[(i + 1) % n];
    grid.sync();
    data[i] += next;
    grid.sync();
  }
}

static int expected(int t, int field) {
  const int first8 = t / 8 * 8, first32 = t / 32 * 32, first16 = t / 16 * 16;
  int sum = 0;
  switch (field) {
    case 0:
      return t % 8 + 100 * (t / 8);
    case 1:
      return 8 * first8 + 28;
    case 2:
      for (int i = first32; i <= t; ++i) sum += i;
      return sum;
    case 3:
      return t % 8;
    case 4:
      for (int i = 0; i < 8; ++i) sum |= ((first8 + i) % 3 == 0) << i;
      return sum;
    case 5:
      return (first8 + (t % 8 ^ 3)) * 1001;
    case 6:
      return t / 64 * 64 + 63;
    case 7:
      return t / 64 * 64 + 5;
    case 8:
      return t == 0 ? kThreads : -1;
    case 9:
      return t % 16 == 0 ? 16 * first16 + 120 : -1;
    case 10:
      for (int i = 0; i < 8; ++i) sum += first32 + 4 * i + 1;
      return t % 4 == 1 ? sum + 8000000 : 0;
    case 11:
      return t % 4 == 1 ? t % 32 / 4 : 0;
    case 12:
      return t % 4 == 1 ? first32 + 9 : 0;
    case 13:
      return 1600 + t % 32 / 2;
    case 14:
      for (int i = first32; i < first32 + 32; ++i) sum += i / 10 == t / 10;
      return sum;
    default:
      return (t >= 64 ? 2 : 0) + (t < 64 ? 1 : 0);
  }
}

static int check_tiles() {
  int got[kThreads * kFields];
  int* device;
  cudaMalloc(&device, sizeof(got));
  tiles<<<1, kThreads>>>(device);
  if (cudaMemcpy(got, device, sizeof(got), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < kThreads * kFields; ++i) {
    const int want = expected(i / kFields, i % kFields);
    if (want == -1 || got[i] == want) continue;
    if (++wrong < 20)
      printf("thread %d field %d: got %d, want %d\n", i / kFields, i % kFields, got[i], want);
  }
  return wrong;
}

static int check_grid() {
  constexpr int kBlocks = 4, kBlock = 64;
  int n = kBlocks * kBlock, got[kBlocks * kBlock], want[kBlocks * kBlock], next[kBlocks * kBlock];
  for (int i = 0; i < n; ++i) want[i] = i;
  int* device;
  cudaMalloc(&device, sizeof(got));
  cudaMemcpy(device, want, sizeof(want), cudaMemcpyHostToDevice);
  void* arguments[] = {&device, &n};
  cudaLaunchCooperativeKernel(rounds, dim3(kBlocks), dim3(kBlock), arguments);
  if (cudaMemcpy(got, device, sizeof(got), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < n; ++i) next[i] = want[i] + want[(i + 1) % n];
    for (int i = 0; i < n; ++i) want[i] = next[i];
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    if (got[i] != want[i] && ++wrong < 5)
      printf("element %d: got %d, want %d\n", i, got[i], want[i]);
  }
  return wrong;
}

int main() {
  const int wrong = check_tiles() + check_grid();
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
