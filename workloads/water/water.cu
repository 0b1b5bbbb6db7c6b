// Waves on water: a field of heights, a step of the wave equation per frame, and the normals that a
// renderer would shade. A thread computes a cell from its neighbours in global memory; at the
// border a cell stands for its missing neighbour. No thread diverges beside those behind the
// border.
//   water [width = 256] [height = 256] [frames = 8]      (at most 4096 by 4096, 64 frames)
// It stands for the games of a study that names none: a simulation on a grid, as games run it.
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kBlockWidth = 32, kBlockHeight = 8;
constexpr float kSpeed = 0.25f;     ///< the square of cells a frame: below 0.5 waves stay bounded
constexpr float kDamping = 0.998f;  ///< of what a cell moves in a frame
constexpr float kLargestDrop = 1.0f;

__global__ void move_waves(float* next, const float* now, const float* before, int width,
                           int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int cell = y * width + x;
  const float here = now[cell];
  const float around = now[y * width + max(x - 1, 0)] + now[y * width + min(x + 1, width - 1)] +
                       now[max(y - 1, 0) * width + x] + now[min(y + 1, height - 1) * width + x];
  next[cell] = here + kDamping * (here - before[cell]) + kSpeed * (around - 4.0f * here);
}

/// Of unit length; z is up, w the height.
__global__ void find_normals(float4* normals, const float* heights, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float along =
      0.5f * (heights[y * width + min(x + 1, width - 1)] - heights[y * width + max(x - 1, 0)]);
  const float across =
      0.5f * (heights[min(y + 1, height - 1) * width + x] - heights[max(y - 1, 0) * width + x]);
  const float scale = rsqrtf(along * along + across * across + 1.0f);
  normals[y * width + x] =
      make_float4(-along * scale, -across * scale, scale, heights[y * width + x]);
}

/// Still water into which drops have fallen: each a square of raised cells.
std::vector<float> rain(int width, int height) {
  std::vector<float> heights(static_cast<std::size_t>(width) * height);
  workload::Random random(5);
  const int drops = 1 + width * height / 512;
  for (int drop = 0; drop < drops; ++drop) {
    const int left = random.below(width), top = random.below(height);
    const float raised = kLargestDrop * random.next();
    for (int y = top; y < std::min(top + 4, height); ++y) {
      for (int x = left; x < std::min(left + 4, width); ++x) heights[y * width + x] = raised;
    }
  }
  return heights;
}

/// The same in double precision, on a field with a border that repeats its outermost cells.
class Pond {
 public:
  Pond(const std::vector<float>& heights, int width, int height)
      : width_(width), height_(height), now_(stride() * (height + 2)) {
    auto source = heights.begin();
    each([&](std::size_t cell) { now_[cell] = *source++; });
    repeat_border();
    before_ = now_;
  }

  void move() {
    std::vector<double> next(now_.size());
    each([&](std::size_t cell) {
      const double slopes = now_[cell - 1] + now_[cell + 1] + now_[cell - stride()] +
                            now_[cell + stride()] - 4 * now_[cell];
      next[cell] =
          now_[cell] + double{kDamping} * (now_[cell] - before_[cell]) + double{kSpeed} * slopes;
    });
    before_ = std::exchange(now_, std::move(next));
    repeat_border();
  }

  /// Four numbers a cell, as find_normals writes them.
  std::vector<double> normals() const {
    std::vector<double> normals;
    each([&](std::size_t cell) {
      const double along = (now_[cell + 1] - now_[cell - 1]) / 2;
      const double across = (now_[cell + stride()] - now_[cell - stride()]) / 2;
      const double length = std::sqrt(along * along + across * across + 1);
      normals.insert(normals.end(), {-along / length, -across / length, 1 / length, now_[cell]});
    });
    return normals;
  }

 private:
  std::size_t stride() const { return width_ + 2; }

  template <typename Use>
  void each(Use use) const {
    for (int y = 1; y <= height_; ++y) {
      for (int x = 1; x <= width_; ++x) use(y * stride() + x);
    }
  }

  void repeat_border() {
    for (int x = 1; x <= width_; ++x) {
      now_[x] = now_[stride() + x];
      now_[(height_ + 1) * stride() + x] = now_[height_ * stride() + x];
    }
    for (int y = 1; y <= height_; ++y) {
      now_[y * stride()] = now_[y * stride() + 1];
      now_[y * stride() + width_ + 1] = now_[y * stride() + width_];
    }
  }

  int width_, height_;
  std::vector<double> now_, before_;
};

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 256);
  const int height = workload::size_argument(argc, argv, 2, 256);
  const int frames = workload::size_argument(argc, argv, 3, 8);
  workload::require(width <= 4096 && height <= 4096, argv[0], "a pond has at most 4096 rows");
  workload::require(frames <= 64, argv[0], "there are at most 64 frames");
  const std::vector<float> still = rain(width, height);
  workload::DeviceArray<float> now(still), before(still), next(still.size());
  workload::DeviceArray<float4> device_normals(still.size());
  Pond pond(still, width, height);
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid(workload::blocks_for(width, block.x), workload::blocks_for(height, block.y));
  float *newest = next.data(), *current = now.data(), *oldest = before.data();
  for (int frame = 0; frame < frames; ++frame) {
    move_waves<<<grid, block>>>(newest, current, oldest, width, height);
    std::swap(oldest, newest);
    std::swap(oldest, current);
    find_normals<<<grid, block>>>(device_normals.data(), current, width, height);
    CHECK(cudaGetLastError());
    pond.move();
  }
  const std::vector<float4> normals = device_normals.to_host();
  std::vector<float> found;
  for (const float4& normal : normals) {
    found.insert(found.end(), {normal.x, normal.y, normal.z, normal.w});
  }
  // A cell is the sum of terms of at most 8 drops' height in all, in ten roundings of 2^-24 each.
  // An error of one frame grows at most with the frames that follow it, as a still field that was
  // pushed would rise. A normal adds ten roundings of its own, of numbers up to 1.
  const double of_frame = 10 * 8 * double{kLargestDrop} * 0x1p-24;
  const double tolerance = of_frame * frames * (frames + 1) / 2 + 10 * 0x1p-24;
  return workload::verdict("water", workload::count_far(found, pond.normals(), 0, tolerance));
}
