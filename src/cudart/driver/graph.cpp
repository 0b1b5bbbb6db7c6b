// The driver API: graphs and executable graphs, whose handles are those of the runtime.
#include "cudart/api/graph/graph_objects.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

CUresult cuGraphCreate(CUgraph* phGraph, unsigned int flags) {
  return driver_call([&] { return cudaGraphCreate(phGraph, flags); });
}

CUresult cuGraphDestroy(CUgraph hGraph) {
  return driver_call([&] { return cudaGraphDestroy(hGraph); });
}

CUresult cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) {
  return driver_call([&] { return cudaGraphClone(phGraphClone, originalGraph); });
}

CUresult cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode,
                                CUgraph hClonedGraph) {
  return driver_call([&] { return cudaGraphNodeFindInClone(phNode, hOriginalNode, hClonedGraph); });
}

CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes) {
  return driver_call([&] { return cudaGraphGetNodes(hGraph, nodes, numNodes); });
}

CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes) {
  return driver_call([&] { return cudaGraphGetRootNodes(hGraph, rootNodes, numRootNodes); });
}

CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, size_t* numEdges) {
  return driver_call([&] { return cudaGraphGetEdges_v2(hGraph, from, to, nullptr, numEdges); });
}

CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies,
                                    size_t* numDependencies) {
  return driver_call([&] {
    return cudaGraphNodeGetDependencies_v2(hNode, dependencies, nullptr, numDependencies);
  });
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes,
                                      size_t* numDependentNodes) {
  return driver_call([&] {
    return cudaGraphNodeGetDependentNodes_v2(hNode, dependentNodes, nullptr, numDependentNodes);
  });
}

CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                size_t numDependencies) {
  return driver_call(
      [&] { return cudaGraphAddDependencies_v2(hGraph, from, to, nullptr, numDependencies); });
}

CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                   size_t numDependencies) {
  return driver_call(
      [&] { return cudaGraphRemoveDependencies_v2(hGraph, from, to, nullptr, numDependencies); });
}

CUresult cuGraphDestroyNode(CUgraphNode hNode) {
  return driver_call([&] { return cudaGraphDestroyNode(hNode); });
}

CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags) {
  return driver_call([&] { return cudaGraphDebugDotPrint(hGraph, path, flags); });
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out, CUgraph hGraph,
                                        CUcontext, unsigned int defaultLaunchValue,
                                        unsigned int flags) {
  return driver_call([&] {
    return cudaGraphConditionalHandleCreate(pHandle_out, hGraph, defaultLaunchValue, flags);
  });
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph,
                                     unsigned long long flags) {
  return driver_call([&] { return cudaGraphInstantiateWithFlags(phGraphExec, hGraph, flags); });
}

CUresult cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) {
  static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams));
  return driver_call([&] {
    return cudaGraphInstantiateWithParams(
        phGraphExec, hGraph, reinterpret_cast<cudaGraphInstantiateParams*>(instantiateParams));
  });
}

CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph,
                           CUgraphExecUpdateResultInfo* resultInfo) {
  return driver_call([&] { return update_graph(hGraphExec, hGraph, resultInfo); });
}

CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) {
  unsigned long long answer = 0;
  const CUresult result = driver_call(
      [&] { return cudaGraphExecGetFlags(hGraphExec, flags == nullptr ? nullptr : &answer); });
  if (result == CUDA_SUCCESS) *flags = answer;
  return result;
}

CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream) {
  return driver_call([&] { return cudaGraphUpload(hGraphExec, hStream); });
}

CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream) {
  return driver_call([&] { return cudaGraphLaunch(hGraphExec, hStream); });
}

CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
  return driver_call([&] { return cudaGraphExecDestroy(hGraphExec); });
}

CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) {
  return driver_call([&] { return cudaGraphNodeSetEnabled(hGraphExec, hNode, isEnabled); });
}

CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled) {
  return driver_call([&] { return cudaGraphNodeGetEnabled(hGraphExec, hNode, isEnabled); });
}
