#include "study/experiment_pages/figure_svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "study/experiment_pages/correlation_svg.hpp"
#include "study/experiment_pages/figure_frame.hpp"
#include "study/picture/axis.hpp"

namespace heddle::study {
namespace {

constexpr double kNames = 190;              ///< width for the names of groups
constexpr double kBar = 11, kGroupGap = 9;  ///< height of a bar; gap between groups
/// Height of a plot of lines; width of the labels at its vertical axis.
constexpr double kPlotHeight = 240, kAxisNames = 56;
constexpr double kDot = 5;  ///< side of the square at a point of a line
constexpr unsigned kSteps = 6;
constexpr std::size_t kNameLetters = 30;

const FigurePoint* find_point(const FigureData& data, const std::string& x,
                              const std::string& series) {
  const auto found = std::ranges::find_if(data.points, [&](const FigurePoint& point) {
    return point.x == x && point.series == series;
  });
  return found == data.points.end() ? nullptr : &*found;
}

/// The greatest of the measured values, the study's values and the level; 0 if none is positive.
double greatest_value(const FigureData& data) {
  double most = data.figure.level.value_or(0);
  for (const FigurePoint& point : data.points)
    most = std::max({most, point.y.value_or(0), point.paper.value_or(0)});
  return most;
}

/// A scale from 0 to a round value, so that the axis ends with a tick.
Scale value_scale(const FigureData& data, double begin, double end) {
  const double most = greatest_value(data);
  Scale scale{0, most > 0 ? most : 1, begin, end};
  const std::vector<double> marks = ticks(scale, kSteps);
  const double step = marks.size() > 1 ? marks[1] - marks[0] : scale.to;
  scale.to = step * std::ceil(scale.to / step - 1e-9);
  return scale;
}

std::string shortened_name(const std::string& name) {
  return name.size() <= kNameLetters ? name : name.substr(0, kNameLetters - 3) + "...";
}

/// A figure with horizontal bars, so that the names of groups need no rotation.
std::string bars_svg(const FigureData& data) {
  const auto groups = distinct(data, &FigurePoint::x);
  const auto series = distinct(data, &FigurePoint::series);
  const double group = kBar * static_cast<double>(series.size()) + kGroupGap;
  const double plot = group * static_cast<double>(groups.size());
  double top = 0;
  Svg svg = begin_figure(data, series, plot, top);
  const Scale scale = value_scale(data, kNames, kFigureWidth - kMargin);
  for (const double value : ticks(scale, kSteps))
    svg.line({scale.at(value), top}, {scale.at(value), top + plot}, "grid");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const double y = top + group * static_cast<double>(i);
    svg.text({kNames - 8, y + (group - kGroupGap) / 2 + 6}, shortened_name(groups[i]), "ink",
             Anchor::end);
    for (std::size_t one = 0; one < series.size(); ++one) {
      const FigurePoint* point = find_point(data, groups[i], series[one]);
      const double at = y + 2 + kBar * static_cast<double>(one);
      if (point != nullptr && point->y && *point->y > 0)
        svg.rectangle({kNames, at, scale.at(*point->y) - kNames, kBar - 1}, series_class(one));
      if (point != nullptr && point->paper)
        svg.rectangle({scale.at(*point->paper) - 3, at + 2, 6, 6}, "study");
    }
  }
  if (data.figure.level)
    svg.line({scale.at(*data.figure.level), top}, {scale.at(*data.figure.level), top + plot},
             "level");
  draw_horizontal_axis(svg, scale, top + plot, data.figure.y);
  return svg.str();
}

/// The position of `x` on the horizontal axis; its logarithm to base 2 if the axis is logarithmic.
double position(const FigureData& data, const std::string& x) {
  const std::optional<double> value = claim_number(x);
  const bool has_place = value && (*value > 0 || !data.figure.logarithmic);
  if (!has_place) fail("figure '{}': '{}' has no place on the axis of x", data.figure.name, x);
  return data.figure.logarithmic ? std::log2(*value) : *value;
}

std::string line_path(const FigureData& data, const std::string& series, const Scale& across,
                      const Scale& up) {
  std::string path;
  bool goes_on = false;
  for (const FigurePoint& point : data.points) {
    if (point.series != series) continue;
    if (point.y) {
      path +=
          fmt::format("{}{} {}", goes_on ? "L" : "M",
                      svg_number(across.at(position(data, point.x))), svg_number(up.at(*point.y)));
    }
    goes_on = point.y.has_value();
  }
  return path;
}

std::string lines_svg(const FigureData& data) {
  const auto series = distinct(data, &FigurePoint::series);
  double top = 0;
  Svg svg = begin_figure(data, series, kPlotHeight, top);
  const double bottom = top + kPlotHeight;
  Scale across{position(data, data.points.front().x), position(data, data.points.front().x),
               kAxisNames, kFigureWidth - kMargin};
  for (const FigurePoint& point : data.points) {
    across.from = std::min(across.from, position(data, point.x));
    across.to = std::max(across.to, position(data, point.x));
  }
  if (across.to == across.from) across.to += 1;
  const Scale up = value_scale(data, bottom, top);
  draw_vertical_axis(svg, up, kAxisNames, across.end, kSteps);
  for (std::size_t i = 0; i < series.size(); ++i) {
    svg.path(line_path(data, series[i], across, up), series_class(i));
    for (const FigurePoint& point : data.points) {
      if (point.series != series[i] || !point.y) continue;
      const double x = across.at(position(data, point.x)), y = up.at(*point.y);
      svg.rectangle({x - kDot / 2, y - kDot / 2, kDot, kDot}, series_class(i));
    }
  }
  if (data.figure.level)
    svg.line({kAxisNames, up.at(*data.figure.level)}, {across.end, up.at(*data.figure.level)},
             "level");
  if (data.figure.logarithmic) {
    svg.line({across.begin, bottom}, {across.end, bottom}, "frame");
    for (double power = std::ceil(across.from); power <= across.to; ++power)
      svg.text({across.at(power), bottom + 15}, tick_label(std::exp2(power)), "muted",
               Anchor::middle);
    svg.text({(across.begin + across.end) / 2, bottom + 30}, data.figure.x, "muted",
             Anchor::middle);
  } else {
    draw_horizontal_axis(svg, across, bottom, data.figure.x);
  }
  return svg.str();
}

}  // namespace

std::string figure_svg(const FigureData& data) {
  if (data.points.empty()) return "";
  switch (data.figure.kind) {
    case FigureKind::bars:
      return bars_svg(data);
    case FigureKind::lines:
      return lines_svg(data);
    case FigureKind::correlation:
      return correlation_svg(data);
  }
  return "";
}

void draw_figures(std::span<const FigureData> figures, const std::filesystem::path& folder) {
  for (const FigureData& data : figures) {
    const std::string svg = figure_svg(data);
    if (!svg.empty()) sim::write_whole_file(folder / (data.figure.name + ".svg"), svg);
  }
}

}  // namespace heddle::study
