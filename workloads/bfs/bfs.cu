// Breadth-first search of a random graph, level by level, one thread a node: two short launches a
// level, a read back of the stop flag between levels, divergent loops over neighbours, scattered
// loads. Nothing says that the arrays are apart, so each turn of a loop reads its node again.
//   bfs [nodes = 65536] [average degree = 6] [threads per block = 512]
// It stands for bfs of Rodinia, which reads its graph from a file, and with blocks of 256 for that
// of GPGPU-Sim's suite.
#include "graph.cuh"

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

std::vector<int> search_on_device(const Graph& graph, int threads) {
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

  const int blocks = workload::blocks_for(nodes, threads);
  for (int wanted = 1; wanted != 0; wanted = go_on.to_host()[0]) {
    go_on.fill_bytes(0);
    expand_frontier<<<blocks, threads>>>(search);
    advance_frontier<<<blocks, threads>>>(search, go_on.data());
    CHECK(cudaGetLastError());
  }
  return device_cost.to_host();
}

int main(int argc, char** argv) {
  const Graph graph = graph_argument(argc, argv);
  const int threads = workload::size_argument(argc, argv, 3, 512);
  workload::require(threads <= 1024, argv[0], "a block has at most 1024 threads");
  const std::vector<int> found = search_on_device(graph, threads);
  return workload::verdict("bfs", workload::count_different(found, distances(graph)));
}
