#include "study/picture/axis.hpp"

#include <cmath>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"

namespace heddle::study {
namespace {

constexpr double kTick = 4;  ///< length of a tick, in pixels
/// Distances in pixels from the axis to a label beside it, to a label below it, and to its name.
constexpr double kAcross = 4, kDown = 15, kName = 30;
constexpr double kPerLabel = 80;  ///< pixels of a horizontal axis that each label needs

/// The smallest number that is 1, 2 or 5 times a power of ten and not below `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

std::vector<double> ticks(const Scale& scale, unsigned most) {
  const double step = round_step((scale.to - scale.from) / most);
  std::vector<double> values;
  for (double at = std::ceil(scale.from / step - 1e-9); at * step <= scale.to + step * 1e-9; ++at)
    values.push_back(at * step);
  return values;
}

std::string tick_label(double value) {
  const bool is_whole = value >= 0 && std::abs(value - std::round(value)) < 1e-9;
  return is_whole ? format_count(static_cast<std::uint64_t>(std::round(value))) : svg_number(value);
}

void draw_horizontal_axis(Svg& svg, const Scale& scale, double y, const std::string& name) {
  svg.line({scale.begin, y}, {scale.end, y}, "frame");
  const auto most = static_cast<unsigned>((scale.end - scale.begin) / kPerLabel);
  for (const double value : ticks(scale, most)) {
    const double x = scale.at(value);
    svg.line({x, y}, {x, y + kTick}, "frame");
    // The last label must not reach beyond the end of the axis.
    const bool is_last = x + kPerLabel / 4 > scale.end;
    svg.text({is_last ? scale.end : x, y + kDown}, tick_label(value), "muted",
             is_last ? Anchor::end : Anchor::middle);
  }
  svg.text({(scale.begin + scale.end) / 2, y + kName}, name, "muted", Anchor::middle);
}

void draw_vertical_axis(Svg& svg, const Scale& scale, double x, double right, unsigned most) {
  for (const double value : ticks(scale, most)) {
    const double y = scale.at(value);
    svg.line({x, y}, {right, y}, "grid");
    svg.text({x - kAcross, y + 4}, tick_label(value), "muted", Anchor::end);
  }
}

}  // namespace heddle::study
