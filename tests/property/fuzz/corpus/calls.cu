#include "cuda.h"

using Operation = int (*)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ Operation operations[2] = {add, multiply};

struct Block {
  int values[5];
};
__device__ __noinline__ Block grow(Block block, char by) {
  block.values[1] += by;
  return block;
}
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void indirect(int* p, int n) { p[0] = operations[n & 1](p[1], p[2]); }
__global__ void by_value(int* p, Block block) { p[0] = grow(block, 3).values[p[1]]; }
__global__ void recursive(int* p) { p[thread()] = fibonacci(p[thread()]); }
__global__ void report(int n) {
  vprintf("%d\n", reinterpret_cast<const char*>(&n));
  if (n == 7) __assertfail("n != 7", "calls.cu", 27, "report", 1);
}
