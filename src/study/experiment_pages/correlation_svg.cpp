#include "study/experiment_pages/correlation_svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "study/experiment_pages/figure_frame.hpp"
#include "study/picture/axis.hpp"

namespace heddle::study {
namespace {

constexpr double kSide = 420;               ///< side of the square plot
constexpr double kPowerLabels = 76;         ///< width of the labels at the vertical axis
constexpr double kPointSide = 6;            ///< side of the square at a point
constexpr double kNamedDistance = 1.0 / 3;  ///< relative error above which a point is named

double chip_value(const FigureData& data, const FigurePoint& point) {
  const std::optional<double> value = claim_number(point.x);
  if (value && *value > 0 && point.y && *point.y > 0) return *value;
  fail("figure '{}': point '{}' is not above 0", data.figure.name, point.name);
}

/// The exponents of ten between which all values of the figure lie.
Scale power_scale(const FigureData& data) {
  double least = 0, most = 0;
  bool is_first = true;
  for (const FigurePoint& point : data.points) {
    for (const double value : {chip_value(data, point), *point.y}) {
      const double power = std::log10(value);
      least = is_first ? power : std::min(least, power);
      most = is_first ? power : std::max(most, power);
      is_first = false;
    }
  }
  const double from = std::floor(least), to = std::ceil(most);
  return {from, to > from ? to : from + 1, 0, 1};
}

std::string power_label(double power) {
  return power >= 0 ? tick_label(std::pow(10.0, power)) : fmt::format("1e{:.0f}", power);
}

void draw_axes(Svg& svg, const FigureData& data, const Scale& across, const Scale& up) {
  for (double power = across.from; power <= across.to; ++power) {
    const double x = across.at(power), y = up.at(power);
    svg.line({x, up.begin}, {x, up.end}, "grid");
    svg.line({across.begin, y}, {across.end, y}, "grid");
    svg.text({x, up.begin + 15}, power_label(power), "muted", Anchor::middle);
    svg.text({across.begin - 4, y + 4}, power_label(power), "muted", Anchor::end);
  }
  svg.line({across.begin, up.begin}, {across.end, up.begin}, "frame");
  svg.text({(across.begin + across.end) / 2, up.begin + 30}, data.figure.x, "muted",
           Anchor::middle);
  svg.text({across.begin + 4, up.end - 4}, data.figure.y, "muted");
  svg.line({across.begin, up.begin}, {across.end, up.end}, "level");
}

}  // namespace

std::string correlation_svg(const FigureData& data) {
  const std::vector<std::string> series = distinct(data, &FigurePoint::series);
  double top = 0;
  Svg svg = begin_figure(data, series, kSide + kMargin, top);
  Scale across = power_scale(data), up = across;
  across.begin = kPowerLabels;
  across.end = kPowerLabels + kSide;
  up.end = top + kMargin;
  up.begin = up.end + kSide;
  draw_axes(svg, data, across, up);
  for (const FigurePoint& point : data.points) {
    const double chip = chip_value(data, point);
    const double x = across.at(std::log10(chip)), y = up.at(std::log10(*point.y));
    const auto number = std::ranges::find(series, point.series) - series.begin();
    svg.rectangle({x - kPointSide / 2, y - kPointSide / 2, kPointSide, kPointSide},
                  series_class(static_cast<std::size_t>(number)));
    if (std::abs(*point.y / chip - 1) > kNamedDistance)
      svg.text({x + kPointSide, y + 4}, point.name, "muted");
  }
  return svg.str();
}

}  // namespace heddle::study
