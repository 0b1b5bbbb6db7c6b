// Tracks points of a moving wall through the frames of a film, a thread block per point. In each
// frame, a template of 51x51 pixels around the point is correlated with the window that the point
// may have moved in; where the normalised correlation is highest, there is the point; then the
// template takes on a little of the new image. The sums that normalise the correlation come from
// cumulative sums of the window, down and across, in which few threads walk long columns; barriers
// stand between all steps.
//   heartwall [points = 15] [frames = 1]
// Stands for heartwall of Rodinia: one launch a frame, 51 points, 256 threads. It tracks one kind
// of point, correlates directly instead of by a whole convolution, and moves a synthetic film.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kRadius = 25;
constexpr int kTemplate = 2 * kRadius + 1;
constexpr int kTemplatePixels = kTemplate * kTemplate;
constexpr int kReach = 10;  ///< how far a point can move between two frames
constexpr int kMoves = 2 * kReach + 1;
constexpr int kWindow = kTemplate + 2 * kReach;
constexpr int kFrame = 256;        ///< width and height
constexpr float kRenewal = 0.13f;  ///< the share of the new image in the next template

struct Point {
  int row, column;
};

/// Arrays of a point in global memory. Cumulative sums begin with a row and a column of zeros.
struct Scratch {
  float pattern[kTemplatePixels];
  float sums[kWindow + 1][kWindow + 1];
  float squares[kWindow + 1][kWindow + 1];
  float match[kMoves][kMoves];
};

/// Sum over the template's size in cumulative sums.
__device__ float area(const float (*sums)[kWindow + 1], int row, int column) {
  return sums[row + kTemplate][column + kTemplate] - sums[row][column + kTemplate] -
         sums[row + kTemplate][column] + sums[row][column];
}

/// Cumulative sums of the window at `window`: a thread per column, then a thread per row.
__device__ void accumulate(Scratch& scratch, const float* window) {
  const int line = threadIdx.x;
  if (line <= kWindow) {
    scratch.sums[0][line] = scratch.squares[0][line] = 0;
    float sum = 0, square = 0;
    for (int row = 0; row < kWindow; ++row) {
      if (line > 0) {
        const float pixel = window[row * kFrame + line - 1];
        sum += pixel;
        square += pixel * pixel;
      }
      scratch.sums[row + 1][line] = sum;
      scratch.squares[row + 1][line] = square;
    }
  }
  __syncthreads();
  if (line <= kWindow) {
    float sum = 0, square = 0;
    for (int column = 1; column <= kWindow; ++column) {
      scratch.sums[line][column] = sum += scratch.sums[line][column];
      scratch.squares[line][column] = square += scratch.squares[line][column];
    }
  }
  __syncthreads();
}

/// The template without its mean, in shared memory, and the root of the sum of its squares.
struct Pattern {
  float pixels[kTemplatePixels];
  float column_sums[kTemplate], column_squares[kTemplate];
  float mean, norm;
};

__device__ void load_pattern(Pattern& pattern, const float* pixels) {
  const int thread = threadIdx.x;
  for (int i = thread; i < kTemplatePixels; i += kThreads) pattern.pixels[i] = pixels[i];
  __syncthreads();
  if (thread < kTemplate) {
    float sum = 0, square = 0;
    for (int row = 0; row < kTemplate; ++row) {
      const float pixel = pattern.pixels[row * kTemplate + thread];
      sum += pixel;
      square += pixel * pixel;
    }
    pattern.column_sums[thread] = sum;
    pattern.column_squares[thread] = square;
  }
  __syncthreads();
  if (thread == 0) {
    float sum = 0, square = 0;
    for (int column = 0; column < kTemplate; ++column) {
      sum += pattern.column_sums[column];
      square += pattern.column_squares[column];
    }
    pattern.mean = sum / kTemplatePixels;
    pattern.norm = sqrtf(square - sum * pattern.mean);
  }
  __syncthreads();
  for (int i = thread; i < kTemplatePixels; i += kThreads) pattern.pixels[i] -= pattern.mean;
  __syncthreads();
}

