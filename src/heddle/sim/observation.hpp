// The probes of a run and their files in the run folder. Each process of a program has its own
// files.
#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "heddle/gpu/gpu.hpp"
#include "heddle/sim/launches/launch_record.hpp"
#include "heddle/sim/records/probe_file.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

/// Returns the name of the file of process `number`: "NAME.csv" for process 0, "NAME-1.csv" for
/// process 1, ...
std::string numbered_name(const std::string& file, unsigned number);

class Observation {
 public:
  /// Attaches the probes that the run's options request. Without a run folder, probes that only
  /// write a file are left out.
  Observation(const Configuration& configuration, gpu::Gpu& gpu);

  void launched(const LaunchRecord& record, const isa::Program& program);
  /// Tells the probes that a timed launch has ended or was stopped.
  void ended(const LaunchRecord& record);
  /// Writes the probes' output so far, and the table rows of the launches with numbers below
  /// `first_running`.
  void update(std::uint64_t first_running);
  /// Writes the remaining output. In a forked child nothing is written, because the files belong to
  /// the parent.
  void finish();

 private:
  bool is_child() const;
  std::filesystem::path reserve(std::string_view file) const;

  std::filesystem::path folder_;
  int process_;
  Probes probes_;
  std::deque<ProbeFile> files_;
};

}  // namespace heddle::sim
