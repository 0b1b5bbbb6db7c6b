// The simulated machine in the terms of the CUDA runtime. Properties, attributes and launch checks
// are made from this description. Limits of the instruction set are the same on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::cudart {

inline constexpr std::uint32_t kMaxBlockThreads = 1024;
inline constexpr std::uint32_t kMaxBlockX = 1024, kMaxBlockY = 1024, kMaxBlockZ = 64;
inline constexpr std::uint32_t kMaxGridX = 0x7FFFFFFF, kMaxGridY = 65535, kMaxGridZ = 65535;
inline constexpr std::uint32_t kMaxParameterBytes = 4096;

struct DeviceDescription {
  std::string name;
  std::uint32_t capability = 75;  ///< compute capability, 75 for 7.5
  std::uint32_t sm_count = 0;
  std::uint32_t core_khz = 0, memory_khz = 0;
  std::uint32_t memory_bus_bits = 0;
  std::uint64_t memory_bytes = 0;
  std::uint32_t l2_bytes = 0;
  std::uint32_t registers_per_sm = 0;  ///< number of 32-bit registers
  std::uint32_t register_unit = 32;    ///< a warp gets a multiple of this many registers
  std::uint32_t block_threads = kMaxBlockThreads;  ///< greatest number of threads in a block
  std::uint32_t registers_per_thread = 255;
  std::uint32_t threads_per_sm = 0;
  std::uint32_t warps_per_sm = 64;
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t shared_per_sm = 0;     ///< bytes
  std::uint32_t shared_per_block = 0;  ///< bytes that a block may use without opt-in
  std::uint32_t shared_per_block_optin = 0;
  std::uint32_t l1_beside_shared = 0;  ///< bytes of the L1 where shared memory has shared_per_sm
  bool has_cache_preference = false;   ///< kernels choose the sizes of the L1 and shared memory
};

}  // namespace heddle::cudart
