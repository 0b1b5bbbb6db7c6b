// The forms of a launch: the language's, by address, with attributes, cooperative, and the one of
// before CUDA 7; more launches than the queue holds.
#include "check.h"

struct Pair {
  char a;
  double b;
};

__global__ void store(double* out, Pair pair, short factor) { *out = pair.a * pair.b * factor; }
__global__ void count(int* total) { atomicAdd(total, 1); }
__device__ int arrived;
__global__ void meet(int blocks, int* seen) {
  if (threadIdx.x != 0) return;
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < blocks) {
  }
  atomicAdd(seen, 1);
}

static double result_of(double* device) {
  double host = 0;
  OK(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));
  OK(cudaMemset(device, 0, sizeof host));
  return host;
}

int main() {
  double* out;
  OK(cudaMalloc(&out, sizeof(double)));
  Pair pair = {3, 0.5};
  short factor = 10;
  store<<<1, 1>>>(out, pair, factor);
  CHECK(result_of(out) == 15);

  void* arguments[] = {&out, &pair, &factor};
  OK(cudaLaunchKernel(store, dim3(1), dim3(1), arguments, 0, 0));
  CHECK(result_of(out) == 15);

  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  OK(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(store), arguments));
  CHECK(result_of(out) == 15);

  OK(cudaConfigureCall(dim3(1), dim3(1), 0, 0));
  OK(cudaSetupArgument(&out, sizeof out, 0));
  OK(cudaSetupArgument(&pair, sizeof pair, 8));
  OK(cudaSetupArgument(&factor, sizeof factor, 24));
  OK(cudaLaunch(reinterpret_cast<const void*>(store)));
  CHECK(result_of(out) == 15);

  int *total, host = 0;
  OK(cudaMalloc(&total, sizeof(int)));
  OK(cudaMemset(total, 0, sizeof(int)));
  for (int i = 0; i < 1500; ++i) count<<<1, 1>>>(total);
  OK(cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host == 1500);

  int per_sm = 0, sms = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, meet, 64, 0));
  OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  int blocks = per_sm * sms;
  void* meeting[] = {&blocks, &total};
  OK(cudaMemset(total, 0, sizeof(int)));
  OK(cudaLaunchCooperativeKernel(meet, dim3(blocks), dim3(64), meeting, 0, 0));
  OK(cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host == blocks);
  EXPECT_CODE(cudaErrorCooperativeLaunchTooLarge,
              cudaLaunchCooperativeKernel(meet, dim3(blocks + 1), dim3(64), meeting, 0, 0));
}
