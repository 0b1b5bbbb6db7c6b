// The addresses that lanes have generated, where lanes execute one instruction after the other.
// Each lane has a latch for one access: the lane fills the latch, and keeps it until the load-store
// unit takes the access. The unit takes one access a cycle, from the lanes in turn (Lucas et al.
// 2015, section 3.4).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

class AddressLatches {
 public:
  struct Latched {
    std::uint32_t id = 0;     ///< of the access
    std::uint16_t group = 0;  ///< lane group
  };

  /// `lanes` of each of `groups` lane groups.
  AddressLatches(unsigned groups, unsigned lanes) : lanes_(lanes), latches_(groups * lanes) {}

  /// A free latch of the group gets the access, whose last address is there at `ready`.
  void fill(std::uint32_t id, std::uint16_t group, Cycle ready);
  /// The access whose turn it is; nothing: none is ready.
  std::optional<Latched> take(Cycle now);
  /// When the first access is ready; kNever: there is none.
  Cycle next() const;

 private:
  struct Latch {
    bool full = false;
    std::uint32_t id = 0;
    Cycle ready = 0;
  };

  unsigned lanes_;
  std::vector<Latch> latches_;  ///< by lane group and lane
  unsigned first_ = 0;          ///< the latch looked at first
  unsigned full_ = 0;           ///< latches
};

}  // namespace heddle::core
