// The options of `heddle timeline`, over those of `heddle run`: what is written, of which cycles
// and SMs, and where it goes.
#pragma once

#include <filesystem>
#include <string>

#include "heddle/sim/setting.hpp"

namespace CLI {
class App;
}

namespace heddle::cli {

struct TimelineOptions {
  bool wanted = false;  ///< the command is `heddle timeline`
  std::string output, from, to, sms, events;
  bool text = false;

  void add_to(CLI::App& app);
  /// Throws Error.
  void add_to(sim::Settings& settings) const;
  /// Puts what the run left in its folder where it was asked for: the n-th process's timeline gets
  /// a number in its name. Throws Error.
  void deliver(const std::filesystem::path& run_folder) const;
};

}  // namespace heddle::cli
