// Addresses that are free, given out from the lowest that fits: how device memory and the device's
// heap are divided.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/types.hpp"

namespace heddle::exec {

class FreeList {
 public:
  FreeList() = default;
  FreeList(Addr begin, std::uint64_t bytes);

  std::uint64_t bytes() const { return bytes_; }  ///< in all
  /// 0: nowhere are so many bytes free in a row.
  Addr take(std::uint64_t bytes);
  /// False: not all of [address, address + bytes) is free.
  bool take_at(Addr address, std::uint64_t bytes);
  /// What was taken, or a part of it; joins its free neighbours.
  void give_back(Addr address, std::uint64_t bytes);

 private:
  std::map<Addr, std::uint64_t> holes_;  ///< begin to bytes; no two touch
  std::uint64_t bytes_ = 0;
};

}  // namespace heddle::exec
