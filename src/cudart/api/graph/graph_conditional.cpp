// Conditional nodes, and nodes of any type.
#include "cudart/api/export.hpp"
#include "cudart/api/graph/node_changes.hpp"
#include "cudart/api/symbol_version.hpp"

using namespace heddle::cudart;

namespace {

/// The most graphs of a conditional node that switches.
constexpr unsigned kMostGraphs = 1 << 16;

/// Makes a condition whose value lies in device memory. The handle is the address, to which
/// cudaGraphSetConditional stores.
std::shared_ptr<const Condition> make_condition(Context& context,
                                                std::optional<std::uint32_t> at_start) {
  auto cell = std::make_shared<GraphMemory::Block>(context.memory(), sizeof(std::uint32_t));
  auto condition = std::make_shared<Condition>();
  condition->handle = cell->address;
  condition->at_start = at_start;
  condition->read = [&context, cell] {
    std::uint32_t value = 0;
    context.memory().image().read(cell->address, &value, sizeof value);
    return value;
  };
  condition->write = [&context, cell](std::uint32_t value) {
    context.memory().image().write(cell->address, &value, sizeof value);
  };
  return condition;
}

/// The condition behind a handle, in the graph or in a graph inside its nodes; null if it has none.
std::shared_ptr<const Condition> condition_in(const Graph& graph, std::uint64_t handle) {
  for (const auto& condition : graph.conditions())
    if (condition->handle == handle) return condition;
  for (const auto& node : graph.nodes()) {
    for (const auto& inner : node->graphs)
      if (auto found = condition_in(*inner, handle)) return found;
  }
  return nullptr;
}

std::shared_ptr<const Condition> condition_of(Context& context, std::uint64_t handle) {
  std::shared_ptr<const Condition> found;
  context.graphs().find_if([&](const std::unique_ptr<Graph>& graph) {
    found = condition_in(*graph, handle);
    return found != nullptr;
  });
  require(found != nullptr);
  return found;
}

void require_size(const cudaConditionalNodeParams& parameters) {
  const unsigned most = parameters.type == cudaGraphCondTypeIf       ? 2
                        : parameters.type == cudaGraphCondTypeSwitch ? kMostGraphs
                                                                     : 1;
  require(parameters.type <= cudaGraphCondTypeSwitch);
  require(parameters.size >= 1 && parameters.size <= most);
}

/// Adds a conditional node with empty graphs, and writes their handles to the parameters.
void add_conditional(Context& context, const NodeSite& site,
                     cudaConditionalNodeParams& parameters) {
  require_size(parameters);
  ConditionalNode said{condition_of(context, parameters.handle), parameters.type, {}};
  GraphNode& node = add_node(context, site, NodeKind::conditional,
                             [&](Context&) { return NodePlan(WorkMaker(), std::move(said)); });
  auto handles = std::make_shared<std::vector<cudaGraph_t>>();
  for (unsigned i = 0; i < parameters.size; ++i) node.graphs.push_back(std::make_unique<Graph>());
  for (const auto& graph : node.graphs) handles->push_back(handle_of(graph));
  parameters.phGraph_out = handles->data();
  std::get<ConditionalNode>(node.plan.parameters).graphs = std::move(handles);
}

/// Throws CudaError for a type that nodes of cudaGraphAddNode do not have here.
[[noreturn]] void refuse(cudaGraphNodeType type) {
  if (type < cudaGraphNodeTypeKernel || type >= cudaGraphNodeTypeCount)
    throw CudaError(cudaErrorInvalidValue);
  throw CudaError(
      cudaErrorNotSupported,
      "nodes of external semaphores and batches of memory operations are not supported");
}

cudaError_t add_by_type(const NodeSite& site, cudaGraphNodeParams& p) {
  const auto [node, graph, after, count] = site;
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphAddKernelNode(node, graph, after, count, &p.kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphAddMemsetNode(node, graph, after, count, &p.memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphAddHostNode(node, graph, after, count, &p.host);
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, after, count, p.graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, after, count, p.eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, after, count, p.eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, after, count, &p.alloc);
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, after, count, p.free.dptr);
    case cudaGraphNodeTypeConditional:
      return enter([&](Context& context) { add_conditional(context, site, p.conditional); });
    default:
      return enter([&](Context&) { refuse(p.type); });
  }
}

