// The only attribute of kernel nodes: the priority.
#include "cudart/api/graph/graph_objects.hpp"

using namespace heddle::cudart;

namespace {

/// The kernel node behind the handle. Throws CudaError for a node of another kind.
GraphNode& kernel_node(Context& context, cudaGraphNode_t handle) {
  GraphNode& node = node_in(graph_with(context, handle), handle);
  require(node.kind == NodeKind::kernel);
  return node;
}

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
    GraphNode& node = kernel_node(context, hNode);
    require_priority(attr);
    node.priority = nearest_priority(value->priority);
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaKernelNodeAttrID attr,
                                            cudaKernelNodeAttrValue* value_out) {
  return enter([&](Context& context) {
    require(value_out != nullptr);
    const GraphNode& node = kernel_node(context, hNode);
    require_priority(attr);
    *value_out = {};
    value_out->priority = node.priority;
  });
}
