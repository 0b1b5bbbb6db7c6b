// libcu++ beside heddle's barriers: atomics, semaphores and latches, all by the same scopes; and
// complex numbers.
#include <cstdio>
#include <new>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/complex>
#include <cuda/std/type_traits>

constexpr int kBlocks = 4, kThreads = 64;
using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device, 4>;
using Latch = cuda::latch<cuda::thread_scope_device>;
static_assert(cuda::std::is_same<decltype(cuda::thread_scope_block), cuda::thread_scope>::value, "");

__global__ void prepare(Semaphore* semaphore, Latch* latch) {
  new (semaphore) Semaphore(2);
  new (latch) Latch(kBlocks);
}

/// Each block counts its threads; `most` becomes the most blocks that were inside together.
__global__ void count(int* out, Semaphore* semaphore, Latch* latch,
                      cuda::atomic<int, cuda::thread_scope_device>* inside, int* most) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::atomic<int, cuda::thread_scope_block> counter;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    counter.store(0);
  }
  __syncthreads();
  counter.fetch_add(1, cuda::memory_order_relaxed);
  barrier.arrive_and_wait();
  if (threadIdx.x != 0) return;
  semaphore->acquire();
  const int with_me = inside->fetch_add(1) + 1;
  atomicMax(most, with_me);
  out[blockIdx.x] = counter.load();
  inside->fetch_sub(1);
  semaphore->release();
  latch->count_down();
  latch->wait();
  atomicAdd(out + kBlocks, 1);
}

/// (1 + 2i) (3 + 4i) = -5 + 10i, and the quotient of this by the second factor.
__global__ void multiply(cuda::std::complex<float>* out) {
  const cuda::std::complex<float> a(1, 2), b(3, 4);
  out[0] = a * b;
  out[1] = out[0] / b;
}

static bool complex_numbers() {
  using Number = cuda::std::complex<float>;
  Number* out;
  cudaMallocManaged(&out, 2 * sizeof(Number));
  multiply<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess && out[0] == Number(-5, 10) &&
         out[1] == Number(1, 2) && abs(Number(3, 4)) == 5;
}

int main() {
  int* out;
  void *semaphore, *latch;
  cuda::atomic<int, cuda::thread_scope_device>* inside;
  cudaMallocManaged(&out, (kBlocks + 2) * sizeof(int));
  cudaMallocManaged(&inside, sizeof *inside);
  cudaMalloc(&semaphore, sizeof(Semaphore));
  cudaMalloc(&latch, sizeof(Latch));
  new (inside) cuda::atomic<int, cuda::thread_scope_device>(0);
  for (int i = 0; i < kBlocks + 2; ++i) out[i] = 0;
  prepare<<<1, 1>>>(static_cast<Semaphore*>(semaphore), static_cast<Latch*>(latch));
  count<<<kBlocks, kThreads>>>(out, static_cast<Semaphore*>(semaphore), static_cast<Latch*>(latch),
                               inside, out + kBlocks + 1);
  bool right = cudaDeviceSynchronize() == cudaSuccess && out[kBlocks] == kBlocks;
  for (int block = 0; block < kBlocks; ++block) right &= out[block] == kThreads;
  right &= out[kBlocks + 1] >= 1 && out[kBlocks + 1] <= 2 && inside->load() == 0;
  if (!right) std::fprintf(stderr, "wrong: %d, %d, %d\n", out[0], out[kBlocks], out[kBlocks + 1]);
  if (!complex_numbers()) {
    std::fprintf(stderr, "wrong complex numbers\n");
    right = false;
  }
  return right ? 0 : 1;
}
