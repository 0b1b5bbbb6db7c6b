// How many extra blocks an SM has under GPUDuet's control (Lin's dissertation, section 3.6.4): the
// kernel's first windows say which class it is of. One that utilizes nothing gets all blocks that
// there is room for, one that saturates something none. Any other gets one more a window, until
// something is saturated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "heddle/policy/residency/kernel_window.hpp"

namespace heddle::policy::gpuduet {

/// Who says how many extra blocks there are: utilization, or a parameter.
enum class Mode : std::uint8_t { automatic, fixed };
inline constexpr std::array<std::string_view, 2> kModeNames = {"auto", "static"};

/// When something gets saturated: one block fewer, and no change after that; or only the latter.
enum class OnSaturation : std::uint8_t { decrement_and_freeze, freeze };
inline constexpr std::array<std::string_view, 2> kOnSaturationNames = {"decrement_and_freeze",
                                                                       "freeze"};

/// Whose class counts: the first window's, or each one's.
enum class Classify : std::uint8_t { first, each };
inline constexpr std::array<std::string_view, 2> kClassifyNames = {"first", "each"};

enum class LoadClass : std::uint8_t { underutilized, moderate, saturated };

struct ControllerRules {
  OnSaturation on_saturation = OnSaturation::decrement_and_freeze;
  Classify classify = Classify::first;
  std::uint32_t warm_up = 1;  ///< whole windows of a kernel that do not count
};

/// Table 3.3 of the dissertation. The interconnect counts by its busier way.
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

  /// Of the launch; none before its windows have said anything.
  std::uint32_t extra_blocks(std::uint64_t launch) const { return launch == launch_ ? extra_ : 0; }
  /// Its next window counts.
  bool is_warm(std::uint64_t launch) const {
    return (launch == launch_ ? windows_ : 0) >= rules_.warm_up;
  }
  /// A window of the kernel has ended, on an SM of which there is room for `most` extra blocks.
  /// True if the number changes.
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
  /// The launch would get more extra blocks than it has, were there room for them.
  bool lacks_room(std::uint64_t launch) const {
    return launch == launch_ && windows_ > rules_.warm_up && (takes_all_ || !frozen_);
  }
  /// There is room for `most` now, of a launch that lacked it. True if the number changes.
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
  std::uint32_t windows_ = 0;  ///< of the launch, that have ended
  std::uint32_t extra_ = 0;
  bool frozen_ = false;
  bool takes_all_ = false;  ///< blocks for which there is room
};

}  // namespace heddle::policy::gpuduet
