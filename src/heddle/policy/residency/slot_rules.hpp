// Parameters that are common to policies with more contexts than slots on an SM.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/base/parameter.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/residency/exchange.hpp"

namespace heddle::policy {

/// How contexts are exchanged. Lin's dissertation, section 3.6.7: a move takes "State/BW". State is
/// "the total size of the architectural states which are going to be spilled or restored". BW is
/// the bandwidth of the on-chip memory, whose hardware does not change (section 3.6.6). `in_turn`:
/// one "read/write port" (section 3.7.4) moves first one context and then the other. `at_once`:
/// with one port for each direction, both contexts move at the same time.
enum class Swap : std::uint8_t { in_turn, at_once };
inline constexpr std::array<std::string_view, 2> kSwapNames = {"in_turn", "at_once"};

struct SlotRules {
  std::uint32_t warps = 128, blocks = 32;  ///< maximum warp and block contexts of an SM
  std::uint32_t slot_bytes = 144;          ///< bytes of state of a warp slot
  std::uint32_t bytes_per_cycle = 128;     ///< bytes of contexts that move in a cycle
  Swap swap = Swap::in_turn;

  /// Declares the parameters. `warps_key`: the name of the parameter for the number of warps, as in
  /// the study.
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
    visit.choice("swap", swap, kSwapNames,
                 {.doc = "a context that leaves and one that comes move one after the other, or at "
                         "the same time, each at switch_bytes a cycle"});
  }
  ContextLimits limits() const {
    return {.warps = warps,
            .blocks = blocks,
            .bytes_per_cycle = bytes_per_cycle,
            .both_ways = swap == Swap::at_once};
  }
  /// Throws Error if the SM has more slots than the rules have contexts.
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
