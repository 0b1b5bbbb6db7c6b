// The only attribute of kernel nodes: the priority.
#include "cudart/api/graph/graph_objects.hpp"

using namespace heddle::cudart;

namespace {

void require_priority(cudaKernelNodeAttrID attribute) {
  if (attribute != cudaLaunchAttributePriority)
    throw CudaError(cudaErrorNotSupported,
                    "attributes of kernel nodes other than the priority are not supported");
}

}  // namespace

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            const cudaKernelNodeAttrValue* value) {
  return enter([&](Context& context) {
    require(value != nullptr);
    GraphNode& node = node_of(context, hNode, NodeKind::kernel);
    require_priority(attr);
    node.priority = nearest_priority(value->priority);
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            cudaKernelNodeAttrValue* value_out) {
  return enter([&](Context& context) {
    require(value_out != nullptr);
    const GraphNode& node = node_of(context, hNode, NodeKind::kernel);
    require_priority(attr);
    *value_out = {};
    value_out->priority = node.priority;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return enter([&](Context& context) {
    const GraphNode& from = node_of(context, hSrc, NodeKind::kernel);
    node_of(context, hDst, NodeKind::kernel).priority = from.priority;
  });
}
