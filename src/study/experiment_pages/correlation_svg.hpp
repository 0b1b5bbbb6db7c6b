// A correlation as SVG: simulated over measured values on logarithmic axes.
#pragma once

#include <string>

#include "study/verdicts/measures.hpp"

namespace heddle::study {

/// The figure as an SVG text. The points have numbers above 0 as `x` and `y`. Points whose values
/// differ by more than a third have their names beside them.
std::string correlation_svg(const FigureData& data);

}  // namespace heddle::study
