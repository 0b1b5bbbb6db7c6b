// Built with --default-stream per-thread: stream 0 is the thread's own, and does not wait for those
// of other threads.
#include <atomic>
#include <thread>

#include "check.h"

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

int main() {
  std::atomic<bool> launched{false}, done{false};
  std::thread other([&] {
    spin<<<1, 1>>>(1 << 22);
    launched = true;
    while (!done) std::this_thread::yield();
    OK(cudaStreamSynchronize(0));
  });
  while (!launched) std::this_thread::yield();
  cudaEvent_t begin, end;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  OK(cudaEventRecord(begin));
  spin<<<1, 1>>>(1000);
  OK(cudaEventRecord(end));
  OK(cudaStreamSynchronize(0));
  float ms = 0;
  OK(cudaEventElapsedTime(&ms, begin, end));
  int khz = 0;
  OK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  CHECK(ms * khz < 1 << 20);  // it did not wait for the other thread's kernel
  done = true;
  other.join();
}