cudaError_t add_any(const NodeSite& site, const cudaGraphEdgeData* data,
                    cudaGraphNodeParams* parameters) {
  const cudaError_t refused = enter("cudaGraphAddNode", [&](Context&) {
    require(parameters != nullptr);
    require_plain_edges(data, site.after_count);
  });
  return refused == cudaSuccess ? add_by_type(site, *parameters) : refused;
}

}  // namespace

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out,
                                             cudaGraph_t graph, unsigned int defaultLaunchValue,
                                             unsigned int flags) {
  return enter([&](Context& context) {
    require(pHandle_out != nullptr && (flags & ~cudaGraphCondAssignDefault) == 0);
    Graph& in = graph_of(context, graph);
    auto condition = make_condition(
        context, flags != 0 ? std::optional<std::uint32_t>(defaultLaunchValue) : std::nullopt);
    *pHandle_out = condition->handle;
    in.conditions().push_back(std::move(condition));
  });
}

#define HEDDLE_ADD_NODE(version)                                                                \
  HEDDLE_EXPORT HEDDLE_VERSION_##version("cudaGraphAddNode")                                    \
      cudaError_t heddle_cudaGraphAddNode_##version(cudaGraphNode_t* node, cudaGraph_t graph,   \
                                                    const cudaGraphNode_t* after, size_t count, \
                                                    cudaGraphNodeParams* p) {                   \
    return add_any({node, graph, after, count}, nullptr, p);                                    \
  }
HEDDLE_ADD_NODE(11)
HEDDLE_ADD_NODE(12)
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaGraphAddNode") cudaError_t
    heddle_cudaGraphAddNode_13(cudaGraphNode_t* node, cudaGraph_t graph,
                               const cudaGraphNode_t* after, const cudaGraphEdgeData* data,
                               size_t count, cudaGraphNodeParams* p) {
  return add_any({node, graph, after, count}, data, p);
}
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                const cudaGraphNode_t* pDependencies,
                                const cudaGraphEdgeData* dependencyData, size_t numDependencies,
                                cudaGraphNodeParams* nodeParams) {
  return add_any({pGraphNode, graph, pDependencies, numDependencies}, dependencyData, nodeParams);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* p) {
  if (p == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
  switch (p->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphKernelNodeSetParams(node, &p->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphMemsetNodeSetParams(node, &p->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphHostNodeSetParams(node, &p->host);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphEventWaitNodeSetEvent(node, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphEventRecordNodeSetEvent(node, p->eventRecord.event);
    default:
      return enter([](Context&) { return cudaErrorInvalidValue; });
  }
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* p) {
  if (p == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
  switch (p->type) {
    case cudaGraphNodeTypeKernel:
      return cudaGraphExecKernelNodeSetParams(graphExec, node, &p->kernel);
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphExecMemcpyNodeSetParams(graphExec, node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return cudaGraphExecMemsetNodeSetParams(graphExec, node, &p->memset);
    case cudaGraphNodeTypeHost:
      return cudaGraphExecHostNodeSetParams(graphExec, node, &p->host);
    case cudaGraphNodeTypeGraph:
      return cudaGraphExecChildGraphNodeSetParams(graphExec, node, p->graph.graph);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphExecEventWaitNodeSetEvent(graphExec, node, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphExecEventRecordNodeSetEvent(graphExec, node, p->eventRecord.event);
    default:
      return enter([](Context&) { return cudaErrorInvalidValue; });
  }
}