/// The normalised correlation of the template with every place in the window.
__device__ void correlate(Scratch& scratch, const Pattern& pattern, const float* window) {
  for (int move = threadIdx.x; move < kMoves * kMoves; move += kThreads) {
    const int row = move / kMoves, column = move % kMoves;
    float product = 0;
    for (int i = 0; i < kTemplate; ++i) {
      const float* const pixels = window + (row + i) * kFrame + column;
#pragma unroll 4
      for (int j = 0; j < kTemplate; ++j) product += pattern.pixels[i * kTemplate + j] * pixels[j];
    }
    const float sum = area(scratch.sums, row, column);
    const float square = area(scratch.squares, row, column) - sum * sum / kTemplatePixels;
    scratch.match[row][column] = product / (pattern.norm * sqrtf(square));
  }
  __syncthreads();
}

/// Where the correlation is highest: a thread per row, then one thread.
__device__ Point best_move(const Scratch& scratch) {
  __shared__ float best[kMoves];
  __shared__ int best_column[kMoves];
  __shared__ Point move;
  const int row = threadIdx.x;
  if (row < kMoves) {
    int highest = 0;
    for (int column = 1; column < kMoves; ++column) {
      if (scratch.match[row][column] > scratch.match[row][highest]) highest = column;
    }
    best[row] = scratch.match[row][highest];
    best_column[row] = highest;
  }
  __syncthreads();
  if (row == 0) {
    int highest = 0;
    for (int other = 1; other < kMoves; ++other) {
      if (best[other] > best[highest]) highest = other;
    }
    move = {highest, best_column[highest]};
  }
  __syncthreads();
  return move;
}

/// Follows each block's point into `frame`. A point's place is the corner of its template.
__global__ void track(const float* frame, Scratch* all, Point* points) {
  __shared__ Pattern pattern;
  Scratch& scratch = all[blockIdx.x];
  const Point before = points[blockIdx.x];
  const float* const window = frame + (before.row - kReach) * kFrame + before.column - kReach;
  load_pattern(pattern, scratch.pattern);
  accumulate(scratch, window);
  correlate(scratch, pattern, window);
  const Point move = best_move(scratch);
  for (int i = threadIdx.x; i < kTemplatePixels; i += kThreads) {
    const int row = move.row + i / kTemplate, column = move.column + i % kTemplate;
    const float old = pattern.pixels[i] + pattern.mean;
    scratch.pattern[i] = (1 - kRenewal) * old + kRenewal * window[row * kFrame + column];
  }
  if (threadIdx.x == 0) {
    points[blockIdx.x] = {before.row - kReach + move.row, before.column - kReach + move.column};
  }
}

/// A random texture that moves by up to 3 pixels a frame, with noise.
class Film {
 public:
  Film() : texture_(workload::random_floats(kTexture * kTexture, 1)) {}
  std::vector<float> frame(int index) const {
    const std::vector<float> noise = workload::random_floats(kFrame * kFrame, 2 + index);
    const int down = kTexture / 4 + 3 * (index % 5), right = kTexture / 4 - 2 * (index % 4);
    std::vector<float> pixels(kFrame * kFrame);
    for (int i = 0; i < kFrame * kFrame; ++i) {
      const int row = i / kFrame + down, column = i % kFrame + right;
      pixels[i] = 0.8f * texture_[row * kTexture + column] + 0.2f * noise[i];
    }
    return pixels;
  }

 private:
  static constexpr int kTexture = 2 * kFrame;
  std::vector<float> texture_;
};

/// A point and its template.
struct Tracked {
  Point point;
  std::vector<float> pattern;
};

std::vector<Tracked> first_points(int count, const std::vector<float>& frame) {
  // Far enough from the edge for the few pixels that the film moves, and for the window.
  constexpr int kMargin = 2 * kReach + 2, kPlaces = kFrame - kTemplate - 2 * kMargin;
  workload::Random random(9);
  std::vector<Tracked> tracked(count);
  for (auto& [point, pattern] : tracked) {
    point = {kMargin + random.below(kPlaces), kMargin + random.below(kPlaces)};
    for (int i = 0; i < kTemplatePixels; ++i) {
      const int row = point.row + i / kTemplate, column = point.column + i % kTemplate;
      pattern.push_back(frame[row * kFrame + column]);
    }
  }
  return tracked;
}

