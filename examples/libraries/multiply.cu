// The product of an m x k and a k x n matrix by cuBLAS: multiply M N K
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>

namespace {

/// Small whole numbers, whose sums are exact.
float* numbers_on_device(std::vector<float>& numbers, unsigned seed) {
  for (float& number : numbers) {
    seed = seed * 1664525u + 1013904223u;
    number = static_cast<float>(static_cast<int>(seed >> 29)) - 3;
  }
  float* device = nullptr;
  cudaMalloc(&device, numbers.size() * sizeof(float));
  cudaMemcpy(device, numbers.data(), numbers.size() * sizeof(float), cudaMemcpyHostToDevice);
  return device;
}

}  // namespace

int main(int argc, char** argv) {
  const int m = argc > 3 ? std::atoi(argv[1]) : 64, n = argc > 3 ? std::atoi(argv[2]) : 64,
            k = argc > 3 ? std::atoi(argv[3]) : 64;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  float *on_a = numbers_on_device(a, 1), *on_b = numbers_on_device(b, 2),
        *on_c = numbers_on_device(c, 3);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  const cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, on_a,
                                            m, on_b, k, &zero, on_c, m);
  cublasDestroy(handle);
  cudaMemcpy(c.data(), on_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  // A part of the elements is computed again.
  int wrong = status == CUBLAS_STATUS_SUCCESS ? 0 : 1;
  for (int at = 0; at < m * n; at += 97) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[at % m + l * m] * b[l + at / m * k];
    if (c[at] != sum) ++wrong;
  }
  std::printf("multiply: %s\n", wrong == 0 ? "passed" : "FAILED");
  return wrong == 0 ? 0 : 1;
}
