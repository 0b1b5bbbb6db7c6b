// Which of many points in space is nearest to each of many others: a thread walks down a k-d tree
// of the points for one of the others, and comes back only for halves of space that may have
// something nearer. How long that takes and which way it goes differs from thread to thread.
//   nearest_search [points = 16384] [queries = 8192]      (at most 2^20 each)
// It stands for nearest neighbours of a study whose program diverges, which Rodinia's nn does not.
#include <algorithm>
#include <limits>
#include <numeric>

#include "../common/workload.cuh"

constexpr int kThreads = 128;
constexpr int kMostPoints = 1 << 20;
constexpr int kMostLevels = 21;  ///< of a tree of kMostPoints

struct Point {
  float at[3];
};

/// A half of space to come back for, and the square of its distance.
struct Half {
  int node;
  float distance;
};

/// Of the tree's levels one after the other divide x, y and z.
__host__ __device__ int axis_of(int level) { return level % 3; }

/// The tree is complete: the children of node i are 2 i + 1 and 2 i + 2.
__global__ void search(const Point* tree, int points, const Point* queries, int count, int* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Point query = queries[i];
  Half waiting[kMostLevels];
  int waits = 0, node = 0, nearest = 0;
  float least = INFINITY;
  while (true) {
    while (node < points) {
      const Point point = tree[node];
      const float x = query.at[0] - point.at[0], y = query.at[1] - point.at[1],
                  z = query.at[2] - point.at[2];
      const float distance = x * x + y * y + z * z;
      if (distance < least) least = distance, nearest = node;
      const int axis = axis_of(31 - __clz(node + 1));
      const float aside = axis == 0 ? x : axis == 1 ? y : z;
      const int right = aside >= 0.0f;
      waiting[waits++] = {2 * node + 2 - right, aside * aside};
      node = 2 * node + 1 + right;
    }
    while (waits > 0 && waiting[waits - 1].distance >= least) --waits;
    if (waits == 0) break;
    node = waiting[--waits].node;
  }
  found[i] = nearest;
}

/// How many of a complete tree's nodes are left of its root.
int left_of_root(int nodes) {
  int full = 1;  // nodes of the levels that are full
  while (2 * full + 1 <= nodes) full = 2 * full + 1;
  const int lowest = nodes - full, half = (full + 1) / 2;
  return (full - 1) / 2 + std::min(lowest, half);
}

/// Lays the points [first, last) out as the tree below `node`.
void lay_out(std::vector<Point>& points, int first, int last, std::vector<Point>& tree, int node,
             int level) {
  if (first == last) return;
  const int middle = first + left_of_root(last - first), axis = axis_of(level);
  std::nth_element(points.begin() + first, points.begin() + middle, points.begin() + last,
                   [&](const Point& a, const Point& b) { return a.at[axis] < b.at[axis]; });
  tree[node] = points[middle];
  lay_out(points, first, middle, tree, 2 * node + 1, level + 1);
  lay_out(points, middle + 1, last, tree, 2 * node + 2, level + 1);
}

std::vector<Point> random_points(int count, unsigned seed) {
  workload::Random random(seed);
  std::vector<Point> points(count);
  for (Point& point : points) point = {{random.next(), random.next(), random.next()}};
  return points;
}

double squared_distance(const Point& a, const Point& b) {
  const double x = double{a.at[0]} - b.at[0], y = double{a.at[1]} - b.at[1],
               z = double{a.at[2]} - b.at[2];
  return x * x + y * y + z * z;
}

/// By looking at every point, those of similar x first: until x alone is farther than the nearest.
double least_distance(const std::vector<Point>& by_x, const Point& query) {
  const auto begin = std::lower_bound(by_x.begin(), by_x.end(), query.at[0],
                                      [](const Point& point, float x) { return point.at[0] < x; });
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](const Point& point) {
    const double x = double{query.at[0]} - point.at[0];
    least = std::min(least, squared_distance(query, point));
    return x * x <= least;
  };
  for (auto right = begin; right != by_x.end() && look(*right);) ++right;
  for (auto left = begin; left != by_x.begin() && look(*(left - 1));) --left;
  return least;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 16384);
  const int queries = workload::size_argument(argc, argv, 2, 8192);
  workload::require(count <= kMostPoints && queries <= kMostPoints, argv[0],
                    "there are at most 2^20 points and as many queries");
  std::vector<Point> points = random_points(count, 1), tree(count);
  const std::vector<Point> asked = random_points(queries, 2);
  lay_out(points, 0, count, tree, 0, 0);
  workload::DeviceArray<Point> device_tree(tree), device_asked(asked);
  workload::DeviceArray<int> device_found(queries);
  search<<<workload::blocks_for(queries, kThreads), kThreads>>>(
      device_tree.data(), count, device_asked.data(), queries, device_found.data());
  CHECK(cudaGetLastError());
  const std::vector<int> found = device_found.to_host();

  std::sort(points.begin(), points.end(),
            [](const Point& a, const Point& b) { return a.at[0] < b.at[0]; });
  std::size_t wrong = 0;
  for (int i = 0; i < queries; ++i) {
    const bool is_point = found[i] >= 0 && found[i] < count;
    // Differences, squares and sums: less than 5 roundings of at most 2^-24 each, relative, of the
    // point that was found and of one that is nearer.
    wrong += !is_point || !(squared_distance(asked[i], tree[found[i]]) <=
                            least_distance(points, asked[i]) * (1 + 2 * 5 * 0x1p-24));
  }
  return workload::verdict("nearest_search", wrong);
}
