// Which launches are timed: those of the kernels that were asked for, after the first so many, and
// so many of them. The rest runs functionally.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/pattern.hpp"
#include "heddle/sim/run_options.hpp"

namespace heddle::sim {

class LaunchFilter {
 public:
  /// Throws Error for a broken pattern.
  explicit LaunchFilter(const RunOptions& options);

  /// Whether the next launch, of this kernel, is timed. The pattern is looked for in the
  /// kernel's name as in the PTX and as in C++.
  bool is_timed(const std::string& symbol);

  /// Whether it is among the kernels that were asked for.
  bool matches(const std::string& symbol) const;

 private:
  bool timed_;
  bool all_kernels_;
  Pattern kernels_;
  std::uint64_t skip_, launches_;
  std::uint64_t matched_ = 0;  ///< launches so far
};

}  // namespace heddle::sim
