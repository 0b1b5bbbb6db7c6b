// The windows of time after which a residency policy sees what the SMs did: how many thread
// instructions each SM issued in the window that ends, and whether it has blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::gpu {

class ResidencyWindows {
 public:
  /// Windows of so many cycles each; 0: there are none.
  ResidencyWindows(Cycle length, std::size_t sms)
      : length_(length), end_(length == 0 ? kNever : length), at_end_(sms), windows_(sms) {}

  Cycle end() const { return end_; }  ///< of the present window
  /// How many thread instructions the SM had ever issued when the present window ended.
  void set_issued(std::size_t sm, std::uint64_t thread_instructions) {
    windows_[sm].thread_instructions = thread_instructions - at_end_[sm];
    at_end_[sm] = thread_instructions;
  }
  void set_resident(std::size_t sm, bool resident) { windows_[sm].resident = resident; }
  const std::vector<policy::SmWindow>& windows() const { return windows_; }
  void next() { end_ += length_; }
  /// The present one begins anew.
  void begin(Cycle when) { end_ = when + length_; }

 private:
  Cycle length_, end_;
  std::vector<std::uint64_t> at_end_;  ///< thread instructions, by SM: when the last window ended
  std::vector<policy::SmWindow> windows_;
};

}  // namespace heddle::gpu
