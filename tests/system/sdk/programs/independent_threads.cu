// Lanes of one warp that wait for each other. On a machine with independent thread scheduling, all
// of this ends and gives what the CUDA C++ Programming Guide promises; with a reconvergence stack a
// lane waits for ever for another lane of its warp. Each case is a kernel that runs alone, by name;
// without a name, all run.
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <cuda_runtime.h>

namespace {

constexpr unsigned kFull = 0xFFFFFFFFu;
constexpr int kThreads = 64;
constexpr int kBlocks = 2;

struct Node {
  int key;
  int next;
  int lock;
};

struct Data {
  int lock;
  int count;
  int flags[kThreads * kBlocks];
  int out[kThreads * kBlocks];
  Node nodes[kThreads + 2];
};

__device__ unsigned lane() { return threadIdx.x % 32; }
__device__ int thread() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__device__ void acquire(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void release(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}
__device__ void increment(int* count) {
  volatile int* const at = count;
  *at = *at + 1;
}

/// Every thread takes one lock.
__global__ void lock_of_all(Data* data) {
  acquire(&data->lock);
  increment(&data->count);
  release(&data->lock);
  data->out[thread()] = 1;
}

/// The lanes of the then-branch wait for a lock that a lane of the else-branch holds.
__global__ void holder_in_else(Data* data) {
  __shared__ int lock, count;
  if (threadIdx.x == 0) {
    lock = 1;
    count = 0;
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    acquire(&lock);
    increment(&count);
    release(&lock);
  } else if (threadIdx.x == 20) {
    count = 100;
    release(&lock);
  }
  __syncthreads();
  data->out[thread()] = count;
}

__global__ void holder_in_then(Data* data) {
  __shared__ int lock, count;
  if (threadIdx.x == 0) {
    lock = 1;
    count = 0;
  }
  __syncthreads();
  if (threadIdx.x == 7) {
    count = 100;
    release(&lock);
  } else if (threadIdx.x >= 16 && threadIdx.x < 32) {
    acquire(&lock);
    increment(&count);
    release(&lock);
  }
  __syncthreads();
  data->out[thread()] = count;
}

/// Each lane waits for the next one: lane 31 begins. The flags are in global memory.
__global__ void chain_in_global(Data* data) {
  volatile int* const flags = data->flags;
  const int self = thread();
  if (lane() == 31) {
    flags[self] = 1;
  } else {
    int value;
    while ((value = flags[self + 1]) == 0) {
    }
    flags[self] = value + 1;
  }
  data->out[self] = flags[self];
}

/// The same in shared memory, from lane 0 on.
__global__ void chain_in_shared(Data* data) {
  __shared__ volatile int flags[kThreads];
  flags[threadIdx.x] = 0;
  __syncthreads();
  if (lane() != 0)
    while (flags[threadIdx.x - 1] == 0) {
    }
  flags[threadIdx.x] = lane() == 0 ? 1 : flags[threadIdx.x - 1] + 1;
  data->out[thread()] = flags[threadIdx.x];
}

/// Inserts keys into a sorted list, with a lock for each node and two locks held on the way.
__global__ void sorted_list(Data* data) {
  if (blockIdx.x != 0) return;
  Node* const nodes = data->nodes;
  const int self = static_cast<int>(threadIdx.x) + 2;
  const int key = static_cast<int>(threadIdx.x * 37 % kThreads);
  nodes[self].key = key;
  int at = 0;
  acquire(&nodes[at].lock);
  for (;;) {
    const int next = *const_cast<volatile int*>(&nodes[at].next);
    acquire(&nodes[next].lock);
    if (nodes[next].key > key) {
      nodes[self].next = next;
      __threadfence();
      *const_cast<volatile int*>(&nodes[at].next) = self;
      release(&nodes[next].lock);
      release(&nodes[at].lock);
      break;
    }
    release(&nodes[at].lock);
    at = next;
  }
}

/// __syncwarp in both branches orders what the lanes write and read.
__global__ void syncwarp_in_branches(Data* data) {
  __shared__ int words[kThreads];
  int* const of_warp = words + threadIdx.x / 32 * 32;
  int got;
  if (lane() < 16) {
    of_warp[lane()] = static_cast<int>(lane()) * 3;
    __syncwarp();
    got = of_warp[lane() + 16];
  } else {
    of_warp[lane()] = static_cast<int>(lane()) * 5;
    __syncwarp();
    got = of_warp[lane() - 16];
  }
  data->out[thread()] = got;
}

/// Only the lanes of the mask meet; the other lanes wait for them at a flag.
__global__ void syncwarp_of_some(Data* data) {
  __shared__ volatile int ready[kThreads / 32], words[kThreads];
  const unsigned warp = threadIdx.x / 32;
  ready[warp] = 0;
  __syncwarp();
  if (lane() >= 24) {
    while (ready[warp] == 0) {
    }
    data->out[thread()] = words[threadIdx.x - 24];
  } else if (lane() >= 12) {
    words[threadIdx.x] = static_cast<int>(threadIdx.x) + 100;
    __syncwarp(0x00FFFFFFu);
    data->out[thread()] = words[threadIdx.x - 12];
  } else {
    words[threadIdx.x] = static_cast<int>(threadIdx.x) + 100;
    __syncwarp(0x00FFFFFFu);
    data->out[thread()] = words[threadIdx.x + 12];
    if (lane() == 0) ready[warp] = 1;
  }
}

/// Lanes exchange values, though they are at different places of the program.
__global__ void shuffle_in_branches(Data* data) {
  int got;
  if (lane() < 16) {
    got = __shfl_xor_sync(kFull, static_cast<int>(lane()) + 1000, 16);
    got += 1;
  } else {
    got = __shfl_xor_sync(kFull, static_cast<int>(lane()) * 2, 16);
    got += 2;
  }
  data->out[thread()] = got;
}

__global__ void votes_in_branches(Data* data) {
  unsigned got;
  if (lane() % 3 == 0) {
    got = __ballot_sync(kFull, lane() < 10);
  } else if (lane() % 3 == 1) {
    got = __ballot_sync(kFull, lane() > 20);
  } else {
    got = __ballot_sync(kFull, 1);
  }
  const int all = lane() < 5 ? __all_sync(kFull, lane() < 5) : __all_sync(kFull, 1);
  const unsigned same = lane() < 8 ? __match_any_sync(kFull, 7u) : __match_any_sync(kFull, lane());
  data->out[thread()] = static_cast<int>(got) ^ (all << 1) ^ static_cast<int>(__popc(same) << 8);
}

__device__ __noinline__ int swap_with(int value, int distance) {
  const int other = __shfl_xor_sync(kFull, value, distance);
  __syncwarp();
  return other;
}

/// Two calls of one function from different branches, and branches within branches.
__global__ void meeting_in_calls(Data* data) {
  int got;
  if (lane() < 16) {
    if (lane() < 4)
      got = swap_with(static_cast<int>(lane()), 16) + 1;
    else
      got = swap_with(static_cast<int>(lane()) + 50, 16) + 2;
  } else {
    got = swap_with(static_cast<int>(lane()) + 200, 16) + 3;
  }
  data->out[thread()] = got;
}

/// Lanes that have ended are not waited for.
__global__ void some_have_ended(Data* data) {
  if (lane() >= 24) return;
  unsigned ballot;
  if (lane() < 7)
    ballot = __ballot_sync(kFull, 1);
  else
    ballot = __ballot_sync(kFull, lane() % 2);
  __syncwarp();
  data->out[thread()] = static_cast<int>(ballot);
}

/// Each half waits for the other at the barrier of the block.
__global__ void barrier_in_branches(Data* data) {
  __shared__ int words[kThreads];
  int got;
  if (threadIdx.x % 2 == 0) {
    words[threadIdx.x] = static_cast<int>(threadIdx.x) + 7;
    const int count = __syncthreads_count(threadIdx.x < 10);
    got = words[threadIdx.x + 1] + count * 1000;
  } else {
    words[threadIdx.x] = static_cast<int>(threadIdx.x) + 70;
    const int count = __syncthreads_count(1);
    got = words[threadIdx.x - 1] + count * 1000 + 500;
  }
  __syncthreads();
  data->out[thread()] = got;
}

/// Half of each warp passes a branch with a barrier and waits at the next one.
__global__ void barrier_for_some(Data* data) {
  __shared__ int words[kThreads];
  words[threadIdx.x] = 0;
  if (lane() < 16) __syncthreads();
  words[threadIdx.x] = static_cast<int>(threadIdx.x) + 1;
  if (lane() >= 16) __syncthreads();
  __syncthreads();
  data->out[thread()] = words[kThreads - 1 - threadIdx.x];
}

/// A lock within a loop and a function, taken several times by each thread.
__device__ __noinline__ void add_under_lock(Data* data, int amount) {
  acquire(&data->lock);
  volatile int* const at = &data->count;
  *at = *at + amount;
  release(&data->lock);
}
__global__ void lock_in_calls(Data* data) {
  for (unsigned i = 0; i <= lane() % 4; ++i) {
    if (lane() % 2 == 0)
      add_under_lock(data, 1);
    else
      add_under_lock(data, 10);
    __syncwarp(__activemask());
  }
  data->out[thread()] = 1;
}

/// The mask names lanes that are elsewhere and do not come.
__global__ void shuffle_without_half(Data* data) {
  int value = static_cast<int>(lane());
  if (lane() < 16) value += __shfl_down_sync(kFull, value, 8);
  __syncthreads();
  data->out[thread()] = value;
}

__global__ void different_barriers(Data* data) {
  if (lane() < 16)
    asm volatile("barrier.sync 1;" ::: "memory");
  else
    asm volatile("barrier.sync 2;" ::: "memory");
  data->out[thread()] = 1;
}

int expect_none(int) { return 0; }
int expect_one(int) { return 1; }
int expect_116(int) { return 116; }
int expect_chain_down(int thread) { return 32 - thread % 32; }
int expect_chain_up(int thread) { return 1 + thread % 32; }
int expect_other_half(int thread) {
  const int lane = thread % 32;
  return lane < 16 ? (lane + 16) * 5 : (lane - 16) * 3;
}
int expect_some(int thread) {
  const int lane = thread % 32, own = thread % kThreads;
  return 100 + (lane < 12 ? own + 12 : lane < 24 ? own - 12 : own - 24);
}
int expect_shuffled(int thread) {
  const int lane = thread % 32;
  return lane < 16 ? (lane + 16) * 2 + 1 : lane - 16 + 1000 + 2;
}
int expect_votes(int thread) {
  unsigned ballot = 0;
  for (int lane = 0; lane < 32; ++lane)
    if (lane % 3 == 0 ? lane < 10 : lane % 3 == 1 ? lane > 20 : true) ballot |= 1u << lane;
  const int lane = thread % 32;
  const int same = lane < 8 ? 8 : 1;  // the lanes below 8 have the value 7, and each other one its number
  return static_cast<int>(ballot) ^ (1 << 1) ^ (same << 8);
}
int expect_calls(int thread) {
  const int lane = thread % 32;
  if (lane < 4) return lane + 16 + 200 + 1;
  if (lane < 16) return lane + 16 + 200 + 2;
  const int other = lane - 16;
  return (other < 4 ? other : other + 50) + 3;
}
int expect_ended(int thread) {
  if (thread % 32 >= 24) return 0;
  int ballot = 0;
  for (int lane = 0; lane < 24; ++lane)
    if (lane < 7 || lane % 2 == 1) ballot |= 1 << lane;
  return ballot;
}
int expect_barrier(int thread) {
  const int own = thread % kThreads, count = 5 + kThreads / 2;
  return own % 2 == 0 ? own + 1 + 70 + count * 1000 : own - 1 + 7 + count * 1000 + 500;
}
int expect_reversed(int thread) { return kThreads - thread % kThreads; }
int expect_half(int thread) {
  const int lane = thread % 32;
  return lane < 16 ? lane + lane + 8 : lane;
}

/// 2 * 16 lanes of even number with 1 or 3 turns, and as many of odd number with 2 or 4.
constexpr int kLockedSum = kBlocks * 2 * (8 * 1 + 8 * 3 + 10 * (8 * 2 + 8 * 4));

struct Case {
  const char* name;
  void (*kernel)(Data*);
  int (*expected)(int thread);
  int count;  ///< of Data::count
  bool runs_by_default = true;
};

const Case kCases[] = {
    {"lock_of_all", lock_of_all, expect_one, kBlocks * kThreads},
    {"holder_in_else", holder_in_else, expect_116, 0},
    {"holder_in_then", holder_in_then, expect_116, 0},
    {"chain_in_global", chain_in_global, expect_chain_down, 0},
    {"chain_in_shared", chain_in_shared, expect_chain_up, 0},
    {"sorted_list", sorted_list, expect_none, 0},
    {"syncwarp_in_branches", syncwarp_in_branches, expect_other_half, 0},
    {"syncwarp_of_some", syncwarp_of_some, expect_some, 0},
    {"shuffle_in_branches", shuffle_in_branches, expect_shuffled, 0},
    {"votes_in_branches", votes_in_branches, expect_votes, 0},
    {"meeting_in_calls", meeting_in_calls, expect_calls, 0},
    {"some_have_ended", some_have_ended, expect_ended, 0},
    {"barrier_in_branches", barrier_in_branches, expect_barrier, 0},
    {"barrier_for_some", barrier_for_some, expect_reversed, 0},
    {"lock_in_calls", lock_in_calls, expect_one, kLockedSum},
    {"shuffle_without_half", shuffle_without_half, expect_half, 0, false},
    {"different_barriers", different_barriers, expect_one, 0, false},
};

bool list_is_sorted(const Data& data) {
  int at = data.nodes[0].next;
  for (int key = 0; key < kThreads; ++key) {
    if (at < 2 || data.nodes[at].key != key) return false;
    at = data.nodes[at].next;
  }
  return at == 1;
}

bool passes(const Case& tested) {
  static Data host;
  std::memset(&host, 0, sizeof host);
  host.nodes[0] = {-1, 1, 0};
  host.nodes[1] = {1 << 30, 1, 0};
  Data* device = nullptr;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
  tested.kernel<<<kBlocks, kThreads>>>(device);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::printf("%s: %s\n", tested.name, cudaGetErrorString(cudaGetLastError()));
    return false;
  }
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  for (int thread = 0; thread < kBlocks * kThreads; ++thread) {
    if (host.out[thread] == tested.expected(thread)) continue;
    std::printf("%s: thread %d has %d, not %d\n", tested.name, thread, host.out[thread],
                tested.expected(thread));
    return false;
  }
  if (host.count != tested.count) {
    std::printf("%s: the sum is %d, not %d\n", tested.name, host.count, tested.count);
    return false;
  }
  if (tested.kernel == sorted_list && !list_is_sorted(host)) {
    std::printf("%s: the list is not sorted\n", tested.name);
    return false;
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  bool all = true;
  for (const Case& tested : kCases)
    if (count > 1 ? std::strcmp(words[1], tested.name) == 0 : tested.runs_by_default)
      all &= passes(tested);
  if (all) std::printf("passed\n");
  return all ? 0 : 1;
}
