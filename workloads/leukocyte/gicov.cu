// The score with which leukocytes are detected in a picture: for each pixel, the gradients along
// circles of seven radii around it, as far as they point outward; mean squared over variance, of
// the best circle. A thread block per column and a thread per row, gradients read as textures, the
// circles' points and angles from constant memory, a long loop without barriers.
//   gicov [columns = 30] [rows = 175]        (of pixels that get a score)
// Stands for GICOV_kernel of leukocyte in Rodinia, whose default is 596 175. The picture is
// synthetic.
#include <algorithm>

#include "../common/texture.cuh"

constexpr int kCircles = 7;
constexpr int kPoints = 150;    ///< of a circle
constexpr int kMinRadius = 8;   ///< of the first circle; each next one is 2 pixels wider
constexpr int kMargin = 22;     ///< around the pixels that get a score
constexpr int kMaxRows = 1024;  ///< threads of a block

constexpr double kTurn = 6.283185307179586;

__constant__ float sines[kPoints], cosines[kPoints];
__constant__ int point_columns[kCircles][kPoints], point_rows[kCircles][kPoints];

/// Both gradients, column by column; `rows` pixels in a column.
struct Gradients {
  cudaTextureObject_t across, down;
  int rows;
};

__global__ void score(Gradients gradients, float* scores) {
  const int column = blockIdx.x + kMargin, row = threadIdx.x + kMargin;
  float best = 0;
  for (int circle = 0; circle < kCircles; ++circle) {
    float sum = 0, squares = 0;
    for (int point = 0; point < kPoints; ++point) {
      const int there = (column + point_columns[circle][point]) * gradients.rows + row +
                        point_rows[circle][point];
      const float outward = tex1Dfetch<float>(gradients.across, there) * cosines[point] +
                            tex1Dfetch<float>(gradients.down, there) * sines[point];
      sum += outward;
      squares += outward * outward;
    }
    const float mean = sum / kPoints;
    const float variance = (squares - sum * mean) / (kPoints - 1);
    best = fmaxf(best, mean * mean / variance);
  }
  scores[blockIdx.x * blockDim.x + threadIdx.x] = best;
}

/// A picture by its gradients, column by column.
struct Picture {
  int columns, rows;
  std::vector<float> across, down;
};

/// Bright discs on noise.
Picture random_picture(int columns, int rows) {
  workload::Random random(1);
  std::vector<float> light(static_cast<std::size_t>(columns) * rows);
  for (float& value : light) value = 0.5f * random.next();
  for (int disc = 0; disc < 1 + columns * rows / 4000; ++disc) {
    const int middle = random.below(columns), middle_row = random.below(rows);
    const int radius = kMinRadius + random.below(2 * kCircles);
    for (int column = std::max(0, middle - radius); column < std::min(columns, middle + radius);
         ++column) {
      for (int row = std::max(0, middle_row - radius); row < std::min(rows, middle_row + radius);
           ++row) {
        const bool inside =
            (column - middle) * (column - middle) + (row - middle_row) * (row - middle_row) <
            radius * radius;
        if (inside) light[column * rows + row] += 0.5f;
      }
    }
  }
  Picture picture{columns, rows, light, light};
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row) {
      const auto at = [&](int x, int y) {
        return light[std::clamp(x, 0, columns - 1) * rows + std::clamp(y, 0, rows - 1)];
      };
      picture.across[column * rows + row] = (at(column + 1, row) - at(column - 1, row)) / 2;
      picture.down[column * rows + row] = (at(column, row + 1) - at(column, row - 1)) / 2;
    }
  }
  return picture;
}

/// A point of a circle: the pixel there, and the direction outward.
struct Point {
  int column, row;
  double cosine, sine;
};

std::vector<Point> points_of(int circle) {
  std::vector<Point> points;
  const double radius = kMinRadius + 2 * circle;
  for (int i = 0; i < kPoints; ++i) {
    const double cosine = std::cos(kTurn * i / kPoints), sine = std::sin(kTurn * i / kPoints);
    points.push_back({static_cast<int>(std::floor(radius * cosine + 0.5)),
                      static_cast<int>(std::floor(radius * sine + 0.5)), cosine, sine});
  }
  return points;
}

using Circles = std::vector<std::vector<Point>>;

void set_circles(const Circles& circles) {
  std::vector<float> sine, cosine;
  std::vector<int> columns, rows;
  for (const Point& point : circles[0]) {
    sine.push_back(static_cast<float>(point.sine));
    cosine.push_back(static_cast<float>(point.cosine));
  }
  for (const std::vector<Point>& points : circles) {
    for (const Point& point : points) {
      columns.push_back(point.column);
      rows.push_back(point.row);
    }
  }
  CHECK(cudaMemcpyToSymbol(sines, sine.data(), sizeof(sines)));
  CHECK(cudaMemcpyToSymbol(cosines, cosine.data(), sizeof(cosines)));
  CHECK(cudaMemcpyToSymbol(point_columns, columns.data(), sizeof(point_columns)));
  CHECK(cudaMemcpyToSymbol(point_rows, rows.data(), sizeof(point_rows)));
}

/// Mean and variance in two passes, in double precision.
double score_on_host(const Picture& picture, const Circles& circles, int column, int row) {
  double best = 0;
  for (const std::vector<Point>& points : circles) {
    std::vector<double> outward;
    double mean = 0, variance = 0;
    for (const Point& point : points) {
      const int there = (column + point.column) * picture.rows + row + point.row;
      outward.push_back(picture.across[there] * point.cosine + picture.down[there] * point.sine);
      mean += outward.back() / kPoints;
    }
    for (const double value : outward) variance += (value - mean) * (value - mean) / (kPoints - 1);
    best = std::max(best, mean * mean / variance);
  }
  return best;
}

int main(int argc, char** argv) {
  const int columns = workload::size_argument(argc, argv, 1, 30);
  const int rows = workload::size_argument(argc, argv, 2, 175);
  workload::require(rows <= kMaxRows, "gicov", "there must be at most 1024 rows");
  workload::require(columns <= 1 << 14, "gicov", "there must be at most 16384 columns");
  const Picture picture = random_picture(columns + 2 * kMargin, rows + 2 * kMargin);
  Circles circles;
  for (int circle = 0; circle < kCircles; ++circle) circles.push_back(points_of(circle));
  set_circles(circles);
  const workload::DeviceArray<float> slopes_across(picture.across), slopes_down(picture.down);
  const workload::LinearTexture<float> across(slopes_across), down(slopes_down);
  workload::DeviceArray<float> scores(static_cast<std::size_t>(columns) * rows);
  score<<<columns, rows>>>({across.object(), down.object(), picture.rows}, scores.data());
  CHECK(cudaGetLastError());

  std::vector<double> expected;
  for (int i = 0; i < columns * rows; ++i) {
    expected.push_back(score_on_host(picture, circles, kMargin + i / rows, kMargin + i % rows));
  }
  // A sum of 150 values of 0.1, and of their squares, is off by up to 150 x 2^-24 of itself: the
  // mean by 1e-6, the variance, which is about 0.01, by 1e-7.
  return workload::verdict("gicov", workload::count_far(scores.to_host(), expected, 3e-4, 1e-5));
}
