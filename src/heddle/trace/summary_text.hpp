// What traces hold, as text for people.
#pragma once

#include <filesystem>
#include <string>

#include "heddle/trace/kernel_summary.hpp"

namespace heddle::trace {

/// Several lines: launch, machine code, instructions by class, accesses to memory, and what heddle
/// does not know.
std::string summary_text(const KernelSummary& summary);

/// Reads the list and all its kernels. Several lines: the copies, each kernel once with its
/// launches, and all kernels together.
std::string list_text(const std::filesystem::path& list);

}  // namespace heddle::trace
