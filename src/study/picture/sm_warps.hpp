// What the warps of an SM did, read from the table of a timeline and summed up over bins of cycles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::study {

/// What a picture tells apart: the reasons of model::Stall, some of them as one.
enum class WarpState : std::uint8_t {
  issued,
  ready,      ///< could have issued, but another warp was chosen
  memory,     ///< waits for loads or atomics
  result,     ///< waits for results of arithmetic
  pipeline,   ///< its unit is busy
  throttled,  ///< the throttle holds it
  barrier,
  fetch,
  other,    ///< waits for a fence or the host, drains, leaves the SM
  nothing,  ///< there is no warp
};
inline constexpr std::size_t kWarpStates = 10;

/// Cycles begin to end - 1.
struct WarpStretch {
  Cycle begin = 0, end = 0;
  WarpState state = WarpState::nothing;
};

/// The warp contexts of an SM in a window of cycles.
struct SmWarps {
  std::uint32_t sm = 0;
  Cycle begin = kNever, end = 0;                  ///< of all that is known
  std::vector<std::vector<WarpStretch>> warps{};  ///< by context, in order of time
  std::vector<std::string> kernels{};             ///< whose blocks were there, in order of time
};

/// Reads what `heddle timeline` writes as CSV. Throws Error for another text.
std::vector<SmWarps> read_sm_warps(std::string_view csv);

/// Cycles begin + i * width to begin + (i + 1) * width - 1.
struct Bins {
  Cycle begin = 0, width = 1;
  std::size_t count = 0;
};

/// A warp in a bin.
struct BinnedState {
  WarpState waits = WarpState::nothing;  ///< what it did in most of the cycles without an issue
  float issued = 0;                      ///< share of the cycles in which it issued
};

std::vector<BinnedState> binned(const std::vector<WarpStretch>& warp, const Bins& bins);

/// Instructions that the SM issued in a cycle, on average over each bin.
std::vector<double> binned_ipc(const SmWarps& sm, const Bins& bins);

}  // namespace heddle::study
