// The observers of a run and their files in the run folder: samples.csv, blocks.csv, warps.csv,
// policy_notes.csv and the timeline. Each process of a program has its own files.
#pragma once

#include <filesystem>
#include <optional>

#include "heddle/base/output_file.hpp"
#include "heddle/gpu/gpu.hpp"
#include "heddle/replay/stream_file.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/launch_tables.hpp"
#include "heddle/sim/timeline.hpp"

namespace heddle::sim {

inline constexpr const char* kSamplesFile = "samples.csv";
inline constexpr const char* kL1StreamFile = "l1_stream.bin";
inline constexpr const char* kLoadsFile = "loads.csv";
inline constexpr const char* kTimelineFile = "timeline";

/// The file name of the n-th process: "samples.csv", "samples-1.csv", ...
std::string numbered_name(const std::string& file, unsigned number);

class Observation {
 public:
  /// Attaches the observers that the run's options name. Without a run folder there are none.
  Observation(const Configuration& configuration, gpu::Gpu& gpu);

  void launched(const LaunchRecord& record, const isa::Program& program);
  /// A timed launch has ended or was cut off.
  void ended(const LaunchRecord& record);
  /// Writes the samples so far and the table rows of the launches before `first_running`.
  void update(std::uint64_t first_running);
  /// Writes the rest. A forked child leaves the files to its parent.
  void finish();

 private:
  /// The first timed launch begins in this cycle. The timeline begins in this cycle or later.
  void watch(Cycle started);
  void write_l1_stream();
  void write_loads();
  void write_timeline();
  std::filesystem::path reserve(const std::string& file) const;

  const Configuration& configuration_;
  gpu::Gpu& gpu_;
  int process_;
  OutputFile samples_;
  LaunchTables tables_;
  std::optional<replay::StreamWriter> l1_stream_;
  std::vector<std::uint32_t> timeline_sms_;
  Timeline timeline_;
  std::filesystem::path timeline_file_, loads_file_;  ///< "": not requested
};

}  // namespace heddle::sim
