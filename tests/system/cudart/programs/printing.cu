// Device printf and the host's output come in the order of the host's waits.
#include "check.h"

__global__ void say(int what) { printf("device %d of %s, %5.2f\n", what, "three", 0.5 * what); }

int main() {
  say<<<1, 1>>>(1);
  std::printf("host 0\n");
  OK(cudaDeviceSynchronize());
  std::printf("host 2\n");
  say<<<1, 2>>>(2);
  OK(cudaDeviceSynchronize());
  std::printf("host 3\n");
}
