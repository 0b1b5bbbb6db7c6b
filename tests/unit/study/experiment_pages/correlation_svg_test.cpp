// A correlation as SVG: where points lie, and which of them are named.
#include "study/experiment_pages/correlation_svg.hpp"

#include <gmock/gmock.h>

#include "heddle/base/exception.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;
using testing::Not;

FigureData figure(std::vector<FigurePoint> points) {
  FigureData data;
  data.figure.name = "cycles";
  data.figure.title = "cycles";
  data.figure.kind = FigureKind::correlation;
  data.points = std::move(points);
  return data;
}

/// From 1 to 100 on 420 pixels beside 76 pixels of labels: 10 lies in the middle, and so does its
/// square of 6 pixels.
TEST(CorrelationSvg, AxesAreLogarithmic) {
  const std::string svg = correlation_svg(figure({{"1", "card", 1, {}, "low"},
                                                  {"10", "card", 10, {}, "middle"},
                                                  {"100", "card", 100, {}, "high"}}));
  EXPECT_THAT(svg, HasSubstr("x=\"283\""));  // 76 + 210 - 3
  EXPECT_THAT(svg, HasSubstr("x=\"73\""));
  EXPECT_THAT(svg, HasSubstr("x=\"493\""));
  EXPECT_THAT(svg, Not(HasSubstr("middle</text>")));
}

TEST(CorrelationSvg, RowsThatAreOffByMoreThanAThirdAreNamed) {
  const std::string svg =
      correlation_svg(figure({{"10", "card", 14, {}, "off"}, {"10", "card", 13, {}, "close"}}));
  EXPECT_THAT(svg, HasSubstr("off</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("close</text>")));
}

TEST(CorrelationSvg, RefusesWhatHasNoLogarithm) {
  EXPECT_THROW(correlation_svg(figure({{"0", "card", 1, {}, "none"}})), Error);
}

}  // namespace
}  // namespace heddle::study
