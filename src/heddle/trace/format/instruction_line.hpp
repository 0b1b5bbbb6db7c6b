// A line of a trace: one instruction that a warp has executed.
//
//   [block x, y, z, warp] [line] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width
//   [address mode] [addresses] [immediate]
//
// The first four columns are in versions before 3, the line of the source if the header says so,
// the immediate from version 5 on. Source: Accel-Sim framework, util/tracer_nvbit: README.md and
// the lines that the tracer writes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/base/types.hpp"
#include "heddle/trace/format/kernel_header.hpp"

namespace heddle::trace {

struct InstructionLine {
  std::uint32_t source_line = 0;   ///< 0: unknown
  std::uint32_t pc = 0;            ///< offset of the instruction in its function, in bytes
  LaneMask lanes = 0;              ///< lanes that execute, after the guard
  std::string_view fixed;          ///< the columns that each execution of the instruction repeats:
                                   ///< destinations, opcode and sources
  std::string_view opcode;         ///< with its suffixes
  std::uint32_t memory_bytes = 0;  ///< the tracer's width of the access; 0: no access
  std::string_view addresses;      ///< the columns behind the width
};

/// Throws Error for a damaged line.
InstructionLine parse_instruction(std::string_view line, const KernelHeader& header);

/// Registers of an instruction, as `fixed` names them. 255 is RZ, which is always zero.
struct FixedColumns {
  static constexpr std::size_t kMostDestinations = 4, kMostSources = 8;
  std::array<std::uint8_t, kMostDestinations> destinations{};
  std::array<std::uint8_t, kMostSources> sources{};
  unsigned destination_count = 0, source_count = 0;
};
FixedColumns parse_fixed(std::string_view fixed);

/// The columns behind the width of an access.
struct AccessColumns {
  std::array<Addr, kWarpSize> address{};  ///< of the lanes that execute
  std::int64_t immediate = 0;             ///< 0 if the version has none
};
/// Reads the addresses of an access, or the immediate alone of an instruction without an access.
/// Throws Error for damaged columns.
void parse_access(const InstructionLine& line, const KernelHeader& header, AccessColumns& access);

}  // namespace heddle::trace
