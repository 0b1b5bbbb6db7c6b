// Priorities of streams, launches and nodes: what the calls give back, and that each way to launch a
// kernel carries one. While a kernel of several blocks an SM runs another one is launched: if it is
// more urgent it begins before the last of these blocks, else after it.
#include "check.h"

constexpr int kWaves = 4, kThreads = 32, kCycles = 3000;
constexpr int kUrgent = -5, kUsual = 0;

/// Blocks count themselves when they begin.
__global__ void bulk(int* begun) {
  if (threadIdx.x != 0) return;
  atomicAdd(begun, 1);
  const long long begin = clock64();
  while (clock64() - begin < kCycles) {
  }
}

/// Notes how many blocks have begun before it.
__global__ void look(int* begun, int* before) { *before = atomicAdd(begun, 0); }

static int *begun, *before;  // in memory of the host that kernels reach
static int blocks;           // of bulk
static int shared_bytes;     // of each block, so that an SM holds one
static cudaStream_t bulk_stream;
static void* arguments[] = {&begun, &before};
static void* const address = reinterpret_cast<void*>(look);

static cudaStream_t stream_of(int priority) {
  cudaStream_t stream;
  OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
  return stream;
}

static int priority_of(cudaStream_t stream) {
  int priority = 99;
  OK(cudaStreamGetPriority(stream, &priority));
  cudaStreamAttrValue value;
  OK(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &value));
  CHECK(value.priority == priority);
  return priority;
}

static cudaStreamAttrValue value_of(int priority) {
  cudaStreamAttrValue value = {};
  value.priority = priority;
  return value;
}

static void set_priority(cudaStream_t stream, int priority) {
  const cudaStreamAttrValue value = value_of(priority);
  OK(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
}

/// Whether the kernel that is launched begins before the last blocks of `bulk`.
template <typename Launch>
static bool is_urgent(const Launch& launch) {
  *begun = 0;
  *before = -1;
  bulk<<<blocks, kThreads, shared_bytes, bulk_stream>>>(begun);
  while (*static_cast<volatile int*>(begun) == 0) cudaStreamQuery(bulk_stream);
  launch();
  OK(cudaDeviceSynchronize());
  CHECK(*begun == blocks && *before > 0 && *before <= blocks);
  return *before < blocks;
}

/// A launch whose own priority is this one.
static void launch_with(cudaStream_t stream, int priority) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributePriority;
  attribute.val.priority = priority;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  OK(cudaLaunchKernelExC(&config, address, arguments));
}

static void streams_answer() {
  int least, greatest;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(least == kUsual && greatest == kUrgent);
  CHECK(priority_of(stream_of(-3)) == -3);
  // "If the specified priority is outside the numerical range [...] it will automatically be clamped
  // to the lowest or the highest number in the range": CUDA Runtime API, cudaStreamCreateWithPriority.
  CHECK(priority_of(stream_of(-100)) == kUrgent && priority_of(stream_of(7)) == kUsual);
  cudaStream_t plain, other;
  OK(cudaStreamCreate(&plain));
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(priority_of(plain) == kUsual && priority_of(other) == kUsual);
  set_priority(plain, -2);
  CHECK(priority_of(plain) == -2 && priority_of(other) == kUsual);
  OK(cudaStreamCopyAttributes(other, plain));
  CHECK(priority_of(other) == -2);
  set_priority(plain, -9);
  CHECK(priority_of(plain) == kUrgent);
  EXPECT_CODE(cudaErrorInvalidValue,
              cudaStreamSetAttribute(plain, cudaStreamAttributePriority, nullptr));
}

/// Each form of a launch, into a stream of this priority.
static void launches_take_that_of_the_stream(int priority) {
  const bool urgent = priority < kUsual;
  const cudaStream_t stream = stream_of(priority);
  const dim3 one(1);
  CHECK(is_urgent([&] { look<<<1, 1, shared_bytes, stream>>>(begun, before); }) == urgent);
  CHECK(is_urgent([&] {
          OK(cudaLaunchKernel(address, one, one, arguments, shared_bytes, stream));
        }) == urgent);
  CHECK(is_urgent([&] {
          OK(cudaLaunchCooperativeKernel(address, one, one, arguments, shared_bytes, stream));
        }) == urgent);
  CHECK(is_urgent([&] {
          cudaLaunchConfig_t config = {};
          config.gridDim = config.blockDim = one;
          config.dynamicSmemBytes = shared_bytes;
          config.stream = stream;
          OK(cudaLaunchKernelExC(&config, address, arguments));
        }) == urgent);
  CHECK(is_urgent([&] {
          OK(cudaConfigureCall(one, one, shared_bytes, stream));
          OK(cudaSetupArgument(&begun, sizeof begun, 0));
          OK(cudaSetupArgument(&before, sizeof before, sizeof begun));
          OK(cudaLaunch(address));
        }) == urgent);
}

