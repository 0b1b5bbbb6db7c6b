// Calls the names that nvcc --default-stream per-thread gives the functions: stream 0 is the
// thread's own, and does not wait for those of other threads.
#include <atomic>
#include <thread>

#include "check.h"

extern "C" {
cudaError_t cudaLaunchKernel_ptsz(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                  std::size_t shared, cudaStream_t stream);
cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream);
}

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

static void launch(long long cycles) {
  void* arguments[] = {&cycles};
  OK(cudaLaunchKernel_ptsz(reinterpret_cast<const void*>(spin), dim3(1), dim3(1), arguments, 0, 0));
}

int main() {
  std::atomic<bool> launched{false}, done{false};
  std::thread other([&] {
    launch(1 << 22);
    launched = true;
    while (!done) std::this_thread::yield();
    OK(cudaStreamSynchronize_ptsz(0));
  });
  while (!launched) std::this_thread::yield();
  cudaEvent_t begin, end;
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  OK(cudaEventRecord_ptsz(begin, 0));
  launch(1000);
  OK(cudaEventRecord_ptsz(end, 0));
  OK(cudaStreamSynchronize_ptsz(0));
  float ms = 0;
  OK(cudaEventElapsedTime(&ms, begin, end));
  int khz = 0;
  OK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  CHECK(ms * khz < 1 << 20);  // it did not wait for the other thread's kernel
  done = true;
  other.join();
}
