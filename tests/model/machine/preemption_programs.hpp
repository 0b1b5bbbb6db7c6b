// Programs whose blocks are taken off their SMs and put back: what they have in flight, in shared
// and local memory, on their stacks and at barriers must all go with them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::test {

struct PreemptedProgram {
  std::string name;
  std::string ptx;  ///< kernel `k`, which writes a word for each thread, and some from kSums on
  Dim3 grid, block;
  /// The words computed on the host: of the threads, then from kSums on.
  std::vector<std::uint32_t> threads, sums;
};
inline constexpr std::size_t kSums = 65536;  ///< index of the first

std::vector<PreemptedProgram> preempted_programs();

}  // namespace heddle::test