static void attributes_count_more() {
  const cudaStream_t usual = stream_of(kUsual), urgent = stream_of(kUrgent);
  CHECK(is_urgent([&] { launch_with(usual, -1); }));
  CHECK(!is_urgent([&] { launch_with(urgent, kUsual); }));
  CHECK(!is_urgent([&] { launch_with(urgent, 100); }));
  // The stream keeps its own.
  CHECK(priority_of(usual) == kUsual);
  CHECK(!is_urgent([&] { look<<<1, 1, shared_bytes, usual>>>(begun, before); }));
}

static void attributes_of_streams_count_from_then_on() {
  const cudaStream_t stream = stream_of(kUsual);
  set_priority(stream, kUrgent);
  CHECK(is_urgent([&] { look<<<1, 1, shared_bytes, stream>>>(begun, before); }));
  CHECK(!is_urgent([&] {
    set_priority(stream, kUsual);
    look<<<1, 1, shared_bytes, stream>>>(begun, before);
    set_priority(stream, kUrgent);
  }));
}

static cudaGraph_t graph_with_node(int priority) {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams parameters = {};
  parameters.func = address;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.sharedMemBytes = shared_bytes;
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  cudaKernelNodeAttrValue value;
  OK(cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributePriority, &value));
  CHECK(value.priority == 0);
  value = value_of(priority - 10);
  OK(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributePriority, &value));
  OK(cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributePriority, &value));
  CHECK(value.priority == kUrgent);
  value = value_of(priority);
  OK(cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributePriority, &value));
  EXPECT_CODE(cudaErrorNotSupported,
              cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributeCooperative, &value));
  return graph;
}

/// Launched into a stream of this priority.
static bool is_urgent_graph(cudaGraph_t graph, unsigned flags, int priority) {
  cudaGraphExec_t run;
  OK(cudaGraphInstantiate(&run, graph, flags));
  const cudaStream_t stream = stream_of(priority);
  return is_urgent([&] { OK(cudaGraphLaunch(run, stream)); });
}

/// "Run the graph using the per-node priority attributes rather than the priority of the stream it is
/// launched into": CUDA Runtime API, cudaGraphInstantiateFlagUseNodePriority.
static void graphs_take_that_of_the_stream_or_the_node() {
  constexpr unsigned kNodes = cudaGraphInstantiateFlagUseNodePriority;
  CHECK(!is_urgent_graph(graph_with_node(kUrgent), 0, kUsual));
  CHECK(is_urgent_graph(graph_with_node(kUsual), 0, kUrgent));
  CHECK(is_urgent_graph(graph_with_node(kUrgent), kNodes, kUsual));
  CHECK(!is_urgent_graph(graph_with_node(kUsual), kNodes, kUrgent));
  const cudaStream_t stream = stream_of(-3);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  look<<<1, 1, shared_bytes, stream>>>(begun, before);
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphNode_t node;
  size_t count = 1;
  OK(cudaGraphGetNodes(graph, &node, &count));
  cudaKernelNodeAttrValue value;
  OK(cudaGraphKernelNodeGetAttribute(node, cudaKernelNodeAttributePriority, &value));
  CHECK(value.priority == -3);
  CHECK(is_urgent_graph(graph, kNodes, kUsual));
  cudaGraphNode_t empty;
  OK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphKernelNodeGetAttribute(
                                         empty, cudaKernelNodeAttributePriority, &value));
}

int main() {
  int sms;
  OK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  OK(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  blocks = kWaves * sms;
  OK(cudaHostAlloc(&begun, sizeof(int), cudaHostAllocMapped));
  OK(cudaHostAlloc(&before, sizeof(int), cudaHostAllocMapped));
  bulk_stream = stream_of(kUsual);
  streams_answer();
  launches_take_that_of_the_stream(kUsual);
  launches_take_that_of_the_stream(kUrgent);
  attributes_count_more();
  attributes_of_streams_count_from_then_on();
  graphs_take_that_of_the_stream_or_the_node();
}
