// Breadth-first search of a random graph, level by level: two short launches a level, a read back
// of the stop flag between levels, divergent loops over neighbours, scattered loads.
//   bfs [nodes = 4096] [average degree = 6]
#include <queue>

#include "../common/workload.cuh"

constexpr int kThreads = 512;
constexpr int kUnreached = -1;

/// A directed graph in compressed rows: the neighbours of a node are targets[first[node]] up to,
/// without, targets[first[node + 1]].
struct Graph {
  std::vector<int> first, targets;
  int nodes() const { return static_cast<int>(first.size()) - 1; }
};

/// What the search knows of each node.
struct Search {
  const int* first;
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
  const int cost = search.cost[node] + 1;
  const int end = search.first[node + 1];
  for (int edge = search.first[node]; edge < end; ++edge) {
    const int target = search.targets[edge];
    if (search.visited[target]) continue;
    search.cost[target] = cost;
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
  graph.first.push_back(0);
  for (int node = 0; node < nodes; ++node) {
    const int edges = 1 + below(2 * degree - 1);
    for (int edge = 0; edge < edges; ++edge) graph.targets.push_back(below(nodes));
    graph.first.push_back(static_cast<int>(graph.targets.size()));
  }
  return graph;
}

/// Distances from node 0 with a queue.
std::vector<int> distances(const Graph& graph) {
  std::vector<int> cost(graph.nodes(), kUnreached);
  std::queue<int> open;
  cost[0] = 0;
  open.push(0);
  while (!open.empty()) {
    const int node = open.front();
    open.pop();
    for (int edge = graph.first[node]; edge < graph.first[node + 1]; ++edge) {
      const int target = graph.targets[edge];
      if (cost[target] != kUnreached) continue;
      cost[target] = cost[node] + 1;
      open.push(target);
    }
  }
  return cost;
}

std::vector<int> search_on_device(const Graph& graph) {
  const int nodes = graph.nodes();
  std::vector<unsigned char> none(nodes, 0), start(nodes, 0);
  std::vector<int> cost(nodes, kUnreached);
  start[0] = 1;
  cost[0] = 0;
  workload::DeviceArray<int> first(graph.first), targets(graph.targets), device_cost(cost);
  workload::DeviceArray<unsigned char> frontier(start), found(none), visited(start);
  workload::DeviceArray<int> go_on(1);
  const Search search{first.data(),   targets.data(),     frontier.data(), found.data(),
                      visited.data(), device_cost.data(), nodes};

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
