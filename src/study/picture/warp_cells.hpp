// The cells of the picture of warps: one row for each warp, one column for each bin. Adjacent equal
// cells of a row are drawn as one stroke.
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

/// The legend for the states that are present, in the order of WarpState.
std::vector<LegendEntry> legend_of(const std::array<bool, kWarpStates>& present);

/// `at` is the upper left corner of the first cell. `cell` is the width and height of a cell.
void draw_warp_cells(Svg& svg, const SmWarps& sm, const Bins& bins, Point at, Point cell);

}  // namespace heddle::study
