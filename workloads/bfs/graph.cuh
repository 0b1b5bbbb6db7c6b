// The graph that the searches run on, and the distances that they must find.
#pragma once

#include <queue>

#include "../common/workload.cuh"

constexpr int kUnreached = -1;

/// Where the neighbours of a node stand in the list of targets.
struct Node {
  int first = 0, edges = 0;
};

/// A directed graph in compressed rows.
struct Graph {
  std::vector<Node> nodes;
  std::vector<int> targets;
  int size() const { return static_cast<int>(nodes.size()); }
};

/// Degrees are even between 1 and 2 x degree - 1, targets even among all nodes.
inline Graph random_graph(int nodes, int degree) {
  workload::Random random(1);
  Graph graph;
  for (int node = 0; node < nodes; ++node) {
    const int edges = 1 + random.below(2 * degree - 1);
    graph.nodes.push_back({static_cast<int>(graph.targets.size()), edges});
    for (int edge = 0; edge < edges; ++edge) graph.targets.push_back(random.below(nodes));
  }
  return graph;
}

/// The graph that a program's first two arguments describe.
inline Graph graph_argument(int argc, char** argv) {
  const int nodes = workload::size_argument(argc, argv, 1, 65536);
  const int degree = workload::size_argument(argc, argv, 2, 6);
  workload::require(static_cast<long>(nodes) * degree <= 1l << 28, argv[0],
                    "this graph has more than 2^28 edges");
  workload::require(nodes <= 1 << 24, argv[0], "this graph has more than 2^24 nodes");
  return random_graph(nodes, degree);
}

/// Distances from node 0 with a queue.
inline std::vector<int> distances(const Graph& graph) {
  std::vector<int> cost(graph.size(), kUnreached);
  std::queue<int> open;
  cost[0] = 0;
  open.push(0);
  while (!open.empty()) {
    const int node = open.front();
    open.pop();
    const auto [first, edges] = graph.nodes[node];
    for (int edge = first; edge < first + edges; ++edge) {
      const int target = graph.targets[edge];
      if (cost[target] != kUnreached) continue;
      cost[target] = cost[node] + 1;
      open.push(target);
    }
  }
  return cost;
}
