// The driver API and the runtime API on the same objects: contexts, memory, streams, events,
// kernels. mixed PTX
#include <cuda_runtime.h>

#include <vector>

#include "check.h"

__device__ int total;
__global__ void count(int step) { atomicAdd(&total, step); }

#define RUNTIME(call) EXPECT((call) == cudaSuccess)

int main(int, char** arguments) {
  CUcontext current = nullptr, primary = nullptr;
  RUNTIME(cudaFree(nullptr));  // makes the primary context current
  DONE(cuCtxGetCurrent(&current));
  DONE(cuDevicePrimaryCtxRetain(&primary, 0));
  EXPECT(current != nullptr && current == primary);

  float *a, *b, *c;
  constexpr int kCount = 500;
  RUNTIME(cudaMalloc(&a, kCount * sizeof(float)));
  RUNTIME(cudaMalloc(&b, kCount * sizeof(float)));
  RUNTIME(cudaMallocManaged(&c, kCount * sizeof(float)));
  std::vector<float> host(kCount, 2);
  DONE(cuMemcpyHtoD(reinterpret_cast<CUdeviceptr>(a), host.data(), kCount * sizeof(float)));
  RUNTIME(cudaMemset(b, 0, kCount * sizeof(float)));

  CUmodule module;
  CUfunction add;
  DONE(cuModuleLoad(&module, arguments[1]));
  DONE(cuModuleGetFunction(&add, module, "add"));
  cudaStream_t stream;
  CUevent before, after;
  RUNTIME(cudaStreamCreate(&stream));
  DONE(cuEventCreate(&before, CU_EVENT_DEFAULT));
  DONE(cuEventCreate(&after, CU_EVENT_DEFAULT));
  int size = kCount;
  void* parameters[] = {&a, &b, &c, &size};
  RUNTIME(cudaEventRecord(before, stream));
  DONE(cuLaunchKernel(add, 4, 1, 1, 128, 1, 1, 0, stream, parameters, nullptr));
  DONE(cuEventRecord(after, stream));
  RUNTIME(cudaStreamSynchronize(stream));
  for (int i = 0; i < kCount; ++i) EXPECT(c[i] == 2);
  float milliseconds = 0;
  RUNTIME(cudaEventElapsedTime(&milliseconds, before, after));
  EXPECT(milliseconds > 0);
  // A function of a module is a kernel of the runtime, too.
  RUNTIME(cudaLaunchKernel(reinterpret_cast<const void*>(add), dim3(4), dim3(128), parameters, 0,
                           stream));

  cudaFunction_t kernel;
  RUNTIME(cudaGetFuncBySymbol(&kernel, reinterpret_cast<const void*>(count)));
  int step = 5, sum = 0;
  void* steps[] = {&step};
  DONE(cuLaunchKernel(kernel, 3, 1, 1, 4, 1, 1, 0, nullptr, steps, nullptr));
  count<<<1, 1>>>(100);
  RUNTIME(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  EXPECT(sum == 3 * 4 * 5 + 100);

  void* entry = nullptr;
  RUNTIME(cudaGetDriverEntryPoint("cuMemGetInfo", &entry, cudaEnableDefault));
  EXPECT(entry == reinterpret_cast<void*>(cuMemGetInfo));
  RUNTIME(cudaGetDriverEntryPoint("cuNoSuchFunction", &entry, cudaEnableDefault));
  EXPECT(entry == nullptr);
  CUdriverProcAddressQueryResult found;
  DONE(cuGetProcAddress("cuLaunchKernel", &entry, CUDA_VERSION, 0, &found));
  EXPECT(entry == reinterpret_cast<void*>(cuLaunchKernel) &&
         found == CU_GET_PROC_ADDRESS_SUCCESS);

  // Errors of the driver are not the runtime's last error.
  RETURNS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&add, module, "absent"));
  EXPECT(cudaGetLastError() == cudaSuccess);

  // A context of the program's own serves the runtime as well.
  CUcontext own;
  DONE(cuCtxCreate(&own, 0, 0));
  RUNTIME(cudaMemset(b, 0, sizeof(float)));
  DONE(cuCtxGetCurrent(&current));
  EXPECT(current == own);
  DONE(cuCtxDestroy(own));
  DONE(cuCtxGetCurrent(&current));
  EXPECT(current == primary);
  RUNTIME(cudaFree(a));
  puts("mixed: passed");
}
