// The cells of the picture of warps: a row a warp, a column a bin, as few strokes as there are
// stretches of equal cells.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "study/picture/legend.hpp"
#include "study/picture/sm_warps.hpp"
#include "study/picture/svg.hpp"

namespace heddle::study {

/// The style rules of the cells.
std::string warp_cells_css();

/// What the colours of these states mean, in the order of WarpState.
std::vector<LegendEntry> legend_of(const std::array<bool, kWarpStates>& present);

/// `at` is the upper left corner of the first cell, `cell` the width and height of one.
void draw_warp_cells(Svg& svg, const SmWarps& sm, const Bins& bins, Point at, Point cell);

}  // namespace heddle::study
