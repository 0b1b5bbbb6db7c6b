// A picture of four channels smoothed by a box: the mean of the pixels within a radius, first along
// rows, then along columns. Rows go through shared memory, a tile with its margins at a time; along
// columns, a thread walks down a strip and slides the sums of its box.
//   box_filter [width = 512] [height = 256] [radius = 7]        (radius at most 32)
// Stands for boxFilter of the CUDA SDK on its 32-bit pixels, but for the row pass, in which there a
// thread walks along each row of a texture.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kRowThreads = 128;
constexpr int kColumnThreads = 64;
constexpr int kStrip = 32;  ///< rows that a thread of the column pass walks down
constexpr int kMaxRadius = 32;
constexpr int kChannels = 4;

struct Picture {
  int width, height;
};

__device__ int clamped(int value, int size) { return min(max(value, 0), size - 1); }

/// The sums of the channels of pixels, which are a byte each, from the lowest.
struct Sums {
  int channels[kChannels] = {};
  __device__ void add(unsigned pixel) {
    for (int i = 0; i < kChannels; ++i) channels[i] += pixel >> (8 * i) & 255;
  }
  __device__ void remove(unsigned pixel) {
    for (int i = 0; i < kChannels; ++i) channels[i] -= pixel >> (8 * i) & 255;
  }
  /// The pixel of the means, rounded; their number is odd, so that none lies in the middle.
  __device__ unsigned times(float share) const {
    unsigned pixel = 0;
    for (int i = 0; i < kChannels; ++i) pixel |= __float2uint_rn(channels[i] * share) << (8 * i);
    return pixel;
  }
};

__global__ void smooth_rows(const unsigned* in, unsigned* out, Picture picture, int radius) {
  __shared__ unsigned tile[kRowThreads + 2 * kMaxRadius];
  const int first = blockIdx.x * kRowThreads, row = blockIdx.y * picture.width;
  for (int i = threadIdx.x; i < kRowThreads + 2 * radius; i += kRowThreads) {
    tile[i] = in[row + clamped(first - radius + i, picture.width)];
  }
  __syncthreads();
  const int column = first + threadIdx.x;
  if (column >= picture.width) return;
  Sums sums;
  for (int i = 0; i <= 2 * radius; ++i) sums.add(tile[threadIdx.x + i]);
  out[row + column] = sums.times(1.0f / (2 * radius + 1));
}

__global__ void smooth_columns(const unsigned* in, unsigned* out, Picture picture, int radius) {
  const int column = blockIdx.x * kColumnThreads + threadIdx.x, first = blockIdx.y * kStrip;
  if (column >= picture.width) return;
  const auto at = [&](int row) {
    return in[clamped(row, picture.height) * picture.width + column];
  };
  const float share = 1.0f / (2 * radius + 1);
  Sums sums;
  for (int row = first - radius; row <= first + radius; ++row) sums.add(at(row));
  for (int row = first; row < min(first + kStrip, picture.height); ++row) {
    out[row * picture.width + column] = sums.times(share);
    sums.add(at(row + radius + 1));
    sums.remove(at(row - radius));
  }
}

using Bytes = std::vector<unsigned char>;

/// One channel along lines of `length` values, `stride` apart, from cumulative sums of each line.
Bytes smooth_lines(const Bytes& in, int lines, int line_stride, int length, int stride,
                   int radius) {
  Bytes out(in.size());
  for (int line = 0; line < lines; ++line) {
    std::vector<int> before(1, 0);  // sums of all values before, the edges repeated
    for (int i = -radius; i < length + radius; ++i) {
      const std::size_t at = line * static_cast<std::size_t>(line_stride) +
                             std::clamp(i, 0, length - 1) * static_cast<std::size_t>(stride);
      before.push_back(before.back() + in[at]);
    }
    const int count = 2 * radius + 1;
    for (int i = 0; i < length; ++i) {
      const std::size_t at =
          line * static_cast<std::size_t>(line_stride) + i * static_cast<std::size_t>(stride);
      out[at] = static_cast<unsigned char>((before[i + count] - before[i] + radius) / count);
    }
  }
  return out;
}

std::vector<unsigned> smooth_on_host(const std::vector<unsigned>& in, Picture picture, int radius) {
  std::vector<unsigned> out(in.size(), 0);
  for (int shift = 0; shift < 8 * kChannels; shift += 8) {
    Bytes channel;
    for (const unsigned pixel : in) channel.push_back(pixel >> shift & 255);
    channel = smooth_lines(channel, picture.height, picture.width, picture.width, 1, radius);
    channel = smooth_lines(channel, picture.width, 1, picture.height, picture.width, radius);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] |= unsigned{channel[i]} << shift;
  }
  return out;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 512);
  const int height = workload::size_argument(argc, argv, 2, 256);
  const int radius = workload::size_argument(argc, argv, 3, 7);
  workload::require(width <= 8192 && height <= 8192, "box_filter",
                    "the picture must be at most 8192 pixels wide and high");
  workload::require(radius <= kMaxRadius, "box_filter", "the radius must be at most 32");
  const Picture picture{width, height};
  workload::Random random(1);
  std::vector<unsigned> pixels(static_cast<std::size_t>(width) * height);
  for (unsigned& pixel : pixels) pixel = random.bits() << 8 | random.bits() >> 16;
  workload::DeviceArray<unsigned> in(pixels), rows(pixels.size()), out(pixels.size());
  smooth_rows<<<dim3(workload::blocks_for(width, kRowThreads), height), kRowThreads>>>(
      in.data(), rows.data(), picture, radius);
  smooth_columns<<<dim3(workload::blocks_for(width, kColumnThreads),
                        workload::blocks_for(height, kStrip)),
                   kColumnThreads>>>(rows.data(), out.data(), picture, radius);
  CHECK(cudaGetLastError());
  const std::size_t wrong =
      workload::count_different(out.to_host(), smooth_on_host(pixels, picture, radius));
  return workload::verdict("box_filter", wrong);
}
