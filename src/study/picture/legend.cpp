#include "study/picture/legend.hpp"

namespace heddle::study {
namespace {

constexpr double kPatch = 11, kToText = 5, kToNext = 16, kLine = 18;
constexpr double kLetter = 6;  ///< mean width of a letter in a font of 11 pixels

double width_of_patches(const LegendEntry& entry) {
  return kPatch * static_cast<double>(entry.patches.size());
}

/// The position of each entry in the legend.
std::vector<Point> places_of(const std::vector<LegendEntry>& entries, double width) {
  std::vector<Point> places;
  Point at;
  for (const LegendEntry& entry : entries) {
    const double own =
        width_of_patches(entry) + kToText + kLetter * static_cast<double>(entry.meaning.size());
    if (at.x != 0 && at.x + own > width) at = {0, at.y + kLine};
    places.push_back(at);
    at.x += own + kToNext;
  }
  return places;
}

}  // namespace

double height_of(const std::vector<LegendEntry>& entries, double width) {
  return entries.empty() ? 0 : places_of(entries, width).back().y + kLine + 6;
}

void draw_legend(Svg& svg, Point at, double width, const std::vector<LegendEntry>& entries) {
  const std::vector<Point> places = places_of(entries, width);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    double x = at.x + places[i].x;
    const double y = at.y + places[i].y;
    for (const std::string& patch : entries[i].patches) {
      svg.rectangle({x, y, kPatch, kPatch}, patch);
      x += kPatch;
    }
    svg.text({x + kToText, y + kPatch - 1}, entries[i].meaning, "ink");
  }
}

}  // namespace heddle::study
