// What policies that let an SM hold more contexts than it has slots have in common.
#pragma once

#include <cstdint>

#include "heddle/base/parameter.hpp"

namespace heddle::policy {

struct SlotRules {
  std::uint32_t warps = 128, blocks = 32;  ///< contexts of an SM
  std::uint32_t slot_bytes = 144;          ///< state of a warp slot
  std::uint32_t bytes_per_cycle = 128;     ///< of contexts, that move

  /// `warps_key`: the study's name for the number of warps.
  void describe(ParameterVisitor& visit, const char* warps_key) {
    visit(
        warps_key, warps,
        {.unit = "warps", .minimum = 1, .maximum = 256, .doc = "of an SM, with and without slots"});
    visit("max_blocks", blocks,
          {.unit = "blocks", .minimum = 1, .maximum = 256, .doc = "likewise"});
    visit("slot_state_bytes", slot_bytes,
          {.unit = "B", .minimum = 1, .maximum = 4096, .doc = "of a warp slot, that move"});
    visit("switch_bytes", bytes_per_cycle,
          {.unit = "B/cycle", .minimum = 1, .maximum = 65536, .doc = "that move in a cycle"});
  }
};

}  // namespace heddle::policy
