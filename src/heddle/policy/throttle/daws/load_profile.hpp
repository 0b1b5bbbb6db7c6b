// What an earlier run knew of the loads of its kernels, loads.csv of run.loads: what Profiled-DAWS
// starts from instead of learning (Rogers' dissertation, chapter 4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/policy/throttle/daws/loop_loads.hpp"

namespace heddle::policy {

class LoadProfile {
 public:
  /// Throws Error that names the line for what is no such file.
  static LoadProfile read(const std::string& file);
  static LoadProfile parse(const std::string& text, const std::string& file);

  /// Fills the table of a kernel. A load is diverged unless each execution went to two lines at
  /// most; loads of a loop share lines if they have the same base register and lie within one line;
  /// a loop has locality if more of its loads' accesses found or lost data of their own warp than
  /// did not. Throws Error if the profile is of another program.
  void fill(LoopLoads& loads, const isa::Program& program, unsigned line_bytes) const;

 private:
  struct Load {
    unsigned line = 0;  ///< of the file
    std::string kernel;
    Pc pc = 0;
    std::string base;
    std::int64_t displacement = 0;
    std::uint64_t executions = 0, converged = 0;
    std::uint64_t accesses = 0, own = 0;  ///< and of these, of data that the warp has or had
  };

  void check(const Load& load, const isa::Program& program) const;
  void fill_loop(LoopLoads& loads, const isa::Program& program, std::uint32_t loop,
                 const std::vector<const Load*>& of_kernel, unsigned line_bytes) const;

  std::string file_;
  std::vector<Load> loads_;
};

}  // namespace heddle::policy
