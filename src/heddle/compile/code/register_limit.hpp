// How many registers the code of a kernel may use: what a thread of the machine may have, less
// where the kernel says so (.maxnreg), or where it promises block sizes and wants so many blocks on
// an SM at once (.maxntid, .reqntid, .minnctapersm). Where lanes have registers of their own, a
// warp has to fit into one.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Where the scalar registers of a warp are.
enum class ScalarPlace : std::uint8_t {
  apart,        ///< in a file of their own
  beside,       ///< with the warp's registers, once a warp
  each_thread,  ///< every thread holds a copy
};

/// The registers of an SM and of a thread.
struct RegisterSupply {
  std::uint32_t registers = 65536;  ///< of an SM
  std::uint32_t pools = 1;          ///< equal parts of these; what is allocated together is in one
  std::uint32_t width = kWarpSize;  ///< threads whose registers are allocated together
  std::uint32_t unit = 256;         ///< in which these get them
  std::uint32_t most = 255;         ///< of a thread
  std::uint32_t reserved = 0;       ///< of a thread, beyond those of its code
  std::uint32_t threads = 1024;     ///< that an SM holds
  ScalarPlace scalars = ScalarPlace::apart;
};

/// Of a block of these extents, 0 if they are not given, 2^31 if they are more: the text may state
/// any numbers.
std::uint32_t block_threads(const std::uint32_t (&extents)[3]);

/// A limit below this many registers is raised to it, as NVIDIA's compiler does.
inline constexpr std::uint32_t kFewestRegisters = 16;

/// Registers of a thread, with what is reserved, that let an SM hold all threads that it can: what
/// is done for speed takes no more. ptxas 11.8 stops at 64 for sm_75 (1,024 threads), at 32 for
/// sm_35, sm_52, sm_61 and sm_70 (2,048).
constexpr std::uint32_t comfortable_registers(const RegisterSupply& supply) {
  const std::uint32_t threads = supply.threads > 0 ? supply.threads : 1;
  const std::uint32_t registers = supply.registers / threads;
  return registers > kFewestRegisters ? registers : kFewestRegisters;
}

/// Of the code of a thread: what is reserved is already taken off. `scalars`: registers that the
/// code has for a warp.
std::uint32_t register_limit(const ptx::Bounds& bounds, const RegisterSupply& supply,
                             std::uint32_t scalars = 0);

}  // namespace heddle::compile
