// The device is there for static constructors and destructors too.
#include "check.h"

__device__ int number = 3;
__global__ void add(int n) { number += n; }

static int read_number() {
  int value = 0;
  OK(cudaMemcpyFromSymbol(&value, number, sizeof value));
  return value;
}

struct Early {
  Early() {
    add<<<1, 1>>>(4);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(read_number() == 3 + 4);
  }
  ~Early() {
    add<<<1, 1>>>(6);
    if (cudaGetLastError() == cudaSuccess && read_number() == 3 + 4 + 5 + 6) return;
    std::fputs("the destructor's launch failed\n", stderr);
    std::_Exit(1);
  }
} early;

int main() {
  add<<<1, 1>>>(5);
  CHECK(read_number() == 3 + 4 + 5);
}
