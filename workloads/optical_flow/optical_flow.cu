// Motion between two pictures by the method of Horn and Schunck: gradients, then steps of an
// iteration in which each pixel's motion becomes the mean of its neighbours', corrected by the
// gradients. A thread per pixel reads its neighbours from global memory, so that rows next to each
// other meet in the L1.
//   optical_flow [width = 256] [height = 256] [steps = 8]
// Stands for HSOpticalFlow of the CUDA SDK on one level, without its pyramid, warping and textures.
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;
constexpr float kSmoothness = 0.1f;  ///< the square of alpha

struct Size {
  int width, height;
  /// The index of a pixel, or of that at the edge nearest to it.
  __device__ int at(int x, int y) const {
    return min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1);
  }
};

/// Of the light: across, down, in time.
struct Gradients {
  float *x, *y, *time;
};

struct Flow {
  float *u, *v;
};

__global__ void derive(const float* first, const float* second, Gradients gradients, Size size) {
  const int x = blockIdx.x * kBlockWidth + threadIdx.x;
  const int y = blockIdx.y * kBlockHeight + threadIdx.y;
  if (x >= size.width || y >= size.height) return;
  const int here = size.at(x, y), left = size.at(x - 1, y), right = size.at(x + 1, y);
  const int above = size.at(x, y - 1), below = size.at(x, y + 1);
  gradients.x[here] = 0.25f * (first[right] - first[left] + second[right] - second[left]);
  gradients.y[here] = 0.25f * (first[below] - first[above] + second[below] - second[above]);
  gradients.time[here] = second[here] - first[here];
}

__device__ float mean_around(const float* values, int x, int y, Size size) {
  const float sides = values[size.at(x - 1, y)] + values[size.at(x + 1, y)] +
                      values[size.at(x, y - 1)] + values[size.at(x, y + 1)];
  const float corners = values[size.at(x - 1, y - 1)] + values[size.at(x + 1, y - 1)] +
                        values[size.at(x - 1, y + 1)] + values[size.at(x + 1, y + 1)];
  return sides / 6 + corners / 12;
}

__global__ void improve(Gradients gradients, Flow before, Flow after, Size size) {
  const int x = blockIdx.x * kBlockWidth + threadIdx.x;
  const int y = blockIdx.y * kBlockHeight + threadIdx.y;
  if (x >= size.width || y >= size.height) return;
  const int here = size.at(x, y);
  const float u = mean_around(before.u, x, y, size), v = mean_around(before.v, x, y, size);
  const float gx = gradients.x[here], gy = gradients.y[here];
  const float correction =
      (gx * u + gy * v + gradients.time[here]) / (kSmoothness + gx * gx + gy * gy);
  after.u[here] = u - gx * correction;
  after.v[here] = v - gy * correction;
}

/// Waves, and the same moved by (0.6, -0.4) pixels.
std::vector<float> waves(int width, int height, double moved_x, double moved_y) {
  std::vector<float> light;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double from_x = x - moved_x, from_y = y - moved_y;
      light.push_back(static_cast<float>(0.5 + 0.2 * std::sin(0.31 * from_x + 0.07 * from_y) +
                                         0.2 * std::cos(0.23 * from_y - 0.11 * from_x)));
    }
  }
  return light;
}

/// Both components, one after the other.
std::vector<float> flow_on_device(const std::vector<float>& first, const std::vector<float>& second,
                                  Size size, int steps) {
  const std::size_t count = first.size();
  workload::DeviceArray<float> device_first(first), device_second(second), derivatives(3 * count);
  workload::DeviceArray<float> even(2 * count), odd(2 * count);
  even.fill_bytes(0);
  float* const base = derivatives.data();
  const Gradients gradients{base, base + count, base + 2 * count};
  Flow before{even.data(), even.data() + count}, after{odd.data(), odd.data() + count};
  const dim3 blocks(workload::blocks_for(size.width, kBlockWidth),
                    workload::blocks_for(size.height, kBlockHeight));
  const dim3 threads(kBlockWidth, kBlockHeight);
  derive<<<blocks, threads>>>(device_first.data(), device_second.data(), gradients, size);
  for (int step = 0; step < steps; ++step) {
    improve<<<blocks, threads>>>(gradients, before, after, size);
    std::swap(before, after);
  }
  CHECK(cudaGetLastError());
  return (steps % 2 == 0 ? even : odd).to_host();
}

/// A picture whose edge repeats.
struct Plane {
  int width, height;
  std::vector<double> values;
  double at(int x, int y) const {
    return values[static_cast<std::size_t>(std::clamp(y, 0, height - 1)) * width +
                  std::clamp(x, 0, width - 1)];
  }
  double mean(int x, int y) const {
    double sum = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        sum += (dx == 0 && dy == 0 ? 0 : dx == 0 || dy == 0 ? 2 : 1) * at(x + dx, y + dy);
      }
    }
    return sum / 12;
  }
};

std::vector<double> flow_on_host(const std::vector<float>& first, const std::vector<float>& second,
                                 Size size, int steps) {
  Plane sum{size.width, size.height, {}};
  for (std::size_t i = 0; i < first.size(); ++i) sum.values.push_back(0.0 + first[i] + second[i]);
  Plane u{size.width, size.height, std::vector<double>(first.size(), 0.0)}, v = u;
  for (int step = 0; step < steps; ++step) {
    Plane next_u = u, next_v = v;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const std::size_t here = static_cast<std::size_t>(y) * size.width + x;
        const double gx = (sum.at(x + 1, y) - sum.at(x - 1, y)) / 4;
        const double gy = (sum.at(x, y + 1) - sum.at(x, y - 1)) / 4;
        const double mean_u = u.mean(x, y), mean_v = v.mean(x, y);
        const double error = gx * mean_u + gy * mean_v + second[here] - first[here];
        next_u.values[here] = mean_u - gx * error / (kSmoothness + gx * gx + gy * gy);
        next_v.values[here] = mean_v - gy * error / (kSmoothness + gx * gx + gy * gy);
      }
    }
    u = next_u;
    v = next_v;
  }
  std::vector<double> flow = u.values;
  flow.insert(flow.end(), v.values.begin(), v.values.end());
  return flow;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 256);
  const int height = workload::size_argument(argc, argv, 2, 256);
  const int steps = workload::size_argument(argc, argv, 3, 8);
  workload::require(width <= 4096 && height <= 4096, "optical_flow",
                    "the pictures must be at most 4096 pixels wide and high");
  workload::require(steps <= 1000, "optical_flow", "there must be at most 1000 steps");
  const std::vector<float> first = waves(width, height, 0, 0);
  const std::vector<float> second = waves(width, height, 0.6, -0.4);
  const Size size{width, height};
  const std::vector<double> expected = flow_on_host(first, second, size, steps);
  // A step moves the flow, of at most a pixel, by a few roundings of 2^-24; those of the gradients,
  // below 0.1, add a tenth of that. No step enlarges the errors before it.
  return workload::verdict(
      "optical_flow", workload::count_far(flow_on_device(first, second, size, steps), expected, 0,
                                          (steps + 1) * 20 * 0x1p-24));
}
