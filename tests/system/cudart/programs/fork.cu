// A child of a process with a device has none; its parent goes on. A child that comes before the
// first call has its own. A process may fork while its threads wait for the device.
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

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

__global__ void count(int* number, int times) {
  for (int i = 0; i < times; ++i) atomicAdd(number, 1);
}

static void launch_often(int times) {
  cudaStream_t stream;
  int *number, sum = 0;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc(&number, sizeof sum));
  OK(cudaMemset(number, 0, sizeof sum));
  for (int i = 0; i < 100; ++i) count<<<4, 32, 0, stream>>>(number, times);
  OK(cudaStreamSynchronize(stream));
  OK(cudaMemcpy(&sum, number, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(sum == 100 * 4 * 32 * times);
}

static void fork_while_threads_wait() {
  std::vector<std::thread> threads;
  for (int times = 10; times <= 15; ++times) threads.emplace_back(launch_often, times);
  for (int i = 0; i < 10; ++i) {
    usleep(3000);
    const pid_t child = fork();
    if (child == 0) _exit(7);
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  }
  for (std::thread& thread : threads) thread.join();
}

int main() {
  CHECK(run_child(cudaSuccess) == 0);
  nothing<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  nothing<<<1, 1>>>();
  CHECK(run_child(cudaErrorInitializationError) == 0);
  OK(cudaDeviceSynchronize());
  fork_while_threads_wait();
}
