// Graphs of the driver API: nodes, their parameters, updates.
// graphs PTX
#include <cstring>
#include <vector>

#include "check.h"

namespace {

constexpr int kCount = 64;

CUDA_KERNEL_NODE_PARAMS launch_of(CUfunction function, void** parameters) {
  CUDA_KERNEL_NODE_PARAMS node = {};
  node.func = function;
  node.gridDimX = node.gridDimY = node.gridDimZ = 1;
  node.blockDimX = kCount;
  node.blockDimY = node.blockDimZ = 1;
  node.sharedMemBytes = kCount * sizeof(int);
  node.kernelParams = parameters;
  return node;
}

CUDA_MEMCPY3D row(CUdeviceptr device, int* host, bool to_device) {
  CUDA_MEMCPY3D copy = {};
  copy.WidthInBytes = kCount * sizeof(int);
  copy.Height = copy.Depth = 1;
  copy.srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  copy.dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  (to_device ? copy.dstDevice : copy.srcDevice) = device;
  if (to_device)
    copy.srcHost = host;
  else
    copy.dstHost = host;
  return copy;
}

struct Buffers {
  CUdeviceptr device = 0;
  std::vector<int> in, out;
};

/// in -> device -> reversed -> out, in that order.
CUgraph make_graph(CUcontext context, CUfunction reverse, Buffers& buffers, CUgraphNode* nodes) {
  CUgraph graph;
  DONE(cuGraphCreate(&graph, 0));
  const CUDA_MEMCPY3D to = row(buffers.device, buffers.in.data(), true);
  const CUDA_MEMCPY3D from = row(buffers.device, buffers.out.data(), false);
  DONE(cuGraphAddMemcpyNode(&nodes[0], graph, nullptr, 0, &to, context));
  void* parameters[] = {&buffers.device};
  const CUDA_KERNEL_NODE_PARAMS launch = launch_of(reverse, parameters);
  DONE(cuGraphAddKernelNode(&nodes[1], graph, nodes, 1, &launch));
  DONE(cuGraphAddMemcpyNode(&nodes[2], graph, nullptr, 0, &from, context));
  DONE(cuGraphAddDependencies(graph, &nodes[1], &nodes[2], 1));
  return graph;
}

void expect_parameters(CUgraph graph, const CUgraphNode* nodes, CUfunction reverse,
                       Buffers& buffers) {
  CUDA_KERNEL_NODE_PARAMS launch;
  DONE(cuGraphKernelNodeGetParams(nodes[1], &launch));
  EXPECT(launch.func == reverse && launch.blockDimX == kCount);
  EXPECT(launch.sharedMemBytes == kCount * sizeof(int));
  EXPECT(*static_cast<CUdeviceptr*>(launch.kernelParams[0]) == buffers.device);
  CUDA_MEMCPY3D copy;
  DONE(cuGraphMemcpyNodeGetParams(nodes[2], &copy));
  EXPECT(copy.srcMemoryType == CU_MEMORYTYPE_DEVICE && copy.srcDevice == buffers.device);
  EXPECT(copy.dstHost == buffers.out.data() && copy.WidthInBytes == kCount * sizeof(int));
  DONE(cuGraphMemcpyNodeSetParams(nodes[2], &copy));
  CUgraphNodeType type;
  DONE(cuGraphNodeGetType(nodes[2], &type));
  EXPECT(type == CU_GRAPH_NODE_TYPE_MEMCPY);
  size_t edges = 0;
  DONE(cuGraphGetEdges(graph, nullptr, nullptr, &edges));
  EXPECT(edges == 2);
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(nodes[0], &launch));
}

void expect_reversed(const Buffers& buffers) {
  for (int i = 0; i < kCount; ++i) EXPECT(buffers.out[i] == buffers.in[kCount - 1 - i]);
}

/// A fill by a child graph, and the call of a host function.
void children(CUcontext context, Buffers& buffers) {
  CUgraph graph, child, inner;
  CUgraphNode fill, node, call, found;
  DONE(cuGraphCreate(&graph, 0));
  DONE(cuGraphCreate(&child, 0));
  const CUDA_MEMSET_NODE_PARAMS nines = {buffers.device, 0, 9, 4, kCount, 1};
  DONE(cuGraphAddMemsetNode(&fill, child, nullptr, 0, &nines, context));
  DONE(cuGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  DONE(cuGraphChildGraphNodeGetGraph(node, &inner));
  DONE(cuGraphNodeFindInClone(&found, fill, inner));
  CUDA_MEMSET_NODE_PARAMS said;
  DONE(cuGraphMemsetNodeGetParams(found, &said));
  EXPECT(said.dst == buffers.device && said.value == 9 && said.width == kCount);
  int calls = 0;
  const CUDA_HOST_NODE_PARAMS host = {[](void* count) { ++*static_cast<int*>(count); }, &calls};
  DONE(cuGraphAddHostNode(&call, graph, &node, 1, &host));
  CUgraphExec run;
  DONE(cuGraphInstantiate(&run, graph, 0));
  DONE(cuGraphLaunch(run, nullptr));
  DONE(cuCtxSynchronize());
  DONE(cuMemcpyDtoH(buffers.out.data(), buffers.device, kCount * sizeof(int)));
  EXPECT(calls == 1 && buffers.out[0] == 9 && buffers.out[kCount - 1] == 9);
  CUgraphExecUpdateResultInfo info;
  RETURNS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(run, child, &info));
  EXPECT(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
}

}  // namespace

int main(int, char** arguments) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction reverse;
  DONE(cuInit(0));
  DONE(cuDeviceGet(&device, 0));
  DONE(cuCtxCreate(&context, 0, device));
  DONE(cuModuleLoad(&module, arguments[1]));
  DONE(cuModuleGetFunction(&reverse, module, "reverse"));
  Buffers buffers;
  buffers.in.resize(kCount);
  buffers.out.resize(kCount);
  for (int i = 0; i < kCount; ++i) buffers.in[i] = i * i;
  DONE(cuMemAlloc(&buffers.device, kCount * sizeof(int)));
  CUgraphNode nodes[3];
  CUgraph graph = make_graph(context, reverse, buffers, nodes);
  expect_parameters(graph, nodes, reverse, buffers);
  CUgraphExec run;
  DONE(cuGraphInstantiate(&run, graph, 0));
  DONE(cuGraphLaunch(run, nullptr));
  DONE(cuCtxSynchronize());
  expect_reversed(buffers);
  // Without the kernel, the data come back as they are.
  DONE(cuGraphNodeSetEnabled(run, nodes[1], 0));
  DONE(cuGraphLaunch(run, nullptr));
  DONE(cuCtxSynchronize());
  EXPECT(buffers.out == buffers.in);
  children(context, buffers);
  printf("graphs: passed\n");
}
