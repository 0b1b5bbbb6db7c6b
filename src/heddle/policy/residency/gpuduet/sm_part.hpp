// GPUDuet on one SM. The part has a list of the warps or blocks that can leave their slots, and a
// list of the absent warps or blocks that can resume. The part exchanges them in the order in which
// they entered the lists.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/residency/block_waits.hpp"
#include "heddle/policy/residency/gpuduet/plan.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/policy/residency/wait_list.hpp"

namespace heddle::policy::gpuduet {

/// The memory of an SM in which contexts can be stored.
struct Memory {
  model::Resources sm;
  std::uint64_t l1_bytes = 0;

  std::uint64_t bytes() const { return sm.registers * 4 + sm.shared_bytes + l1_bytes; }
  Plan plan(const Rules& rules, const model::BlockDemand& demand, bool with_l1) const {
    return plan_of(rules, demand, sm, with_l1 ? l1_bytes : 0);
  }
};

class SmPart final : public SmResidency {
 public:
  using Wait = BlockWaits::Wait;
  using Block = BlockWaits::Block;

  SmPart(const Rules& rules, const Memory& memory) : rules_(rules), memory_(memory) {}

  void attach(const model::SmView& view) override {
    SmResidency::attach(view);
    waits_.attach(view.blocks, view.entities);
  }

  void kernel_bound(unsigned kernel, const model::BlockDemand& demand) override {
    plans_[kernel] = memory_.plan(rules_, demand, false);
    plans_with_l1_[kernel] = memory_.plan(rules_, demand, true);
  }
  void kernel_started(unsigned kernel, const isa::Program&) override {
    is_noted_[kernel] = l1_due_ = false;
    more_come_ = true;
    if (blocks_.empty()) want_l1(false);
    if (rules_.take_l1 == TakeL1::always) take_l1_for(kernel);
  }
  bool hears_last_block() const override { return true; }
  void last_block_dispatched(unsigned /*kernel*/) override {
    more_come_ = false;
    if (blocks_.empty()) want_l1(false);
  }

  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps) override {
    waits_.add_block(block_slot, kernel, warps);
    blocks_.push_back(static_cast<std::uint16_t>(block_slot));
    if (std::exchange(l1_due_, false)) take_l1_for(kernel);
    if (notes() && !std::exchange(is_noted_[kernel], true))
      note(now(), kernel, in_words(plans_[kernel]));
    request_exchange();
  }
  void warp_launched(unsigned entity) override;
  void warp_exited(unsigned entity) override {
    waits_.exit(entity);
    in_slots_.clear(entity);
    stalled_.keep(static_cast<std::uint16_t>(entity), false);
    update_block_lists(waits_.block_of(entity));
    request_exchange();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    waits_.wait(entity, wait, false);
    update_lists(entity);
  }
  void misses(unsigned entity) override {
    waits_.miss(entity);
    update_lists(entity);
  }

  /// Gives slots only if no absent warp or block can resume.
  std::uint32_t begin(unsigned block_slot, std::uint32_t warps, std::uint32_t free) override;
  void block_left(unsigned block_slot) override {
    std::erase(blocks_, block_slot);
    waits_.leave(block_slot);
    update_block_lists(block_slot);
    if (blocks_.empty() && !more_come_) want_l1(false);
    request_exchange();
  }

  /// Takes the L1 for contexts of the kernel that runs alone. If this SM has no block of the
  /// kernel, takes the L1 when the next block arrives.
  void directive_arrived(Directive /*directive*/, std::optional<unsigned> kernel) override {
    kernel ? take_l1_for(*kernel) : void(l1_due_ = true);
  }
  void l1_taken() override;

  Exchange exchange(unsigned free) override {
    const Exchange blocks = exchange_blocks(free);
    return blocks.in.any() || blocks.out.any() ? blocks : exchange_warps(free);
  }

  std::vector<StorageItem> storage() const override;
  PublishedStorage published_storage() const override;

 private:
  const Plan& plan_of(unsigned block_slot) const {
    return plans_[waits_.blocks()[block_slot].kernel];
  }
  Level level_of(unsigned block_slot) const { return plan_of(block_slot).level; }
  void take_l1_for(unsigned kernel);

  /// Updates the two lists for the entity, or for its block: the list of warps or blocks that can
  /// leave, and the list of warps or blocks that can return.
  void update_lists(unsigned entity);
  void update_warp_lists(std::uint16_t entity);
  void update_block_lists(unsigned block_slot);

  // The following functions are for Level::warp.
  std::uint32_t room_for_warps(unsigned block_slot) const;
  Exchange exchange_warps(unsigned free);
  bool may_leave_alone(std::uint16_t entity) const {
    const Plan& plan = plan_of(waits_.block_of(entity));
    return rules_.leaves_alone && away_.any() && away_.count() < plan.absent;
  }
  Exchange exchange_of(std::optional<std::uint16_t> out, std::optional<std::uint16_t> in);

  // The following functions are for Level::block.
  bool is_stalled(const Block& block) const {
    return block.has_slots && block.live.any() && block.waiting(Wait::missed) != 0 &&
           block.waiting(Wait::missed) + block.waiting(Wait::peers) == block.live.count();
  }
  bool is_ready(const Block& block) const {
    return !block.has_slots && block.waiting(Wait::none) != 0 &&
           block.waiting(Wait::none) + block.waiting(Wait::peers) == block.live.count();
  }
  /// Returns the number of the kernel's blocks that have slots (`with_slots`), or that have none.
  std::uint32_t blocks_of(unsigned kernel, bool with_slots) const;
  Exchange exchange_blocks(unsigned free);
  bool may_leave_alone(const Block& block) const {
    const std::uint32_t absent = blocks_of(block.kernel, false);
    return rules_.leaves_alone && absent != 0 && absent < plans_[block.kernel].absent;
  }
  Exchange exchange_of(Block* out, Block* in);

  Rules rules_;
  Memory memory_;
  std::array<Plan, model::kKernelSlots> plans_, plans_with_l1_;
  unsigned l1_kernel_ = 0;  ///< slot of the kernel for which the L1 is taken
  bool l1_due_ = false;     ///< the L1 will be taken for the next block
  bool more_come_ = false;  ///< a kernel has started, and its last block has not arrived yet
  /// By kernel slot: a note about the plan has been sent.
  std::array<bool, model::kKernelSlots> is_noted_{};
  BlockWaits waits_;
  std::vector<std::uint16_t> blocks_;  ///< block slots of the blocks on the SM
  WaitList stalled_, ready_;  ///< warps that can leave their slots, and warps that can return to a
                              ///< slot
  WaitList stalled_blocks_, ready_blocks_;  ///< blocks that can leave their slots, and blocks that
                                            ///< can return to slots
  model::EntityMask in_slots_, away_;       ///< live warps with slots, and live warps without
  model::EntityMask fresh_;                 ///< warps that have never had a slot
  std::uint32_t beginning_ = 0;  ///< number of warps of the newest block that will get slots at
                                 ///< their launch
};

}  // namespace heddle::policy::gpuduet
