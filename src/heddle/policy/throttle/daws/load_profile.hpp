// A profile of a kernel's loads from an earlier run: the file loads.csv, which the setting
// run.loads writes. Profiled-DAWS starts from this profile instead of learning (Rogers'
// dissertation, chapter 4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/policy/throttle/daws/loop_loads.hpp"

namespace heddle::policy {

class LoadProfile {
 public:
  /// Throws Error, with the line, for a malformed file.
  static LoadProfile read(const std::string& file);
  static LoadProfile parse(const std::string& text, const std::string& file);

  /// Fills the table of a kernel. A load is diverged unless each execution touched at most two
  /// lines. Loads of a loop share lines if they have the same base register and their addresses lie
  /// within one line. A loop has locality if more than half of its loads' accesses found or lost
  /// data of their own warp. Throws Error if the profile belongs to another program.
  void fill(LoopLoads& loads, const isa::Program& program, unsigned line_bytes) const;

 private:
  struct Load {
    unsigned line = 0;  ///< number of the line in the file
    std::string kernel;
    Pc pc = 0;
    std::string base;
    std::int64_t displacement = 0;
    std::uint64_t executions = 0, converged = 0;
    std::uint64_t accesses = 0, own = 0;  ///< number of accesses, and of accesses to data that the
                                          ///< warp has in the L1 or has lost
  };

  void check(const Load& load, const isa::Program& program) const;
  void fill_loop(LoopLoads& loads, const isa::Program& program, std::uint32_t loop,
                 const std::vector<const Load*>& of_kernel, unsigned line_bytes) const;

  std::string file_;
  std::vector<Load> loads_;
};

}  // namespace heddle::policy
