#include "cuda.h"

__constant__ float coefficients[6] = {1.5f, -2, 3e10f, 4, 0, 1e-40f};
__device__ double doubles[3] = {1.0, -2.5, 1e300};
__device__ const char* names[2] = {"one", "two"};
struct Node {
  int value;
  Node* next;
  char letter;
};
__device__ Node last = {3, nullptr, 'x'};
__device__ Node first = {2, &last, 'y'};
__device__ int target[4];
#pragma pack(push, 1)
struct Packed {
  char tag;
  int* pointer;
};
#pragma pack(pop)
__device__ Packed packed = {1, &target[2]};
extern __shared__ float dynamic[];

template <typename T>
__global__ void scale(T* p, int n) {
  __shared__ T tile[128];
  int i = global_thread();
  tile[thread()] = p[i];
  __syncthreads();
  if (i < n) p[i] = tile[127 - thread()] * static_cast<T>(coefficients[i % 6]) + static_cast<T>(dynamic[i]);
}
template __global__ void scale<float>(float*, int);
template __global__ void scale<double>(double*, int);
template __global__ void scale<long>(long*, int);

__global__ void walk(int* p) {
  int sum = 0;
  for (Node* node = &first; node != nullptr; node = node->next) sum += node->value + names[1][0];
  *p = sum + *packed.pointer + static_cast<int>(doubles[1]);
}
