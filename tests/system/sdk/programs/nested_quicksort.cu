// Sorts by kernels that launch themselves for the two halves, in streams of their own.
#include <algorithm>
#include <cstdio>
#include <vector>

__device__ int partition(int* data, int left, int right) {
  const int pivot = data[(left + right) / 2];
  while (left <= right) {
    while (data[left] < pivot) ++left;
    while (data[right] > pivot) --right;
    if (left > right) break;
    const int moved = data[left];
    data[left++] = data[right];
    data[right--] = moved;
  }
  return left;
}

__global__ void insertion_sort(int* data, int left, int right) {
  for (int i = left + 1; i <= right; ++i) {
    const int moved = data[i];
    int at = i;
    for (; at > left && data[at - 1] > moved; --at) data[at] = data[at - 1];
    data[at] = moved;
  }
}

__global__ void sort(int* data, int left, int right, int depth, int* errors) {
  if (depth == 16 || right - left < 24) {
    insertion_sort<<<1, 1>>>(data, left, right);
  } else {
    const int middle = partition(data, left, right);
    cudaStream_t lower, upper;
    cudaStreamCreateWithFlags(&lower, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&upper, cudaStreamNonBlocking);
    if (left < middle - 1) sort<<<1, 1, 0, lower>>>(data, left, middle - 1, depth + 1, errors);
    if (middle < right) sort<<<1, 1, 0, upper>>>(data, middle, right, depth + 1, errors);
    cudaStreamDestroy(lower);
    cudaStreamDestroy(upper);
  }
  if (cudaGetLastError() != cudaSuccess) atomicAdd(errors, 1);
}

int main() {
  constexpr int kLength = 300;
  std::vector<int> values(kLength);
  unsigned random = 1;
  for (int& value : values) value = static_cast<int>((random = random * 1664525u + 1013904223u) >> 8);
  std::vector<int> expected = values;
  std::sort(expected.begin(), expected.end());
  int *data = nullptr, *errors = nullptr, wrong = 0;
  cudaMalloc(&data, kLength * sizeof(int));
  cudaMalloc(&errors, sizeof(int));
  cudaMemset(errors, 0, sizeof(int));
  cudaMemcpy(data, values.data(), kLength * sizeof(int), cudaMemcpyHostToDevice);
  sort<<<1, 1>>>(data, 0, kLength - 1, 0, errors);
  cudaMemcpy(values.data(), data, kLength * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&wrong, errors, sizeof(int), cudaMemcpyDeviceToHost);
  const bool passed = values == expected && wrong == 0 && cudaGetLastError() == cudaSuccess;
  std::printf("nested_quicksort: %s\n", passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}
