// The states of the warps of an SM. Reads them from the table of a timeline and sums them up over
// bins of cycles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::study {

/// The states that a picture distinguishes. Each stands for one or several reasons of model::Stall.
enum class WarpState : std::uint8_t {
  issued,
  ready,      ///< could issue, but another warp was chosen
  memory,     ///< waits for loads or atomics
  result,     ///< waits for results of arithmetic
  pipeline,   ///< waits for a busy unit
  throttled,  ///< the throttle keeps the warp from issuing
  barrier,
  fetch,
  other,    ///< waits for a fence or the host, drains, or leaves the SM
  nothing,  ///< the context has no warp
};
inline constexpr std::size_t kWarpStates = 10;

/// The cycles from `begin` to `end` - 1, in which a warp was in one state.
struct WarpStretch {
  Cycle begin = 0, end = 0;
  WarpState state = WarpState::nothing;
};

/// The warp contexts of an SM in a window of cycles.
struct SmWarps {
  std::uint32_t sm = 0;
  Cycle begin = kNever, end = 0;                  ///< the window: cycles begin to end - 1
  std::vector<std::vector<WarpStretch>> warps{};  ///< for each context, in order of time
  /// The kernels with blocks on the SM, in the order of their first blocks there.
  std::vector<std::string> kernels{};
};

/// Reads the CSV table that `heddle timeline` writes. Throws Error for any other text.
std::vector<SmWarps> read_sm_warps(std::string_view csv);

/// Bins of equal width. Bin i has the cycles begin + i * width to begin + (i + 1) * width - 1.
struct Bins {
  Cycle begin = 0, width = 1;
  std::size_t count = 0;
};

/// The state of one warp in one bin.
struct BinnedState {
  WarpState waits = WarpState::nothing;  ///< most frequent state other than `issued`
  float issued = 0;                      ///< share of the bin's cycles in which the warp issued
};

/// The states of a warp in each bin. Cycles that the warp's stretches do not cover count as
/// `nothing`.
std::vector<BinnedState> binned(const std::vector<WarpStretch>& warp, const Bins& bins);

/// Mean number of instructions that the SM issued per cycle, for each bin.
std::vector<double> binned_ipc(const SmWarps& sm, const Bins& bins);

}  // namespace heddle::study
