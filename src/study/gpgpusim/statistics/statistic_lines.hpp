// Prints the launches of a run under the names of GPGPU-Sim's statistics, in the form of its lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "heddle/sim/records/results.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study::gpgpusim {

/// The end of the run.
struct RunFacts {
  double wall_seconds = 0;
  bool complete = false;
};

class StatisticLines {
 public:
  explicit StatisticLines(const sim::Configuration& configuration);

  /// The lines of a launch, or "" if it was not timed. Launches are given in their order.
  std::string add(const sim::LaunchRecord& launch, std::size_t process);
  /// The lines after the last launch, or "" if none was timed.
  std::string end(const RunFacts& facts);

 private:
  std::map<std::string, double> parameters_;  ///< of the machine, those that formulas name
  sim::RunResult total_;                      ///< the sums over the launches so far
  std::uint64_t launches_ = 0;
};

/// Calls `print` with the lines of each timed launch in the run's folder, and with those at the
/// end.
void print_statistics(const std::filesystem::path& run_folder,
                      const sim::Configuration& configuration, const RunFacts& facts,
                      const std::function<void(std::string_view)>& print);

}  // namespace heddle::study::gpgpusim
