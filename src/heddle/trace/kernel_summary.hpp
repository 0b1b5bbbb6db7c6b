// What a kernel's trace holds: instructions by class, accesses to memory, unknown opcodes.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "heddle/isa/terms/modifiers.hpp"
#include "heddle/isa/terms/op.hpp"
#include "heddle/trace/format/kernel_header.hpp"

namespace heddle::trace {

/// The accesses of one kind to one state space.
struct AccessCounts {
  std::uint64_t instructions = 0;  ///< warp instructions with at least one lane
  std::uint64_t lanes = 0;
  /// Different sectors of 32 bytes, summed over the instructions. Only for global memory.
  std::uint64_t sectors = 0;
};

enum class AccessDirection : std::uint8_t { load, store, atomic };
inline constexpr unsigned kDirections = 3;
inline constexpr unsigned kSpaces = 6;  ///< values of isa::Space

struct KernelSummary {
  KernelHeader header;
  std::uint64_t blocks = 0, warps = 0;
  std::uint64_t warp_instructions = 0, thread_instructions = 0;
  std::uint32_t code_instructions = 0;  ///< different instructions of the code that were executed
  std::array<std::uint64_t, isa::kOpClasses> by_class{};      ///< warp instructions
  std::map<std::string, std::uint64_t, std::less<>> unknown;  ///< warp instructions by opcode
  std::array<std::array<AccessCounts, kDirections>, kSpaces> accesses{};
  /// Accesses to memory, textures and surfaces whose addresses the trace does not have.
  std::uint64_t without_addresses = 0;
  std::uint64_t open_ends = 0;  ///< warps whose last instruction does not end them

  const AccessCounts& at(isa::Space space, AccessDirection direction) const {
    return accesses[static_cast<std::size_t>(space)][static_cast<std::size_t>(direction)];
  }
};

/// Reads the whole trace. Throws Error if it is damaged or cut.
KernelSummary summarize(const std::filesystem::path& file);

}  // namespace heddle::trace
