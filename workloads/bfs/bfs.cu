// Breadth-first search of a random graph, level by level: two short launches a level, a read back
// of the stop flag between levels, divergent loops over neighbours, scattered loads. Nothing says
// that the arrays are apart, so each turn of a loop reads its node again.
//   bfs [nodes = 4096] [average degree = 6]
#include <queue>

#include "../common/workload.cuh"

constexpr int kThreads = 512;
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

/// What the search knows of each node.
struct Search {
  const Node* graph;
  const int* targets;
  unsigned char* frontier;  ///< to be expanded in this level
  unsigned char* found;     ///< in this level
  unsigned char* visited;
  int* cost;
  int nodes;
};

__global__ void expand_frontier(Search search) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= search.nodes || !search.frontier[node]) return;
  search.frontier[node] = 0;
  const Node* const from = &search.graph[node];
  for (int edge = from->first; edge < from->first + from->edges; ++edge) {
    const int target = search.targets[edge];
    if (search.visited[target]) continue;
    search.cost[target] = search.cost[node] + 1;
    search.found[target] = 1;
  }
}

__global__ void advance_frontier(Search search, int* go_on) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= search.nodes || !search.found[node]) return;
  search.frontier[node] = 1;
  search.visited[node] = 1;
  search.found[node] = 0;
  *go_on = 1;
}

/// Degrees are even between 1 and 2 x degree - 1, targets even among all nodes.
Graph random_graph(int nodes, int degree) {
  workload::Random random(1);
  const auto below = [&](int limit) {
    return static_cast<int>(static_cast<double>(random.next()) * limit);
  };
  Graph graph;
  for (int node = 0; node < nodes; ++node) {
    const int edges = 1 + below(2 * degree - 1);
    graph.nodes.push_back({static_cast<int>(graph.targets.size()), edges});
    for (int edge = 0; edge < edges; ++edge) graph.targets.push_back(below(nodes));
  }
  return graph;
}

/// Distances from node 0 with a queue.
std::vector<int> distances(const Graph& graph) {
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

std::vector<int> search_on_device(const Graph& graph) {
  const int nodes = graph.size();
  std::vector<unsigned char> none(nodes, 0), start(nodes, 0);
  std::vector<int> cost(nodes, kUnreached);
  start[0] = 1;
  cost[0] = 0;
  workload::DeviceArray<Node> device_nodes(graph.nodes);
  workload::DeviceArray<int> targets(graph.targets), device_cost(cost);
  workload::DeviceArray<unsigned char> frontier(start), found(none), visited(start);
  workload::DeviceArray<int> go_on(1);
  const Search search{
      device_nodes.data(), targets.data(), frontier.data(), found.data(), visited.data(),
      device_cost.data(),  nodes};

  const int blocks = (nodes + kThreads - 1) / kThreads;
  for (int wanted = 1; wanted != 0; wanted = go_on.to_host()[0]) {
    CHECK(cudaMemset(go_on.data(), 0, sizeof(int)));
    expand_frontier<<<blocks, kThreads>>>(search);
    advance_frontier<<<blocks, kThreads>>>(search, go_on.data());
    CHECK(cudaGetLastError());
  }
  return device_cost.to_host();
}

int main(int argc, char** argv) {
  const int nodes = workload::size_argument(argc, argv, 1, 4096);
  const int degree = workload::size_argument(argc, argv, 2, 6);
  if (static_cast<long>(nodes) * degree > (1l << 28)) {
    std::fprintf(stderr, "bfs: %d nodes of degree %d are more than 2^28 edges\n", nodes, degree);
    return 2;
  }
  const Graph graph = random_graph(nodes, degree);
  const std::vector<int> expected = distances(graph), cost = search_on_device(graph);
  std::size_t wrong = 0;
  for (int node = 0; node < nodes; ++node) wrong += cost[node] != expected[node];
  return workload::verdict("bfs", wrong);
}
