// What the program has allocated, and what a pointer of its is: device memory, host memory that the
// device reaches (pinned, managed, registered), or ordinary host memory that it does not.
//
// Pinned and managed memory lies at addresses that the simulator chooses, the same for host and
// device. Registered memory is the program's own; the device sees it at an address of the
// simulator's (exec::HostAddresses), so that device addresses do not change from run to run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "heddle/base/types.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::cudart {

inline constexpr std::uint64_t kPitchAlignment = 512;  ///< of cudaMallocPitch, bytes

enum class MemoryKind : std::uint8_t {
  device,
  managed,
  pinned,
  registered,
  variable,  ///< a managed one that lies in the program's memory
};

struct MemoryBlock {
  MemoryKind kind = MemoryKind::device;
  Addr device = 0;               ///< first device address
  std::uint8_t* host = nullptr;  ///< first host address; null: the host cannot reach it
  std::uint64_t bytes = 0;
  unsigned flags = 0;  ///< as the program gave them
};

class Memory {
 public:
  explicit Memory(exec::MemoryImage& image) : image_(image) {}

  exec::MemoryImage& image() const { return image_; }

  // Each throws CudaError(cudaErrorMemoryAllocation) where there is no room.
  Addr allocate_device(std::uint64_t bytes);
  void* allocate_host(MemoryKind kind, std::uint64_t bytes, unsigned flags);

  /// Throws CudaError(cudaErrorInvalidValue): not the start of an allocation of device or managed
  /// memory.
  void free_device(Addr address);
  /// Likewise, of pinned memory.
  void free_pinned(const void* host);

  /// Throws CudaError where part of it is registered already, is the simulator's, or is no memory
  /// of the process.
  void register_host(void* host, std::uint64_t bytes, unsigned flags);
  void unregister_host(const void* host);
  /// Lets the device reach a managed variable of the program, by the address that is given back and
  /// by the host's own. Throws as register_host does; nothing is done again.
  Addr share_variable(void* host, std::uint64_t bytes);

  /// The block that a device address is in.
  std::optional<MemoryBlock> at_device(Addr address) const;
  /// The block that a host address is in: pinned, managed or registered.
  std::optional<MemoryBlock> at_host(const void* address) const;
  /// Whichever of the two knows the pointer, host first.
  std::optional<MemoryBlock> at(const void* pointer) const;

  /// Frees all that the program allocated on the device; pinned and registered memory stays.
  void free_all_device();

 private:
  /// All of `block` but its device address is given.
  Addr reach_host(MemoryBlock block);

  exec::MemoryImage& image_;
  std::map<Addr, MemoryBlock> blocks_;  ///< by device address, variables of modules excluded
  std::map<Addr, Addr> registered_;     ///< first host address to device address
};

}  // namespace heddle::cudart
