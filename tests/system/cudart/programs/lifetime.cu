// Calls from static constructors and destructors, and work that nobody waits for. The output's
// order is what the test looks at.
#include "check.h"

__global__ void say(int what) { printf("device %d\n", what); }

struct Early {
  int* memory = nullptr;
  Early() {
    OK(cudaMalloc(&memory, 64));
    OK(cudaMemset(memory, 1, 64));
    OK(cudaDeviceSynchronize());
    std::printf("host 1\n");
  }
  ~Early() {
    OK(cudaFree(memory));
    say<<<1, 1>>>(4);  // runs at the very end
  }
};

static Early early;

int main() {
  std::printf("host 2\n");
  say<<<1, 1>>>(3);  // nobody waits: runs before the destructor's cudaFree returns
  return 0;
}
