// The file that a probe writes into the folder of a run. The probe makes the text. The caller keeps
// the file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "heddle/base/types.hpp"

namespace heddle::probe {

/// When the content of the file is available.
enum class Growth : std::uint8_t {
  by_launch,    ///< rows of a launch once it has ended, in the order of launches
  as_it_comes,  ///< at each look at the run: everything since the last look
  at_end,       ///< everything, once the run has ended
  replaced,     ///< at each look at the run: everything, in place of the former content
};

struct Output {
  std::string_view file;  ///< for example "blocks.csv"; a string literal
  Growth growth = Growth::by_launch;
  /// The user wants to keep the file, so a run without a folder is refused.
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
  Cycle ended = kNever;  ///< first cycle after the launch; kNever: the launch still runs
};

}  // namespace heddle::probe
