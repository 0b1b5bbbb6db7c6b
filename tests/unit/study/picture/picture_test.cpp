// Pictures: the SVG writer, axes, and what warps did.

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <regex>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "study/picture/axis.hpp"
#include "study/picture/legend.hpp"
#include "study/picture/palette.hpp"
#include "study/picture/warp_cells.hpp"
#include "study/picture/warp_picture.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Whether each element that is opened is closed again, in order.
bool is_well_formed(const std::string& xml) {
  const std::regex tag("<(/?)([a-z]+)[^<>]*?(/?)>");
  std::vector<std::string> open;
  for (std::sregex_iterator at(xml.begin(), xml.end(), tag), end; at != end; ++at) {
    const std::smatch& match = *at;
    if (match.length(3) != 0) continue;
    if (match.length(1) == 0) {
      open.push_back(match[2]);
    } else if (open.empty() || open.back() != match[2]) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

TEST(Svg, WritesTextsThatXmlWouldTakeForItsOwn) {
  Svg svg(20, 10, "a < b", "\"c\" & d");
  svg.text({1, 2.345}, "walk<int>(float&)", "ink", Anchor::end);
  const std::string text = svg.str();
  EXPECT_TRUE(is_well_formed(text)) << text;
  EXPECT_THAT(text, HasSubstr("<title id=\"title\">a &lt; b</title>"));
  EXPECT_THAT(text, HasSubstr("&quot;c&quot; &amp; d</desc>"));
  EXPECT_THAT(text,
              HasSubstr("x=\"1\" y=\"2.35\" text-anchor=\"end\">walk&lt;int&gt;(float&amp;)<"));
  EXPECT_THAT(text, HasSubstr("viewBox=\"0 0 20 10\""));
}

TEST(Svg, WritesNumbersShortly) {
  EXPECT_EQ(svg_number(3), "3");
  EXPECT_EQ(svg_number(2.5), "2.5");
  EXPECT_EQ(svg_number(1.0 / 3), "0.33");
  EXPECT_EQ(svg_number(-0.001), "0");
}

TEST(Axis, HasRoundTicks) {
  EXPECT_THAT(ticks({.from = 0, .to = 1200, .begin = 0, .end = 1}, 6),
              ElementsAre(0, 200, 400, 600, 800, 1000, 1200));
  EXPECT_THAT(ticks({.from = 350, .to = 900, .begin = 0, .end = 1}, 4), ElementsAre(400, 600, 800));
  EXPECT_THAT(ticks({.from = 0, .to = 1.2, .begin = 0, .end = 1}, 3), ElementsAre(0, 0.5, 1));
  EXPECT_EQ(tick_label(12500), "12,500");
  EXPECT_EQ(tick_label(0.5), "0.5");
  EXPECT_EQ((Scale{.from = 10, .to = 20, .begin = 100, .end = 200}.at(15)), 150);
}

TEST(Legend, GoesOnInTheNextLineWhereThereIsNoRoom) {
  const std::vector<LegendEntry> two = {{{"a"}, "ten letter"}, {{"b"}, "ten letter"}};
  EXPECT_GT(height_of(two, 100), height_of(two, 400));
  Svg svg(100, 100, "", "");
  draw_legend(svg, {0, 0}, 100, two);
  const std::string text = svg.str();
  EXPECT_LT(text.find("class=\"a\" x=\"0\" y=\"0\""), text.size());
  EXPECT_LT(text.find("class=\"b\" x=\"0\" y=\"18\""), text.size());
}

/// Of "#rrggbb", as WCAG 2.1 defines relative luminance.
double luminance(std::string_view colour) {
  const auto channel = [&](std::size_t at) {
    const double value = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(std::string_view one, std::string_view other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

/// WCAG 2.1 asks for 4.5 of text.
TEST(Palette, TextCanBeReadOnLightAndDarkPages) {
  for (const Colour& text : {palette::kInk, palette::kMuted}) {
    EXPECT_GE(contrast(text.light, palette::kPage.light), 4.5);
    EXPECT_GE(contrast(text.dark, palette::kPage.dark), 4.5);
  }
  const std::string css = page_css();
  const std::size_t dark = css.find("@media (prefers-color-scheme:dark)");
  ASSERT_NE(dark, std::string::npos);
  EXPECT_LT(css.find(fmt::format(".page{{fill:{}}}", palette::kPage.light)), dark);
  EXPECT_GT(css.find(fmt::format(".page{{fill:{}}}", palette::kPage.dark)), dark);
  const std::regex size("font-size:([0-9]+)px");
  for (std::sregex_iterator at(css.begin(), css.end(), size), end; at != end; ++at)
    EXPECT_GE(std::stoi((*at)[1]), 11);
}

using Triple = std::array<double, 3>;

/// What a person sees, in linear RGB: G. Machado, M. Oliveira and L. Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.
const std::map<std::string, std::array<Triple, 3>> kVisions = {
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}}};

/// CIE 1976 L*a*b* of an sRGB colour under a white of D65, as that vision has it.
Triple lab(const std::string& colour, const std::array<Triple, 3>& vision) {
  Triple linear{}, seen{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    linear[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) seen[i] += vision[i][j] * linear[j];
  }
  const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const auto [r, g, b] = seen;
  const double x = root(std::max(0.0, 0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const double y = root(std::max(0.0, 0.2126 * r + 0.7152 * g + 0.0722 * b));
  const double z = root(std::max(0.0, 0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// The fill of each class of a style sheet, on a light page or, where it is another, on a dark one.
std::map<std::string, std::string> fills(const std::string& css, bool dark) {
  std::map<std::string, std::string> colours;
  const std::regex rule("\\.([a-z0-9-]+)\\{fill:(#[0-9a-f]+)\\}");
  const auto middle = static_cast<std::ptrdiff_t>(css.find("@media"));
  for (std::sregex_iterator at(css.begin(), css.end(), rule), end; at != end; ++at) {
    if (at->position() < middle || dark) colours[(*at)[1]] = (*at)[2];
  }
  return colours;
}

/// 2.3 is just noticeable; 10 is seen at a glance.
TEST(WarpCells, EverybodyTellsTheirColoursApart) {
  for (const bool dark : {false, true}) {
    std::map<std::string, std::string> colours = fills(warp_cells_css(), dark);
    colours.erase("ipc");
    colours.erase("chip-issued");  // shown as its levels
    ASSERT_EQ(colours.size(), kWarpStates - 1 + 3);
    for (const auto& [vision, matrix] : kVisions) {
      for (const auto& [name, colour] : colours) {
        for (const auto& [other, other_colour] : colours) {
          if (name >= other) continue;
          const Triple a = lab(colour, matrix), b = lab(other_colour, matrix);
          EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 10)
              << name << " and " << other << ", " << vision << (dark ? ", dark" : ", light");
        }
      }
    }
  }
}

constexpr const char* kHeading =
    "sm,track,number,begin,end,state,warp,pc,lanes,launch,block,kernel\n";

/// Ten cycles of two warps, each a bin.
const std::string kTable = std::string(kHeading) +
                           "2,block,0,100,110,resident,,,,1,0,\"walk(int*, int)\"\n"
                           "2,slot,0,100,101,issued,0,0,32,,,\n"
                           "2,warp,0,100,101,issued,0,0,32,1,,\n"
                           "2,warp,0,101,110,scoreboard_memory,,,,1,,\n"
                           "2,warp,1,100,101,ready,,,,1,,\n"
                           "2,warp,1,101,102,issued,1,0,32,1,,\n"
                           "2,warp,1,102,108,barrier,,,,1,,\n";

TEST(SmWarps, AreReadFromTheTable) {
  const auto sms = read_sm_warps(kTable);
  ASSERT_EQ(sms.size(), 1u);
  EXPECT_EQ(sms[0].sm, 2u);
  EXPECT_EQ(sms[0].begin, 100u);
  EXPECT_EQ(sms[0].end, 110u);
  EXPECT_THAT(sms[0].kernels, ElementsAre("walk(int*, int)"));
  ASSERT_EQ(sms[0].warps.size(), 2u);
  ASSERT_EQ(sms[0].warps[1].size(), 3u);
  EXPECT_EQ(sms[0].warps[1][2].begin, 102u);
  EXPECT_EQ(sms[0].warps[1][2].end, 108u);
  EXPECT_EQ(sms[0].warps[1][2].state, WarpState::barrier);
  EXPECT_TRUE(read_sm_warps(kHeading).empty());
  EXPECT_THROW(read_sm_warps("begin,end\n"), Error);
  EXPECT_THROW(read_sm_warps(std::string(kHeading) + "0,warp,0\n"), Error);
  EXPECT_THROW(read_sm_warps(std::string(kHeading) + "0,warp,0,1,2,asleep,,,,1,,\n"), Error);
  EXPECT_THROW(read_sm_warps(std::string(kHeading) + "0,warp,0,x,2,ready,,,,1,,\n"), Error);
}

TEST(SmWarps, ABinShowsWhatLastsLongestAndTheShareOfIssues) {
  const std::vector<WarpStretch> warp = {{100, 103, WarpState::memory},
                                         {103, 105, WarpState::issued},
                                         {105, 112, WarpState::result},
                                         {112, 115, WarpState::barrier}};
  const auto bins = binned(warp, {.begin = 100, .width = 8, .count = 3});
  EXPECT_EQ(bins[0].waits, WarpState::memory);  // 3 cycles of it, and 3 of results
  EXPECT_FLOAT_EQ(bins[0].issued, 0.25f);
  EXPECT_EQ(bins[1].waits, WarpState::result);  // 4 of 8, 3 at the barrier, 1 without a warp
  EXPECT_FLOAT_EQ(bins[1].issued, 0);
  EXPECT_EQ(bins[2].waits, WarpState::nothing);
  SmWarps sm;
  sm.warps = {warp, {{102, 104, WarpState::issued}}};
  EXPECT_THAT(binned_ipc(sm, {.begin = 100, .width = 4, .count = 2}), ElementsAre(0.75, 0.25));
}

WarpPicture picture_of(const std::string& table) {
  return {"bfs on gtx480",
          "kernel walk",
          "heddle timeline -o a.svg --cycles 9 -- ./bfs",
          {{"warp_scheduler = lrr", "whole run: 20 cycles", read_sm_warps(table)},
           {"warp_scheduler = gto", "whole run: 10 cycles", read_sm_warps(table)}}};
}

TEST(WarpPicture, DrawsAStrokeForEachStretch) {
  const std::string svg = draw(picture_of(kTable));
  EXPECT_TRUE(is_well_formed(svg));
  // In units of cells: column, row, length; then from the end of one stroke to the next.
  EXPECT_THAT(svg, HasSubstr("<path class=\"cell memory\" d=\"M1 0h9\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"cell ready\" d=\"M0 1h1\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"cell barrier\" d=\"M2 1h6\"/>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"cell i3\" d=\"M0 0h1m0 1h1\"/>"));
  EXPECT_THAT(svg, HasSubstr(">waits for memory</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">throttled</text>")));  // no warp is
  EXPECT_THAT(svg, HasSubstr("<desc id=\"desc\">kernel walk. warp_scheduler = lrr: whole run: 20 "
                             "cycles. warp_scheduler = gto: whole run: 10 cycles.</desc>"));
  EXPECT_THAT(svg, HasSubstr("<metadata>heddle timeline -o a.svg --cycles 9 -- ./bfs</metadata>"));
  EXPECT_EQ(svg, draw(picture_of(kTable)));
}

TEST(WarpPicture, ShowsOnTheSameAxisWhenARunIsDone) {
  WarpPicture picture = picture_of(kTable);
  std::string longer = kTable;
  longer.replace(longer.find("100,110,resident"), 16, "100,140,resident");
  picture.runs[0].sms = read_sm_warps(longer);
  const std::string svg = draw(picture);
  EXPECT_THAT(svg, HasSubstr(">SM 2 done at 110</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">SM 2 done at 140</text>")));
  // 110 is a quarter of the way from x = 64 to x = 884.
  EXPECT_THAT(svg, HasSubstr("<line class=\"done\" x1=\"269\""));
}

TEST(WarpPicture, NothingToDrawIsAnError) { EXPECT_THROW(draw(picture_of(kHeading)), Error); }

/// 64 warps in 4 panels that change in nearly each of 400,000 cycles.
TEST(WarpPicture, StaysSmallWhateverTheLength) {
  std::mt19937 random(1);
  SmWarps sm{0, 0, 400'000, {}, {"walk"}};
  sm.warps.resize(64);
  for (auto& warp : sm.warps) {
    for (Cycle at = 0; at < sm.end;) {
      const Cycle end = at + 1 + random() % 900;
      warp.push_back({at, end, static_cast<WarpState>(random() % kWarpStates)});
      at = end;
    }
  }
  WarpPicture picture{"title", "subtitle", "", {}};
  for (int run = 0; run < 4; ++run) picture.runs.push_back({"run", "result", {sm}});
  const std::string svg = draw(picture);
  EXPECT_LE(svg.size(), kMostPictureBytes);
  EXPECT_GT(svg.size(), kMostPictureBytes / 8);  // no coarser than need be
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace heddle::study
