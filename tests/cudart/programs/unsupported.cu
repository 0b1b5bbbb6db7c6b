// What is not supported says so, once, and returns a code.
#include "check.h"

int main() {
  cudaGraph_t graph;
  EXPECT_CODE(cudaErrorNotSupported, cudaGraphCreate(&graph, 0));
  EXPECT_CODE(cudaErrorNotSupported, cudaGraphCreate(&graph, 0));
  EXPECT_CODE(cudaErrorNotSupported, cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(0, &status));
  CHECK(status == cudaStreamCaptureStatusNone);
  void* memory;
  OK(cudaMalloc(&memory, 16));
  cudaIpcMemHandle_t handle;
  EXPECT_CODE(cudaErrorNotSupported, cudaIpcGetMemHandle(&handle, memory));
}
