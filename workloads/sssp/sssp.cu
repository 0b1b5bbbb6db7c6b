// Shortest paths from one node in a weighted graph, after Bellman and Ford, one thread a node:
// nodes whose distance fell relax their edges with an atomic minimum, in short launches until no
// distance falls. Edges lead to nodes nearby, as in a road map, so that few threads of a warp are
// active at a time and many launches follow each other. Stands for the SSSP of the studies of
// cache-conscious scheduling, whose source is not public.
//   sssp [nodes = 32768] [average degree = 12] [reach = 512]
#include <algorithm>
#include <queue>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kFar = 1 << 30;
constexpr int kShortestEdge = 100, kLengths = 100;

/// Edges of node n stand from starts[n] to starts[n + 1].
struct Graph {
  std::vector<int> starts{0}, targets, lengths;
  int nodes() const { return static_cast<int>(starts.size()) - 1; }
};

/// The same on the device, and what the search knows of each node.
struct Search {
  const int* starts;
  const int* targets;
  const int* lengths;
  int* distance;
  int* shorter;           ///< what the edges found, in this round
  unsigned char* active;  ///< its distance fell in the last round
  int nodes;
};

__global__ void relax_edges(Search search) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= search.nodes || !search.active[node]) return;
  search.active[node] = 0;
  const int distance = search.distance[node], end = search.starts[node + 1];
  for (int edge = search.starts[node]; edge < end; ++edge) {
    const int target = search.targets[edge], found = distance + search.lengths[edge];
    if (found < search.distance[target]) atomicMin(&search.shorter[target], found);
  }
}

__global__ void settle_nodes(Search search, int* go_on) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= search.nodes || search.shorter[node] >= search.distance[node]) return;
  search.distance[node] = search.shorter[node];
  search.active[node] = 1;
  *go_on = 1;
}

/// Nodes lie on a square, row by row. Degrees are even between 1 and 2 x degree - 1, targets among
/// the nodes that are at most `reach` rows and columns away.
Graph road_map(int side, int degree, int reach) {
  workload::Random random(1);
  const auto near = [&](int place) {
    const int first = std::max(0, place - reach), last = std::min(side - 1, place + reach);
    return first + random.below(last - first + 1);
  };
  Graph graph;
  for (int node = 0; node < side * side; ++node) {
    for (int edge = random.below(2 * degree - 1); edge >= 0; --edge) {
      const int row = near(node / side), column = near(node % side);
      graph.targets.push_back(row * side + column);
      graph.lengths.push_back(kShortestEdge + random.below(kLengths));
    }
    graph.starts.push_back(static_cast<int>(graph.targets.size()));
  }
  return graph;
}

/// Distances from node 0 after Dijkstra.
std::vector<int> distances(const Graph& graph) {
  std::vector<int> distance(graph.nodes(), kFar);
  std::priority_queue<std::pair<int, int>> nearest;  // minus the distance, and the node
  distance[0] = 0;
  nearest.emplace(0, 0);
  while (!nearest.empty()) {
    const auto [minus, node] = nearest.top();
    nearest.pop();
    if (-minus > distance[node]) continue;
    for (int edge = graph.starts[node]; edge < graph.starts[node + 1]; ++edge) {
      const int target = graph.targets[edge], found = graph.lengths[edge] - minus;
      if (found >= distance[target]) continue;
      distance[target] = found;
      nearest.emplace(-found, target);
    }
  }
  return distance;
}

std::vector<int> search_on_device(const Graph& graph) {
  const int nodes = graph.nodes();
  std::vector<int> far(nodes, kFar);
  std::vector<unsigned char> start(nodes, 0);
  far[0] = 0;
  start[0] = 1;
  workload::DeviceArray<int> starts(graph.starts), targets(graph.targets), lengths(graph.lengths);
  workload::DeviceArray<int> distance(far), shorter(far), go_on(1);
  workload::DeviceArray<unsigned char> active(start);
  const Search search{starts.data(),  targets.data(), lengths.data(), distance.data(),
                      shorter.data(), active.data(),  nodes};

  const int blocks = workload::blocks_for(nodes, kThreads);
  for (int wanted = 1; wanted != 0; wanted = go_on.to_host()[0]) {
    go_on.fill_bytes(0);
    relax_edges<<<blocks, kThreads>>>(search);
    settle_nodes<<<blocks, kThreads>>>(search, go_on.data());
    CHECK(cudaGetLastError());
  }
  return distance.to_host();
}

int main(int argc, char** argv) {
  const int side = workload::size_argument(argc, argv, 1, 192);
  const int degree = workload::size_argument(argc, argv, 2, 8);
  const int reach = workload::size_argument(argc, argv, 3, 4);
  workload::require(side <= 1024, argv[0], "the side must be at most 1024");
  workload::require(static_cast<long>(side) * side * degree <= 1l << 27, argv[0],
                    "this map has more than 2^27 edges");
  workload::require(reach <= 1024, argv[0], "edges must not reach farther than 1024 rows");
  const Graph graph = road_map(side, degree, reach);
  return workload::verdict("sssp",
                           workload::count_different(search_on_device(graph), distances(graph)));
}
