// The list of a traced program (kernelslist.g): its copies to the device and its kernels, in the
// order of the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::trace {

/// A copy between host and device.
struct TracedCopy {
  Addr address = 0;
  std::uint64_t bytes = 0;
};

struct TracedKernel {
  std::filesystem::path file;
};

struct ListEntry {
  std::variant<TracedCopy, TracedKernel> what;
  std::uint64_t line = 0;  ///< in the list, from 1
};

struct KernelList {
  std::vector<ListEntry> entries;
  std::size_t kernels() const;
};

/// Reads the list. The kernels' files lie beside it. Throws Error for a damaged list, and for
/// kernels of several devices.
KernelList read_kernel_list(const std::filesystem::path& file);

/// Whether the name is that of a kernel's trace: it ends in .traceg, perhaps with the ending of a
/// compressed file, or in .tracez.
bool is_kernel_trace(const std::filesystem::path& file);
/// Whether the name is that of a list: it begins with "kernelslist" and ends in .g.
bool is_kernel_list(const std::filesystem::path& file);

}  // namespace heddle::trace
