// The contents of a run's resident_warps.csv: the states of the warps on each SM, and the slowest
// warps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace heddle::study {

struct SlowWarp {
  std::uint64_t sm = 0, block = 0, warp = 0;
  std::string kernel, state;
  /// Cycles since the warp was launched; cycles in its present state.
  double cycles = 0, waiting = 0;
  double instructions = 0;
  std::string line;  ///< number and text of the PTX line: "12: add.u32 ..."

  /// Instructions per cycle.
  double rate() const { return cycles == 0 ? 0 : instructions / cycles; }
};

struct WarpTable {
  /// For each SM, the number of warps in each state.
  std::vector<std::map<std::string, std::uint64_t>> waits;
  std::vector<SlowWarp> slowest;  ///< warps with fewest instructions per cycle first
};

/// Reads the table with at most `most` slow warps; empty if the file does not exist yet. Throws
/// Error for a wrong file.
WarpTable read_warps(const std::filesystem::path& folder, std::size_t most);

}  // namespace heddle::study
