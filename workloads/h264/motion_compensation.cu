// Motion compensation of H.264: each quarter of a macroblock (8x8 of luma, 4x4 of chroma) is
// predicted from where its motion vector points to in the reference picture. Luma vectors are in
// quarters of a pixel: half positions by a six-tap filter, quarters as averages. Chroma is
// bilinear, in eighths. 64 threads a macroblock, 16 a quarter; the reference goes through shared
// memory. The two quarters of a warp follow different cases of the filter.
//   motion_compensation [width = 60] [height = 34]        (of the picture in macroblocks)
// Stands for the motion compensation of Wang et al. The vectors are random, all quarters are 8x8
// and have one reference.
#include <algorithm>

#include "../common/workload.cuh"

using Pixel = unsigned char;

constexpr int kThreads = 64;
constexpr int kQuarterThreads = 16;
constexpr int kLumaWindow = 8 + 5;  ///< what an 8x8 quarter and the filter's margin need
constexpr int kChromaWindow = 4 + 1;
constexpr int kRows = 4;  ///< of a quarter, one below the other, for a luma thread

/// A plane of a picture, in pixels.
struct Plane {
  Pixel* pixels;
  int width, height;
  /// The pixel there; outside of the picture, that at its edge.
  __device__ Pixel at(int x, int y) const {
    return pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
  }
};

/// In quarters of a luma pixel, for each quarter of each macroblock.
struct Motion {
  short x, y;
};

/// Copies the size x size pixels at (left, top), with the threads of a quarter.
template <int kPitch>
__device__ void load_window(Plane plane, int left, int top, int size, Pixel (*window)[kPitch]) {
  for (int i = threadIdx.x % kQuarterThreads; i < size * size; i += kQuarterThreads) {
    window[i / size][i % size] = plane.at(left + i % size, top + i / size);
  }
}

__device__ int six_tap(int a, int b, int c, int d, int e, int f) {
  return a - 5 * (b + e) + 20 * (c + d) + f;
}

__device__ int clip(int value) { return min(max(value, 0), 255); }

/// The window of a luma quarter, whose pixel (x, y) has two more to its left and above it.
struct Window {
  const Pixel (*rows)[kLumaWindow];
  __device__ int full(int x, int y) const { return rows[y + 2][x + 2]; }
  /// The filter across between (x, y) and its right neighbour, times 32.
  __device__ int across(int x, int y) const {
    const Pixel* const row = rows[y + 2] + x;
    return six_tap(row[0], row[1], row[2], row[3], row[4], row[5]);
  }
  /// The filter down between (x, y) and the pixel below it, times 32.
  __device__ int down(int x, int y) const {
    const int at = x + 2;
    return six_tap(rows[y][at], rows[y + 1][at], rows[y + 2][at], rows[y + 3][at], rows[y + 4][at],
                   rows[y + 5][at]);
  }
  __device__ int half_across(int x, int y) const { return clip((across(x, y) + 16) >> 5); }
  __device__ int half_down(int x, int y) const { return clip((down(x, y) + 16) >> 5); }
};

/// Four pixels of a column, one of which the fraction (fx, fy) has in the middle of both
/// directions: the filter down over what the filter across gave.
__device__ void middle(Window window, int x, int y, int (&out)[kRows]) {
  int sums[kRows + 5];
  for (int i = 0; i < kRows + 5; ++i) sums[i] = window.across(x, y + i - 2);
  for (int i = 0; i < kRows; ++i) {
    out[i] = clip(
        (six_tap(sums[i], sums[i + 1], sums[i + 2], sums[i + 3], sums[i + 4], sums[i + 5]) + 512) >>
        10);
  }
}

/// Four pixels of a column at the fraction (fx, fy): H.264, 8.4.2.2.1.
__device__ void predict(Window window, int x, int y, int fx, int fy, int (&out)[kRows]) {
  const int right = x + (fx == 3), lower = fy == 3;
  const bool in_middle = (fx == 2 && fy != 0) || (fy == 2 && fx != 0);
  if (in_middle) middle(window, x, y, out);
  for (int i = 0; i < kRows; ++i) {
    const int row = y + i, lower_row = row + lower;
    if (in_middle) {
      if (fy != 2) out[i] = (out[i] + window.half_across(x, lower_row) + 1) >> 1;
      if (fx != 2) out[i] = (out[i] + window.half_down(right, row) + 1) >> 1;
    } else if (fx == 0 && fy == 0) {
      out[i] = window.full(x, row);
    } else if (fy == 0) {
      out[i] = window.half_across(x, row);
      if (fx != 2) out[i] = (out[i] + window.full(right, row) + 1) >> 1;
    } else if (fx == 0) {
      out[i] = window.half_down(x, row);
      if (fy != 2) out[i] = (out[i] + window.full(x, lower_row) + 1) >> 1;
    } else {
      out[i] = (window.half_across(x, lower_row) + window.half_down(right, row) + 1) >> 1;
    }
  }
}

