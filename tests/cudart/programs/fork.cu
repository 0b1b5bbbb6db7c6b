// A child of a process with a device has none; its parent goes on. A child that comes before the
// first call has its own.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

__global__ void nothing() {}

static int run_child(cudaError_t expected) {
  const pid_t child = fork();
  if (child == 0) {
    void* memory;
    const bool as_expected = cudaMalloc(&memory, 16) == expected;
    nothing<<<1, 1>>>();
    std::exit(as_expected && cudaDeviceSynchronize() == expected ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main() {
  CHECK(run_child(cudaSuccess) == 0);
  nothing<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  nothing<<<1, 1>>>();
  CHECK(run_child(cudaErrorInitializationError) == 0);
  OK(cudaDeviceSynchronize());
}
