#include "heddle/exec/image/device_heap.hpp"

#include "heddle/exec/image/memory_image.hpp"

namespace heddle::exec {

bool DeviceHeap::resize(std::uint64_t bytes) {
  if (base_ != 0) return false;
  bytes_ = bytes;
  return true;
}

Addr DeviceHeap::allocate(std::uint64_t bytes) {
  ++calls_;
  if (bytes == 0 || bytes > bytes_) return 0;
  if (base_ == 0) {
    base_ = image_.allocate(bytes_, "device heap");
    if (base_ == 0) return 0;
    free_ = FreeList(base_, bytes_);
  }
  const std::uint64_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  const Addr address = free_.take(size);
  if (address != 0) in_use_.emplace(address, size);
  return address;
}

bool DeviceHeap::free(Addr address) {
  if (address == 0) return true;
  ++calls_;
  const auto block = in_use_.find(address);
  if (block == in_use_.end()) return false;
  free_.give_back(block->first, block->second);
  in_use_.erase(block);
  return true;
}

}  // namespace heddle::exec
