// What both diffusions of an image share: how the noise is measured, and an iteration on the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

constexpr double kLambda = 0.5;  // how much of the flow an iteration takes

/// How strong the noise is: variance over the square of the mean.
inline double speckle(double sum, double squares, double count) {
  const double mean = sum / count;
  return (squares / count - mean * mean) / (mean * mean);
}

inline double speckle_of(const std::vector<double>& image) {
  double sum = 0, squares = 0;
  for (const double value : image) {
    sum += value;
    squares += value * value;
  }
  return speckle(sum, squares, static_cast<double>(image.size()));
}

/// How well each pixel of an image, column by column, conducts: little where it differs from its
/// neighbours more than noise does.
inline std::vector<double> conductances(const std::vector<double>& image, int rows, int columns,
                                        double speckle) {
  const auto at = [&](int row, int column) {
    return image[std::clamp(column, 0, columns - 1) * rows + std::clamp(row, 0, rows - 1)];
  };
  std::vector<double> conductance(image.size());
  for (int i = 0; i < rows * columns; ++i) {
    double gradient = 0, laplacian = 0;
    for (const auto& [down, right] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
      const double difference = at(i % rows + down, i / rows + right) / image[i] - 1;
      gradient += difference * difference;
      laplacian += difference;
    }
    const double scale = 1 + laplacian / 4;
    const double variation = (gradient / 2 - laplacian * laplacian / 16) / (scale * scale);
    conductance[i] =
        std::clamp(1 / (1 + (variation - speckle) / (speckle * (1 + speckle))), 0.0, 1.0);
  }
  return conductance;
}

/// An iteration, edge by edge: what flows through one conducts as its later pixel does.
inline std::vector<double> diffuse_once(const std::vector<double>& image, int rows, int columns,
                                        double speckle) {
  const std::vector<double> conductance = conductances(image, rows, columns, speckle);
  std::vector<double> after(image);
  const auto flow = [&](int from, int to) {
    const double moved = kLambda / 4 * conductance[to] * (image[to] - image[from]);
    after[from] += moved;
    after[to] -= moved;
  };
  for (int i = 0; i < rows * columns; ++i) {
    if (i % rows < rows - 1) flow(i, i + 1);
    if (i / rows < columns - 1) flow(i, i + rows);
  }
  return after;
}
