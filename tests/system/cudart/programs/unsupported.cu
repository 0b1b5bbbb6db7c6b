// What is not supported says so, once, and returns a code.
#include "check.h"

int main() {
  void* memory;
  OK(cudaMalloc(&memory, 16));
  cudaIpcMemHandle_t handle;
  EXPECT_CODE(cudaErrorNotSupported, cudaIpcGetMemHandle(&handle, memory));
  EXPECT_CODE(cudaErrorNotSupported, cudaIpcGetMemHandle(&handle, memory));
}
