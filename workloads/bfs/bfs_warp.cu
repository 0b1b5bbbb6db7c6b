// Breadth-first search of a random graph, level by level, a virtual warp a node: neighbouring
// threads visit the neighbours of one node together, so that their loads of the edges lie side by
// side and their loops are equally long. Stands for the virtual warp-centric method of Hong et al.,
// "Accelerating CUDA graph algorithms at maximum warp", 2011; a virtual warp copies only the levels
// of its nodes to shared memory, not where their edges stand.
//   bfs_warp [nodes = 65536] [average degree = 6] [threads per virtual warp = 8]
#include "graph.cuh"

constexpr int kThreads = 128;
constexpr int kBlockNodes = 1024;

/// Expands one level. `levels` has what is known of the distances.
__global__ void expand_level(const Node* nodes, const int* targets, int* levels, int node_count,
                             int lanes, int level, int* go_on) {
  __shared__ int own_levels[kBlockNodes];
  const int lane = threadIdx.x % lanes, share = kBlockNodes / kThreads * lanes;
  const int own_first = threadIdx.x / lanes * share;
  const int first = blockIdx.x * kBlockNodes + own_first, count = min(share, node_count - first);
  for (int i = lane; i < count; i += lanes) own_levels[own_first + i] = levels[first + i];
  __syncwarp();

  for (int i = 0; i < count; ++i) {
    if (own_levels[own_first + i] != level) continue;
    const Node from = nodes[first + i];
    for (int edge = from.first + lane; edge < from.first + from.edges; edge += lanes) {
      const int target = targets[edge];
      if (levels[target] != kUnreached) continue;
      levels[target] = level + 1;
      *go_on = 1;
    }
  }
}

std::vector<int> search_on_device(const Graph& graph, int lanes) {
  std::vector<int> start(graph.size(), kUnreached);
  start[0] = 0;
  workload::DeviceArray<Node> nodes(graph.nodes);
  workload::DeviceArray<int> targets(graph.targets), levels(start), go_on(1);
  const int blocks = workload::blocks_for(graph.size(), kBlockNodes);
  int level = 0;
  do {
    go_on.fill_bytes(0);
    expand_level<<<blocks, kThreads>>>(nodes.data(), targets.data(), levels.data(), graph.size(),
                                       lanes, level++, go_on.data());
    CHECK(cudaGetLastError());
  } while (go_on.to_host()[0] != 0);
  return levels.to_host();
}

int main(int argc, char** argv) {
  const Graph graph = graph_argument(argc, argv);
  const int lanes = workload::size_argument(argc, argv, 3, 8);
  workload::require(lanes <= 32 && (lanes & (lanes - 1)) == 0, argv[0],
                    "a virtual warp has a power of two of threads, at most 32");
  const std::vector<int> found = search_on_device(graph, lanes);
  return workload::verdict("bfs_warp", workload::count_different(found, distances(graph)));
}
