// The legend of a picture: coloured patches with their meanings. Entries stand side by side, in as
// many lines as they need.
#pragma once

#include <string>
#include <vector>

#include "study/picture/svg.hpp"

namespace heddle::study {

struct LegendEntry {
  /// CSS classes of the entry's rectangles, from left to right.
  std::vector<std::string> patches;
  std::string meaning;
};

/// Height in pixels of a legend with the width `width`.
double height_of(const std::vector<LegendEntry>& entries, double width);
/// Draws the legend with its upper left corner at `at`.
void draw_legend(Svg& svg, Point at, double width, const std::vector<LegendEntry>& entries);

}  // namespace heddle::study
