// Axes of plots: the scale, and ticks at round values.
#pragma once

#include <string>
#include <vector>

#include "study/picture/svg.hpp"

namespace heddle::study {

/// A linear map of values to pixels: `from` lies at `begin`, `to` lies at `end`.
struct Scale {
  double from = 0, to = 1;
  double begin = 0, end = 1;

  double at(double value) const { return begin + (value - from) / (to - from) * (end - begin); }
};

/// Values for ticks in the range of the scale. The step between ticks is 1, 2 or 5 times a power of
/// ten, and the range has at most `most` steps.
std::vector<double> ticks(const Scale& scale, unsigned most);

/// The text at a tick, such as "12,500" or "0.5".
std::string tick_label(double value);

/// Draws the axis below a plot: a line, ticks with their values, and `name` below the middle.
void draw_horizontal_axis(Svg& svg, const Scale& scale, double y, const std::string& name);

/// Draws the axis left of a plot: at most `most` steps with their values, and a line from each
/// across the plot to `right`.
void draw_vertical_axis(Svg& svg, const Scale& scale, double x, double right, unsigned most);

}  // namespace heddle::study
