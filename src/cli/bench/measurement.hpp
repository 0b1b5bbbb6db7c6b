// The measurements of `heddle bench`. A case is a row (a workload with its arguments) on a machine
// with a number of host threads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/bench/rows.hpp"
#include "heddle/gpu/clock/phase_times.hpp"

namespace heddle::cli {

/// A row with the machine and the number of host threads that it runs with.
struct BenchCase {
  BenchRow row;
  std::string machine;  ///< name or file
  unsigned threads = 1;
  bool balance = false;  ///< whether to measure how evenly host threads could share the SMs

  std::string text() const;  ///< such as "bfs-4096 on v100, 2 threads"
};

/// One run with timing.
struct TimedRun {
  double host_seconds = 0;  ///< time of the simulation alone, summed over all timed launches
  std::array<double, gpu::kPhases> phase_seconds{};
  std::uint64_t cycles = 0, warp_instructions = 0;
  std::uint64_t peak_bytes = 0;  ///< peak memory of the process
  double wall_seconds = 0;       ///< time of the whole program, with start-up and host work
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
  /// For each repeat: host time per warp instruction without timing.
  std::vector<double> functional_ns;

  /// The run with the median host time. For an even number of runs, the faster of the two in the
  /// middle.
  const TimedRun& median() const;
  double median_functional_ns() const;
};

/// Runs the case once with timing and once without, as `heddle run` does, and adds the
/// measurements. `folder` holds the compiled workloads. Throws Error, which names the case, if the
/// workload fails or its counts differ from those of earlier repeats.
void measure(Measurement& measurement, const std::filesystem::path& folder);

}  // namespace heddle::cli
