// Maps an address to the L2 slice that serves it, and to an address within this slice. Consecutive
// chunks of `interleave_bytes` go to consecutive slices, in rounds over all slices. With hashing,
// upper address bits shift the slice at which each round starts, so that power-of-two strides
// spread over all slices.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/memory/specs.hpp"

namespace heddle::memory {

class AddressMap {
 public:
  explicit AddressMap(const MemorySpec& spec)
      : slices_(spec.slices()),
        slices_per_channel_(spec.l2.slices_per_channel),
        chunk_bytes_(spec.l2.interleave_bytes),
        hash_(spec.l2.address_hash) {}

  std::uint32_t slice(Addr address) const {
    const std::uint64_t chunk = address / chunk_bytes_;
    const std::uint64_t turn = chunk / slices_;
    const std::uint64_t shift = hash_ ? turn ^ (turn >> 4) ^ (turn >> 9) ^ (turn >> 15) : 0;
    return static_cast<std::uint32_t>((chunk + shift) % slices_);
  }

  /// Returns the address within the slice. The chunks of one slice get consecutive addresses,
  /// without gaps.
  Addr local(Addr address) const {
    const std::uint64_t chunk = address / chunk_bytes_;
    return chunk / slices_ * chunk_bytes_ + address % chunk_bytes_;
  }

  /// Returns the address within the channel. Consecutive addresses hold one chunk of each slice of
  /// the channel in turn, without gaps.
  Addr channel_address(Addr address) const {
    const std::uint64_t turn = address / chunk_bytes_ / slices_;
    return (turn * slices_per_channel_ + slice(address) % slices_per_channel_) * chunk_bytes_ +
           address % chunk_bytes_;
  }

 private:
  std::uint32_t slices_;
  std::uint32_t slices_per_channel_;
  std::uint32_t chunk_bytes_;
  bool hash_;
};

}  // namespace heddle::memory
