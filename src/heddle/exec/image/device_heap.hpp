// The heap of malloc and free in kernels. The heap takes one piece of device memory at the first
// use. The heap divides this piece in the same way in every run.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/types.hpp"
#include "heddle/exec/image/free_list.hpp"

namespace heddle::exec {

class MemoryImage;

class DeviceHeap {
 public:
  static constexpr std::uint64_t kAlignment = 16;  ///< alignment of allocations in bytes

  /// `bytes` is the heap's size (cudaLimitMallocHeapSize).
  DeviceHeap(MemoryImage& image, std::uint64_t bytes) : image_(image), bytes_(bytes) {}

  std::uint64_t bytes() const { return bytes_; }
  /// Returns false if the heap is already in use.
  bool resize(std::uint64_t bytes);
  /// Returns the lowest free address with `bytes` free bytes, or 0 if there is none.
  Addr allocate(std::uint64_t bytes);
  /// Returns false if no allocation begins at `address`. Freeing address 0 does nothing.
  bool free(Addr address);
  std::uint64_t calls() const { return calls_; }  ///< number of calls of allocate and free

 private:
  MemoryImage& image_;
  std::uint64_t bytes_;
  Addr base_ = 0;  ///< 0: the heap has not taken its memory yet
  std::uint64_t calls_ = 0;
  FreeList free_;
  /// Size in bytes of each allocation, by its first address.
  std::map<Addr, std::uint64_t> in_use_;
};

}  // namespace heddle::exec
