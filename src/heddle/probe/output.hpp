// The file that a probe writes into the folder of a run. The probe makes the text. The caller keeps
// the file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "heddle/base/types.hpp"

namespace heddle::probe {

/// When the contents of a file are available.
enum class Growth : std::uint8_t {
  by_launch,    ///< rows of a launch when it has ended, in the order of launches
  as_it_comes,  ///< at each look, everything since the look before
  at_end,       ///< everything, when the run has ended
  replaced,     ///< everything, at each look, in place of the former contents
};

struct Output {
  std::string_view file;  ///< for example "blocks.csv"; a string literal
  Growth growth = Growth::by_launch;
  /// The user wants to keep the file: a run without a folder for it is refused.
  bool needs_folder = false;
};

/// Takes the next part of a file.
using WriteText = std::function<void(std::string_view text)>;

/// A launch that is simulated cycle by cycle.
struct Launch {
  std::uint64_t number = 0;  ///< number of the launch, as in events
  std::string kernel;        ///< symbol of the kernel
  Dim3 grid, block;
  Cycle started = 0;
  Cycle ended = kNever;  ///< cycles `started` to `ended` - 1; kNever: the launch still runs
};

}  // namespace heddle::probe
