// How deep a program's calls go: the registers, predicates and local memory of its deepest chain of
// calls.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

struct StackNeeds {
  std::uint32_t rows = 0;
  std::uint32_t vectors = 0;    ///< rows but scalars
  std::uint32_t scalars = 0;    ///< rows of a warp
  std::uint32_t registers = 0;  ///< vectors, or more where hardware needs temporaries
  std::uint32_t predicates = 0;
  std::uint32_t local_bytes = 0;
  bool recursive = false;  ///< or may be, through pointers: then each function is counted once
};

/// Of the routines reached from the first. Rows beyond a frame count where a call writes them.
StackNeeds stack_needs(const std::vector<Routine>& routines);

inline constexpr std::uint32_t kNoCycle = 0xFFFFFFFFu;

/// By routine: the number of the recursion that it is in, which is its lowest routine's, or
/// kNoCycle if its calls never come back to it. A call through a pointer may reach every function
/// but the first, the kernel.
std::vector<std::uint32_t> call_cycles(const std::vector<Routine>& routines);

}  // namespace heddle::compile
