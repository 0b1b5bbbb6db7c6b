#include "study/experiment_pages/figure_frame.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "study/picture/legend.hpp"
#include "study/picture/palette.hpp"

namespace heddle::study {
namespace {

constexpr double kTitleHeight = 34;

constexpr Colour kSeries[] = {palette::kBlue,       palette::kOrange, palette::kGreen,
                              palette::kVermillion, palette::kSky,    palette::kPurple,
                              palette::kYellow,     palette::kMuted};

std::string figure_css() {
  std::string css = page_css() + "path{fill:none;stroke-width:2}\n.study,.level{fill:none}\n";
  std::vector<std::string> selectors;
  for (std::size_t i = 0; i < std::size(kSeries); ++i) {
    selectors.push_back("rect." + series_class(i));
    selectors.push_back("path." + series_class(i));
  }
  std::vector<ColourRule> rules = {{".study", "stroke", palette::kInk},
                                   {".level", "stroke", palette::kInk}};
  for (std::size_t i = 0; i < selectors.size(); ++i)
    rules.push_back({selectors[i], i % 2 == 0 ? "fill" : "stroke", kSeries[i / 2]});
  return css + css_of(rules) + ".study{stroke-width:1.5}\n.level{stroke-dasharray:5 4}\n";
}

std::vector<LegendEntry> legend_of_figure(const FigureData& data,
                                          const std::vector<std::string>& series) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < series.size(); ++i) entries.push_back({{series_class(i)}, series[i]});
  const bool has_study = std::ranges::any_of(
      data.points, [](const FigurePoint& point) { return point.paper.has_value(); });
  if (has_study) entries.push_back({{"study"}, "the study"});
  return entries;
}

}  // namespace

std::string series_class(std::size_t series) {
  return fmt::format("s{}", series % std::size(kSeries));
}

std::vector<std::string> distinct(const FigureData& data, std::string FigurePoint::* key) {
  std::vector<std::string> all;
  for (const FigurePoint& point : data.points) {
    if (std::ranges::find(all, point.*key) == all.end()) all.push_back(point.*key);
  }
  return all;
}

Svg begin_figure(const FigureData& data, const std::vector<std::string>& series, double plot,
                 double& top) {
  const std::vector<LegendEntry> legend = legend_of_figure(data, series);
  const double room = kFigureWidth - 2 * kMargin;
  top = kTitleHeight + height_of(legend, room) + 6;
  const double height = top + plot + kFigureAxisHeight;
  Svg svg(kFigureWidth, height, data.figure.title,
          fmt::format("{} by {}", data.figure.y, data.figure.x));
  svg.style(figure_css());
  svg.rectangle({0, 0, kFigureWidth, height}, "page");
  svg.text({kMargin, 22}, data.figure.title, "title ink");
  draw_legend(svg, {kMargin, kTitleHeight}, room, legend);
  return svg;
}

}  // namespace heddle::study
