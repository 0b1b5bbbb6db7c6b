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
  cudaStream_t short_lived;
  OK(cudaStreamCreateWithFlags(&short_lived, cudaStreamNonBlocking));
  OK(cudaStreamWaitEvent(short_lived, event, 0));
  OK(cudaStreamDestroy(short_lived));
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

static size_t free_memory() {
  size_t free, total;
  OK(cudaMemGetInfo(&free, &total));
  return free;
}

/// Memory that one graph allocates, and that is freed outside, or by another graph.
static void memory_of_graphs() {
  constexpr size_t kBytes = 1 << 20;
  cudaGraph_t graph, other;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams wanted = {};
  wanted.poolProps.allocType = cudaMemAllocationTypePinned;
  wanted.poolProps.location.type = cudaMemLocationTypeDevice;
  wanted.bytesize = kBytes;
  const size_t before = free_memory();
  cudaGraphNode_t allocated, filled, released;
  OK(cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &wanted));
  cudaMemsetParams fill = {};
  fill.dst = wanted.dptr;
  fill.value = 0x01020304;
  fill.elementSize = 4;
  fill.width = 1;
  fill.height = 1;
  OK(cudaGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill));
  OK(cudaGraphCreate(&other, 0));
  OK(cudaGraphAddMemFreeNode(&released, other, nullptr, 0, wanted.dptr));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(released, &type));
  CHECK(type == cudaGraphNodeTypeMemFree);
  cudaGraphExec_t run, release;
  OK(cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphInstantiate(&release, other, 0));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(other));
  EXPECT_CODE(cudaErrorInvalidValue, cudaFree(wanted.dptr));  // not in use yet
  for (int i = 0; i < 3; ++i) {
    OK(cudaGraphLaunch(run, 0));
    CHECK(read(static_cast<int*>(wanted.dptr)) == 0x01020304);
    if (i == 0) OK(cudaFree(wanted.dptr));
    if (i == 1) OK(cudaGraphLaunch(release, 0));
  }
  OK(cudaGraphExecDestroy(run));
  OK(cudaGraphExecDestroy(release));
  CHECK(read(static_cast<int*>(wanted.dptr)) == 0x01020304);  // in use, although the graphs are gone
  OK(cudaFreeAsync(wanted.dptr, 0));
  OK(cudaDeviceSynchronize());
  CHECK(free_memory() == before);
}

static void captured_memory() {
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  const size_t before = free_memory();
  int *value, result = 0;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMallocAsync(reinterpret_cast<void**>(&value), sizeof(int), stream));
  OK(cudaMemsetAsync(value, 0, sizeof(int), stream));
  add<<<1, 1, 0, stream>>>(value, 6);
  OK(cudaMemcpyAsync(&result, value, sizeof(int), cudaMemcpyDeviceToHost, stream));
  OK(cudaFreeAsync(value, stream));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t run;
  OK(cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int i = 0; i < 2; ++i) {
    result = 0;
    OK(cudaGraphLaunch(run, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(result == 6);
  }
  OK(cudaGraphExecDestroy(run));
  CHECK(free_memory() == before);
}

int main() {
  memory_of_graphs();
  captured_memory();
  by_hand();
  fills();
  circle();
  capture();
  refused_captures();
}
