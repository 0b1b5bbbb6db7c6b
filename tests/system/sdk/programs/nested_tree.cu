// A quadtree that kernels build below themselves, and a breadth-first search whose levels are tail
// launches.
#include <cstdio>
#include <vector>

/// Counts the points of a square of 2^level fields a side, and launches a block for each quarter
/// that has more than one point.
__global__ void divide(const unsigned* points, int count, unsigned x, unsigned y, int level,
                       unsigned* leaves) {
  extern __shared__ unsigned inside[];  // points of each quarter
  if (threadIdx.x < 4) inside[threadIdx.x] = 0;
  __syncthreads();
  const unsigned half = 1u << (level - 1);
  const unsigned left = x + (blockIdx.x % 2) * 2 * half, low = y + (blockIdx.x / 2) * 2 * half;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const unsigned px = (points[i] & 0xffff) - left, py = (points[i] >> 16) - low;
    if (px < 2 * half && py < 2 * half) atomicAdd(&inside[px / half + 2 * (py / half)], 1u);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  unsigned many = 0;
  for (unsigned i = 0; i < 4; ++i) many += inside[i] > 1;
  if (many == 0 || level == 1) {
    for (unsigned i = 0; i < 4; ++i) atomicAdd(leaves, inside[i]);
    return;
  }
  divide<<<4, 32, 4 * sizeof(unsigned)>>>(points, count, left, low, level - 1, leaves);
}

struct Graph {
  int nodes, degree;
  const int* neighbours;
  int* distance;
  int* found;  // by level: whether the level has a node
};

template <int Threads>
__global__ void search(Graph graph, int level) {
  const int node = blockIdx.x * Threads + threadIdx.x;
  if (node < graph.nodes && graph.distance[node] == level)
    for (int i = 0; i < graph.degree; ++i) {
      const int next = graph.neighbours[node * graph.degree + i];
      if (atomicCAS(&graph.distance[next], -1, level + 1) == -1) graph.found[level] = 1;
    }
}
template <int Threads>
__global__ void go_on(Graph graph, int level) {
  if (level > 0 && graph.found[level - 1] == 0) return;
  search<Threads>
      <<<(graph.nodes + Threads - 1) / Threads, Threads, 0, cudaStreamFireAndForget>>>(graph, level);
  go_on<Threads><<<1, 1, 0, cudaStreamTailLaunch>>>(graph, level + 1);
}

bool check_tree() {
  constexpr int kPoints = 120;
  std::vector<unsigned> points;
  unsigned random = 7;
  for (int i = 0; i < kPoints; ++i) {
    random = random * 1664525u + 1013904223u;
    points.push_back(((random >> 8) & 255) | ((random >> 20) & 255) << 16);
  }
  unsigned *device = nullptr, leaves = 0;
  cudaMalloc(&device, (kPoints + 1) * sizeof(unsigned));
  cudaMemset(device, 0, sizeof(unsigned));
  cudaMemcpy(device + 1, points.data(), kPoints * sizeof(unsigned), cudaMemcpyHostToDevice);
  divide<<<1, 32, 4 * sizeof(unsigned)>>>(device + 1, kPoints, 0, 0, 8, device);
  cudaMemcpy(&leaves, device, sizeof leaves, cudaMemcpyDeviceToHost);
  return leaves == kPoints;  // each point is in one leaf
}

/// In the ring, node i leads to i + 1 and to i + 2: its distance from node 0 is (i + 1) / 2.
bool check_search() {
  constexpr int kNodes = 100;
  std::vector<int> values(3 * kNodes + kNodes);
  for (int i = 0; i < kNodes; ++i) {
    values[2 * i] = (i + 1) % kNodes;
    values[2 * i + 1] = (i + 2) % kNodes;
    values[2 * kNodes + i] = i == 0 ? 0 : -1;
  }
  int* device = nullptr;
  cudaMalloc(&device, values.size() * sizeof(int));
  cudaMemcpy(device, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  go_on<32><<<1, 1>>>({kNodes, 2, device, device + 2 * kNodes, device + 3 * kNodes}, 0);
  cudaMemcpy(values.data(), device, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kNodes; ++i)
    if (values[2 * kNodes + i] != (i + 1) / 2) return false;
  return true;
}

int main() {
  const bool tree = check_tree(), search = check_search();
  const bool passed = tree && search && cudaGetLastError() == cudaSuccess;
  std::printf("nested_tree: %s\n", passed ? "passed" : "FAILED");
  return passed ? 0 : 1;
}
