// Axes of plots: round ticks, and where a value lies.
#pragma once

#include <string>
#include <vector>

#include "study/picture/svg.hpp"

namespace heddle::study {

/// Values from `from` to `to` lie at pixels `begin` to `end`.
struct Scale {
  double from = 0, to = 1;
  double begin = 0, end = 1;

  double at(double value) const { return begin + (value - from) / (to - from) * (end - begin); }
};

/// Multiples of 1, 2 or 5 times a power of ten in the scale's range, at most `most` steps of them.
std::vector<double> ticks(const Scale& scale, unsigned most);

/// "12,500" or "0.5".
std::string tick_label(double value);

/// Below a plot: a line, ticks with their values, and what they are in the middle below.
void draw_horizontal_axis(Svg& svg, const Scale& scale, double y, const std::string& name);

/// Left of a plot: `most` steps at most, with their values and lines across the plot to `right`.
void draw_vertical_axis(Svg& svg, const Scale& scale, double x, double right, unsigned most);

}  // namespace heddle::study
