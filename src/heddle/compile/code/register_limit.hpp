// The number of registers that the code of a kernel may use. The limit is the machine's maximum for
// a thread. The kernel may lower the limit with .maxnreg. The kernel may also lower the limit by
// declaring block sizes and requesting several blocks on an SM at once (.maxntid, .reqntid,
// .minnctapersm). The limit also ensures that one allocation fits into its part of the register
// file.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// The place of a warp's scalar registers.
enum class ScalarPlace : std::uint8_t {
  apart,        ///< in a register file of their own
  beside,       ///< among the warp's vector registers, one copy for the warp
  each_thread,  ///< among each thread's registers, one copy for each thread
};

/// The registers of an SM and of a thread.
struct RegisterSupply {
  std::uint32_t registers = 65536;  ///< number of registers of an SM
  /// Number of equal parts of the register file. Each allocation lies in one of these parts.
  std::uint32_t pools = 1;
  std::uint32_t width = kWarpSize;  ///< number of threads whose registers are allocated together,
                                    ///< as one allocation
  std::uint32_t unit = 256;         ///< granularity of an allocation, in registers
  std::uint32_t most = 255;         ///< maximum registers of a thread
  /// Number of registers reserved in each thread, in addition to the registers of its code.
  std::uint32_t reserved = 0;
  std::uint32_t threads = 1024;  ///< number of threads that an SM holds
  ScalarPlace scalars = ScalarPlace::apart;
};

/// Returns the number of threads in a block with these extents. The result is at most 2^31, since
/// the PTX text may state any numbers. Returns 0 if the text does not give the extents.
std::uint32_t block_threads(const std::uint32_t (&extents)[3]);

/// The smallest limit, in registers of a thread. Smaller limits are raised to this number, as in
/// NVIDIA's compiler.
inline constexpr std::uint32_t kFewestRegisters = 16;

/// Returns the most registers of a thread, including reserved registers, with which an SM can have
/// its maximum number of threads. Optimizations for speed use no more registers than this number.
/// ptxas 11.8 stops at 64 registers for sm_75 (1,024 threads) and at 32 for sm_35, sm_52, sm_61 and
/// sm_70 (2,048 threads).
constexpr std::uint32_t comfortable_registers(const RegisterSupply& supply) {
  const std::uint32_t threads = supply.threads > 0 ? supply.threads : 1;
  const std::uint32_t registers = supply.registers / threads;
  return registers > kFewestRegisters ? registers : kFewestRegisters;
}

/// Returns the register limit for the code of a thread, without the reserved registers. `scalars`
/// is the number of scalar registers that the code needs for a warp.
std::uint32_t register_limit(const ptx::Bounds& bounds, const RegisterSupply& supply,
                             std::uint32_t scalars = 0);

}  // namespace heddle::compile
