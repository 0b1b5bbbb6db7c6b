// The lines at the head of a kernel's trace: what was launched, and who traced it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::trace {

struct KernelHeader {
  std::string name;  ///< mangled
  std::uint32_t id = 0;
  Dim3 grid{0, 0, 0}, block{0, 0, 0};
  std::uint32_t shared_bytes = 0;  ///< of a block, static and dynamic
  std::uint32_t registers = 0;     ///< of a thread
  std::uint32_t binary_version = 0;
  std::uint64_t stream = 0;
  /// Where the windows of shared and local memory lie in the generic address space.
  Addr shared_window = 0, local_window = 0;
  /// Version of the tracer's format. 0: the header names none, as the first version did.
  std::uint32_t tracer_version = 0;
  bool has_line_numbers = false;
  std::vector<std::string> unknown;  ///< names of lines that heddle does not know

  std::uint32_t threads() const { return static_cast<std::uint32_t>(block.volume()); }
  std::uint32_t warps() const { return (threads() + kWarpSize - 1) / kWarpSize; }
};

/// The latest version of the tracer's format that heddle reads.
inline constexpr std::uint32_t kLatestVersion = 5;

/// Takes a line of the header, which begins with '-'. Throws Error for a damaged line.
void take_header_line(std::string_view line, KernelHeader& header);
/// Throws Error if the header lacks a line, or if its values do not fit together.
void check_header(const KernelHeader& header);

}  // namespace heddle::trace
