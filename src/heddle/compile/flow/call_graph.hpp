// The most registers, predicates and local memory that a chain of calls in a program needs.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

struct StackNeeds {
  std::uint32_t rows = 0;
  std::uint32_t vectors = 0;    ///< number of rows of a thread, without the scalar rows
  std::uint32_t scalars = 0;    ///< number of scalar rows of the warp
  std::uint32_t registers = 0;  ///< number of registers: `vectors`, or more if hardware needs
                                ///< temporaries
  std::uint32_t predicates = 0;
  std::uint32_t local_bytes = 0;
  /// The calls recurse, or may recurse through pointers. Then the numbers are sums over all
  /// functions, each counted once.
  bool recursive = false;
};

/// Returns the needs of the first routine, which is the kernel, and of the routines that it calls.
/// Outgoing rows, which are after the frame, count too.
StackNeeds stack_needs(const std::vector<Routine>& routines);

inline constexpr std::uint32_t kNoCycle = 0xFFFFFFFFu;

/// Returns for each routine the lowest number of a routine in the same recursion. kNoCycle if the
/// routine's calls never lead back to the routine. A call through a pointer may reach every
/// function except the first, which is the kernel.
std::vector<std::uint32_t> call_cycles(const std::vector<Routine>& routines);

}  // namespace heddle::compile
