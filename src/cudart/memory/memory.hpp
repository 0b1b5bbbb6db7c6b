// The allocations of the program, and the kind of memory at a pointer of the program. The kinds are
// device memory, host memory that the device can reach (pinned, managed or registered), and
// ordinary host memory, which the device cannot reach.
//
// Pinned and managed memory has one address for host and device, and the simulator chooses it.
// Registered memory is the program's own. The device sees it at an address that the simulator
// chooses (exec::HostAddresses), so that device addresses do not change from run to run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "heddle/base/types.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::cudart {

inline constexpr std::uint64_t kPitchAlignment = 512;  ///< bytes, for cudaMallocPitch

enum class MemoryKind : std::uint8_t {
  device,
  managed,
  pinned,
  registered,
  variable,  ///< a managed variable (managed_variables.hpp)
  mapped,    ///< device memory in a range of virtual memory
};

struct MemoryBlock {
  MemoryKind kind = MemoryKind::device;
  Addr device = 0;               ///< first device address
  std::uint8_t* host = nullptr;  ///< first host address; null: the host cannot reach it
  std::uint64_t bytes = 0;
  unsigned flags = 0;  ///< flags that the program gave
};

class Memory {
 public:
  explicit Memory(exec::MemoryImage& image) : image_(image) {}

  exec::MemoryImage& image() const { return image_; }

  // These functions throw CudaError(cudaErrorMemoryAllocation) if there is no room;
  // allocate_device() throws OutOfMemory.
  Addr allocate_device(std::uint64_t bytes);
  void* allocate_host(MemoryKind kind, std::uint64_t bytes, unsigned flags);

  /// Throws CudaError(cudaErrorInvalidValue) unless device or managed memory begins at the address.
  void free_device(Addr address);
  /// Throws CudaError(cudaErrorInvalidValue) unless pinned memory begins at the address.
  void free_pinned(const void* host);

  /// Throws CudaError if part of the memory is registered already, belongs to the simulator, or is
  /// no memory of the process.
  void register_host(void* host, std::uint64_t bytes, unsigned flags);
  void unregister_host(const void* host);
  /// Lets the device reach a managed variable of the program at the host's address, which it
  /// returns. Throws CudaError(cudaErrorMemoryAllocation) if the device cannot have this address. A
  /// second call only returns the address.
  Addr share_variable(void* host, std::uint64_t bytes);

  /// Lets the device reach a range of virtual memory, whose bytes this process has at the same
  /// addresses.
  void open_mapped(Addr address, std::uint64_t bytes);
  void close_mapped(Addr address);

  /// The block that a device address is in.
  std::optional<MemoryBlock> at_device(Addr address) const;
  /// The block that a host address is in: pinned, managed or registered memory, or a shared
  /// variable.
  std::optional<MemoryBlock> at_host(const void* address) const;
  /// The block of at_host, or else the block of at_device.
  std::optional<MemoryBlock> at(const void* pointer) const;

  /// Frees all device and managed memory of the program. Pinned and registered memory stays.
  void free_all_device();

 private:
  exec::MemoryImage& image_;
  /// Key: device address; does not contain the variables of modules.
  std::map<Addr, MemoryBlock> blocks_;
  /// Device addresses of registered memory; key: first host address.
  std::map<Addr, Addr> registered_;
};

}  // namespace heddle::cudart
