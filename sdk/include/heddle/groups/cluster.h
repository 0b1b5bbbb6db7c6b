// The group of a cluster of blocks (compute capability 9.0): its barrier, and its blocks' shared
// memory. A kernel without clusters has clusters of one block.
#ifndef HEDDLE_GROUPS_CLUSTER_H
#define HEDDLE_GROUPS_CLUSTER_H

#include "block.h"

namespace cooperative_groups {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

namespace heddle_groups {

#define HEDDLE_CLUSTER_REGISTER(name, text)       \
  HEDDLE_DEVICE unsigned name() {                 \
    unsigned value;                               \
    asm("mov.u32 %0, %%" text ";" : "=r"(value)); \
    return value;                                 \
  }
HEDDLE_CLUSTER_REGISTER(cluster_rank, "cluster_ctarank")
HEDDLE_CLUSTER_REGISTER(cluster_blocks, "cluster_nctarank")
HEDDLE_CLUSTER_REGISTER(cluster_index_x, "cluster_ctaid.x")
HEDDLE_CLUSTER_REGISTER(cluster_index_y, "cluster_ctaid.y")
HEDDLE_CLUSTER_REGISTER(cluster_index_z, "cluster_ctaid.z")
HEDDLE_CLUSTER_REGISTER(cluster_size_x, "cluster_nctaid.x")
HEDDLE_CLUSTER_REGISTER(cluster_size_y, "cluster_nctaid.y")
HEDDLE_CLUSTER_REGISTER(cluster_size_z, "cluster_nctaid.z")
#undef HEDDLE_CLUSTER_REGISTER

}  // namespace heddle_groups

class cluster_group {
 public:
  struct arrival_token {};

  __device__ static arrival_token barrier_arrive() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    return arrival_token();
  }
  __device__ static void barrier_wait() {
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  }
  __device__ static void barrier_wait(arrival_token&&) { barrier_wait(); }
  __device__ static void sync() {
    barrier_arrive();
    barrier_wait();
  }
  __device__ static unsigned block_rank() { return heddle_groups::cluster_rank(); }
  __device__ static unsigned num_blocks() { return heddle_groups::cluster_blocks(); }
  __device__ static unsigned thread_rank() {
    return block_rank() * heddle_groups::threads_of_block() + heddle_groups::rank_in_block();
  }
  __device__ static unsigned num_threads() {
    return num_blocks() * heddle_groups::threads_of_block();
  }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static dim3 block_index() {
    return dim3(heddle_groups::cluster_index_x(), heddle_groups::cluster_index_y(),
                heddle_groups::cluster_index_z());
  }
  __device__ static dim3 dim_blocks() {
    return dim3(heddle_groups::cluster_size_x(), heddle_groups::cluster_size_y(),
                heddle_groups::cluster_size_z());
  }
  __device__ static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  __device__ static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  /// The address of the variable in the shared memory of the block with that rank.
  template <typename T>
  __device__ static T* map_shared_rank(T* address, int rank) {
    T* mapped;
    asm("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(address), "r"(rank));
    return mapped;
  }
  /// The rank of the block in whose shared memory the address lies.
  __device__ static unsigned query_shared_rank(const void* address) {
    unsigned rank;
    asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
    return rank;
  }

 private:
  friend __device__ cluster_group this_cluster();
  __device__ cluster_group() {}
};

__device__ inline cluster_group this_cluster() { return cluster_group(); }

#else

template <class... None>
__device__ int this_cluster(None...)
    __attribute__((unavailable("this_cluster() needs compute capability 9.0: -arch=sm_90")));

#endif

}  // namespace cooperative_groups

#endif
