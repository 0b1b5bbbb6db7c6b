// What the convolutions share: the filter, the input, and the check.
#pragma once

#include <algorithm>

#include "../common/workload.cuh"

constexpr int kRadius = 8;
constexpr int kTaps = 2 * kRadius + 1;

__constant__ float filter[kTaps];

struct Image {
  int width, height;
  std::vector<float> pixels;
};

/// What lies beyond the edge of an image.
enum class Beyond { zero, nearest };

/// A bell whose weights add up to 1.
inline std::vector<float> bell_filter() {
  std::vector<float> weights(kTaps);
  float sum = 0;
  for (int tap = 0; tap < kTaps; ++tap) {
    const float distance = static_cast<float>(tap - kRadius) / kRadius;
    weights[tap] = std::exp(-2.0f * distance * distance);
    sum += weights[tap];
  }
  for (float& weight : weights) weight /= sum;
  return weights;
}

/// The convolution in double precision, along the columns first.
inline std::vector<double> convolve_on_host(const Image& image, const std::vector<float>& weights,
                                            Beyond beyond) {
  const int width = image.width, height = image.height;
  std::vector<double> down(image.pixels.size()), result(image.pixels.size());
  const auto pass = [&](const auto& from, std::vector<double>& to, int across_step, int down_step) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        double sum = 0;
        for (int tap = -kRadius; tap <= kRadius; ++tap) {
          const int at_x = x + tap * across_step, at_y = y + tap * down_step;
          const int in_x = std::clamp(at_x, 0, width - 1), in_y = std::clamp(at_y, 0, height - 1);
          if (beyond == Beyond::zero && (in_x != at_x || in_y != at_y)) continue;
          sum += weights[kRadius - tap] * from[static_cast<std::size_t>(in_y) * width + in_x];
        }
        to[static_cast<std::size_t>(y) * width + x] = sum;
      }
    }
  };
  pass(image.pixels, down, 0, 1);
  pass(down, result, 1, 0);
  return result;
}

/// Pixels that are wrong. Each of the two passes adds 17 products of pixels below 1 and of weights
/// that add up to 1, so that a sum is off by at most 17 roundings of values below 1; one more is
/// for the products of roundings.
inline std::size_t count_wrong(const std::vector<float>& found, const Image& image,
                               const std::vector<float>& weights, Beyond beyond) {
  return workload::count_far(found, convolve_on_host(image, weights, beyond), 0,
                             (2 * kTaps + 1) * 0x1p-24);
}
