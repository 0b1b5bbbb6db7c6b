// The program waits for a stream's host function by means of its own, without asking the runtime.
#include <condition_variable>
#include <mutex>

#include "check.h"

static std::mutex mutex;
static std::condition_variable called;
static int calls = 0;

__global__ void add_one(int* value) { *value += 1; }

static void tell(void*) {
  const std::lock_guard<std::mutex> guard(mutex);
  ++calls;
  called.notify_all();
}

int main() {
  int* value;
  OK(cudaMallocManaged(&value, sizeof *value));
  *value = 0;
  for (int round = 1; round <= 2; ++round) {
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    add_one<<<1, 1, 0, stream>>>(value);
    OK(cudaLaunchHostFunc(stream, tell, nullptr));
    std::unique_lock<std::mutex> guard(mutex);
    called.wait(guard, [&] { return calls == round; });
    CHECK(*value == round);
  }
}