std::vector<Tracked> track_on_device(const Film& film, std::vector<Tracked> tracked, int frames) {
  std::vector<Scratch> scratch(tracked.size());
  std::vector<Point> points;
  for (std::size_t i = 0; i < tracked.size(); ++i) {
    points.push_back(tracked[i].point);
    std::copy(tracked[i].pattern.begin(), tracked[i].pattern.end(), scratch[i].pattern);
  }
  workload::DeviceArray<Scratch> device_scratch(scratch);
  workload::DeviceArray<Point> device_points(points);
  for (int frame = 1; frame <= frames; ++frame) {
    const workload::DeviceArray<float> pixels(film.frame(frame));
    track<<<static_cast<int>(tracked.size()), kThreads>>>(pixels.data(), device_scratch.data(),
                                                          device_points.data());
    CHECK(cudaGetLastError());
  }
  scratch = device_scratch.to_host();
  points = device_points.to_host();
  for (std::size_t i = 0; i < tracked.size(); ++i) {
    tracked[i].point = points[i];
    std::copy_n(scratch[i].pattern, kTemplatePixels, tracked[i].pattern.begin());
  }
  return tracked;
}

/// The correlation coefficient of a template with a place of the frame.
double correlation(const std::vector<float>& pattern, const float* pixels) {
  double mean = 0, other_mean = 0;
  for (int i = 0; i < kTemplatePixels; ++i) {
    mean += pattern[i] / kTemplatePixels;
    other_mean += pixels[i / kTemplate * kFrame + i % kTemplate] / kTemplatePixels;
  }
  double product = 0, square = 0, other_square = 0;
  for (int i = 0; i < kTemplatePixels; ++i) {
    const double value = pattern[i] - mean;
    const double other = pixels[i / kTemplate * kFrame + i % kTemplate] - other_mean;
    product += value * other;
    square += value * value;
    other_square += other * other;
  }
  return product / std::sqrt(square * other_square);
}

void track_on_host(const Film& film, std::vector<Tracked>& tracked, int frames) {
  for (int frame = 1; frame <= frames; ++frame) {
    const std::vector<float> pixels = film.frame(frame);
    for (auto& [point, pattern] : tracked) {
      const Point before = point;
      double best = -2;
      for (int move = 0; move < kMoves * kMoves; ++move) {
        const Point there{before.row - kReach + move / kMoves,
                          before.column - kReach + move % kMoves};
        const double found = correlation(pattern, &pixels[there.row * kFrame + there.column]);
        if (found <= best) continue;
        best = found;
        point = there;
      }
      for (int i = 0; i < kTemplatePixels; ++i) {
        const int row = point.row + i / kTemplate, column = point.column + i % kTemplate;
        pattern[i] += kRenewal * (pixels[row * kFrame + column] - pattern[i]);
      }
    }
  }
}

int main(int argc, char** argv) {
  const int points = workload::size_argument(argc, argv, 1, 15);
  const int frames = workload::size_argument(argc, argv, 2, 1);
  workload::require(points <= 1024, "heartwall", "there must be at most 1024 points");
  workload::require(frames <= 100, "heartwall", "there must be at most 100 frames");
  const Film film;
  std::vector<Tracked> expected = first_points(points, film.frame(0));
  const std::vector<Tracked> found = track_on_device(film, expected, frames);
  track_on_host(film, expected, frames);
  std::size_t wrong = 0;
  for (int i = 0; i < points; ++i) {
    wrong += found[i].point.row != expected[i].point.row ||
             found[i].point.column != expected[i].point.column;
    // A frame takes the mean off and adds it again, and mixes: 5 roundings of values up to 1.
    const std::vector<double> pattern(expected[i].pattern.begin(), expected[i].pattern.end());
    wrong += workload::count_far(found[i].pattern, pattern, 0, frames * 5 * 0x1p-24);
  }
  return workload::verdict("heartwall", wrong);
}
