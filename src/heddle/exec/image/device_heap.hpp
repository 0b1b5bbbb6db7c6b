// The heap that device code allocates from (malloc and free in kernels): a piece of device memory
// taken at first use, divided by the same rule in every run.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/types.hpp"
#include "heddle/exec/image/free_list.hpp"

namespace heddle::exec {

class MemoryImage;

class DeviceHeap {
 public:
  static constexpr std::uint64_t kAlignment = 16;  ///< bytes, of what `allocate` returns

  /// `bytes` is the heap's size (cudaLimitMallocHeapSize).
  DeviceHeap(MemoryImage& image, std::uint64_t bytes) : image_(image), bytes_(bytes) {}

  std::uint64_t bytes() const { return bytes_; }
  /// False: it is in use already.
  bool resize(std::uint64_t bytes);
  /// The lowest free place that fits; 0: there is none.
  Addr allocate(std::uint64_t bytes);
  /// False: nothing was allocated at `address`. Freeing 0 does nothing.
  bool free(Addr address);
  std::uint64_t calls() const { return calls_; }  ///< that asked for memory or freed some

 private:
  MemoryImage& image_;
  std::uint64_t bytes_;
  Addr base_ = 0;  ///< 0: not yet taken
  std::uint64_t calls_ = 0;
  FreeList free_;
  std::map<Addr, std::uint64_t> in_use_;  ///< begin to bytes
};

}  // namespace heddle::exec
