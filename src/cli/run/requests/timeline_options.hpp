// The options of `heddle timeline` besides those of `heddle run`: the form, the cycles and SMs to
// write, and the file. The ending of the file's name selects the form: NAME.svg is a picture,
// NAME.csv is a table, and any other name is a trace for viewers.
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

/// The form in which a process of the run writes its timeline.
enum class TimelineForm : std::uint8_t { json, text, csv };

/// The name of a timeline's file in the folder of the run.
inline constexpr const char* kTimelineFile = "timeline";

struct TimelineOptions {
  bool wanted = false;  ///< whether the command is `heddle timeline`
  std::string output, from, to, cycles, sms, events;
  std::vector<std::string> versus;  ///< settings of the further runs: "KEY=VALUE,KEY=VALUE"
  bool text = false;

  void add_to(CLI::App& app);
  /// Adds the options to the settings. Throws Error for options that contradict each other.
  void add_to(sim::Settings& settings) const;
  /// The form in which a process writes its timeline. A picture is drawn from a table.
  TimelineForm form() const;
  bool is_picture() const;
  /// The assignments of a further run, one for each "KEY=VALUE" of `versus`.
  static std::vector<std::string> assignments_of(const std::string& versus);
  /// The file for the timeline of the n-th process.
  std::string target(unsigned number) const;

  /// Takes the timelines out of the folder of the run and writes them to the output. The name for
  /// the n-th process has a number. Says where the files are unless `quiet`. Throws Error if there
  /// is nothing to write or a file cannot be written.
  void deliver(const std::filesystem::path& run_folder, bool quiet) const;

 private:
  /// Throws Error for options that contradict each other, and for an output that cannot be written.
  void check() const;
};

}  // namespace heddle::cli
