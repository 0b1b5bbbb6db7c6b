// The driver API: nodes of graphs of any type, and nodes that allocate and free memory.
#include "cudart/api/graph/node_changes.hpp"
#include "cudart/driver/driver_call.hpp"
#include "cudart/driver/graph_forms.hpp"

using namespace heddle::cudart;

namespace {

// Both forms have the same members, at the same places.
static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(cudaMemAllocNodeParams));
static_assert(sizeof(CUgraphNodeParams) == sizeof(cudaGraphNodeParams));

cudaMemAllocNodeParams* allocation_form(CUDA_MEM_ALLOC_NODE_PARAMS* p) {
  return reinterpret_cast<cudaMemAllocNodeParams*>(p);
}

/// The runtime's form of all nodes except copies, which the driver describes in another way.
cudaGraphNodeParams any_form(CUgraphNodeParams& p) {
  cudaGraphNodeParams form{};
  form.type = p.type;
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      form.kernel = runtime_form(p.kernel);
      break;
    case cudaGraphNodeTypeMemset:
      form.memset = {pointer_to(p.memset.dst), p.memset.pitch, p.memset.value,
                     p.memset.elementSize,     p.memset.width, p.memset.height};
      break;
    case cudaGraphNodeTypeHost:
      form.host = runtime_form(p.host);
      break;
    case cudaGraphNodeTypeGraph:
      form.graph.graph = p.graph.graph;
      break;
    case cudaGraphNodeTypeWaitEvent:
      form.eventWait.event = p.eventWait.event;
      break;
    case cudaGraphNodeTypeEventRecord:
      form.eventRecord.event = p.eventRecord.event;
      break;
    case cudaGraphNodeTypeMemAlloc:
      form.alloc = *allocation_form(&p.alloc);
      break;
    case cudaGraphNodeTypeMemFree:
      form.free.dptr = pointer_to(p.free.dptr);
      break;
    case cudaGraphNodeTypeConditional:
      form.conditional = {p.conditional.handle, p.conditional.type, p.conditional.size, nullptr};
      break;
    default:
      break;
  }
  return form;
}

/// Writes what the runtime has written to its form.
void take_results(CUgraphNodeParams& p, const cudaGraphNodeParams& form) {
  if (p.type == cudaGraphNodeTypeMemAlloc)
    p.alloc.dptr = reinterpret_cast<CUdeviceptr>(form.alloc.dptr);
  if (p.type == cudaGraphNodeTypeConditional)
    p.conditional.phGraph_out = form.conditional.phGraph_out;
}

/// Calls `copy(parameters)` for a copy and `other(form)` for another node.
template <typename Copy, typename Other>
CUresult by_type(CUgraphNodeParams* p, const Copy& copy, const Other& other,
                 const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        if (p == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
        if (p->type == cudaGraphNodeTypeMemcpy) return copy(&p->memcpy.copyParams);
        cudaGraphNodeParams form = any_form(*p);
        const cudaError_t result = other(&form);
        if (result == cudaSuccess) take_results(*p, form);
        return result;
      },
      name);
}

CUresult add_any(const NodeSite& site, const CUgraphEdgeData* edges, CUgraphNodeParams* p,
                 const char* name = __builtin_FUNCTION()) {
  return by_type(
      p,
      [&](const CUDA_MEMCPY3D* copy) {
        return add(site, NodeKind::copy, [&](Context& c) {
          require_plain_edges(edges, site.after_count);
          return plan_node(c, copy);
        });
      },
      [&](cudaGraphNodeParams* form) {
        return cudaGraphAddNode_v2(site.node, site.graph, site.after, edges, site.after_count,
                                   form);
      },
      name);
}

}  // namespace

CUresult cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                        size_t numDependencies, CUgraphNodeParams* nodeParams) {
  return add_any({phGraphNode, hGraph, dependencies, numDependencies}, nullptr, nodeParams);
}

CUresult cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph,
                           const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData,
                           size_t numDependencies, CUgraphNodeParams* nodeParams) {
  return add_any({phGraphNode, hGraph, dependencies, numDependencies}, dependencyData, nodeParams);
}

CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
  return by_type(
      nodeParams,
      [&](const CUDA_MEMCPY3D* copy) { return set_in_graph(hNode, NodeKind::copy, copy); },
      [&](cudaGraphNodeParams* form) { return cudaGraphNodeSetParams(hNode, form); });
}

CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                  CUgraphNodeParams* nodeParams) {
  return by_type(
      nodeParams,
      [&](const CUDA_MEMCPY3D* copy) {
        return set_in_executable(hGraphExec, hNode, NodeKind::copy, copy);
      },
      [&](cudaGraphNodeParams* form) {
        return cudaGraphExecNodeSetParams(hGraphExec, hNode, form);
      });
}

CUresult cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                const CUgraphNode* dependencies, size_t numDependencies,
                                CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) {
  return driver_call([&] {
    return cudaGraphAddMemAllocNode(phGraphNode, hGraph, dependencies, numDependencies,
                                    allocation_form(nodeParams));
  });
}

CUresult cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                               const CUgraphNode* dependencies, size_t numDependencies,
                               CUdeviceptr dptr) {
  return driver_call([&] {
    return cudaGraphAddMemFreeNode(phGraphNode, hGraph, dependencies, numDependencies,
                                   pointer_to(dptr));
  });
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out) {
  return driver_call(
      [&] { return cudaGraphMemAllocNodeGetParams(hNode, allocation_form(params_out)); });
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) {
  return driver_call([&] { return cudaGraphMemFreeNodeGetParams(hNode, dptr_out); });
}

CUresult cuDeviceGraphMemTrim(CUdevice device) {
  return driver_call(Needs::initialization, [&] { return cudaDeviceGraphMemTrim(device); });
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
  return driver_call(Needs::initialization,
                     [&] { return cudaDeviceGetGraphMemAttribute(device, attr, value); });
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
  return driver_call(Needs::initialization,
                     [&] { return cudaDeviceSetGraphMemAttribute(device, attr, value); });
}
