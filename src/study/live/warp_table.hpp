// What a run's resident_warps.csv says: what the warps of each SM wait for, and the slowest warps.
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
  double cycles = 0, waiting = 0;  ///< since the warp began; in its state
  double instructions = 0;
  std::string line;  ///< of PTX: "12: add.u32 ..."

  double rate() const { return cycles == 0 ? 0 : instructions / cycles; }
};

struct WarpTable {
  std::vector<std::map<std::string, std::uint64_t>> waits;  ///< by SM: warps by state
  std::vector<SlowWarp> slowest;  ///< those with fewest instructions a cycle first
};

/// At most `most` slow warps. Empty where there is no such file yet. Throws Error.
WarpTable read_warps(const std::filesystem::path& folder, std::size_t most);

}  // namespace heddle::study
