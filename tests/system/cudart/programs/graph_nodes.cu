// Nodes of graphs: what they say about themselves, child graphs, events, conditions.
#include <cstdio>
#include <cstring>

#include "check.h"

__global__ void add(int* value, int amount) { *value += amount; }
__global__ void scale(int* value, int factor) { *value *= factor; }
__global__ void count_down(int* left, int* rounds, cudaGraphConditionalHandle handle) {
  ++*rounds;
  cudaGraphSetConditional(handle, --*left > 0);
}
__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}
__device__ int variable;

static int* device_value(int value) {
  int* memory;
  OK(cudaMalloc(&memory, sizeof(int)));
  OK(cudaMemcpy(memory, &value, sizeof(int), cudaMemcpyHostToDevice));
  return memory;
}

static int read(const int* value) {
  int host;
  OK(cudaMemcpy(&host, value, sizeof host, cudaMemcpyDeviceToHost));
  return host;
}

static cudaGraph_t new_graph() {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  return graph;
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, const cudaGraphNode_t* after,
                                   void (*function)(int*, int), int* value, int number) {
  void* arguments[] = {&value, &number};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(function);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, graph, after, after != nullptr, &parameters));
  return node;
}

/// Runs the graph `times` times.
static void run(cudaGraph_t graph, int times = 1) {
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < times; ++i) OK(cudaGraphLaunch(executable, 0));
  OK(cudaDeviceSynchronize());
  OK(cudaGraphExecDestroy(executable));
}

/// What was given comes back, also after the arguments are gone, and can be given again.
static void queries() {
  int *value = device_value(1), host = 0;
  cudaGraph_t graph = new_graph();
  cudaGraphNode_t kernel = kernel_node(graph, nullptr, add, value, 5), copy, fill, call;
  cudaKernelNodeParams said;
  OK(cudaGraphKernelNodeGetParams(kernel, &said));
  CHECK(said.func == reinterpret_cast<void*>(add) && said.gridDim.x == 1 && said.extra == nullptr);
  CHECK(*static_cast<int**>(said.kernelParams[0]) == value);
  CHECK(*static_cast<int*>(said.kernelParams[1]) == 5);
  *static_cast<int*>(said.kernelParams[1]) = 6;
  OK(cudaGraphKernelNodeSetParams(kernel, &said));
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, &host, value, 4, cudaMemcpyDeviceToHost));
  cudaMemcpy3DParms box;
  OK(cudaGraphMemcpyNodeGetParams(copy, &box));
  CHECK(box.srcPtr.ptr == value && box.dstPtr.ptr == &host && box.kind == cudaMemcpyDeviceToHost);
  CHECK(box.extent.width == 4 && box.extent.height == 1 && box.extent.depth == 1);
  OK(cudaGraphMemcpyNodeSetParams(copy, &box));
  cudaMemsetParams filled = {value, 0, 9, 4, 1, 1}, answer;
  OK(cudaGraphAddMemsetNode(&fill, graph, &copy, 1, &filled));
  OK(cudaGraphMemsetNodeGetParams(fill, &answer));
  CHECK(std::memcmp(&filled, &answer, sizeof filled) == 0);
  int calls = 0;
  cudaHostNodeParams function = {[](void* count) { ++*static_cast<int*>(count); }, &calls}, again;
  OK(cudaGraphAddHostNode(&call, graph, &fill, 1, &function));
  OK(cudaGraphHostNodeGetParams(call, &again));
  CHECK(again.fn == function.fn && again.userData == &calls);
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(fill, &again));
  run(graph, 2);
  CHECK(host == 9 + 6 && read(value) == 9 && calls == 2);
}

static void captured_queries() {
  int* value = device_value(0);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMemsetAsync(value, 0, 4, stream));
  add<<<1, 1, 0, stream>>>(value, 3);
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  cudaGraphNode_t nodes[2];
  size_t count = 2;
  OK(cudaGraphGetNodes(graph, nodes, &count));
  cudaKernelNodeParams said;
  cudaMemsetParams fill;
  OK(cudaGraphMemsetNodeGetParams(nodes[0], &fill));
  CHECK(fill.dst == value && fill.width == 4 && fill.elementSize == 1 && fill.height == 1);
  OK(cudaGraphKernelNodeGetParams(nodes[1], &said));
  CHECK(*static_cast<int*>(said.kernelParams[1]) == 3);
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  *static_cast<int*>(said.kernelParams[1]) = 30;
  OK(cudaGraphExecKernelNodeSetParams(executable, nodes[1], &said));
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(read(value) == 30);
  // A node that is disabled does nothing, and its successors run.
  unsigned enabled = 9;
  OK(cudaGraphNodeSetEnabled(executable, nodes[0], 0));
  OK(cudaGraphNodeGetEnabled(executable, nodes[0], &enabled));
  CHECK(enabled == 0);
  OK(cudaGraphLaunch(executable, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(read(value) == 60);
  // The launch of a graph, captured: a child graph, with what the executable graph does now.
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaGraphLaunch(executable, stream));
  scale<<<1, 1, 0, stream>>>(value, 2);
  OK(cudaStreamEndCapture(stream, &graph));
  run(graph);
  CHECK(read(value) == (60 + 30) * 2);
}