/// A macroblock per thread block.
__global__ void predict_luma(Plane reference, const Motion* motions, Plane predicted) {
  __shared__ Pixel windows[4][kLumaWindow][kLumaWindow];
  const int quarter = threadIdx.x / kQuarterThreads;
  const int left = blockIdx.x * 16 + quarter % 2 * 8, top = blockIdx.y * 16 + quarter / 2 * 8;
  const Motion motion = motions[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + quarter];
  load_window(reference, left + (motion.x >> 2) - 2, top + (motion.y >> 2) - 2, kLumaWindow,
              windows[quarter]);
  __syncthreads();
  const int x = threadIdx.x % 8, y = threadIdx.x / 8 % 2 * kRows;
  int column[kRows];
  predict({windows[quarter]}, x, y, motion.x & 3, motion.y & 3, column);
  for (int i = 0; i < kRows; ++i) {
    predicted.pixels[(top + y + i) * predicted.width + left + x] = column[i];
  }
}

/// Both planes of a macroblock per thread block, a pixel of each per thread.
__global__ void predict_chroma(Plane reference_u, Plane reference_v, const Motion* motions,
                               Plane predicted_u, Plane predicted_v) {
  __shared__ Pixel windows[2][4][kChromaWindow][kChromaWindow];
  const int quarter = threadIdx.x / kQuarterThreads;
  const int left = blockIdx.x * 8 + quarter % 2 * 4, top = blockIdx.y * 8 + quarter / 2 * 4;
  const Motion motion = motions[(blockIdx.y * gridDim.x + blockIdx.x) * 4 + quarter];
  const int from_x = left + (motion.x >> 3), from_y = top + (motion.y >> 3);
  load_window(reference_u, from_x, from_y, kChromaWindow, windows[0][quarter]);
  load_window(reference_v, from_x, from_y, kChromaWindow, windows[1][quarter]);
  __syncthreads();
  const int x = threadIdx.x % 4, y = threadIdx.x / 4 % 4;
  const int fx = motion.x & 7, fy = motion.y & 7;
  const int at = (top + y) * predicted_u.width + left + x;
  for (int plane = 0; plane < 2; ++plane) {
    const auto& window = windows[plane][quarter];
    const int upper = (8 - fx) * window[y][x] + fx * window[y][x + 1];
    const int lower = (8 - fx) * window[y + 1][x] + fx * window[y + 1][x + 1];
    (plane == 0 ? predicted_u : predicted_v).pixels[at] = ((8 - fy) * upper + fy * lower + 32) >> 6;
  }
}

