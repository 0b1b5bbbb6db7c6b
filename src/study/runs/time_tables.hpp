// What a run's samples.csv and blocks.csv say over time, in so few numbers that a page holds them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

/// Lines of samples.csv. Neighbours are merged until there are few enough: counts add up, hit
/// rates are weighted by what they are rates of, all else by cycles. Stretches in which no kernel
/// ran stay between rows. Where there are more of these than rows, the shortest are inside rows.
struct SampleTable {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;  ///< each as long as `columns`; NaN: nothing to measure
  std::vector<double> running;            ///< by row: its cycles in which a kernel ran
  std::uint64_t lines = 0;                ///< of the file, without its heading
  std::uint64_t processes = 1;  ///< of the program that wrote samples; these are the first's
  bool is_cut = false;          ///< the file ends within a line
};

/// At most `most` rows. No columns: there is no such file. Throws Error.
SampleTable read_samples(const std::filesystem::path& folder, std::size_t most);

/// The blocks of a launch by SM and time.
struct LaunchBlocks {
  std::uint64_t launch = 0;
  std::string kernel;
  std::uint64_t blocks = 0;  ///< stays of blocks on an SM
  std::uint64_t cycles = 0;  ///< from the launch's beginning to the last block's end
  /// By SM and by one of as many spans of time of equal length: blocks on the SM, on average.
  std::vector<std::vector<double>> resident;
};

struct BlockTable {
  std::vector<LaunchBlocks> launches;  ///< the longest of each kernel
  std::uint64_t all_launches = 0, all_kernels = 0, processes = 1;
  bool is_cut = false;
};

/// Of at most `most` kernels, `spans` spans of time each. Throws Error.
BlockTable read_blocks(const std::filesystem::path& folder, std::size_t most, std::size_t spans);

}  // namespace heddle::study
