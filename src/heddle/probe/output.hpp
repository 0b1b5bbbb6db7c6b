// The file of a probe in the folder of a run. The probe makes the text, and the caller writes the
// text to the file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "heddle/base/types.hpp"

namespace heddle::probe {

/// How the file is written. An update happens whenever the run reports its progress, and when the
/// run ends.
enum class Growth : std::uint8_t {
  by_launch,    ///< an update appends the rows of ended launches, in the order of launches
  as_it_comes,  ///< an update appends the text that is new since the last update
  at_end,       ///< the whole text is written when the run has ended
  replaced,     ///< an update replaces the content of the file with the whole text
};

struct Output {
  std::string_view file;  ///< name of the file, for example "blocks.csv"; a string literal
  Growth growth = Growth::by_launch;
  /// True if the user wants to keep the file. A run without a folder is then refused.
  bool needs_folder = false;
};

/// Receives the next part of the file's text.
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