/// A plane on the host.
struct Image {
  int width, height;
  std::vector<Pixel> pixels;
  Image(int columns, int rows, unsigned seed) : width(columns), height(rows) {
    workload::Random random(seed);
    for (int i = 0; i < width * height; ++i) pixels.push_back(random.below(256));
  }
  double at(int x, int y) const {
    return pixels[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
  }
};

double rounded(double value) { return std::clamp(std::floor(value + 0.5), 0.0, 255.0); }

constexpr double kTaps[6] = {1 / 32.0, -5 / 32.0, 20 / 32.0, 20 / 32.0, -5 / 32.0, 1 / 32.0};

/// The filter down at column x, between rows y and y + 1, not rounded.
double filtered_down(const Image& image, int x, int y) {
  double sum = 0;
  for (int tap = 0; tap < 6; ++tap) sum += kTaps[tap] * image.at(x, y - 2 + tap);
  return sum;
}

/// Where coordinates are in halves of a pixel.
double half_position(const Image& image, int x, int y) {
  const bool between_columns = x & 1, between_rows = y & 1;
  if (!between_columns) {
    return between_rows ? rounded(filtered_down(image, x >> 1, y >> 1)) : image.at(x >> 1, y >> 1);
  }
  double sum = 0;
  for (int tap = 0; tap < 6; ++tap) {
    const int column = (x >> 1) - 2 + tap;
    sum += kTaps[tap] *
           (between_rows ? filtered_down(image, column, y >> 1) : image.at(column, y >> 1));
  }
  return rounded(sum);
}

/// Where they are in quarters: the average of the two half positions that the standard names.
double quarter_position(const Image& image, int x, int y) {
  const int left = x >> 1, top = y >> 1, right = (x + 1) >> 1, bottom = (y + 1) >> 1;
  // On a diagonal, the neighbours that lie between columns or between rows, not both or neither.
  const bool falling = x & y & 1 && !((left + top) & 1);
  const double first = half_position(image, left, falling ? bottom : top);
  const double second = half_position(image, right, falling ? top : bottom);
  return rounded((first + second) / 2);
}

/// Where they are in eighths: bilinear.
double eighth_position(const Image& image, int x, int y) {
  const double fx = (x & 7) / 8.0, fy = (y & 7) / 8.0;
  const auto row = [&](int at) {
    return (1 - fx) * image.at(x >> 3, at) + fx * image.at((x >> 3) + 1, at);
  };
  return rounded((1 - fy) * row(y >> 3) + fy * row((y >> 3) + 1));
}

/// The prediction of a plane, whose pixels are 1 / unit of the motion's.
std::vector<Pixel> predict_on_host(const Image& image, const std::vector<Motion>& motions,
                                   bool is_luma) {
  const int unit = is_luma ? 4 : 8, quarter_size = is_luma ? 8 : 4;
  const int macroblocks = image.width / (2 * quarter_size);
  std::vector<Pixel> predicted(image.pixels.size());
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const int column = x / quarter_size, row = y / quarter_size;
      const Motion motion =
          motions[(row / 2 * macroblocks + column / 2) * 4 + row % 2 * 2 + column % 2];
      const int from_x = unit * x + motion.x, from_y = unit * y + motion.y;
      predicted[y * image.width + x] =
          static_cast<Pixel>(is_luma ? quarter_position(image, from_x, from_y)
                                     : eighth_position(image, from_x, from_y));
    }
  }
  return predicted;
}

/// Up to 16 pixels in each direction.
std::vector<Motion> random_motion(int macroblocks) {
  workload::Random random(4);
  std::vector<Motion> motions(4 * macroblocks);
  for (Motion& motion : motions) {
    motion.x = static_cast<short>(random.below(129) - 64);
    motion.y = static_cast<short>(random.below(129) - 64);
  }
  return motions;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 60);
  const int height = workload::size_argument(argc, argv, 2, 34);
  workload::require(width <= 512 && height <= 512, "motion_compensation",
                    "the picture must be at most 512 macroblocks wide and high");
  const Image luma(16 * width, 16 * height, 1), u(8 * width, 8 * height, 2),
      v(8 * width, 8 * height, 3);
  const std::vector<Motion> motions = random_motion(width * height);

  workload::DeviceArray<Pixel> device_luma(luma.pixels), device_u(u.pixels), device_v(v.pixels);
  workload::DeviceArray<Pixel> new_luma(luma.pixels.size()), new_u(u.pixels.size()),
      new_v(v.pixels.size());
  workload::DeviceArray<Motion> device_motions(motions);
  const auto plane = [](workload::DeviceArray<Pixel>& pixels, const Image& like) {
    return Plane{pixels.data(), like.width, like.height};
  };
  const dim3 macroblocks(width, height);
  predict_luma<<<macroblocks, kThreads>>>(plane(device_luma, luma), device_motions.data(),
                                          plane(new_luma, luma));
  predict_chroma<<<macroblocks, kThreads>>>(plane(device_u, u), plane(device_v, v),
                                            device_motions.data(), plane(new_u, u),
                                            plane(new_v, v));
  CHECK(cudaGetLastError());
  const std::size_t wrong =
      workload::count_different(new_luma.to_host(), predict_on_host(luma, motions, true)) +
      workload::count_different(new_u.to_host(), predict_on_host(u, motions, false)) +
      workload::count_different(new_v.to_host(), predict_on_host(v, motions, false));
  return workload::verdict("motion_compensation", wrong);
}
