// A legend: patches of colour with their meanings, side by side as far as there is room.
#pragma once

#include <string>
#include <vector>

#include "study/picture/svg.hpp"

namespace heddle::study {

struct LegendEntry {
  std::vector<std::string> patches;  ///< classes of its rectangles, side by side
  std::string meaning;
};

double height_of(const std::vector<LegendEntry>& entries, double width);
/// `at` is its upper left corner.
void draw_legend(Svg& svg, Point at, double width, const std::vector<LegendEntry>& entries);

}  // namespace heddle::study
