// The number of registers that the code of a kernel may use. The limit is the maximum for a thread
// of the machine. The kernel may lower it by .maxnreg, or by promising block sizes and asking for
// several blocks on an SM at once (.maxntid, .reqntid, .minnctapersm). If each lane has a register
// file of its own, the limit also lets one warp fit into an SM.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Place of a warp's scalar registers.
enum class ScalarPlace : std::uint8_t {
  apart,        ///< in a register file of their own
  beside,       ///< in the warp's registers, one copy for the warp
  each_thread,  ///< in each thread's registers, one copy for each thread
};

/// The registers of an SM and of a thread.
struct RegisterSupply {
  std::uint32_t registers = 65536;  ///< registers of an SM
  std::uint32_t pools = 1;  ///< equal parts of the register file; one allocation lies in one part
  std::uint32_t width = kWarpSize;  ///< threads whose registers are allocated together
  std::uint32_t unit = 256;         ///< granularity of such an allocation, in registers
  std::uint32_t most = 255;         ///< maximum registers of a thread
  std::uint32_t reserved = 0;    ///< registers reserved in each thread, besides those of its code
  std::uint32_t threads = 1024;  ///< threads that an SM holds
  ScalarPlace scalars = ScalarPlace::apart;
};

/// Threads of a block with these extents. 0: the extents are not given. At most 2^31, since the
/// text may state any numbers.
std::uint32_t block_threads(const std::uint32_t (&extents)[3]);

/// A lower limit is raised to this number of registers, as in NVIDIA's compiler.
inline constexpr std::uint32_t kFewestRegisters = 16;

/// Registers of a thread, including reserved ones, with which an SM can hold its maximum number of
/// threads. Optimizations for speed use no more registers than this. ptxas 11.8 stops at 64
/// registers for sm_75 (1,024 threads) and at 32 for sm_35, sm_52, sm_61 and sm_70 (2,048 threads).
constexpr std::uint32_t comfortable_registers(const RegisterSupply& supply) {
  const std::uint32_t threads = supply.threads > 0 ? supply.threads : 1;
  const std::uint32_t registers = supply.registers / threads;
  return registers > kFewestRegisters ? registers : kFewestRegisters;
}

/// Register limit for the code of a thread, without the reserved registers. `scalars` is the number
/// of the code's scalar registers for a warp.
std::uint32_t register_limit(const ptx::Bounds& bounds, const RegisterSupply& supply,
                             std::uint32_t scalars = 0);

}  // namespace heddle::compile
