// What a probe writes into the folder of a run. The probe makes the text; whoever runs it keeps the
// file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "heddle/base/types.hpp"

namespace heddle::probe {

/// When the contents of a file are there.
enum class Growth : std::uint8_t {
  by_launch,    ///< rows of a launch when it has ended, in the order of launches
  as_it_comes,  ///< what has come since the last look
  at_end,       ///< all of it when the run has ended
  replaced,     ///< all of it, in place of what was there, whenever somebody looks
};

struct Output {
  std::string_view file;  ///< "blocks.csv"; a literal
  Growth growth = Growth::by_launch;
  /// The file is made to be kept: a run without a folder to keep it in is refused.
  bool needs_folder = false;
};

/// Takes the next part of a file.
using WriteText = std::function<void(std::string_view text)>;

/// A launch that is simulated cycle by cycle.
struct Launch {
  std::uint64_t number = 0;  ///< as events name it
  std::string kernel;        ///< its symbol
  Dim3 grid, block;
  Cycle started = 0;
  Cycle ended = kNever;  ///< cycles `started` to `ended` - 1; kNever: it runs
};

}  // namespace heddle::probe
