// The driver API: nodes of graphs.
#include "cudart/api/graph/node_changes.hpp"
#include "cudart/driver/driver_call.hpp"
#include "cudart/driver/graph_forms.hpp"

using namespace heddle::cudart;

namespace {

/// Calls `function(form)` with the parameters in the runtime's form.
template <typename Parameters, typename Function>
CUresult with_runtime_form(const Parameters* parameters, const Function& function,
                           const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        if (parameters == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
        const auto form = runtime_form(*parameters);
        return function(&form);
      },
      name);
}

/// One end of a copy in the driver's form. Throws CudaError for an array, which the driver
/// describes by bytes and the runtime by texels.
struct Side {
  CUmemorytype type;
  CUdeviceptr address;
};
Side side_of(const cudaPitchedPtr& pointer, cudaArray_t array, bool device) {
  if (array != nullptr)
    throw CudaError(cudaErrorNotSupported, "cuGraphMemcpyNodeGetParams for a node with an array");
  return {device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
          reinterpret_cast<CUdeviceptr>(pointer.ptr)};
}

/// The function is a CUfunction, even if the runtime made the node.
CUDA_KERNEL_NODE_PARAMS driver_form(Context& context, const cudaKernelNodeParams& p) {
  const dim3 &grid = p.gridDim, &block = p.blockDim;
  auto* const function = reinterpret_cast<CUfunction>(&context.function(p.func));
  return {function, grid.x,           grid.y,         grid.z,  block.x, block.y,
          block.z,  p.sharedMemBytes, p.kernelParams, nullptr, nullptr, nullptr};
}

CUDA_MEMSET_NODE_PARAMS driver_form(Context&, const cudaMemsetParams& p) {
  return {reinterpret_cast<CUdeviceptr>(p.dst), p.pitch, p.value, p.elementSize, p.width, p.height};
}

CUDA_MEMCPY3D driver_form(Context& context, const cudaMemcpy3DParms& p) {
  const Direction way = direction_of(context.memory(), p.dstPtr.ptr, p.srcPtr.ptr, p.kind);
  const Side from = side_of(p.srcPtr, p.srcArray, way.from_device);
  const Side to = side_of(p.dstPtr, p.dstArray, way.to_device);
  CUDA_MEMCPY3D form{};
  form.srcMemoryType = from.type;
  form.srcHost = way.from_device ? nullptr : p.srcPtr.ptr;
  form.srcDevice = way.from_device ? from.address : 0;
  form.srcXInBytes = p.srcPos.x;
  form.srcY = p.srcPos.y;
  form.srcZ = p.srcPos.z;
  form.srcPitch = p.srcPtr.pitch;
  form.srcHeight = p.srcPtr.ysize;
  form.dstMemoryType = to.type;
  form.dstHost = way.to_device ? nullptr : p.dstPtr.ptr;
  form.dstDevice = way.to_device ? to.address : 0;
  form.dstXInBytes = p.dstPos.x;
  form.dstY = p.dstPos.y;
  form.dstZ = p.dstPos.z;
  form.dstPitch = p.dstPtr.pitch;
  form.dstHeight = p.dstPtr.ysize;
  form.WidthInBytes = p.extent.width;
  form.Height = p.extent.height;
  form.Depth = p.extent.depth;
  return form;
}

/// Sets the parameters to the driver's form of what `get` of the runtime says of the node.
template <typename Parameters, typename Form>
CUresult get_in_driver_form(CUgraphNode node, Parameters* parameters,
                            cudaError_t (*get)(cudaGraphNode_t, Form*),
                            const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        Form said{};
        const cudaError_t result = get(node, parameters == nullptr ? nullptr : &said);
        if (result != cudaSuccess) return result;
        return enter([&](Context& context) { *parameters = driver_form(context, said); });
      },
      name);
}

}  // namespace

CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) {
  return driver_call([&] { return cudaGraphNodeGetType(hNode, type); });
}

CUresult cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                              const CUgraphNode* dependencies, size_t numDependencies,
                              const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaKernelNodeParams* form) {
    return cudaGraphAddKernelNode(phGraphNode, hGraph, dependencies, numDependencies, form);
  });
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                              const CUgraphNode* dependencies, size_t numDependencies,
                              const CUDA_MEMCPY3D* copyParams, CUcontext) {
  return driver_call([&] {
    return add({phGraphNode, hGraph, dependencies, numDependencies}, NodeKind::copy,
               [&](Context& context) { return plan_node(context, copyParams); });
  });
}

