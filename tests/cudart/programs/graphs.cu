// Graphs: made by hand, captured, copied, changed, launched; and what capture refuses.
#include <vector>

#include "check.h"

__global__ void add(int* value, int amount) { *value += amount; }
__global__ void scale(int* value, int factor) { *value *= factor; }
__global__ void sum(int* to, const int* a, const int* b) { *to = *a + *b; }

static int* device_value() {
  int* value;
  OK(cudaMalloc(&value, sizeof(int)));
  OK(cudaMemset(value, 0, sizeof(int)));
  return value;
}

static int read(const int* value) {
  int host;
  OK(cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
  return host;
}

static cudaKernelNodeParams kernel(void* function, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = function;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  return parameters;
}

static void by_hand() {
  int *value = device_value(), source = 5, result = 0, amount = 2, factor = 3, calls = 0;
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t copy, added, scaled, back, call;
  // Made in another order than they run in.
  void* scale_arguments[] = {&value, &factor};
  auto scale_node = kernel(reinterpret_cast<void*>(scale), scale_arguments);
  OK(cudaGraphAddKernelNode(&scaled, graph, nullptr, 0, &scale_node));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, value, &source, sizeof(int),
                              cudaMemcpyHostToDevice));
  void* add_arguments[] = {&value, &amount};
  auto add_node = kernel(reinterpret_cast<void*>(add), add_arguments);
  OK(cudaGraphAddKernelNode(&added, graph, &copy, 1, &add_node));
  OK(cudaGraphAddDependencies(graph, &added, &scaled, 1));
  OK(cudaGraphAddMemcpyNode1D(&back, graph, &scaled, 1, &result, value, sizeof(int),
                              cudaMemcpyDeviceToHost));
  cudaHostNodeParams host = {[](void* count) { ++*static_cast<int*>(count); }, &calls};
  OK(cudaGraphAddHostNode(&call, graph, &back, 1, &host));
  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 5);
  std::vector<cudaGraphNode_t> roots(4);
  count = roots.size();
  OK(cudaGraphGetRootNodes(graph, roots.data(), &count));
  CHECK(count == 1 && roots[0] == copy && roots[1] == nullptr);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(call, &type));
  CHECK(type == cudaGraphNodeTypeHost);

  cudaGraphExec_t run;
  OK(cudaGraphInstantiate(&run, graph, nullptr, nullptr, 0));
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == (5 + 2) * 3 && calls == 1);
  // The source is read, and the host called, at every launch.
  source = 10;
  OK(cudaGraphLaunch(run, 0));
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == (10 + 2) * 3 && calls == 3);
  // Arguments are taken when they are set; the graph itself stays as it was.
  factor = 7;
  OK(cudaGraphExecKernelNodeSetParams(run, scaled, &scale_node));
  factor = 100;
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == (10 + 2) * 7);
  cudaGraph_t twin;
  OK(cudaGraphClone(&twin, graph));
  OK(cudaGraphDestroy(graph));
  cudaGraphExec_t twin_run;
  OK(cudaGraphInstantiateWithFlags(&twin_run, twin, 0));
  OK(cudaGraphLaunch(twin_run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == (10 + 2) * 3);
  OK(cudaGraphExecDestroy(run));
  OK(cudaGraphExecDestroy(twin_run));
  OK(cudaGraphDestroy(twin));
}

static void fills() {
  unsigned short* memory;
  OK(cudaMalloc(&memory, 64));
  OK(cudaMemset(memory, 0, 64));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams fill = {};
  fill.dst = memory;
  fill.value = 0xABCD;
  fill.elementSize = 2;
  fill.width = 3;
  fill.height = 2;
  fill.pitch = 16;
  cudaGraphNode_t node;
  OK(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill));
  cudaGraphExec_t run;
  OK(cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphLaunch(run, 0));
  unsigned short host[32];
  OK(cudaMemcpy(host, memory, 64, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) {
    const bool inside = i / 8 < 2 && i % 8 < 3;
    CHECK(host[i] == (inside ? 0xABCD : 0));
  }
}

