// The free addresses of device memory or of the device heap. A request gets the lowest free range
// (hole) that is large enough.
#pragma once

#include <cstdint>
#include <map>

#include "heddle/base/types.hpp"

namespace heddle::exec {

class FreeList {
 public:
  FreeList() = default;
  FreeList(Addr begin, std::uint64_t bytes);

  std::uint64_t bytes() const { return bytes_; }  ///< free bytes in total
  /// Takes `bytes` from the lowest hole that is large enough, and returns their address. Returns 0
  /// if no hole has this many bytes.
  Addr take(std::uint64_t bytes);
  /// Takes [address, address + bytes). Returns false if a part of this range is not free.
  bool take_at(Addr address, std::uint64_t bytes);
  /// Frees addresses that were taken, all or a part of them. Merges them with free neighbours.
  void give_back(Addr address, std::uint64_t bytes);

 private:
  /// Size of each hole in bytes, by its first address; two holes are never adjacent.
  std::map<Addr, std::uint64_t> holes_;
  std::uint64_t bytes_ = 0;
};

}  // namespace heddle::exec