CUresult cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                              const CUgraphNode* dependencies, size_t numDependencies,
                              const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext) {
  return with_runtime_form(memsetParams, [&](const cudaMemsetParams* form) {
    return cudaGraphAddMemsetNode(phGraphNode, hGraph, dependencies, numDependencies, form);
  });
}

CUresult cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                            const CUgraphNode* dependencies, size_t numDependencies,
                            const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaHostNodeParams* form) {
    return cudaGraphAddHostNode(phGraphNode, hGraph, dependencies, numDependencies, form);
  });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                  const CUgraphNode* dependencies, size_t numDependencies,
                                  CUgraph childGraph) {
  return driver_call([&] {
    return cudaGraphAddChildGraphNode(phGraphNode, hGraph, dependencies, numDependencies,
                                      childGraph);
  });
}

CUresult cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                             const CUgraphNode* dependencies, size_t numDependencies) {
  return driver_call(
      [&] { return cudaGraphAddEmptyNode(phGraphNode, hGraph, dependencies, numDependencies); });
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                   const CUgraphNode* dependencies, size_t numDependencies,
                                   CUevent event) {
  return driver_call([&] {
    return cudaGraphAddEventRecordNode(phGraphNode, hGraph, dependencies, numDependencies, event);
  });
}

CUresult cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                 const CUgraphNode* dependencies, size_t numDependencies,
                                 CUevent event) {
  return driver_call([&] {
    return cudaGraphAddEventWaitNode(phGraphNode, hGraph, dependencies, numDependencies, event);
  });
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return get_in_driver_form(hNode, nodeParams, cudaGraphKernelNodeGetParams);
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaKernelNodeParams* form) {
    return cudaGraphKernelNodeSetParams(hNode, form);
  });
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) {
  return get_in_driver_form(hNode, nodeParams, cudaGraphMemcpyNodeGetParams);
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) {
  return driver_call([&] { return set_in_graph(hNode, NodeKind::copy, nodeParams); });
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams) {
  return get_in_driver_form(hNode, nodeParams, cudaGraphMemsetNodeGetParams);
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaMemsetParams* form) {
    return cudaGraphMemsetNodeSetParams(hNode, form);
  });
}

CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) {
  static_assert(sizeof(CUDA_HOST_NODE_PARAMS) == sizeof(cudaHostNodeParams));
  return driver_call([&] {
    return cudaGraphHostNodeGetParams(hNode, reinterpret_cast<cudaHostNodeParams*>(nodeParams));
  });
}

CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaHostNodeParams* form) {
    return cudaGraphHostNodeSetParams(hNode, form);
  });
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) {
  return driver_call([&] { return cudaGraphChildGraphNodeGetGraph(hNode, phGraph); });
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
  return driver_call([&] { return cudaGraphEventRecordNodeGetEvent(hNode, event_out); });
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
  return driver_call([&] { return cudaGraphEventRecordNodeSetEvent(hNode, event); });
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
  return driver_call([&] { return cudaGraphEventWaitNodeGetEvent(hNode, event_out); });
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
  return driver_call([&] { return cudaGraphEventWaitNodeSetEvent(hNode, event); });
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaKernelNodeParams* form) {
    return cudaGraphExecKernelNodeSetParams(hGraphExec, hNode, form);
  });
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_MEMCPY3D* copyParams, CUcontext) {
  return driver_call(
      [&] { return set_in_executable(hGraphExec, hNode, NodeKind::copy, copyParams); });
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                        const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext) {
  return with_runtime_form(memsetParams, [&](const cudaMemsetParams* form) {
    return cudaGraphExecMemsetNodeSetParams(hGraphExec, hNode, form);
  });
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                      const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return with_runtime_form(nodeParams, [&](const cudaHostNodeParams* form) {
    return cudaGraphExecHostNodeSetParams(hGraphExec, hNode, form);
  });
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            CUgraph childGraph) {
  return driver_call(
      [&] { return cudaGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph); });
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            CUevent event) {
  return driver_call(
      [&] { return cudaGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event); });
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
                                          CUevent event) {
  return driver_call([&] { return cudaGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event); });
}
