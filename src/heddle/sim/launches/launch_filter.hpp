// Selects the launches to time and to capture. Only launches of the requested kernels can be
// selected. The first `run.skip` of them are skipped, and at most `run.launches` of the following
// ones are selected. All other launches are only computed.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/text/pattern.hpp"
#include "heddle/sim/settings/run_options.hpp"

namespace heddle::sim {

class LaunchFilter {
 public:
  /// Throws Error for an invalid pattern.
  explicit LaunchFilter(const RunOptions& options);

  /// Returns whether the next launch is chosen, given the kernel of this launch. The pattern is
  /// searched in the kernel's PTX name and in its C++ name.
  bool is_chosen(const std::string& symbol);
  /// Whether the chosen launches are timed.
  bool times() const { return timed_; }

  /// Whether the kernel is among the requested ones.
  bool matches(const std::string& symbol) const;

 private:
  bool timed_;
  bool all_kernels_;
  Pattern kernels_;
  std::uint64_t skip_, launches_;
  std::uint64_t matched_ = 0;  ///< number of matching launches so far
};

}  // namespace heddle::sim
