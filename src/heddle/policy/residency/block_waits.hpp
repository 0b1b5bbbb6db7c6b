// The waits of the warps of each block on an SM, for policies that move whole blocks. An entity is
// a warp here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/model/mask.hpp"
#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

class BlockWaits {
 public:
  /// The reason why an entity waits. `missed`: the entity waits for data that the L1 does not have.
  enum class Wait : std::uint8_t { none, memory, missed, peers, other };

  /// A block slot. All warps of a block are launched when the block comes.
  struct Block {
    std::uint8_t kernel = 0;
    std::uint32_t warps = 0;               ///< number of warps of the block; 0: the slot is empty
    bool has_slots = false;                ///< the block has slots; set by the policy
    model::EntityMask live = {};           ///< warps of the block that have not ended
    std::array<std::uint32_t, 5> waits{};  ///< number of live warps for each Wait

    std::uint32_t waiting(Wait wait) const { return waits[static_cast<std::size_t>(wait)]; }
  };

  void attach(std::uint32_t blocks, std::uint32_t entities) {
    blocks_.assign(blocks, {});
    waits_.assign(entities, Wait::none);
    block_of_.assign(entities, 0);
  }
  std::vector<Block>& blocks() { return blocks_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  Wait wait_of(unsigned entity) const { return waits_[entity]; }
  std::uint16_t block_of(unsigned entity) const { return block_of_[entity]; }

  void add_block(unsigned block_slot, unsigned kernel, unsigned warps) {
    blocks_[block_slot] = {.kernel = static_cast<std::uint8_t>(kernel), .warps = warps};
  }
  void launch(unsigned entity, unsigned block_slot) {
    block_of_[entity] = static_cast<std::uint16_t>(block_slot);
    waits_[entity] = Wait::none;
    blocks_[block_slot].live.set(entity);
    ++count_of(entity);
  }
  void exit(unsigned entity) {
    --count_of(entity);
    blocks_[block_of_[entity]].live.clear(entity);
  }
  void leave(unsigned block_slot) { blocks_[block_slot] = {}; }
  /// Notes the entity's wait. `counts_all`: any wait for memory counts as `missed`, even if the L1
  /// has the data.
  void wait(unsigned entity, LongWait wait, bool counts_all) {
    change(entity, wait_from(wait, counts_all));
  }
  void miss(unsigned entity) { change(entity, Wait::missed); }

 private:
  static Wait wait_from(LongWait wait, bool counts_all) {
    switch (wait) {
      case LongWait::none:
        return Wait::none;
      case LongWait::memory:
        return counts_all ? Wait::missed : Wait::memory;
      case LongWait::peers:
        return Wait::peers;
      default:
        return Wait::other;
    }
  }
  std::uint32_t& count_of(unsigned entity) {
    return blocks_[block_of_[entity]].waits[static_cast<std::size_t>(waits_[entity])];
  }
  void change(unsigned entity, Wait wait) {
    --count_of(entity);
    waits_[entity] = wait;
    ++count_of(entity);
  }

  std::vector<Block> blocks_;            ///< indexed by block slot
  std::vector<Wait> waits_;              ///< indexed by entity
  std::vector<std::uint16_t> block_of_;  ///< block slot of each entity
};

}  // namespace heddle::policy
