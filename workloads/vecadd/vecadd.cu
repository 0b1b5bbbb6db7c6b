// Vector addition: streams three arrays once; bound by DRAM bandwidth.
//   vecadd [elements = 1048576]
// It stands for vectorAdd of the CUDA SDK.
#include "../common/workload.cuh"

__global__ void vecadd(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 1 << 20);
  const std::vector<float> a = workload::random_floats(n, 1), b = workload::random_floats(n, 2);
  workload::DeviceArray<float> device_a(a), device_b(b), device_c(n);

  constexpr int kThreads = 256;
  vecadd<<<(n + kThreads - 1) / kThreads, kThreads>>>(device_a.data(), device_b.data(),
                                                      device_c.data(), n);
  CHECK(cudaGetLastError());

  const std::vector<float> c = device_c.to_host();
  std::size_t wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != a[i] + b[i];
  return workload::verdict("vecadd", wrong);
}
