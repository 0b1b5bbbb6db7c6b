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

CUDA_MEM_ALLOC_NODE_PARAMS wanted_memory() {
  CUDA_MEM_ALLOC_NODE_PARAMS wanted = {};
  wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  wanted.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  wanted.bytesize = kCount * sizeof(int);
  return wanted;
}

/// Memory that the graph allocates, and nodes of every kind that cuGraphAddNode makes: allocation
/// -> fill -> copy to the host -> host function -> free.
void any_nodes(CUdevice device, Buffers& buffers) {
  CUgraph graph;
  DONE(cuGraphCreate(&graph, 0));
  CUgraphNode nodes[5];
  CUgraphNodeParams memory = {CU_GRAPH_NODE_TYPE_MEM_ALLOC};
  memory.alloc = wanted_memory();
  DONE(cuGraphAddNode(&nodes[0], graph, nullptr, 0, &memory));
  const CUdeviceptr address = memory.alloc.dptr;
  EXPECT(address != 0);
  CUDA_MEM_ALLOC_NODE_PARAMS said;
  DONE(cuGraphMemAllocNodeGetParams(nodes[0], &said));
  EXPECT(said.dptr == address && said.bytesize == kCount * sizeof(int));

  CUgraphNodeParams fill = {CU_GRAPH_NODE_TYPE_MEMSET};
  fill.memset = {address, 0, 7, 4, kCount, 1, nullptr};
  DONE(cuGraphAddNode(&nodes[1], graph, &nodes[0], 1, &fill));
  CUgraphNodeParams copy = {CU_GRAPH_NODE_TYPE_MEMCPY};
  copy.memcpy.copyParams = row(address, buffers.out.data(), false);
  const CUgraphEdgeData plain = {}, port = {1};
  DONE(cuGraphAddNode_v2(&nodes[2], graph, &nodes[1], &plain, 1, &copy));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&nodes[3], graph, &nodes[1], &port, 1, &copy));
  int calls = 0;
  CUgraphNodeParams host = {CU_GRAPH_NODE_TYPE_HOST};
  host.host = {[](void* count) { ++*static_cast<int*>(count); }, &calls};
  DONE(cuGraphAddNode(&nodes[3], graph, &nodes[2], 1, &host));
  DONE(cuGraphAddMemFreeNode(&nodes[4], graph, &nodes[3], 1, address));
  CUdeviceptr freed = 0;
  DONE(cuGraphMemFreeNodeGetParams(nodes[4], &freed));
  EXPECT(freed == address);

  CUgraphExec run;
  DONE(cuGraphInstantiate(&run, graph, 0));
  DONE(cuGraphLaunch(run, nullptr));
  DONE(cuCtxSynchronize());
  EXPECT(calls == 1);
  for (const int value : buffers.out) EXPECT(value == 7);
  fill.memset.value = 8;
  DONE(cuGraphExecNodeSetParams(run, nodes[1], &fill));
  DONE(cuGraphNodeSetParams(nodes[2], &copy));
  DONE(cuGraphLaunch(run, nullptr));
  DONE(cuCtxSynchronize());
  for (const int value : buffers.out) EXPECT(value == 8);

  cuuint64_t bytes = 1;
  DONE(cuDeviceGetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &bytes));
  EXPECT(bytes == 0);
  DONE(cuDeviceGetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  EXPECT(bytes >= kCount * sizeof(int));
  bytes = 0;
  DONE(cuDeviceSetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  DONE(cuDeviceGetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  EXPECT(bytes == 0);
  DONE(cuDeviceGraphMemTrim(device));
  RETURNS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGraphMemTrim(7));
}

/// Parameters that CUDA refuses.
void wrong_nodes(CUdevice device, const Buffers& buffers) {
  CUgraph graph;
  CUgraphNode node;
  DONE(cuGraphCreate(&graph, 0));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, graph, nullptr, 0, nullptr));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(node, nullptr));
  CUgraphNodeParams unknown = {};
  unknown.type = static_cast<CUgraphNodeType>(99);
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, graph, nullptr, 0, &unknown));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr));
  CUDA_MEM_ALLOC_NODE_PARAMS wanted = wanted_memory();
  wanted.bytesize = 0;
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted));
  wanted = wanted_memory();
  wanted.poolProps.location.id = 1;
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted));
  wanted = wanted_memory();
  wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_INVALID;
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &wanted));
  RETURNS(CUDA_ERROR_INVALID_VALUE,
          cuGraphAddMemFreeNode(&node, graph, nullptr, 0, buffers.device));
  size_t count = 1;
  DONE(cuGraphGetNodes(graph, nullptr, &count));
  EXPECT(count == 0);
  DONE(cuGraphAddEmptyNode(&node, graph, nullptr, 0));
  RETURNS(CUDA_ERROR_INVALID_VALUE, cuGraphMemAllocNodeGetParams(node, &wanted));
  cuuint64_t bytes = 0;
  RETURNS(CUDA_ERROR_INVALID_VALUE,
          cuDeviceGetGraphMemAttribute(device, static_cast<CUgraphMem_attribute>(9), &bytes));
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
  any_nodes(device, buffers);
  wrong_nodes(device, buffers);
  printf("graphs: passed\n");
}
