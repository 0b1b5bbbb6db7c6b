// The cycles that a kernel loses because SMs run out of blocks before others: the kernel's work at
// the rate of its full SMs, compared with its cycles.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace heddle::study {

/// The blocks and the instructions of one SM during a launch, as steps in time.
class SmSteps {
 public:
  void add_block(double start, double end);
  /// A warp that issues its instructions at an even rate from `start` to `end`.
  void add_warp(double start, double end, double instructions);

  struct Full {
    double cycles = 0, instructions = 0;
  };
  /// The cycles in which the SM has at least `level` blocks, and the instructions of these cycles.
  Full at_level(std::uint64_t level) const;
  std::uint64_t most_blocks() const;

 private:
  struct Step {
    std::int64_t blocks = 0;
    double rate = 0;  ///< instructions in a cycle
  };
  std::map<double, Step> changes_;  ///< by cycle
};

/// The cycles of a launch if all SMs were full until its end. An SM is full if it has as many
/// blocks as an even distribution gives it, or as many as fit.
class LaunchEnds {
 public:
  void add_block(std::uint64_t sm, double start, double end);
  void add_warp(std::uint64_t sm, double start, double end, double instructions);

  double cycles() const { return end_; }
  double even_cycles(std::uint64_t sms) const;

 private:
  std::map<std::uint64_t, SmSteps> sms_;
  std::uint64_t blocks_ = 0;
  double first_ = 0, end_ = 0, instructions_ = 0;
};

/// The cycles that even ends save, by kernel. Reads blocks.csv and warps.csv of the folder, whose
/// machine has `sms` SMs. Throws Error for a wrong file.
std::map<std::string, double> saved_by_even_ends(const std::filesystem::path& folder,
                                                 std::uint64_t sms);

}  // namespace heddle::study
