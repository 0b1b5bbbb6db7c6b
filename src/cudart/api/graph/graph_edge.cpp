// Functions for edges of graphs. In CUDA 13 they have an argument for the data of edges. In CUDA 12
// functions with this argument have names that end in _v2. In heddle no edge has data, so a query
// returns zeros as data.
#include <algorithm>

#include "cudart/api/export.hpp"
#include "cudart/api/graph/graph_objects.hpp"
#include "cudart/api/symbol_version.hpp"

using namespace heddle::cudart;

namespace {

using EdgeData = cudaGraphEdgeData;

bool is_zero(const EdgeData& data) {
  return data.from_port == 0 && data.to_port == 0 && data.type == 0;
}

/// Throws CudaError for an edge with a port or a type. CUDA has such edges for launches from device
/// code.
void require_plain(const EdgeData* data, std::size_t count) {
  require(data == nullptr || std::all_of(data, data + count, is_zero));
}

struct Edges {
  const cudaGraphNode_t *from, *to;
  const EdgeData* data;
  std::size_t count;
};

cudaError_t change(cudaGraph_t graph, const Edges& edges,
                   void (*each)(const GraphNode& from, GraphNode& to), const char* call) {
  return enter(call, [&](Context& context) {
    require((edges.from != nullptr && edges.to != nullptr) || edges.count == 0);
    require_plain(edges.data, edges.count);
    const Graph& in = graph_of(context, graph);
    const auto before = nodes_in(in, std::span(edges.from, edges.count));
    nodes_in(in, std::span(edges.to, edges.count));
    for (std::size_t i = 0; i < edges.count; ++i) each(*before[i], node_in(in, edges.to[i]));
  });
}

void fill(EdgeData* data, std::size_t count) {
  if (data != nullptr) std::fill_n(data, count, EdgeData{});
}

cudaError_t edges_of(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, EdgeData* data,
                     std::size_t* count) {
  return enter("cudaGraphGetEdges", [&](Context& context) {
    require(count != nullptr && (from == nullptr) == (to == nullptr));
    std::vector<const GraphNode*> begins, ends;
    for (const auto& node : graph_of(context, graph).nodes()) {
      for (const GraphNode* before : node->after) {
        begins.push_back(before);
        ends.push_back(node.get());
      }
    }
    std::size_t room = *count;
    if (from != nullptr) fill(data, room);
    answer_nodes(begins, from, &room);
    answer_nodes(ends, to, count);
  });
}

/// Returns the handles of the nodes that `chosen` returns for a graph and one of its nodes.
template <typename Chosen>
cudaError_t neighbours_of(cudaGraphNode_t node, cudaGraphNode_t* to, EdgeData* data,
                          std::size_t* count, const Chosen& chosen, const char* call) {
  return enter(call, [&](Context& context) {
    require(count != nullptr);
    const Graph& graph = graph_with(context, node);
    if (to != nullptr) fill(data, *count);
    answer_nodes(chosen(graph, node_in(graph, node)), to, count);
  });
}

cudaError_t dependencies_of(cudaGraphNode_t node, cudaGraphNode_t* to, EdgeData* data,
                            std::size_t* count) {
  return neighbours_of(
      node, to, data, count, [](const Graph&, const GraphNode& of) { return of.after; },
      "cudaGraphNodeGetDependencies");
}

cudaError_t dependents_of(cudaGraphNode_t node, cudaGraphNode_t* to, EdgeData* data,
                          std::size_t* count) {
  const auto behind = [](const Graph& graph, const GraphNode& of) {
    std::vector<const GraphNode*> nodes;
    for (const auto& other : graph.nodes()) {
      if (std::ranges::find(other->after, &of) != other->after.end()) nodes.push_back(other.get());
    }
    return nodes;
  };
  return neighbours_of(node, to, data, count, behind, "cudaGraphNodeGetDependentNodes");
}

constexpr const char *kAdd = "cudaGraphAddDependencies", *kRemove = "cudaGraphRemoveDependencies";

}  // namespace

#define HEDDLE_CHANGE_PLAIN(version, name, each, call)                                           \
  HEDDLE_EXPORT HEDDLE_VERSION_##version(#name) cudaError_t heddle_##name##_##version(           \
      cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) { \
    return change(graph, {from, to, nullptr, count}, each, call);                                \
  }
#define HEDDLE_CHANGE_WITH_DATA(name, each, call)                             \
  (cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, \
   const EdgeData* data, size_t count) {                                      \
    return change(graph, {from, to, data, count}, each, call);                \
  }
#define HEDDLE_CHANGE(name, each, call)                                                          \
  HEDDLE_CHANGE_PLAIN(11, name, each, call)                                                      \
  HEDDLE_CHANGE_PLAIN(12, name, each, call)                                                      \
  HEDDLE_EXPORT HEDDLE_VERSION_13(#name) cudaError_t heddle_##name##_13 HEDDLE_CHANGE_WITH_DATA( \
      name, each, call)                                                                          \
  HEDDLE_EXPORT cudaError_t name##_v2 HEDDLE_CHANGE_WITH_DATA(name, each, call)
HEDDLE_CHANGE(cudaGraphAddDependencies, Graph::order, kAdd)
HEDDLE_CHANGE(cudaGraphRemoveDependencies, Graph::unorder, kRemove)

#define HEDDLE_NEIGHBOURS_PLAIN(version, name, answer)                                 \
  HEDDLE_EXPORT HEDDLE_VERSION_##version(#name) cudaError_t heddle_##name##_##version( \
      cudaGraphNode_t node, cudaGraphNode_t* to, size_t* count) {                      \
    return answer(node, to, nullptr, count);                                           \
  }
#define HEDDLE_NEIGHBOURS_WITH_DATA(name, answer)                                \
  (cudaGraphNode_t node, cudaGraphNode_t * to, EdgeData * data, size_t* count) { \
    return answer(node, to, data, count);                                        \
  }
#define HEDDLE_NEIGHBOURS(name, answer)                                 \
  HEDDLE_NEIGHBOURS_PLAIN(11, name, answer)                             \
  HEDDLE_NEIGHBOURS_PLAIN(12, name, answer)                             \
  HEDDLE_EXPORT HEDDLE_VERSION_13(#name) cudaError_t heddle_##name##_13 \
  HEDDLE_NEIGHBOURS_WITH_DATA(name, answer)                             \
  HEDDLE_EXPORT cudaError_t name##_v2 HEDDLE_NEIGHBOURS_WITH_DATA(name, answer)
HEDDLE_NEIGHBOURS(cudaGraphNodeGetDependencies, dependencies_of)
HEDDLE_NEIGHBOURS(cudaGraphNodeGetDependentNodes, dependents_of)

#define HEDDLE_EDGES_PLAIN(version)                                                            \
  HEDDLE_EXPORT HEDDLE_VERSION_##version("cudaGraphGetEdges")                                  \
      cudaError_t heddle_cudaGraphGetEdges_##version(cudaGraph_t graph, cudaGraphNode_t* from, \
                                                     cudaGraphNode_t* to, size_t* count) {     \
    return edges_of(graph, from, to, nullptr, count);                                          \
  }
HEDDLE_EDGES_PLAIN(11)
HEDDLE_EDGES_PLAIN(12)
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaGraphGetEdges") cudaError_t
    heddle_cudaGraphGetEdges_13(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                EdgeData* data, size_t* count) {
  return edges_of(graph, from, to, data, count);
}
HEDDLE_EXPORT cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from,
                                               cudaGraphNode_t* to, EdgeData* data, size_t* count) {
  return edges_of(graph, from, to, data, count);
}
