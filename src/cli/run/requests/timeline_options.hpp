// The options of `heddle timeline`, over those of `heddle run`: what is written, of which cycles
// and SMs, and where it goes. The file's name says the form: NAME.svg is a picture, NAME.csv a
// table, any other a trace for viewers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/settings/setting.hpp"

namespace CLI {
class App;
}

namespace heddle::cli {

/// How a run's process writes a timeline.
enum class TimelineForm : std::uint8_t { json, text, csv };

/// The file in the run's folder that a timeline is written to.
inline constexpr const char* kTimelineFile = "timeline";

struct TimelineOptions {
  bool wanted = false;  ///< the command is `heddle timeline`
  std::string output, from, to, cycles, sms, events;
  std::vector<std::string> versus;  ///< settings of further runs: "KEY=VALUE,KEY=VALUE"
  bool text = false;

  void add_to(CLI::App& app);
  /// Throws Error.
  void add_to(sim::Settings& settings) const;
  /// How the run's process writes the timeline; a picture is drawn from a table.
  TimelineForm form() const;
  bool is_picture() const;
  /// The assignments of a further run.
  static std::vector<std::string> assignments_of(const std::string& versus);
  /// Where the timeline of the n-th process goes.
  std::string target(unsigned number) const;

  /// Puts what the run left in its folder where it was asked for: the n-th process's timeline gets
  /// a number in its name; says where they are unless `quiet`. Throws Error.
  void deliver(const std::filesystem::path& run_folder, bool quiet) const;

 private:
  /// Throws Error where options contradict each other.
  void check() const;
};

}  // namespace heddle::cli
