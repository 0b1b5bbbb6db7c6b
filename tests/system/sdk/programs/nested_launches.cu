// Launches in every way in which device code can write them. Each adds its number to a sum.
#include <cstdio>

#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

struct Pair {
  char small;
  double large;
};

namespace inner {
template <int N, class T>
__global__ void add(T* sum, T value) {
  atomicAdd(sum, value * N);
}
}  // namespace inner

static __global__ void plain(int* sum, Pair pair, short more) {
  atomicAdd(sum, pair.small + static_cast<int>(pair.large) + more);
}

template <class T>
__global__ void deduced(T* sum, double value) {
  atomicAdd(sum, static_cast<T>(value));
}

template <class F>
__global__ void apply(int* sum, F function) {
  atomicAdd(sum, function(threadIdx.x));
}

template <void (*Kernel)(int*, int)>
__device__ void launch_parameter(int* sum) {
  Kernel<<<1, 2>>>(sum, 100);
}
__global__ void twice(int* sum, int value) { atomicAdd(sum, value); }

/// Launches from the host and from the device.
__host__ __device__ void on_both_sides(int* sum) { twice<<<dim3(2, 1), 1>>>(sum, 1000); }

template <class T>
__device__ void in_template(T* sum) {
  inner::add<5><<<1, 1>>>(sum, T(1));  // 5; the type is deduced
  if constexpr (sizeof(T) == 4)
    deduced<<<1,
              1>>>(sum, 6.9);  // 6
}

__global__ void tail(int* sum, int* seen) { *seen = *sum; }

__global__ void parent(int* sum, int* seen) {
  tail<<<1, 1, 0, cudaStreamTailLaunch>>>(sum, seen);
  inner::add<3, int><<<1, 2>>>(sum, 1);                       // 6
  plain<<<1, 1, 0, cudaStreamFireAndForget>>>(sum, {1, 2.5}, 4);  // 7
  LAUNCH(inner::add<1>, sum, 2);                              // 2
  in_template(sum);                                           // 11
  launch_parameter<twice>(sum);                               // 200
  const int more = 30;
  auto launches = [=](int value) { apply<<<1, 2>>>(sum, [=](int i) { return value + more + i; }); };
  launches(10);         // 40 + 41
  on_both_sides(sum);   // 2000
  int* made = nullptr;
  if (cudaMalloc(&made, sizeof(int)) != cudaSuccess) atomicAdd(sum, 1 << 20);
  cudaFree(made);
}

/// CUDA before 12: a parent reads what its children have written.
__global__ void reader(int* values, int* seen) {
  twice<<<1, 1>>>(values, 1);
  inner::add<2><<<1, 4>>>(values, 8);  // 64
  cudaDeviceSynchronize();
  *seen = *values;
}

int main() {
  int *sum = nullptr, got[4] = {};
  cudaMalloc(&sum, sizeof got);
  cudaMemset(sum, 0, sizeof got);
  on_both_sides(sum);  // 2000
  parent<<<1, 1>>>(sum, sum + 1);
  reader<<<1, 1>>>(sum + 2, sum + 3);
  cudaMemcpy(got, sum, sizeof got, cudaMemcpyDeviceToHost);
  constexpr int kExpected = 2000 + 6 + 7 + 2 + 11 + 200 + 81 + 2000;
  const bool passed = got[0] == kExpected && got[1] == kExpected && got[2] == 65 && got[3] == 65 &&
                      cudaGetLastError() == cudaSuccess;
  std::printf("nested_launches: %s (%d %d %d %d)\n", passed ? "passed" : "FAILED", got[0], got[1],
              got[2], got[3]);
  return passed ? 0 : 1;
}