static void circle() {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t one, two;
  OK(cudaGraphAddEmptyNode(&one, graph, nullptr, 0));
  OK(cudaGraphAddEmptyNode(&two, graph, &one, 1));
  OK(cudaGraphAddDependencies(graph, &two, &one, 1));
  cudaGraphExec_t run;
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphDestroy(graph));
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphDestroy(graph));
}

/// Two streams apart, then together: to = (0 + 1) + (0 + 2).
static cudaGraph_t captured(cudaStream_t one, cudaStream_t two, int* to, int* a, int* b,
                            int amount) {
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  OK(cudaMemsetAsync(a, 0, sizeof(int), one));
  OK(cudaMemsetAsync(b, 0, sizeof(int), one));
  OK(cudaEventRecord(event, one));
  OK(cudaStreamWaitEvent(two, event, 0));
  add<<<1, 1, 0, one>>>(a, 1);
  add<<<1, 1, 0, two>>>(b, amount);
  OK(cudaEventRecord(event, two));
  OK(cudaStreamWaitEvent(one, event, 0));
  sum<<<1, 1, 0, one>>>(to, a, b);
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(two, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(one, &graph));
  OK(cudaStreamIsCapturing(two, &status));
  CHECK(status == cudaStreamCaptureStatusNone);
  EXPECT_CODE(cudaErrorCapturedEvent, cudaEventSynchronize(event));
  return graph;
}

static void capture() {
  int *to = device_value(), *a = device_value(), *b = device_value();
  cudaStream_t one, two;
  OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  cudaGraph_t graph = captured(one, two, to, a, b, 2);
  OK(cudaStreamSynchronize(one));
  CHECK(read(to) == 0);  // nothing has run
  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 5);
  cudaGraphExec_t run;
  OK(cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphLaunch(run, two));
  add<<<1, 1, 0, two>>>(to, 100);  // behind the whole graph
  OK(cudaStreamSynchronize(two));
  CHECK(read(to) == 103);
  // The same shape with other arguments; then another shape.
  cudaGraph_t again = captured(one, two, to, a, b, 20);
  cudaGraphExecUpdateResult result;
  OK(cudaGraphExecUpdate(run, again, nullptr, &result));
  CHECK(result == cudaGraphExecUpdateSuccess);
  OK(cudaGraphLaunch(run, one));
  OK(cudaStreamSynchronize(one));
  CHECK(read(to) == 21);
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeRelaxed));
  add<<<1, 1, 0, one>>>(a, 1);
  cudaGraph_t other;
  OK(cudaStreamEndCapture(one, &other));
  EXPECT_CODE(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(run, other, nullptr, &result));
  CHECK(result == cudaGraphExecUpdateErrorTopologyChanged);
}

static void refused_captures() {
  int* value = device_value();
  cudaStream_t one, two;
  OK(cudaStreamCreate(&one));
  OK(cudaStreamCreate(&two));
  cudaGraph_t graph;
  EXPECT_CODE(cudaErrorIllegalState, cudaStreamEndCapture(one, &graph));
  EXPECT_CODE(cudaErrorStreamCaptureUnsupported,
              cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
  // Waiting has no place in a graph.
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  EXPECT_CODE(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(one));
  EXPECT_CODE(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(one, &graph));
  CHECK(graph == nullptr);
  // The default stream would wait for one that captures.
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  add<<<1, 1>>>(value, 1);
  EXPECT_CODE(cudaErrorStreamCaptureImplicit, cudaGetLastError());
  EXPECT_CODE(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(one, &graph));
  // A stream that took part and was not waited for.
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(event, one));
  OK(cudaStreamWaitEvent(two, event, 0));
  add<<<1, 1, 0, two>>>(value, 1);
  EXPECT_CODE(cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(one, &graph));
  // An event from outside.
  OK(cudaEventRecord(event, two));
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  EXPECT_CODE(cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(one, event, 0));
  EXPECT_CODE(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(one, &graph));
  OK(cudaDeviceSynchronize());
  CHECK(read(value) == 0);
}

int main() {
  by_hand();
  fills();
  circle();
  capture();
  refused_captures();
}
