// Virtual memory: the program reserves ranges of addresses, creates memory without addresses, and
// maps the one to the other (cuMemAddressReserve, cuMemCreate, cuMemMap). A reserved range is also
// a range of this process, in which the memory is mapped at the same addresses: so neighbours in
// addresses are neighbours on the host, and a memory that is mapped twice is one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "cudart/memory/memory.hpp"
#include "heddle/exec/image/host_mapping.hpp"

namespace heddle::cudart {

class VirtualMemory {
 public:
  /// The unit of sizes, offsets and addresses in bytes: a page of a GPU.
  static constexpr std::uint64_t kGranularity = exec::MemoryImage::kPageBytes;

  explicit VirtualMemory(Memory& memory) : memory_(memory) {}

  // All functions throw CudaError(cudaErrorInvalidValue) for sizes, offsets and addresses that are
  // no multiples of kGranularity, and for ranges and handles that are none.

  /// Throws CudaError(cudaErrorMemoryAllocation) if there are not enough addresses.
  Addr reserve(std::uint64_t bytes, std::uint64_t alignment);
  /// The range must have no maps.
  void free(Addr address, std::uint64_t bytes);

  /// Returns the handle of new memory of zeros, which counts as allocated device memory. Throws
  /// CudaError(cudaErrorMemoryAllocation) if there is not enough.
  std::uint64_t create(std::uint64_t bytes);
  /// The memory lives on while it is mapped.
  void release(std::uint64_t handle);
  /// A further handle of the memory that is mapped at the address.
  std::uint64_t retain(Addr address);
  std::uint64_t bytes_of(std::uint64_t handle) const { return memory_of(handle)->bytes; }

  /// Maps memory into a reserved range. Kernels and copies reach it after allow().
  void map(Addr address, std::uint64_t bytes, std::uint64_t offset, std::uint64_t handle);
  /// The range must be whole maps.
  void unmap(Addr address, std::uint64_t bytes);
  /// Sets whether the device reaches the maps in the range.
  void allow(Addr address, std::uint64_t bytes, bool reach);
  /// Whether the device reaches the mapped address.
  bool allowed(Addr address) const;

  /// Removes all ranges, maps and memory.
  void clear();

 private:
  struct Physical {
    Physical(Memory& of, std::uint64_t size);
    ~Physical();
    Physical(const Physical&) = delete;
    Physical& operator=(const Physical&) = delete;
    Memory& memory;
    std::uint64_t bytes;
    Addr counted;  ///< an allocation of the same size, by which the memory counts as taken
    int file;      ///< file in memory with the bytes
  };
  struct Map {
    std::uint64_t bytes = 0;
    std::shared_ptr<Physical> physical;
    bool reach = false;
  };
  struct Range {
    exec::HostMapping host;
    std::map<Addr, Map> maps;
    std::map<Addr, std::uint64_t> open;  ///< the runs of maps that the device reaches, with bytes
  };

  const std::shared_ptr<Physical>& memory_of(std::uint64_t handle) const;
  Range& range_with(Addr address, std::uint64_t bytes);
  const Map* map_at(Addr address) const;
  void close_runs(Range& range);
  void open_runs(Range& range);
  /// Calls `action` for each map in the part of the range. Throws CudaError unless the part
  /// consists of whole maps.
  template <typename Action>
  static void for_maps(Range& range, Addr address, std::uint64_t bytes, const Action& action);

  Memory& memory_;
  std::map<Addr, Range> ranges_;
  std::map<std::uint64_t, std::shared_ptr<Physical>> handles_;
  std::uint64_t last_handle_ = 0;
};

}  // namespace heddle::cudart
