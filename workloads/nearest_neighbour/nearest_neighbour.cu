// Which of many places on a map are nearest to one: a thread computes the distance of each, the
// host picks.
//   nearest_neighbour [places = 42764] [picked = 5]        (at most 2^24)
// It stands for nn of Rodinia, whose hurricane records have as many places.
#include <algorithm>
#include <numeric>

#include "../common/workload.cuh"

constexpr int kThreads = 256;

/// In degrees.
struct Place {
  float latitude, longitude;
};
constexpr Place kHome = {30, 90};

__global__ void euclid(const Place* places, float* distances, int count, Place from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float up = from.latitude - places[i].latitude;
  const float right = from.longitude - places[i].longitude;
  distances[i] = sqrtf(up * up + right * right);
}

/// Indices of the smallest.
template <typename T>
std::vector<int> smallest(const std::vector<T>& values, int count) {
  std::vector<int> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::partial_sort(order.begin(), order.begin() + count, order.end(),
                    [&](int a, int b) { return values[a] < values[b]; });
  order.resize(count);
  return order;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 42764);
  const int picked = workload::size_argument(argc, argv, 2, 5);
  workload::require(count <= 1 << 24, "nearest_neighbour", "more than 2^24 places");
  workload::require(picked <= count, "nearest_neighbour", "more are picked than there are places");
  workload::Random random(1);
  std::vector<Place> places(count);
  for (Place& place : places) place = {7 + 63 * random.next(), 358 * random.next()};
  workload::DeviceArray<Place> device_places(places);
  workload::DeviceArray<float> device_distances(count);
  euclid<<<workload::blocks_for(count, kThreads), kThreads>>>(
      device_places.data(), device_distances.data(), count, kHome);
  CHECK(cudaGetLastError());
  const std::vector<float> distances = device_distances.to_host();

  std::vector<double> expected(count);
  std::transform(places.begin(), places.end(), expected.begin(), [](const Place& place) {
    return std::hypot(static_cast<double>(kHome.latitude) - place.latitude,
                      static_cast<double>(kHome.longitude) - place.longitude);
  });
  // Differences, squares, sum and root: less than 5 roundings of at most 2^-24 each, relative.
  const double tolerance = 5 * 0x1p-24;
  std::size_t wrong = workload::count_far(distances, expected, tolerance);
  // Who is as far as another may be picked in its place.
  const std::vector<int> found = smallest(distances, picked), nearest = smallest(expected, picked);
  for (int i = 0; i < picked; ++i) {
    const double limit = expected[nearest[i]] * (1 + 2 * tolerance);
    wrong += !(expected[found[i]] <= limit);
  }
  return workload::verdict("nearest_neighbour", wrong);
}
