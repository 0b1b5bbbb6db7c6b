// What `heddle bench` measures: a row on a machine with a number of host threads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/bench/rows.hpp"
#include "heddle/gpu/clock/phase_times.hpp"

namespace heddle::cli {

/// A row, and where and how it runs.
struct BenchCase {
  BenchRow row;
  std::string machine;  ///< name or file
  unsigned threads = 1;
  bool balance = false;  ///< measure how evenly host threads could share the SMs

  std::string text() const;  ///< such as "bfs-4096 on v100, 2 threads"
};

/// One run with timing.
struct TimedRun {
  double host_seconds = 0;  ///< simulation alone, all launches
  std::array<double, gpu::kPhases> phase_seconds{};
  std::uint64_t cycles = 0, warp_instructions = 0;
  std::uint64_t peak_bytes = 0;  ///< most memory of the process
  double wall_seconds = 0;       ///< whole program, with start-up and host work
  std::uint64_t launches = 0;
  std::array<double, gpu::ThreadBalance::kThreads.size()> balance{};  ///< see sim::SavedHost

  double wall_microseconds_per_launch() const {
    return wall_seconds * 1e6 / static_cast<double>(launches);
  }
  double per_instruction(double seconds) const;  ///< nanoseconds per warp instruction
};

/// All repeats of a case.
struct Measurement {
  BenchCase subject;
  std::vector<TimedRun> runs;
  std::vector<double> functional_ns;  ///< by repeat: time of a warp instruction without timing

  /// The run with the median host time. For an even number of runs, the faster of the two in the
  /// middle.
  const TimedRun& median() const;
  double median_functional_ns() const;
};

/// Runs the case once with timing and once without, as `heddle run` does, and adds the
/// measurements. `folder` holds the compiled workloads. Throws Error, which names the case, if the
/// workload fails or its counts differ from the repeats before.
void measure(Measurement& measurement, const std::filesystem::path& folder);

}  // namespace heddle::cli
