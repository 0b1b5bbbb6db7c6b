// Clustering of a stream of points by opening centers one after the other: for each candidate a
// kernel computes, one thread a point, what the point saves if it moves to the candidate, or what
// it would cost to move it there so that its center can close; the host adds this up and decides.
// Reads of coordinates stream, those of points and sums have strides. Stands for streamcluster of
// Rodinia.
//   streamcluster [points = 32768] [dimensions = 64] [candidates = 6]
#include "../common/workload.cuh"

constexpr int kThreads = 512;

struct Point {
  float weight;
  int center;  ///< the point at the center of its cluster
  float cost;  ///< weight times squared distance to it
};

/// Points with their coordinates, dimension by dimension.
struct Stream {
  int count, dimensions;
  std::vector<float> coordinates;
  std::vector<Point> points;
  float at(int point, int dimension) const {
    return coordinates[static_cast<std::size_t>(dimension) * count + point];
  }
};

/// Adds to a point's row of `sums` what its cost would change by in the candidate's cluster: in the
/// last column if it falls, and the point is in `moves`; else its negative in the column of the
/// point's center, which could only close at that cost.
__global__ void compute_cost(const Point* points, const float* coordinates, int count,
                             int dimensions, int candidate, const int* column_of, int columns,
                             float* sums, unsigned char* moves) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= count) return;
  float distance = 0;
  for (int i = 0; i < dimensions; ++i) {
    const float apart = coordinates[i * count + point] - coordinates[i * count + candidate];
    distance += apart * apart;
  }
  float* const row = sums + point * columns;
  const float cost = distance * points[point].weight, current = points[point].cost;
  if (cost < current) {
    moves[point] = 1;
    row[columns - 1] += cost - current;
  } else {
    row[column_of[points[point].center]] += current - cost;
  }
}

double cost_of(const Stream& stream, int point, int center) {
  double distance = 0;
  for (int i = 0; i < stream.dimensions; ++i) {
    const double apart = static_cast<double>(stream.at(point, i)) - stream.at(center, i);
    distance += apart * apart;
  }
  return distance * stream.points[point].weight;
}

/// Point 0 is the only center.
Stream random_stream(int count, int dimensions) {
  Stream stream{count, dimensions, {}, {}};
  stream.coordinates = workload::random_floats(static_cast<std::size_t>(count) * dimensions, 1);
  workload::Random random(2);
  for (int point = 0; point < count; ++point) {
    stream.points.push_back({0.5f + random.next(), 0, 0});
    stream.points[point].cost = static_cast<float>(cost_of(stream, point, 0));
  }
  return stream;
}

/// What the kernel computed for a candidate: a row for each point, and who moves.
struct Gains {
  std::vector<float> sums;
  std::vector<unsigned char> moves;
};

Gains gains_on_device(const Stream& stream, const workload::DeviceArray<float>& coordinates,
                      int candidate, const std::vector<int>& column_of, int columns) {
  workload::DeviceArray<Point> points(stream.points);
  workload::DeviceArray<int> device_column_of(column_of);
  workload::DeviceArray<float> sums(stream.points.size() * columns);
  workload::DeviceArray<unsigned char> moves(stream.points.size());
  sums.fill_bytes(0);
  moves.fill_bytes(0);
  compute_cost<<<workload::blocks_for(stream.points.size(), kThreads), kThreads>>>(
      points.data(), coordinates.data(), stream.count, stream.dimensions, candidate,
      device_column_of.data(), columns, sums.data(), moves.data());
  CHECK(cudaGetLastError());
  return {sums.to_host(), moves.to_host()};
}

/// How many rows are wrong. A distance is within dimensions + 2 roundings of 2^-24, weight and
/// difference add two; where the costs are that near to each other, either column will do.
std::size_t count_wrong(const Stream& stream, int candidate, const std::vector<int>& column_of,
                        int columns, const Gains& gains) {
  std::size_t wrong = 0;
  for (int point = 0; point < stream.count; ++point) {
    const double current = stream.points[point].cost, cost = cost_of(stream, point, candidate);
    const double slack = (stream.dimensions + 4) * 0x1.01p-24 * (cost + current);
    const bool moves = gains.moves[point] != 0;
    const int column = moves ? columns - 1 : column_of[stream.points[point].center];
    const double sign = moves ? 1 : -1;
    bool right = sign * (cost - current) <= slack;
    for (int i = 0; i < columns; ++i) {
      const double found = gains.sums[static_cast<std::size_t>(point) * columns + i];
      right &= i == column ? std::fabs(found - sign * (cost - current)) <= slack : found == 0;
    }
    wrong += !right;
  }
  return wrong;
}

/// Opens the candidate if that saves more than the price of a center; centers close whose points
/// cost less than that in the new cluster.
void decide(Stream& stream, int candidate, double price, std::vector<int>& column_of, int& centers,
            const Gains& gains) {
  const int columns = centers + 1;
  std::vector<double> sums(columns, 0);
  for (std::size_t i = 0; i < gains.sums.size(); ++i) sums[i % columns] += gains.sums[i];
  double saved = -price - sums[centers];
  for (int i = 0; i < centers; ++i) saved += std::fmax(0, price + sums[i]);
  if (saved <= 0 || column_of[candidate] >= 0) return;

  for (int point = 0; point < stream.count; ++point) {
    Point& moved = stream.points[point];
    if (gains.moves[point] == 0 && price + sums[column_of[moved.center]] <= 0) continue;
    moved.center = candidate;
    moved.cost = static_cast<float>(cost_of(stream, point, candidate));
  }
  std::vector<int> left(stream.count, -1);
  centers = 0;
  for (int point = 0; point < stream.count; ++point) {
    const bool stays = column_of[point] >= 0 && price + sums[column_of[point]] <= 0;
    if (stays || point == candidate) left[point] = centers++;
  }
  column_of = left;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 32768);
  const int dimensions = workload::size_argument(argc, argv, 2, 64);
  const int candidates = workload::size_argument(argc, argv, 3, 6);
  workload::require(static_cast<long>(count) * dimensions <= 1l << 26, argv[0],
                    "there must be at most 2^26 coordinates");
  workload::require(candidates <= 64 && count <= 1 << 24, argv[0],
                    "there must be at most 64 candidates and 2^24 points");
  Stream stream = random_stream(count, dimensions);
  const workload::DeviceArray<float> coordinates(stream.coordinates);
  const double price = 0.02 * count;
  std::vector<int> column_of(count, -1);
  column_of[0] = 0;
  int centers = 1;
  std::size_t wrong = 0;
  for (const int candidate : workload::random_ints(candidates, count, 3)) {
    const Gains gains = gains_on_device(stream, coordinates, candidate, column_of, centers + 1);
    wrong += count_wrong(stream, candidate, column_of, centers + 1, gains);
    if (wrong != 0) break;
    decide(stream, candidate, price, column_of, centers, gains);
  }
  return workload::verdict("streamcluster", wrong);
}
