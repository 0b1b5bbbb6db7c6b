#include "study/picture/warp_cells.hpp"

#include <fmt/core.h>

#include "study/picture/palette.hpp"

namespace heddle::study {
namespace {

/// The CSS class, the colour and the legend text of a state.
struct StateStyle {
  std::string_view name;
  Colour colour;
  std::string_view meaning;
};

/// The style of each WarpState. Waiting warps cover most of a picture and have light tints, so that
/// issuing warps stand out.
constexpr std::array<StateStyle, kWarpStates> kStyles = {{
    {"issued", palette::kBlue, "issues, seldom to often"},
    {"ready", {"#b5d8ef", "#1f4460"}, "ready, another warp is chosen"},
    {"memory", {"#f0b93f", "#b58a25"}, "waits for memory"},
    {"result", {"#f7f09a", "#d9d27a"}, "waits for a result"},
    {"pipeline", {"#d55e00", "#b0430c"}, "its unit is busy"},
    {"throttled", {"#4a525c", "#5d656f"}, "throttled"},
    {"barrier", palette::kPurple, "at a barrier"},
    {"fetch", {"#35a884", "#12805f"}, "fetch"},
    {"other", {"#c4c8cd", "#3d444d"}, "fence, host or drain"},
    {"nothing", palette::kPage, "no warp"},
}};

/// The style of cells in which a warp issued in at least the share `least` of the cycles.
struct IssueLevel {
  std::string_view name;
  double least;
  Colour colour;
};
constexpr std::array<IssueLevel, 3> kLevels = {{{"i1", 0.06, {"#5b9fd0", "#3a86b8"}},
                                                {"i2", 0.2, palette::kBlue},
                                                {"i3", 0.45, {"#003d66", "#c4e8ff"}}}};

constexpr double kFilled = 0.86;  ///< height of a stroke, as a share of the height of a row

/// An SVG path of horizontal strokes. The unit of length is a cell: "m3 0h2" moves by three cells
/// and draws a stroke of two cells.
class Strokes {
 public:
  void add(std::size_t row, std::size_t begin, std::size_t end) {
    const auto x = static_cast<long>(begin), y = static_cast<long>(row);
    data_ += data_.empty() ? fmt::format("M{} {}", x, y) : fmt::format("m{} {}", x - x_, y - y_);
    data_ += fmt::format("h{}", end - begin);
    x_ = static_cast<long>(end);
    y_ = y;
  }

  void draw(Svg& svg, std::string_view name) const {
    if (!data_.empty()) svg.path(data_, fmt::format("cell {}", name));
  }

 private:
  std::string data_;
  long x_ = 0, y_ = 0;  ///< position of the end of the last stroke
};

std::size_t level_of(float issued) {
  std::size_t level = 0;
  while (level < kLevels.size() && static_cast<double>(issued) >= kLevels[level].least) ++level;
  return level;
}

/// Adds a stroke for each stretch of bins of the row for which `of` returns the same value. The
/// value `none` gets no stroke.
template <std::size_t count, typename Of>
void add_row(std::array<Strokes, count>& strokes, std::size_t row, std::size_t bins,
             std::size_t none, const Of& of) {
  std::size_t begin = 0;
  for (std::size_t bin = 1; bin <= bins; ++bin) {
    const std::size_t value = of(begin);
    if (bin < bins && of(bin) == value) continue;
    if (value != none) strokes[value].add(row, begin, bin);
    begin = bin;
  }
}

}  // namespace

std::string warp_cells_css() {
  std::vector<ColourRule> rules = {{".ipc", "fill", palette::kBlue},
                                   {".done", "stroke", palette::kInk}};
  std::vector<std::string> selectors;
  selectors.reserve(2 * (kStyles.size() + kLevels.size()));
  const auto add = [&](std::string_view name, const Colour& colour) {
    rules.push_back({selectors.emplace_back(fmt::format(".{}", name)), "stroke", colour});
    rules.push_back({selectors.emplace_back(fmt::format(".chip-{}", name)), "fill", colour});
  };
  for (const StateStyle& style : kStyles) add(style.name, style.colour);
  for (const IssueLevel& level : kLevels) add(level.name, level.colour);
  return fmt::format(
             ".cell{{fill:none;stroke-width:{};shape-rendering:crispEdges}}\n"
             ".ipc{{stroke:none}}\n.done{{stroke-width:1.5}}\n",
             kFilled) +
         css_of(rules);
}

std::vector<LegendEntry> legend_of(const std::array<bool, kWarpStates>& present) {
  std::vector<LegendEntry> entries;
  for (std::size_t state = 0; state < kWarpStates; ++state) {
    if (!present[state] || static_cast<WarpState>(state) == WarpState::nothing) continue;
    LegendEntry entry{{}, std::string(kStyles[state].meaning)};
    if (static_cast<WarpState>(state) == WarpState::issued) {
      for (const IssueLevel& level : kLevels)
        entry.patches.push_back(fmt::format("chip-{}", level.name));
    } else {
      entry.patches.push_back(fmt::format("chip-{}", kStyles[state].name));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

void draw_warp_cells(Svg& svg, const SmWarps& sm, const Bins& bins, Point at, Point cell) {
  std::array<Strokes, kWarpStates> waits;
  std::array<Strokes, kLevels.size() + 1> issues;
  for (std::size_t row = 0; row < sm.warps.size(); ++row) {
    const std::vector<BinnedState> states = binned(sm.warps[row], bins);
    add_row(waits, row, states.size(), static_cast<std::size_t>(WarpState::nothing),
            [&](std::size_t bin) { return static_cast<std::size_t>(states[bin].waits); });
    add_row(issues, row, states.size(), 0,
            [&](std::size_t bin) { return level_of(states[bin].issued); });
  }
  svg.begin_group({at.x, at.y + cell.y / 2}, cell);
  for (std::size_t state = 0; state < waits.size(); ++state)
    waits[state].draw(svg, kStyles[state].name);
  for (std::size_t level = 1; level < issues.size(); ++level)
    issues[level].draw(svg, kLevels[level - 1].name);
  svg.end_group();
}

}  // namespace heddle::study