static void children() {
  int *value = device_value(1), *other = device_value(1);
  cudaGraph_t child = new_graph(), graph = new_graph(), inner;
  cudaGraphNode_t added = kernel_node(child, nullptr, add, value, 4);
  kernel_node(child, &added, scale, value, 3);
  cudaGraphNode_t first = kernel_node(graph, nullptr, add, value, 1), node;
  OK(cudaGraphAddChildGraphNode(&node, graph, &first, 1, child));
  kernel_node(graph, &node, add, value, 100);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(node, &type));
  CHECK(type == cudaGraphNodeTypeGraph);
  run(graph);
  CHECK(read(value) == (1 + 1 + 4) * 3 + 100);
  // The node has a clone of the graph: changing the graph does not change the node.
  OK(cudaGraphChildGraphNodeGetGraph(node, &inner));
  CHECK(inner != child);
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphDestroy(inner));
  cudaGraphNode_t nodes[2], twin;
  size_t count = 2;
  OK(cudaGraphGetNodes(inner, nodes, &count));
  OK(cudaGraphNodeFindInClone(&twin, added, inner));
  CHECK(count == 2 && twin == nodes[0]);
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&twin, first, inner));
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  cudaGraph_t replaced = new_graph();
  cudaGraphNode_t one = kernel_node(replaced, nullptr, add, other, 6);
  EXPECT_CODE(cudaErrorGraphExecUpdateFailure,
              cudaGraphExecChildGraphNodeSetParams(executable, node, replaced));
  kernel_node(replaced, &one, scale, other, 5);
  OK(cudaGraphExecChildGraphNodeSetParams(executable, node, replaced));
  OK(cudaGraphLaunch(executable, 0));
  CHECK(read(other) == (1 + 6) * 5);
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphLaunch(executable, 0));
  CHECK(read(other) == (35 + 6) * 5);
}

/// A graph that waits for an event of the host's stream, and records another one.
static void events() {
  int* value = device_value(0);
  cudaEvent_t before, after, said;
  OK(cudaEventCreate(&before));
  OK(cudaEventCreate(&after));
  cudaStream_t one, two;
  OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  cudaGraph_t graph = new_graph();
  cudaGraphNode_t wait, record;
  OK(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, before));
  cudaGraphNode_t scaled = kernel_node(graph, &wait, scale, value, 3);
  OK(cudaGraphAddEventRecordNode(&record, graph, &scaled, 1, before));
  OK(cudaGraphEventRecordNodeGetEvent(record, &said));
  CHECK(said == before);
  OK(cudaGraphEventRecordNodeSetEvent(record, after));
  OK(cudaGraphEventRecordNodeGetEvent(record, &said));
  CHECK(said == after);
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiate(&executable, graph, 0));
  add<<<1, 1, 0, one>>>(value, 2);
  OK(cudaEventRecord(before, one));
  OK(cudaGraphLaunch(executable, two));
  OK(cudaStreamWaitEvent(one, after, 0));
  add<<<1, 1, 0, one>>>(value, 1);
  OK(cudaStreamSynchronize(one));
  CHECK(read(value) == 2 * 3 + 1);
  OK(cudaEventQuery(after));
  // Captured: nodes, not joints of the capture.
  OK(cudaStreamBeginCapture(two, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecordWithFlags(after, two, cudaEventRecordExternal));
  OK(cudaStreamEndCapture(two, &graph));
  cudaGraphNode_t node;
  size_t count = 1;
  OK(cudaGraphGetNodes(graph, &node, &count));
  OK(cudaGraphEventRecordNodeGetEvent(node, &said));
  CHECK(count == 1 && said == after);
  OK(cudaEventSynchronize(after));
}

static void symbols() {
  int seven = 7, result = 0;
  cudaGraph_t graph = new_graph();
  cudaGraphNode_t to, from;
  OK(cudaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, &variable, &seven, 4, 0,
                                    cudaMemcpyHostToDevice));
  OK(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, &result, &variable, 4, 0,
                                      cudaMemcpyDeviceToHost));
  run(graph);
  CHECK(result == 7);
}

static cudaGraph_t conditional(cudaGraph_t graph, const cudaGraphNode_t* after,
                               cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                               unsigned size, cudaGraph_t* bodies) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  cudaGraphNode_t node;
  OK(cudaGraphAddNode(&node, graph, after, after != nullptr, &parameters));
  for (unsigned i = 0; i < size; ++i) bodies[i] = parameters.conditional.phGraph_out[i];
  return bodies[0];
}

