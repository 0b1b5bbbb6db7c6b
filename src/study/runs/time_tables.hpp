// The contents of a run's samples.csv and blocks.csv over time, reduced to few enough values for a
// page.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

/// The lines of samples.csv. Neighbouring lines are merged until few enough rows are left. In a
/// merged row, counts are sums. Hit rates are means weighted by the accesses; other values are
/// means weighted by the cycles. Lines on both sides of a gap, in which no kernel ran, are not
/// merged. If there are more gaps than rows, the lines on both sides of the shortest gaps are
/// merged, too.
struct SampleTable {
  std::vector<std::string> columns;
  /// Values of each row, in the order of `columns`; NaN: no value.
  std::vector<std::vector<double>> rows;
  std::vector<double> running;  ///< for each row, the cycles in which a kernel ran
  std::uint64_t lines = 0;      ///< number of lines of the file without its heading
  /// Number of processes that wrote samples; only the samples of the first process are read.
  std::uint64_t processes = 1;
  bool is_cut = false;  ///< whether the file ends within a line
};

/// Reads at most `most` rows. `columns` is empty if the folder has no such file. Throws Error for a
/// wrong file.
SampleTable read_samples(const std::filesystem::path& folder, std::size_t most);

/// The blocks of a launch on each SM over time.
struct LaunchBlocks {
  std::uint64_t launch = 0;
  std::string kernel;
  /// Number of lines of the file; each line is one stay of a block on an SM.
  std::uint64_t blocks = 0;
  std::uint64_t cycles = 0;  ///< from the start of the launch to the end of its last block
  /// The mean number of blocks on an SM in a span of time. Indices: SM, span. All spans have the
  /// same length.
  std::vector<std::vector<double>> resident;
};

struct BlockTable {
  std::vector<LaunchBlocks> launches;  ///< the longest launch of each kernel, longest first
  std::uint64_t all_launches = 0, all_kernels = 0, processes = 1;
  bool is_cut = false;
};

/// Reads the launches of at most `most` kernels, each with `spans` spans of time. No launches if
/// the folder has no such file. Throws Error for a wrong file.
BlockTable read_blocks(const std::filesystem::path& folder, std::size_t most, std::size_t spans);

}  // namespace heddle::study
