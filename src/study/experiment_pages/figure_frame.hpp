// What all figures as SVG have in common: size, colours of the series, title and legend.
#pragma once

#include <string>
#include <vector>

#include "study/picture/svg.hpp"
#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// Lengths in pixels. The height is that of the axis below a plot, with its labels and name.
inline constexpr double kFigureWidth = 760, kMargin = 16, kFigureAxisHeight = 44;

/// The CSS class of a series, counted from 0.
std::string series_class(std::size_t series);

/// The different values of a member of the points, in the order of the points.
std::vector<std::string> distinct(const FigureData& data, std::string FigurePoint::* key);

/// Begins the picture with title and legend. `plot` is the height of the plot. Sets `top` to the
/// upper edge of the plot.
Svg begin_figure(const FigureData& data, const std::vector<std::string>& series, double plot,
                 double& top);

}  // namespace heddle::study
