// What policies that let an SM hold more contexts than it has slots have in common.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/base/parameter.hpp"
#include "heddle/model/resources.hpp"

namespace heddle::policy {

struct SlotRules {
  std::uint32_t warps = 128, blocks = 32;  ///< contexts of an SM
  std::uint32_t slot_bytes = 144;          ///< state of a warp slot
  std::uint32_t bytes_per_cycle = 128;     ///< of contexts, that move

  /// `warps_key`: the study's name for the number of warps.
  void describe(ParameterVisitor& visit, std::string_view warps_key) {
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
  /// Throws Error if the SM has more slots than this many contexts.
  void check(const model::Resources& sm, std::string_view policy,
             std::string_view warps_key) const {
    check_one(warps, sm.warps, policy, warps_key, "sm.warps");
    check_one(blocks, sm.blocks, policy, "max_blocks", "sm.blocks");
  }

 private:
  static void check_one(std::uint64_t contexts, std::uint64_t slots, std::string_view policy,
                        std::string_view key, std::string_view slots_key) {
    if (contexts >= slots) return;
    fail(
        "residency.{}.{} ({}) counts contexts with and without slots, and {} is {}: set it to {} "
        "or more, or lower {}",
        policy, key, contexts, slots_key, slots, slots, slots_key);
  }
};

}  // namespace heddle::policy
