// Controls the number of extra blocks of an SM under GPUDuet (Lin's dissertation, section 3.6.4).
// The kernel's first windows decide its class. A kernel that underutilizes all resources gets all
// extra blocks that fit. A kernel that saturates a resource gets no extra block. Any other kernel
// gets one more block per window until a resource is saturated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "heddle/policy/residency/kernel_window.hpp"

namespace heddle::policy::gpuduet {

/// Whether the utilization or a parameter decides the number of extra blocks.
enum class Mode : std::uint8_t { automatic, fixed };
inline constexpr std::array<std::string_view, 2> kModeNames = {"auto", "static"};

/// The reaction to saturation. `decrement_and_freeze`: one extra block fewer, and then no more
/// changes. `freeze`: no more changes.
enum class OnSaturation : std::uint8_t { decrement_and_freeze, freeze };
inline constexpr std::array<std::string_view, 2> kOnSaturationNames = {"decrement_and_freeze",
                                                                       "freeze"};

/// Whether the class comes from the first window alone or from each window.
enum class Classify : std::uint8_t { first, each };
inline constexpr std::array<std::string_view, 2> kClassifyNames = {"first", "each"};

enum class LoadClass : std::uint8_t { underutilized, moderate, saturated };

struct ControllerRules {
  OnSaturation on_saturation = OnSaturation::decrement_and_freeze;
  Classify classify = Classify::first;
  std::uint32_t warm_up = 1;  ///< number of full windows at the start of a kernel that do not count
};

/// Returns the class of a kernel's load, by Table 3.3 of the dissertation. Of the two directions of
/// the interconnect, the busier one counts.
inline LoadClass load_class(const Meters& meters) {
  const double noc = std::max(meters.requests, meters.replies);
  if (meters.scheduler > 0.8 || noc > 0.9 || meters.dram > 0.7 || meters.l1 > 0.8 ||
      meters.l2 > 0.8)
    return LoadClass::saturated;
  const bool under = meters.scheduler < 0.6 && noc < 0.6 && meters.dram < 0.5 && meters.l1 < 0.6 &&
                     meters.l2 < 0.6;
  return under ? LoadClass::underutilized : LoadClass::moderate;
}

class Controller {
 public:
  explicit Controller(const ControllerRules& rules) : rules_(rules) {}

  /// Returns the number of extra blocks of the launch; 0 as long as its windows have not decided.
  std::uint32_t extra_blocks(std::uint64_t launch) const { return launch == launch_ ? extra_ : 0; }
  /// Adjusts the number of extra blocks at the end of a window of the launch. `most`: number of
  /// extra blocks that fit on the SM. Returns whether the number has changed.
  bool window(std::uint64_t launch, const Meters& meters, std::uint32_t most) {
    if (launch != launch_) {
      launch_ = launch;
      windows_ = extra_ = 0;
      frozen_ = takes_all_ = false;
    }
    if (windows_++ < rules_.warm_up || frozen_) return false;
    const std::uint32_t before = extra_;
    const LoadClass now = load_class(meters);
    if (windows_ == rules_.warm_up + 1)
      begin(now, most);
    else
      go_on(now, most);
    return extra_ != before;
  }
  /// Whether the launch would get more extra blocks if there were room.
  bool lacks_room(std::uint64_t launch) const {
    return launch == launch_ && windows_ > rules_.warm_up && (takes_all_ || !frozen_);
  }
  /// Adjusts the number of extra blocks of a launch that lacked room, since there is now room for
  /// `most` extra blocks. Returns whether the number has changed.
  bool room_grew(std::uint32_t most) {
    if (!takes_all_) return false;
    return std::exchange(extra_, most) != most;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  void begin(LoadClass now, std::uint32_t most) {
    takes_all_ = now == LoadClass::underutilized;
    extra_ = takes_all_ ? most : 0;
    frozen_ = rules_.classify == Classify::first && now != LoadClass::moderate;
  }
  void go_on(LoadClass now, std::uint32_t most) {
    takes_all_ = rules_.classify == Classify::each && now == LoadClass::underutilized;
    if (takes_all_) {
      extra_ = most;
    } else if (now != LoadClass::saturated) {
      extra_ = std::min(extra_ + 1, most);
    } else {
      if (rules_.on_saturation == OnSaturation::decrement_and_freeze && extra_ != 0) --extra_;
      frozen_ = rules_.classify == Classify::first;
    }
  }

  ControllerRules rules_;
  std::uint64_t launch_ = kNone;
  std::uint32_t windows_ = 0;  ///< number of ended windows of the launch
  std::uint32_t extra_ = 0;
  bool frozen_ = false;
  bool takes_all_ = false;  ///< the launch takes all blocks that fit
};

}  // namespace heddle::policy::gpuduet
