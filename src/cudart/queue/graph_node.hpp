// A node of a graph: its work, and what the program said about it, which queries return.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "cudart/cuda_types.hpp"
#include "cudart/queue/event.hpp"
#include "heddle/base/types.hpp"

namespace heddle::cudart {

enum class NodeKind : std::uint8_t {
  kernel,
  copy,
  fill,
  host,
  empty,
  allocate,
  free,
  child,        ///< runs a graph
  record,       ///< records an event
  wait,         ///< waits for an event
  conditional,  ///< chooses a graph when it runs, or repeats one
};

/// The stream and the priority that work runs with.
struct WorkOrigin {
  std::uint64_t stream = 0;  ///< number of the stream
  int priority = 0;
};

/// Makes new work for each launch.
using WorkMaker = std::function<Work(const WorkOrigin& origin)>;

/// The arguments of a kernel: a parameter block, and a pointer to each parameter in it.
struct KernelArguments {
  std::vector<std::uint8_t> bytes;
  std::vector<void*> pointers;
};
struct KernelNode {
  cudaKernelNodeParams parameters{};  ///< its kernelParams are the pointers of `arguments`
  std::shared_ptr<KernelArguments> arguments;
};

/// An event by its handle. `find` returns null if the program has destroyed the event.
struct EventNode {
  cudaEvent_t event = nullptr;
  std::function<Event*()> find;
};

/// The memory that a node frees.
struct FreedMemory {
  void* pointer = nullptr;
};

/// A value that kernels set and conditional nodes read.
struct Condition {
  std::function<std::uint32_t()> read;
  std::function<void(std::uint32_t)> write;
  std::uint64_t handle = 0;               ///< cudaGraphConditionalHandle
  std::optional<std::uint32_t> at_start;  ///< value that each launch of the graph begins with
};
struct ConditionalNode {
  std::shared_ptr<const Condition> condition;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::shared_ptr<std::vector<cudaGraph_t>> graphs;  ///< handles of the node's graphs
};

/// What the program said about a node. Nothing is known about some captured nodes.
using NodeParameters = std::variant<std::monostate, KernelNode, cudaMemcpy3DParms, cudaMemsetParams,
                                    cudaHostNodeParams, cudaMemAllocNodeParams, FreedMemory,
                                    EventNode, ConditionalNode>;

/// The work of a node that will be made, and what the program said about it.
struct NodePlan {
  NodePlan(WorkMaker of = {}, NodeParameters said = {})
      : work(std::move(of)), parameters(std::move(said)) {}

  WorkMaker work;  ///< null if the node's kind says all
  NodeParameters parameters;
};

class Graph;

struct GraphNode {
  std::uint64_t id = 0;      ///< unique among all nodes
  std::uint64_t origin = 0;  ///< id of the node from which this one was cloned; 0: none
  NodeKind kind = NodeKind::empty;
  NodePlan plan;
  std::vector<const GraphNode*> after;  ///< predecessors, without repetitions
  int priority = 0;                     ///< priority attribute of a kernel node
  /// The graph of a child node, or the graphs among which a conditional node chooses.
  std::vector<std::unique_ptr<Graph>> graphs;
};

}  // namespace heddle::cudart
