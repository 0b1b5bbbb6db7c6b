// The resources that a program's chains of calls need at most: registers, predicates and local
// memory.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

struct StackNeeds {
  std::uint32_t rows = 0;
  std::uint32_t vectors = 0;    ///< number of rows of a thread, without the scalar rows
  std::uint32_t scalars = 0;    ///< scalar rows of the warp
  std::uint32_t registers = 0;  ///< number of registers: `vectors`, or more if hardware needs
                                ///< temporaries
  std::uint32_t predicates = 0;
  std::uint32_t local_bytes = 0;
  /// The calls recurse, or may recurse through pointers. Then each function counts once, as if each
  /// were called once.
  bool recursive = false;
};

/// Returns the needs of the routines that the first routine reaches. Rows beyond a frame count if a
/// call writes to them.
StackNeeds stack_needs(const std::vector<Routine>& routines);

inline constexpr std::uint32_t kNoCycle = 0xFFFFFFFFu;

/// By routine: the number of its recursion, which is the lowest number of a routine in it. kNoCycle
/// if the routine's calls never lead back to it. A call through a pointer may reach every function
/// but the first, the kernel.
std::vector<std::uint32_t> call_cycles(const std::vector<Routine>& routines);

}  // namespace heddle::compile
