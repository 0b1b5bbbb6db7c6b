// The picture of the states of warps over time. There is a panel for each SM of each run. A panel
// has a row for each warp, coloured by the warp's state, and the SM's IPC below the rows. All
// panels share one time axis, so that runs of a program with different settings can be compared.
//
//   warp 0 ▇▇▁▁▁▁▇▁▁▁    ▇: the warp issued; a darker colour means more often
//        1 ▁▁▇▇▁▁▁▁▇▁    ▁: the warp waited; the colour shows for what
//      IPC ▃▃▃▃▁▁▃▁▃▁
#pragma once

#include <string>
#include <vector>

#include "study/picture/sm_warps.hpp"

namespace heddle::study {

struct PicturedRun {
  std::string heading;  ///< what distinguishes the run, such as "warp_scheduler = gto"
  std::string result;   ///< such as "whole GPU: 41,300 cycles, IPC 1.31"
  std::vector<SmWarps> sms;
};

struct WarpPicture {
  std::string title, subtitle;
  std::string origin;  ///< command that draws the picture
  std::vector<PicturedRun> runs;
};

/// The picture as an SVG text of at most kMostPictureBytes. If the text would be longer, the bins
/// of cycles are wider. Throws Error if no warp was resident in the cycles.
std::string draw(const WarpPicture& picture);

inline constexpr std::size_t kMostPictureBytes = 300'000;

}  // namespace heddle::study