/// The body runs until the condition is false: once for each of the values 5, 4, 3, 2, 1.
static void loops() {
  int *left = device_value(5), *rounds = device_value(0), *after = device_value(0);
  cudaGraph_t graph = new_graph(), body;
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, 1, &body);
  size_t count = 1;
  cudaGraphNode_t loop;
  OK(cudaGraphGetNodes(graph, &loop, &count));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
  count_down<<<1, 1, 0, stream>>>(left, rounds, handle);
  cudaGraph_t captured;
  OK(cudaStreamEndCapture(stream, &captured));
  CHECK(captured == body);
  kernel_node(graph, &loop, add, after, 1);
  run(graph);
  CHECK(read(rounds) == 5 && read(left) == 0 && read(after) == 1);
  // The default value comes with each launch: the body runs once more, as `left` is below 1.
  run(graph, 2);
  CHECK(read(rounds) == 7 && read(after) == 3);
  cudaGraph_t clone;
  EXPECT_CODE(cudaErrorNotSupported, cudaGraphClone(&clone, graph));
}

/// A kernel chooses the branch; a loop is in the branch of a switch.
static void branches() {
  int *yes = device_value(0), *no = device_value(0), *third = device_value(0);
  for (unsigned value = 0; value < 2; ++value) {
    cudaGraph_t graph = new_graph(), bodies[2];
    cudaGraphConditionalHandle handle;
    OK(cudaGraphConditionalHandleCreate(&handle, graph));
    cudaKernelNodeParams chooser = {};
    void* arguments[] = {&handle, &value};
    chooser.func = reinterpret_cast<void*>(choose);
    chooser.gridDim = chooser.blockDim = dim3(1);
    chooser.kernelParams = arguments;
    cudaGraphNode_t chosen;
    OK(cudaGraphAddKernelNode(&chosen, graph, nullptr, 0, &chooser));
    conditional(graph, &chosen, handle, cudaGraphCondTypeIf, 2, bodies);
    kernel_node(bodies[0], nullptr, add, yes, 1);
    kernel_node(bodies[1], nullptr, add, no, 1);
    run(graph);
    CHECK(read(yes) == (value != 0) && read(no) == 1);
  }
  cudaGraph_t graph = new_graph(), bodies[3], body;
  cudaGraphConditionalHandle handle, inner;
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 2, cudaGraphCondAssignDefault));
  conditional(graph, nullptr, handle, cudaGraphCondTypeSwitch, 3, bodies);
  OK(cudaGraphConditionalHandleCreate(&inner, bodies[2], 1, cudaGraphCondAssignDefault));
  conditional(bodies[2], nullptr, inner, cudaGraphCondTypeWhile, 1, &body);
  int* left = device_value(3);
  cudaKernelNodeParams counter = {};
  void* arguments[] = {&left, &third, &inner};
  counter.func = reinterpret_cast<void*>(count_down);
  counter.gridDim = counter.blockDim = dim3(1);
  counter.kernelParams = arguments;
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, body, nullptr, 0, &counter));
  run(graph);
  CHECK(read(third) == 3);
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = 12;
  parameters.conditional.size = 1;
  EXPECT_CODE(cudaErrorInvalidValue, cudaGraphAddNode(&node, graph, nullptr, 0, &parameters));
}

static void updates() {
  int* value = device_value(0);
  cudaGraph_t graph = new_graph(), longer = new_graph(), other = new_graph();
  kernel_node(graph, nullptr, add, value, 1);
  kernel_node(longer, nullptr, add, value, 1);
  cudaGraphNode_t empty, node;
  OK(cudaGraphAddEmptyNode(&empty, longer, nullptr, 0));
  OK(cudaGraphAddEmptyNode(&node, other, nullptr, 0));
  cudaGraphExec_t executable;
  OK(cudaGraphInstantiateWithFlags(&executable, graph, cudaGraphInstantiateFlagUseNodePriority));
  unsigned long long flags = 0;
  OK(cudaGraphExecGetFlags(executable, &flags));
  CHECK(flags == cudaGraphInstantiateFlagUseNodePriority);
  cudaGraphExecUpdateResultInfo info;
  EXPECT_CODE(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(executable, longer, &info));
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  EXPECT_CODE(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(executable, other, &info));
  CHECK(info.result == cudaGraphExecUpdateErrorNodeTypeChanged && info.errorNode == node);
  // The file names the kernel, and has an edge for each dependency.
  kernel_node(longer, &empty, scale, value, 2);
  OK(cudaGraphDebugDotPrint(longer, "graph_nodes.dot", cudaGraphDebugDotFlagsVerbose));
  char text[4096] = {};
  std::FILE* const file = std::fopen("graph_nodes.dot", "r");
  CHECK(file != nullptr && std::fread(text, 1, sizeof text - 1, file) > 0);
  std::fclose(file);
  std::remove("graph_nodes.dot");
  CHECK(std::strstr(text, "digraph") == text && std::strstr(text, "scale(int*, int)") != nullptr);
  CHECK(std::strstr(text, "node_1 -> node_2;") != nullptr);
}

int main() {
  queries();
  captured_queries();
  children();
  events();
  symbols();
  loops();
  branches();
  updates();
}
