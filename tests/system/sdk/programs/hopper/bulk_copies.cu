// Bulk copies, reductions, stores to blocks of a cluster, and the barriers that count their bytes,
// against what the host computes.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include "barrier_bytes.h"
#include "self_checks.h"

namespace cg = cooperative_groups;

constexpr int kWords = 256, kBytes = kWords * 4;

/// Copies in and out by one thread, and adds up what all blocks have.
__global__ void copies(int* to, int* sums, const int* from) {
  __shared__ __align__(128) int words[kWords];
  __shared__ __align__(8) unsigned long long barrier;
  const unsigned own = shared_address(words), of_barrier = shared_address(&barrier);
  if (threadIdx.x == 0) {
    start_barrier(of_barrier, 1);
    expect_bytes(of_barrier, kBytes);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
        ::"r"(own), "l"(from + blockIdx.x * kWords), "r"(kBytes), "r"(of_barrier) : "memory");
  }
  __syncthreads();
  wait_for_phase(of_barrier, 0);
  words[threadIdx.x] += 7;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   to + blockIdx.x * kWords),
               "r"(own), "r"(kBytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(
                   sums),
               "r"(own), "r"(kBytes)
               : "memory");
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(kBytes));
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

static void check_copies() {
  constexpr int kBlocks = 3;
  int *from, *to, *sums;
  cudaMallocManaged(&from, kBlocks * kBytes);
  cudaMallocManaged(&to, kBlocks * kBytes);
  cudaMallocManaged(&sums, kBytes);
  for (int i = 0; i < kBlocks * kWords; ++i) from[i] = i * i - 5000, to[i] = 0;
  for (int i = 0; i < kWords; ++i) sums[i] = i;
  copies<<<kBlocks, kWords>>>(to, sums, from);
  check_success(cudaDeviceSynchronize(), "copies");
  for (int i = 0; i < kBlocks * kWords; ++i) check(to[i] == from[i] + 7, "a copied word");
  for (int i = 0; i < kWords; ++i) {
    int sum = i;
    for (int block = 0; block < kBlocks; ++block) sum += from[block * kWords + i] + 7;
    check(sums[i] == sum, "a sum in global memory");
  }
  cudaFree(from), cudaFree(to), cudaFree(sums);
}

/// Reductions of f16, and of integers by the larger value.
__global__ void reductions(__half* halves, int* largest, const __half* from, const int* numbers) {
  __shared__ __align__(16) __half own[64];
  __shared__ __align__(16) int words[64];
  own[threadIdx.x] = from[threadIdx.x];
  words[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile(
      "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], 128;" ::"l"(
          halves),
      "r"(shared_address(own))
      : "memory");
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], 256;" ::"l"(
                   largest),
               "r"(shared_address(words))
               : "memory");
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

static void check_reductions() {
  __half *halves, *from;
  int *largest, *numbers;
  cudaMallocManaged(&halves, 128), cudaMallocManaged(&from, 128);
  cudaMallocManaged(&largest, 256), cudaMallocManaged(&numbers, 256);
  for (int i = 0; i < 64; ++i) {
    halves[i] = __float2half(i * 0.5f), from[i] = __float2half(100.0f - i);
    largest[i] = 32 - i, numbers[i] = i - 32;
  }
  reductions<<<1, 64>>>(halves, largest, from, numbers);
  check_success(cudaDeviceSynchronize(), "reductions");
  for (int i = 0; i < 64; ++i) {
    check(__half2float(halves[i]) == 100.0f - i * 0.5f, "a sum of f16");
    check(largest[i] == (32 - i > i - 32 ? 32 - i : i - 32), "a largest number");
  }
  cudaFree(halves), cudaFree(from), cudaFree(largest), cudaFree(numbers);
}

