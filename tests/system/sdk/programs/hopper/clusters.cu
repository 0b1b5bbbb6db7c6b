// Clusters of blocks: registers, barriers, and the shared memory of other blocks, against what the
// host computes.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cstring>

#include "self_checks.h"

namespace cg = cooperative_groups;

constexpr int kThreads = 64;

struct Place {
  unsigned cluster[3], clusters[3], in_cluster[3], extent[3], rank, blocks, is_explicit;
};

__global__ void places(Place* to) {
  Place place;
#define READ(field, text) asm("mov.u32 %0, %%" text ";" : "=r"(place.field))
  READ(cluster[0], "clusterid.x");
  READ(cluster[1], "clusterid.y");
  READ(cluster[2], "clusterid.z");
  READ(clusters[0], "nclusterid.x");
  READ(clusters[1], "nclusterid.y");
  READ(clusters[2], "nclusterid.z");
  READ(in_cluster[0], "cluster_ctaid.x");
  READ(in_cluster[1], "cluster_ctaid.y");
  READ(in_cluster[2], "cluster_ctaid.z");
  READ(extent[0], "cluster_nctaid.x");
  READ(extent[1], "cluster_nctaid.y");
  READ(extent[2], "cluster_nctaid.z");
  READ(rank, "cluster_ctarank");
  READ(blocks, "cluster_nctarank");
#undef READ
  unsigned is_explicit;
  asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }"
      : "=r"(is_explicit));
  place.is_explicit = is_explicit;
  to[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] = place;
}

/// A launch in clusters whose size the launch says.
template <typename... Parameters, typename... Arguments>
static cudaError_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 cluster,
                          Arguments... arguments) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = dim3(kThreads);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

static void check_places() {
  const dim3 grid(4, 6, 2), cluster(2, 3, 1);
  Place* found;
  cudaMallocManaged(&found, grid.x * grid.y * grid.z * sizeof *found);
  check_success(launch(places, grid, cluster, found), "launch of places");
  check_success(cudaDeviceSynchronize(), "places");
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        const Place expected = {{x / 2, y / 3, z}, {2, 2, 2}, {x % 2, y % 3, 0}, {2, 3, 1},
                                x % 2 + 2 * (y % 3), 6, 1};
        check(memcmp(&expected, &found[x + 4 * (y + 6 * z)], sizeof expected) == 0, "a place");
      }
  places<<<2, 32>>>(found);
  check_success(cudaDeviceSynchronize(), "places without clusters");
  const Place alone = {{1, 0, 0}, {2, 1, 1}, {0, 0, 0}, {1, 1, 1}, 0, 1, 0};
  check(memcmp(&alone, &found[1], sizeof alone) == 0, "a place without clusters");
  cudaFree(found);
}

/// Each block adds what all blocks of its cluster have in shared memory.
__global__ void __cluster_dims__(4, 1, 1) sums(int* to) {
  __shared__ int own[kThreads];
  const cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
  cluster.sync();
  int sum = 0;
  for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) {
    int* const other = cluster.map_shared_rank(own, rank);
    if (cluster.query_shared_rank(other) != rank) sum += 1 << 20;
    sum += other[(threadIdx.x + rank) % kThreads];
  }
  to[blockIdx.x * kThreads + threadIdx.x] = sum;
  cluster.sync();
}

/// Atomics and stores to the next block, by addresses in shared memory of 32 bits.
__global__ void ring(int* to) {
  __shared__ int count;
  __shared__ int word[kThreads];
  if (threadIdx.x == 0) count = 0;
  cg::this_cluster().sync();
  const unsigned blocks = cg::this_cluster().num_blocks();
  const unsigned next = (cg::this_cluster().block_rank() + 1) % blocks;
  const unsigned of_count = static_cast<unsigned>(__cvta_generic_to_shared(&count));
  const unsigned of_word = static_cast<unsigned>(__cvta_generic_to_shared(&word[threadIdx.x]));
  asm volatile(
      "{\n .reg .u32 c, w, r, old;\n"
      " mapa.shared::cluster.u32 c, %0, %2;\n"
      " mapa.shared::cluster.u32 w, %1, %2;\n"
      " getctarank.shared::cluster.u32 r, w;\n"
      " atom.add.shared::cluster.u32 old, [c], 1;\n"
      " red.add.shared::cluster.u32 [c], r;\n"
      " st.shared::cluster.u32 [w], %3;\n}" ::"r"(of_count),
      "r"(of_word), "r"(next), "r"(blockIdx.x * 100 + threadIdx.x)
      : "memory");
  cg::this_cluster().sync();
  to[blockIdx.x * (kThreads + 1) + threadIdx.x] = word[threadIdx.x];
  if (threadIdx.x == 0) to[blockIdx.x * (kThreads + 1) + kThreads] = count;
}

