// Built with -default-stream per-thread: stream 0 is the thread's own in launches, copies, events
// and waits.
#include <atomic>
#include <thread>

#include "check.h"

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}
__global__ void set(int* value, int to) { *value = to; }

int main() {
  std::atomic<bool> launched{false}, done{false};
  std::thread other([&] {
    spin<<<1, 1>>>(1 << 22);
    launched = true;
    while (!done) std::this_thread::yield();
    OK(cudaStreamSynchronize(0));
    OK(cudaStreamQuery(0));
  });
  while (!launched) std::this_thread::yield();
  // The kernel of the other thread runs, and this thread's work does not wait for it.
  int *value, result = 0;
  OK(cudaMalloc(&value, sizeof(int)));
  set<<<1, 1>>>(value, 5);
  OK(cudaMemcpy(&result, value, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(result == 5);
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaEventRecord(event));
  OK(cudaEventSynchronize(event));
  EXPECT_CODE(cudaErrorNotReady, cudaStreamQuery(cudaStreamLegacy));
  done = true;
  other.join();
  OK(cudaStreamQuery(cudaStreamLegacy));
  // The name of the stream is the same stream.
  set<<<1, 1, 0, cudaStreamPerThread>>>(value, 6);
  OK(cudaMemcpyAsync(&result, value, sizeof(int), cudaMemcpyDeviceToHost, 0));
  OK(cudaStreamSynchronize(cudaStreamPerThread));
  CHECK(result == 6);
}
