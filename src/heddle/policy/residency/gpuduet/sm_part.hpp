// GPUDuet on one SM: which warps or blocks wait, which can go on, and who takes whose place, each
// first come, first served.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/residency/block_waits.hpp"
#include "heddle/policy/residency/gpuduet/plan.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy::gpuduet {

/// The memory of an SM in which contexts may lie.
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
    is_noted_[kernel] = false;
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
    waits_.come(block_slot, kernel, warps);
    blocks_.push_back(static_cast<std::uint16_t>(block_slot));
    if (notes() && !std::exchange(is_noted_[kernel], true))
      note(now(), kernel, in_words(plans_[kernel]));
    look_again();
  }
  /// The block's first warps have slots as begin() said.
  void warp_launched(unsigned entity) override {
    const std::uint32_t block_slot = sm().warps[entity].block_slot;
    waits_.launch(entity, block_slot);
    if (beginning_ != 0) {
      --beginning_;
      in_slots_.set(entity);
      fresh_.clear(entity);
    } else {
      fresh_.set(entity);
      away_.set(entity);
      if (level_of(block_slot) == Level::warp) ready_.push_back(static_cast<std::uint16_t>(entity));
    }
  }
  void warp_exited(unsigned entity) override {
    waits_.exit(entity);
    in_slots_.clear(entity);
    std::erase(stalled_, entity);
    look_again();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    waits_.wait(entity, wait, false);
    sort(entity);
  }
  void misses(unsigned entity) override {
    waits_.miss(entity);
    sort(entity);
  }

  /// Those that can go on and have no slots come first.
  std::uint32_t begin(unsigned block_slot, std::uint32_t warps, std::uint32_t free) override {
    Block& block = waits_.blocks()[block_slot];
    beginning_ = 0;
    if (level_of(block_slot) == Level::block) {
      if (first_ready_block() == nullptr && blocks_in_slots() < plan_of(block_slot).native &&
          warps <= free) {
        block.has_slots = true;
        beginning_ = warps;
      }
    } else if (ready_.empty()) {
      beginning_ = std::min({warps, free, room_for_warps(block_slot)});
    }
    return beginning_;
  }
  void block_left(unsigned block_slot) override {
    std::erase(blocks_, block_slot);
    waits_.leave(block_slot);
    if (blocks_.empty() && !more_come_) want_l1(false);
    look_again();
  }

  /// The kernel that is here alone gets contexts in the L1.
  void direct(Directive /*directive*/, std::optional<unsigned> kernel) override {
    if (kernel) take_l1_for(*kernel);
  }
  void l1_taken() override {
    plans_[l1_kernel_] = plans_with_l1_[l1_kernel_];
    if (notes() && !blocks_.empty()) note(now(), l1_kernel_, "contexts have the L1");
    look_again();
  }

  Exchange exchange(unsigned free) override {
    Exchange blocks = exchange_blocks(free);
    return blocks.in.any() ? blocks : exchange_warps(free);
  }

  /// Table 3.4 of the study.
  std::vector<StorageItem> storage() const override {
    const std::uint64_t units = memory_.bytes() / 128;
    const std::uint64_t address = bits_of_number(units);
    return {{"allocation bitmap", units, 1},
            {"warp contexts", rules_.slots.warps, 1 + 2 + 2 * address},
            {"block contexts", rules_.slots.blocks, 1 + kMostBlockWarps + address},
            {"stalled and ready warps", 2 * 16, bits_of_number(rules_.slots.warps)},
            {"stalled and ready blocks", 2 * 8, bits_of_number(rules_.slots.blocks)}};
  }
  PublishedStorage published_storage() const override {
    return {{{"allocation bitmap", 3072, 1},
             {"warp contexts", 128, 27},
             {"block contexts", 32, 45},
             {"stalled and ready warps", 32, 7},
             {"stalled and ready blocks", 16, 5}},
            "Lin's dissertation, Table 3.4"};
  }

 private:
  static constexpr std::uint64_t kMostBlockWarps = 32;  ///< of 1024 threads, CUDA's limit

  const Plan& plan_of(unsigned block_slot) const {
    return plans_[waits_.blocks()[block_slot].kernel];
  }
  Level level_of(unsigned block_slot) const { return plan_of(block_slot).level; }

  void take_l1_for(unsigned kernel) {
    if (plans_with_l1_[kernel].extra <= plans_[kernel].extra) return;
    l1_kernel_ = kernel;
    want_l1(true);
  }

  // Warps.
  /// Puts the entity into the list of those that can leave, or of those that can come, or takes it
  /// out.
  void sort(unsigned index) {
    const auto entity = static_cast<std::uint16_t>(index);
    const Wait wait = waits_.wait_of(entity);
    const std::uint16_t block = waits_.block_of(entity);
    if (level_of(block) == Level::block) {
      if (is_stalled(waits_.blocks()[block]) || is_ready(waits_.blocks()[block])) look_again();
      return;
    }
    const bool stalled = wait == Wait::missed || wait == Wait::peers;
    keep(stalled_, entity, stalled && in_slots_.test(entity));
    keep(ready_, entity, wait == Wait::none && away_.test(entity));
    look_again();
  }
  static void keep(std::vector<std::uint16_t>& list, std::uint16_t entity, bool in) {
    const bool is_in = std::ranges::find(list, entity) != list.end();
    if (is_in && !in) std::erase(list, entity);
    if (in && !is_in) list.push_back(entity);
  }
  /// How many more warps of the block's kernel may run. Contexts of the others lie in what its
  /// native blocks leave.
  std::uint32_t room_for_warps(unsigned block_slot) const {
    const Block& block = waits_.blocks()[block_slot];
    const Plan& plan = plan_of(block_slot);
    if (plan.level == Level::off) return block.warps;
    const std::uint32_t most = plan.native * block.warps;
    return most - std::min(most, in_slots_.count());
  }

  Exchange exchange_warps(unsigned free) {
    const bool comes = !ready_.empty();
    const std::uint16_t in = comes ? ready_.front() : std::uint16_t{0};
    if (comes && free != 0 && room_for_warps(waits_.block_of(in)) != 0) return exchange_of({}, in);
    if (stalled_.empty()) return {};
    const std::uint16_t out = stalled_.front();
    if (comes) return exchange_of(out, in);
    return may_leave_alone(out) ? exchange_of(out, {}) : Exchange{};
  }
  bool may_leave_alone(std::uint16_t entity) const {
    const Plan& plan = plan_of(waits_.block_of(entity));
    return rules_.leaves_alone && away_.any() && away_.count() < plan.absent;
  }
  Exchange exchange_of(std::optional<std::uint16_t> out, std::optional<std::uint16_t> in) {
    Exchange exchange;
    if (out) {
      exchange.out.set(*out);
      exchange.bytes_out = plan_of(waits_.block_of(*out)).bytes;
      in_slots_.clear(*out);
      away_.set(*out);
      std::erase(stalled_, *out);
    }
    if (in) {
      exchange.in.set(*in);
      exchange.bytes_in = bytes_in(plan_of(waits_.block_of(*in)), fresh_.test(*in));
      fresh_.clear(*in);
      away_.clear(*in);
      in_slots_.set(*in);
      std::erase(ready_, *in);
    }
    look_again();
    return exchange;
  }
  static std::uint64_t bytes_in(const Plan& plan, bool fresh) {
    return fresh ? plan.fresh_bytes : plan.bytes;
  }

  // Blocks.
  bool is_stalled(const Block& block) const {
    return block.has_slots && block.live.any() && block.waiting(Wait::missed) != 0 &&
           block.waiting(Wait::missed) + block.waiting(Wait::peers) == block.live.count();
  }
  bool is_ready(const Block& block) const {
    return !block.has_slots && block.waiting(Wait::none) != 0 &&
           block.waiting(Wait::none) + block.waiting(Wait::peers) == block.live.count();
  }
  Block* first_block(bool ready) {
    for (const std::uint16_t slot : blocks_) {
      Block& block = waits_.blocks()[slot];
      if (level_of(slot) == Level::block && (ready ? is_ready(block) : is_stalled(block)))
        return &block;
    }
    return nullptr;
  }
  Block* first_ready_block() { return first_block(true); }
  std::uint32_t blocks_in_slots() const {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        blocks_, [&](std::uint16_t slot) { return waits_.blocks()[slot].has_slots; }));
  }

  Exchange exchange_blocks(unsigned free) {
    Block* const in = first_ready_block();
    if (in == nullptr) return {};
    const Plan& plan = plans_[in->kernel];
    Block* out = nullptr;
    if (blocks_in_slots() >= plan.native || in->live.count() > free) {
      out = first_block(false);
      if (out == nullptr || in->live.count() > free + out->live.count()) return {};
    }
    Exchange exchange{.in = in->live, .bytes_in = bytes_in(plan, fresh_.intersects(in->live))};
    fresh_.remove(in->live);
    away_.remove(in->live);
    in->has_slots = true;
    if (out != nullptr) {
      exchange.out = out->live;
      exchange.bytes_out = plans_[out->kernel].bytes;
      away_ = away_ | out->live;
      out->has_slots = false;
      move_behind(*out);
    }
    move_behind(*in);
    look_again();
    return exchange;
  }
  void move_behind(const Block& block) {
    const auto slot = static_cast<std::uint16_t>(&block - waits_.blocks().data());
    std::erase(blocks_, slot);
    blocks_.push_back(slot);
  }

  Rules rules_;
  Memory memory_;
  std::array<Plan, model::kKernelSlots> plans_, plans_with_l1_;
  unsigned l1_kernel_ = 0;  ///< slot of the kernel for which the L1 is taken
  bool more_come_ = false;  ///< blocks of a kernel that has started
  std::array<bool, model::kKernelSlots> is_noted_{};  ///< the plan
  BlockWaits waits_;
  std::vector<std::uint16_t> blocks_;           ///< by when they came, or moved last
  std::vector<std::uint16_t> stalled_, ready_;  ///< warps, by when they became so
  model::EntityMask in_slots_, away_;           ///< that have not ended
  model::EntityMask fresh_;                     ///< that have never had a slot
  std::uint32_t beginning_ = 0;  ///< warps of the block that has come last, that have slots
};

}  // namespace heddle::policy::gpuduet