/// One block copies to all blocks of its cluster; each block then sends to the next one, adds to the
/// one after it, and stores to it.
__global__ void __cluster_dims__(4, 1, 1) exchange(int* to, const int* from) {
  __shared__ __align__(128) int words[kWords], sent[kWords], sums[kWords], stored[8];
  __shared__ __align__(8) unsigned long long barriers[2];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), next = (rank + 1) % 4;
  const unsigned first = shared_address(&barriers[0]), second = shared_address(&barriers[1]);
  sums[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    start_barrier(first, 1);
    start_barrier(second, 1);
    expect_bytes(first, kBytes);
    expect_bytes(second, 2 * kBytes + 16 + 4 + 4);
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  cluster.sync();
  if (rank == 1 && threadIdx.x == 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1], %2, [%3], %4;" ::"r"(shared_address(words)),
        "l"(from), "r"(kBytes), "r"(first), "h"(static_cast<short>(0xf))
        : "memory");
  wait_for_phase(first, 0);
  __syncthreads();
  words[threadIdx.x] += 1000 * rank;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "{\n .reg .u32 to, sum, word, bar;\n"
        " mapa.shared::cluster.u32 to, %0, %4;\n mapa.shared::cluster.u32 sum, %1, %4;\n"
        " mapa.shared::cluster.u32 word, %2, %4;\n mapa.shared::cluster.u32 bar, %3, %4;\n"
        " cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [to], [%5], %6, "
        "[bar];\n"
        " cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 "
        "[sum], [%5], %6, [bar];\n"
        " st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [word], {%7, 2, 3, 4}, "
        "[bar];\n"
        " st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [word+16], %7, [bar];\n"
        " red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [word+16], "
        "5, [bar];\n}" ::"r"(shared_address(sent)),
        "r"(shared_address(sums)), "r"(shared_address(stored)), "r"(second), "r"(next),
        "r"(shared_address(words)), "r"(kBytes), "r"(rank + 50)
        : "memory");
  }
  wait_for_phase(second, 0);
  int* const own = to + blockIdx.x * (2 * kWords + 8);
  own[threadIdx.x] = sent[threadIdx.x];
  own[kWords + threadIdx.x] = sums[threadIdx.x];
  if (threadIdx.x < 5) own[2 * kWords + threadIdx.x] = stored[threadIdx.x];
  cluster.sync();
}

static void check_exchange() {
  constexpr int kBlocks = 8;
  int *to, *from;
  cudaMallocManaged(&from, kBytes);
  cudaMallocManaged(&to, kBlocks * (2 * kWords + 8) * sizeof *to);
  for (int i = 0; i < kWords; ++i) from[i] = 3 * i + 1;
  exchange<<<kBlocks, kWords>>>(to, from);
  check_success(cudaDeviceSynchronize(), "an exchange");
  for (int block = 0; block < kBlocks; ++block) {
    const int* const own = to + block * (2 * kWords + 8);
    const int before = (block % 4 + 3) % 4;
    for (int i = 0; i < kWords; ++i) {
      check(own[i] == 3 * i + 1 + 1000 * before, "a sent word");
      check(own[kWords + i] == i + 3 * i + 1 + 1000 * before, "a sum in shared memory");
    }
    const int expected[5] = {before + 50, 2, 3, 4, before + 55};
    for (int i = 0; i < 5; ++i) check(own[2 * kWords + i] == expected[i], "a stored word");
  }
  cudaFree(to), cudaFree(from);
}

/// Barriers of other blocks: every thread of the cluster arrives on the barrier of rank 0.
__global__ void __cluster_dims__(2, 1, 1) arrivals(int* to) {
  __shared__ __align__(8) unsigned long long barrier;
  const unsigned own = shared_address(&barrier);
  if (threadIdx.x == 0) start_barrier(own, 2 * blockDim.x);
  cg::this_cluster().sync();
  asm volatile(
      "{\n .reg .u32 bar;\n mapa.shared::cluster.u32 bar, %0, 0;\n"
      " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [bar];\n}" ::"r"(own)
      : "memory");
  if (cg::this_cluster().block_rank() == 0) {
    wait_for_phase(own, 0);
    to[threadIdx.x] = 1;
  }
  cg::this_cluster().sync();
}

/// A leader of each warp, counts of registers, and the end of the grid before.
__global__ void leaders(int* to) {
  int leads;
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile(
      "{\n .reg .pred p;\n elect.sync _|p, 0xffffffff;\n selp.s32 %0, 1, 0, p;\n}"
      : "=r"(leads));
  if (leads) atomicAdd(to, 1);
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
}

static void check_small() {
  int* word;
  cudaMallocManaged(&word, 32 * sizeof *word);
  for (int i = 0; i < 32; ++i) word[i] = 0;
  arrivals<<<2, 32>>>(word);
  check_success(cudaDeviceSynchronize(), "arrivals");
  for (int i = 0; i < 32; ++i) check(word[i] == 1, "an arrival");
  word[0] = 0;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(3);
  config.blockDim = dim3(128);
  config.attrs = &attribute;
  config.numAttrs = 1;
  check_success(cudaLaunchKernelEx(&config, leaders, word), "a programmatic launch");
  check_success(cudaLaunchKernelEx(&config, leaders, word), "another one");
  check_success(cudaDeviceSynchronize(), "leaders");
  check(word[0] == 2 * 3 * 4, "the number of leaders");
  cudaFree(word);
}

int main() {
  check_copies();
  check_reductions();
  check_exchange();
  check_small();
  return report();
}
