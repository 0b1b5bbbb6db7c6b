#include "study/picture/warp_picture.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "study/picture/axis.hpp"
#include "study/picture/legend.hpp"
#include "study/picture/palette.hpp"
#include "study/picture/warp_cells.hpp"

namespace heddle::study {
namespace {

// All lengths are pixels.
/// Width of the picture; left and right edge of its plots.
constexpr double kWidth = 900, kLeft = 64, kRight = 884;
constexpr double kTop = 58;  ///< upper edge of the legend
// Heights in a panel, and the distance between panels.
constexpr double kHeadingHeight = 22, kPlotGap = 6, kBetween = 20;
constexpr double kIpcHeight = 44, kAxisHeight = 40;
// Height of the rows of all panels together, and bounds on the height of a row.
constexpr double kAllRows = 480, kLeastRow = 3, kMostRow = 9;
constexpr double kLabelHeight = 13;
constexpr double kRemark = 150;  ///< width of the text that says when an SM was done

struct Panel {
  const PicturedRun& run;
  const SmWarps& sm;
};

std::vector<Panel> panels_of(const WarpPicture& picture) {
  std::vector<Panel> panels;
  for (const PicturedRun& run : picture.runs) {
    for (const SmWarps& sm : run.sms) {
      if (!sm.warps.empty()) panels.push_back({run, sm});
    }
  }
  if (panels.empty()) fail("there is nothing to draw: no warp did anything in these cycles");
  return panels;
}

/// The positions of all parts of the picture.
class Layout {
 public:
  Layout(const WarpPicture& picture, const std::vector<Panel>& panels)
      : picture_(picture), panels_(panels) {
    Cycle begin = kNever, end = 0;
    std::size_t rows = 0;
    for (const Panel& panel : panels) {
      begin = std::min(begin, panel.sm.begin);
      end = std::max(end, panel.sm.end);
      rows += panel.sm.warps.size();
      several_sms_ = several_sms_ || panel.sm.sm != panels[0].sm.sm;
    }
    begin_ = begin;
    end_ = end;
    row_ = std::clamp(std::floor(kAllRows / static_cast<double>(rows)), kLeastRow, kMostRow);
    time_ = {static_cast<double>(begin), static_cast<double>(end), kLeft, kRight};
  }

  /// The number of cycles for a bin of about one pixel, at least 1.
  Cycle least_bin() const {
    return std::max<Cycle>(
        1, static_cast<Cycle>(std::ceil(static_cast<double>(end_ - begin_) / (kRight - kLeft))));
  }

  std::string draw(Cycle bin_width) const {
    const Bins bins{begin_, bin_width,
                    static_cast<std::size_t>((end_ - begin_ + bin_width - 1) / bin_width)};
    const std::vector<LegendEntry> legend = legend_of(present_states());
    const double legend_height = height_of(legend, kRight - kLeft);
    Svg svg(kWidth, height(legend_height), picture_.title, description());
    svg.origin(picture_.origin);
    svg.style(page_css() + warp_cells_css());
    svg.rectangle({0, 0, kWidth, height(legend_height)}, "page");
    svg.text({kLeft, 26}, picture_.title, "ink title");
    svg.text({kLeft, 44}, picture_.subtitle, "muted");
    draw_legend(svg, {kLeft, kTop}, kRight - kLeft, legend);
    double y = kTop + legend_height;
    for (const Panel& panel : panels_) y = draw_panel(svg, panel, bins, y);
    draw_horizontal_axis(svg, time_, y - kBetween, "cycles");
    return svg.str();
  }

 private:
  double height(double legend) const {
    double height = kTop + legend + kAxisHeight - kBetween;
    for (const Panel& panel : panels_) height += panel_height(panel);
    return height;
  }
  double rows_height(const Panel& panel) const {
    return row_ * static_cast<double>(panel.sm.warps.size());
  }
  double panel_height(const Panel& panel) const {
    return kHeadingHeight + rows_height(panel) + kPlotGap + kIpcHeight + kBetween;
  }

  std::array<bool, kWarpStates> present_states() const {
    std::array<bool, kWarpStates> present{};
    for (const Panel& panel : panels_) {
      for (const auto& warp : panel.sm.warps) {
        for (const WarpStretch& stretch : warp)
          present[static_cast<std::size_t>(stretch.state)] = true;
      }
    }
    return present;
  }

  /// The description for screen readers.
  std::string description() const {
    std::string text = picture_.subtitle + ".";
    for (const PicturedRun& run : picture_.runs)
      text += fmt::format(" {}: {}.", run.heading, run.result);
    return text;
  }

