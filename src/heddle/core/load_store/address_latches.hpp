// The addresses that lanes have generated, for lanes that execute one instruction after the other.
// Each lane has a latch for one access. The lane fills its latch and stays occupied until the
// load-store unit takes the access. The unit takes one access per cycle, from the lanes in turn.
// Source: Lucas et al. 2015, section 3.4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

class AddressLatches {
 public:
  struct Latched {
    std::uint32_t id = 0;     ///< id of the access
    std::uint16_t group = 0;  ///< lane group
  };

  /// There are `groups` lane groups with `lanes` lanes each.
  AddressLatches(unsigned groups, unsigned lanes) : lanes_(lanes), latches_(groups * lanes) {}

  /// Puts the access into a free latch of the group. `ready`: when its last address is known.
  void fill(std::uint32_t id, std::uint16_t group, Cycle ready);
  /// Takes the next ready access, from the lanes in turn. Empty: no access is ready.
  std::optional<Latched> take(Cycle now);
  /// Returns when the first access is ready; kNever: there is no access.
  Cycle next() const;

 private:
  struct Latch {
    bool full = false;
    std::uint32_t id = 0;
    Cycle ready = 0;
  };

  unsigned lanes_;
  std::vector<Latch> latches_;  ///< by lane group and lane
  unsigned first_ = 0;          ///< the latch that is examined first
  unsigned full_ = 0;           ///< number of full latches
};

}  // namespace heddle::core