static void check_ring(unsigned blocks, unsigned size) {
  int* found;
  cudaMallocManaged(&found, blocks * (kThreads + 1) * sizeof *found);
  check_success(launch(ring, dim3(blocks), dim3(size), found), "launch of a ring");
  check_success(cudaDeviceSynchronize(), "a ring");
  for (unsigned block = 0; block < blocks; ++block) {
    const unsigned rank = block % size, from = block - rank + (rank + size - 1) % size;
    for (int thread = 0; thread < kThreads; ++thread)
      check(found[block * (kThreads + 1) + thread] == static_cast<int>(from * 100) + thread,
            "a word of the ring");
    check(found[block * (kThreads + 1) + kThreads] == static_cast<int>(kThreads * (1 + rank)),
          "a count of the ring");
  }
  cudaFree(found);
}

static void check_sums() {
  constexpr int kBlocks = 12;
  int* found;
  cudaMallocManaged(&found, kBlocks * kThreads * sizeof *found);
  sums<<<kBlocks, kThreads>>>(found);
  check_success(cudaDeviceSynchronize(), "sums");
  for (int block = 0; block < kBlocks; ++block)
    for (int thread = 0; thread < kThreads; ++thread) {
      int sum = 0;
      for (int rank = 0; rank < 4; ++rank)
        sum += 1000 * (block / 4 * 4 + rank) + (thread + rank) % kThreads;
      check(found[block * kThreads + thread] == sum, "a sum");
    }
  cudaFree(found);
}

/// Threads that end early count as having arrived.
__global__ void early(int* to) {
  __shared__ int word;
  if (threadIdx.x >= 32) return;
  if (threadIdx.x == 0) word = blockIdx.x + 1;
  asm volatile("barrier.cluster.arrive;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  if (threadIdx.x == 0) atomicAdd(to, *cg::this_cluster().map_shared_rank(&word, 0));
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

static void check_limits() {
  int* word;
  cudaMallocManaged(&word, sizeof *word);
  *word = 0;
  check_success(launch(early, dim3(8), dim3(2), word), "launch of threads that end early");
  check_success(cudaDeviceSynchronize(), "threads that end early");
  check(*word == 2 * (1 + 3 + 5 + 7), "the sum of threads that end early");

  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 2;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(8);
  config.blockDim = dim3(kThreads);
  config.attrs = &attribute;
  config.numAttrs = 1;
  int clusters = 0, blocks = 0, size = 0;
  check_success(cudaOccupancyMaxActiveClusters(&clusters, ring, &config), "active clusters");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, ring, kThreads, 0);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  check(clusters == blocks * properties.multiProcessorCount / 2, "the number of active clusters");
  check_success(cudaOccupancyMaxPotentialClusterSize(&size, ring, &config), "a cluster's size");
  check(size == 8, "the portable size");
  check(properties.clusterLaunch == 1, "the property of clusters");

  check(launch(ring, dim3(7), dim3(2), word) == cudaErrorInvalidClusterSize, "a grid of 7 blocks");
  check(launch(ring, dim3(16), dim3(16), word) == cudaErrorInvalidClusterSize, "16 blocks");
  check(launch(sums, dim3(16), dim3(2), word) == cudaErrorInvalidClusterSize, "another size");
  cudaGetLastError();
  check_success(cudaFuncSetAttribute(reinterpret_cast<const void*>(ring),
                                     cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                "large clusters");
  cudaFree(word);
}

/// The driver API tells the size of the clusters that a kernel is compiled for.
static void check_attributes() {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPoint("cuFuncGetAttribute", &entry, cudaEnableDefault, &result);
  const auto read = reinterpret_cast<decltype(&cuFuncGetAttribute)>(entry);
  cudaFunction_t function;
  check_success(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(sums)), "a function");
  const CUfunction_attribute attributes[] = {
      CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH,
      CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH};
  const int expected[] = {1, 4, 1, 1};
  for (int i = 0; i < 4; ++i) {
    int value = -1;
    check(read(&value, attributes[i], function) == CUDA_SUCCESS, "an attribute");
    check(value == expected[i], "the value of an attribute");
  }
}

int main() {
  check_places();
  check_sums();
  check_ring(8, 2);
  check_ring(16, 8);
  check_limits();
  check_ring(32, 16);
  check_attributes();
  return report();
}