  /// Draws a panel with its upper edge at `y`. Returns the upper edge of the next panel.
  double draw_panel(Svg& svg, const Panel& panel, const Bins& bins, double y) const {
    const double rows = y + kHeadingHeight, ipc = rows + rows_height(panel) + kPlotGap;
    svg.text({kLeft, y + 15}, heading(panel), "ink heading");
    svg.text({kRight, y + 15}, panel.run.result, "ink", Anchor::end);
    draw_row_labels(svg, panel, rows);
    const double bin_pixels =
        static_cast<double>(bins.width) * (kRight - kLeft) / static_cast<double>(end_ - begin_);
    draw_warp_cells(svg, panel.sm, bins, {kLeft, rows}, {bin_pixels, row_});
    draw_ipc(svg, panel, bins, ipc);
    draw_end(svg, panel, rows, ipc + kIpcHeight);
    return y + panel_height(panel);
  }

  std::string heading(const Panel& panel) const {
    return several_sms_ ? fmt::format("{}, SM {}", panel.run.heading, panel.sm.sm)
                        : panel.run.heading;
  }

  void draw_row_labels(Svg& svg, const Panel& panel, double top) const {
    std::size_t step = 1;
    while (static_cast<double>(step) * row_ < kLabelHeight) step *= 2;
    for (std::size_t warp = 0; warp < panel.sm.warps.size(); warp += step) {
      const double y = top + row_ * static_cast<double>(warp) + row_ / 2 + 4;
      svg.text({kLeft - 6, y}, fmt::format("{}{}", warp == 0 ? "warp " : "", warp), "muted",
               Anchor::end);
    }
  }

  /// Draws the IPC as a step curve. Each step is at least three pixels wide.
  void draw_ipc(Svg& svg, const Panel& panel, const Bins& bins, double top) const {
    const Scale scale{0, most_ipc(), top + kIpcHeight, top};
    draw_vertical_axis(svg, scale, kLeft, kRight, 2);
    svg.text({kLeft - 34, top + kIpcHeight / 2 + 4}, "IPC", "muted", Anchor::end);
    const Bins wide = ipc_bins(bins);
    std::string data = fmt::format("M{} {}", svg_number(kLeft), svg_number(scale.begin));
    const std::vector<double> ipc = binned_ipc(panel.sm, wide);
    for (std::size_t bin = 0; bin < ipc.size(); ++bin) {
      if (bin + 1 < ipc.size() && ipc[bin + 1] == ipc[bin]) continue;
      const auto until = static_cast<double>(wide.begin + (bin + 1) * wide.width);
      data += fmt::format("V{}H{}", svg_number(scale.at(ipc[bin])),
                          svg_number(std::min(time_.at(until), kRight)));
    }
    svg.path(data + fmt::format("V{}Z", svg_number(scale.begin)), "ipc");
    svg.line({kLeft, scale.begin}, {kRight, scale.begin}, "frame");
  }

  Bins ipc_bins(const Bins& bins) const {
    const double pixels = 3 * static_cast<double>(end_ - begin_) / (kRight - kLeft);
    const Cycle width = std::max<Cycle>(bins.width, static_cast<Cycle>(std::ceil(pixels)));
    return {begin_, width, static_cast<std::size_t>((end_ - begin_ + width - 1) / width)};
  }

  /// The greatest IPC of all panels, which share one scale.
  double most_ipc() const {
    const Bins wide = ipc_bins({begin_, least_bin(), 0});
    double most = 0.1;
    for (const Panel& panel : panels_)
      most = std::max(most, std::ranges::max(binned_ipc(panel.sm, wide)));
    return most;
  }

  void draw_end(Svg& svg, const Panel& panel, double top, double bottom) const {
    const double x = time_.at(static_cast<double>(panel.sm.end));
    if (x > kRight - 2) return;
    svg.line({x, top}, {x, bottom}, "done");
    if (x + kRemark > kRight) return;
    svg.text(
        {x + 8, top + 14},
        fmt::format("SM {} done at {}", panel.sm.sm, tick_label(static_cast<double>(panel.sm.end))),
        "muted");
  }

  const WarpPicture& picture_;
  const std::vector<Panel>& panels_;
  Cycle begin_ = 0, end_ = 0;
  bool several_sms_ = false;
  double row_ = 0;
  Scale time_;
};

}  // namespace

std::string draw(const WarpPicture& picture) {
  const std::vector<Panel> panels = panels_of(picture);
  const Layout layout(picture, panels);
  Cycle width = layout.least_bin();
  std::string text = layout.draw(width);
  while (text.size() > kMostPictureBytes) text = layout.draw(width *= 2);
  return text;
}

}  // namespace heddle::study
