// Device variables by symbol.
#include "check.h"

__device__ int counter = 41;
__constant__ float table[4] = {1, 2, 3, 4};
__device__ double sums[8];

__global__ void step(float* out) {
  counter += 1;
  for (int i = 0; i < 4; ++i) out[i] = table[i] * 2;
  sums[3] = 0.5;
}

int main() {
  int host = 0;
  OK(cudaMemcpyFromSymbol(&host, counter, sizeof host));
  CHECK(host == 41);
  const float values[2] = {30, 40};
  OK(cudaMemcpyToSymbol(table, values, sizeof values, 2 * sizeof(float)));
  float *out, result[4];
  OK(cudaMalloc(&out, sizeof result));
  step<<<1, 1>>>(out);
  OK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result[0] == 2 && result[1] == 4 && result[2] == 60 && result[3] == 80);
  OK(cudaMemcpyFromSymbol(&host, counter, sizeof host));
  CHECK(host == 42);

  void* address;
  std::size_t size;
  OK(cudaGetSymbolAddress(&address, sums));
  OK(cudaGetSymbolSize(&size, sums));
  CHECK(size == 64);
  double sum = 0;
  OK(cudaMemcpy(&sum, static_cast<double*>(address) + 3, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(sum == 0.5);

  EXPECT_CODE(cudaErrorInvalidValue, cudaMemcpyToSymbol(table, values, sizeof values, 12));
  EXPECT_CODE(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(&host, values, sizeof values));
  EXPECT_CODE(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, &host));
  CHECK(cudaGetLastError() == cudaErrorInvalidSymbol);
}
