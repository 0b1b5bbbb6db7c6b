// K-means clustering of points in many dimensions. The device finds each point's nearest centroid,
// the host moves the centroids. Layout 1 is that of Rodinia: a kernel first transposes the points,
// so that neighbouring threads read neighbouring values, which come through a texture, centroids
// from constant memory. Layout 2 is that of the studies of cache-conscious scheduling, all in
// global memory: each thread walks its own point again for each centroid, a line of its own or two.
//   kmeans [points = 32768] [features = 34] [clusters = 5] [iterations = 2] [layout = 1]
// It stands for kmeans of Rodinia, whose points come from a file, here random, and with layout 2
// for the version in global memory of the studies of cache-conscious scheduling.
#include "../common/texture.cuh"
#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kMostConstants = 8192;

struct Shape {
  int points, features, clusters;
};

__constant__ float constant_centroids[kMostConstants];

__global__ void invert_mapping(const float* by_point, float* by_feature, Shape shape) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= shape.points) return;
  for (int feature = 0; feature < shape.features; ++feature) {
    by_feature[feature * shape.points + point] = by_point[point * shape.features + feature];
  }
}

/// Points feature by feature.
__global__ void assign_columns(cudaTextureObject_t by_feature, int* cluster_of, Shape shape) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= shape.points) return;
  float nearest = INFINITY;
  int best = 0;
  for (int cluster = 0; cluster < shape.clusters; ++cluster) {
    float distance = 0;
    for (int feature = 0; feature < shape.features; ++feature) {
      const float apart = tex1Dfetch<float>(by_feature, feature * shape.points + point) -
                          constant_centroids[cluster * shape.features + feature];
      distance += apart * apart;
    }
    if (distance < nearest) {
      nearest = distance;
      best = cluster;
    }
  }
  cluster_of[point] = best;
}

/// Points one after the other.
__global__ void assign_rows(const float* by_point, const float* centroids, int* cluster_of,
                            Shape shape) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= shape.points) return;
  float nearest = INFINITY;
  int best = 0;
  for (int cluster = 0; cluster < shape.clusters; ++cluster) {
    float distance = 0;
#pragma unroll 1  // one load of each array in the loop, as the studies' compilers left it
    for (int feature = 0; feature < shape.features; ++feature) {
      const float apart = by_point[point * shape.features + feature] -
                          centroids[cluster * shape.features + feature];
      distance += apart * apart;
    }
    if (distance < nearest) {
      nearest = distance;
      best = cluster;
    }
  }
  cluster_of[point] = best;
}

double squared_distance(const float* point, const float* centroid, int features) {
  double distance = 0;
  for (int feature = 0; feature < features; ++feature) {
    const double apart = static_cast<double>(point[feature]) - centroid[feature];
    distance += apart * apart;
  }
  return distance;
}

/// How many points are assigned to a centroid that is not the nearest. The difference, the square
/// and each of the sum's terms round to single precision, so that a distance is within features + 2
/// roundings of 2^-24; so are both that were compared.
std::size_t count_misplaced(const std::vector<float>& points, const std::vector<float>& centroids,
                            const std::vector<int>& cluster_of, Shape shape) {
  const double slack = 2.1 * (shape.features + 2) * 0x1p-24;
  std::size_t wrong = 0;
  for (int i = 0; i < shape.points; ++i) {
    const float* const point = &points[static_cast<std::size_t>(i) * shape.features];
    const auto distance = [&](int cluster) {
      return squared_distance(point, &centroids[cluster * shape.features], shape.features);
    };
    double nearest = INFINITY;
    for (int cluster = 0; cluster < shape.clusters; ++cluster) {
      nearest = std::fmin(nearest, distance(cluster));
    }
    const int chosen = cluster_of[i];
    wrong += chosen < 0 || chosen >= shape.clusters || distance(chosen) > nearest * (1 + slack);
  }
  return wrong;
}

/// Each centroid becomes the mean of its points; one without points stays.
void move_centroids(const std::vector<float>& points, const std::vector<int>& cluster_of,
                    Shape shape, std::vector<float>& centroids) {
  std::vector<double> sums(centroids.size(), 0);
  std::vector<int> members(shape.clusters, 0);
  for (int i = 0; i < shape.points; ++i) {
    ++members[cluster_of[i]];
    for (int feature = 0; feature < shape.features; ++feature) {
      sums[cluster_of[i] * shape.features + feature] +=
          points[static_cast<std::size_t>(i) * shape.features + feature];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const int count = members[i / shape.features];
    if (count > 0) centroids[i] = static_cast<float>(sums[i] / count);
  }
}

/// Runs the iterations and returns the number of wrong assignments in all.
std::size_t cluster(const std::vector<float>& points, Shape shape, int iterations, bool by_rows) {
  std::vector<float> centroids(points.begin(), points.begin() + shape.clusters * shape.features);
  workload::DeviceArray<float> by_point(points), by_feature(by_rows ? 1 : points.size());
  workload::DeviceArray<float> device_centroids(centroids.size());
  workload::DeviceArray<int> device_cluster_of(shape.points);
  const workload::LinearTexture<float> texture(by_feature);
  const int blocks = workload::blocks_for(shape.points, kThreads);
  const std::size_t bytes = centroids.size() * sizeof(float);

  if (!by_rows) invert_mapping<<<blocks, kThreads>>>(by_point.data(), by_feature.data(), shape);
  std::size_t wrong = 0;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (by_rows) {
      CHECK(cudaMemcpy(device_centroids.data(), centroids.data(), bytes, cudaMemcpyHostToDevice));
      assign_rows<<<blocks, kThreads>>>(by_point.data(), device_centroids.data(),
                                        device_cluster_of.data(), shape);
    } else {
      CHECK(cudaMemcpyToSymbol(constant_centroids, centroids.data(), bytes));
      assign_columns<<<blocks, kThreads>>>(texture.object(), device_cluster_of.data(), shape);
    }
    CHECK(cudaGetLastError());
    const std::vector<int> cluster_of = device_cluster_of.to_host();
    wrong += count_misplaced(points, centroids, cluster_of, shape);
    if (wrong != 0) break;
    move_centroids(points, cluster_of, shape, centroids);
  }
  return wrong;
}

int main(int argc, char** argv) {
  Shape shape{};
  shape.points = workload::size_argument(argc, argv, 1, 32768);
  shape.features = workload::size_argument(argc, argv, 2, 34);
  shape.clusters = workload::size_argument(argc, argv, 3, 5);
  const int iterations = workload::size_argument(argc, argv, 4, 2);
  const int layout = workload::size_argument(argc, argv, 5, 1);
  workload::require(static_cast<long>(shape.points) * shape.features <= 1l << 27, argv[0],
                    "there must be at most 2^27 values");
  workload::require(shape.clusters <= shape.points, argv[0], "there are more clusters than points");
  workload::require(static_cast<long>(shape.clusters) * shape.features <= kMostConstants, argv[0],
                    "the centroids must have at most 8192 values");
  workload::require(layout <= 2, argv[0], "the layout is 1, features, or 2, points");
  const std::vector<float> points =
      workload::random_floats(static_cast<std::size_t>(shape.points) * shape.features, 1);
  return workload::verdict("kmeans", cluster(points, shape, iterations, layout == 2));
}
