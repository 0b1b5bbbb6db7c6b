// The picture of what warps did: a panel for each SM of each run, in it a row for each warp,
// coloured by what the warp did, over the cycles, and the SM's IPC beneath. All panels have one
// axis of time, so that runs of one program under several settings can be compared.
//
//   warp 0 ▇▇▁▁▁▁▇▁▁▁    dark: issued, the darker the more often
//        1 ▁▁▇▇▁▁▁▁▇▁    else the colour of what it waited for
//      IPC ▃▃▃▃▁▁▃▁▃▁
#pragma once

#include <string>
#include <vector>

#include "study/picture/sm_warps.hpp"

namespace heddle::study {

struct PicturedRun {
  std::string heading;  ///< what distinguishes it: "warp_scheduler = gto"
  std::string result;   ///< "whole GPU: 41,300 cycles, IPC 1.31"
  std::vector<SmWarps> sms;
};

struct WarpPicture {
  std::string title, subtitle;
  std::string origin;  ///< the command that draws it
  std::vector<PicturedRun> runs;
};

/// SVG text of at most kMostPictureBytes, however many cycles there are: long ones have wider bins.
/// Throws Error if there is nothing to draw.
std::string draw(const WarpPicture& picture);

inline constexpr std::size_t kMostPictureBytes = 300'000;

}  // namespace heddle::study
