// Writes a graph as a file for Graphviz.
#include <map>

#include <fmt/core.h>

#include "cudart/api/graph/graph_objects.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/output/whole_file.hpp"

using namespace heddle::cudart;

namespace {

const char* word_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::kernel:
      return "KERNEL";
    case NodeKind::copy:
      return "MEMCPY";
    case NodeKind::fill:
      return "MEMSET";
    case NodeKind::host:
      return "HOST";
    case NodeKind::empty:
      return "EMPTY";
    case NodeKind::allocate:
      return "MEM_ALLOC";
    case NodeKind::free:
      return "MEM_FREE";
    case NodeKind::child:
      return "GRAPH";
    case NodeKind::record:
      return "EVENT_RECORD";
    case NodeKind::wait:
      return "WAIT_EVENT";
    case NodeKind::conditional:
      return "CONDITIONAL";
  }
  return "";
}

/// A text in the quotes of the DOT language.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string detail_of(Context& context, const GraphNode& node) {
  const NodeParameters& said = node.plan.parameters;
  if (const auto* kernel = std::get_if<KernelNode>(&said)) {
    const dim3 &grid = kernel->parameters.gridDim, &block = kernel->parameters.blockDim;
    return fmt::format("\\n{}\\n<<<({}, {}, {}), ({}, {}, {}), {}>>>",
                       escaped(heddle::demangled(context.function(kernel->parameters.func).name)),
                       grid.x, grid.y, grid.z, block.x, block.y, block.z,
                       kernel->parameters.sharedMemBytes);
  }
  if (const auto* copy = std::get_if<cudaMemcpy3DParms>(&said))
    return fmt::format("\\n{} x {} x {}", copy->extent.width, copy->extent.height,
                       copy->extent.depth);
  if (const auto* fill = std::get_if<cudaMemsetParams>(&said))
    return fmt::format("\\n{} x {} elements of {} bytes: {}", fill->width, fill->height,
                       fill->elementSize, fill->value);
  return "";
}

/// Writes the nodes and the edges of a graph, with those of the graphs inside its nodes as
/// clusters.
class DotText {
 public:
  explicit DotText(Context& context) : context_(context) {}

  std::string of(const Graph& graph) {
    text_ = "digraph dot {\n";
    write(graph, "graph");
    return text_ + "}\n";
  }

 private:
  void write(const Graph& graph, const std::string& name) {
    text_ += fmt::format("subgraph cluster_{} {{\nlabel=\"{}\"\n", clusters_++, name);
    std::map<const GraphNode*, std::size_t> number;
    for (const auto& node : graph.nodes()) {
      number[node.get()] = nodes_++;
      text_ += fmt::format("node_{} [shape=\"box\" label=\"{}\\n{}{}\"];\n", number[node.get()],
                           number[node.get()], word_of(node->kind), detail_of(context_, *node));
    }
    for (const auto& node : graph.nodes()) {
      for (const GraphNode* before : node->after)
        text_ += fmt::format("node_{} -> node_{};\n", number[before], number[node.get()]);
    }
    for (const auto& node : graph.nodes()) {
      for (const auto& inner : node->graphs)
        write(*inner, fmt::format("graph of node {}", number[node.get()]));
    }
    text_ += "}\n";
  }

  Context& context_;
  std::string text_;
  std::size_t clusters_ = 0, nodes_ = 0;
};

}  // namespace

/// Writes all that is known, whatever the flags.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  return enter([&](Context& context) {
    require(path != nullptr);
    const std::string text = DotText(context).of(graph_of(context, graph));
    try {
      heddle::sim::write_whole_file(path, text);
    } catch (const heddle::Error& error) {
      throw CudaError(cudaErrorOperatingSystem, error.what());
    }
  });
}
