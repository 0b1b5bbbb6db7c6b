// The windows of time after which a residency policy sees the SMs' work: how many thread
// instructions each SM issued in the window, and whether the SM has blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::gpu {

class ResidencyWindows {
 public:
  /// `length`: cycles of each window; 0: no windows.
  ResidencyWindows(Cycle length, std::size_t sms)
      : length_(length), end_(length == 0 ? kNever : length), at_end_(sms), windows_(sms) {}

  Cycle end() const { return end_; }  ///< end of the present window
  /// Sets the number of thread instructions that the SM issued from the start of the run to the end
  /// of the present window.
  void set_issued(std::size_t sm, std::uint64_t thread_instructions) {
    windows_[sm].thread_instructions = thread_instructions - at_end_[sm];
    at_end_[sm] = thread_instructions;
  }
  void set_resident(std::size_t sm, bool resident) { windows_[sm].resident = resident; }
  const std::vector<policy::SmWindow>& windows() const { return windows_; }
  void next() { end_ += length_; }
  /// Restarts the present window at `when`.
  void begin(Cycle when) { end_ = when + length_; }

 private:
  Cycle length_, end_;
  std::vector<std::uint64_t> at_end_;  ///< by SM: thread instructions at the last window's end
  std::vector<policy::SmWindow> windows_;
};

}  // namespace heddle::gpu
