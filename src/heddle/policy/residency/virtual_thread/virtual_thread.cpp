// Virtual Thread (Yoon, Kim, Lee, Ro and Annavaram, ISCA 2016), as described for comparison in
// Lin's dissertation ("Architectural Support for Efficient GPU Multiprogramming", NCSU, section
// 3.7.2). If slots limit a kernel, more blocks start and use free registers and shared memory. When
// all warps of a block wait for memory, the block gives its slots to a block without slots that can
// resume. Registers and shared memory stay in place. Only the state of the warp slots
// (reconvergence stacks and scoreboards) moves to shared memory and back.

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/block_waits.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/policy/residency/slot_rules.hpp"

namespace heddle::policy {
namespace {

/// When a block without slots can resume. `all`: none of its warps waits, except at barriers.
/// `any`: at least one of its warps does not wait.
enum class ReadyWhen : std::uint8_t { all, any };
constexpr std::array<std::string_view, 2> kReadyNames = {"all", "any"};

/// The waits for which a block gives up its slots. `miss`: a wait for data that the L1 does not
/// have. `memory`: a wait for any result of cached memory, even if the L1 has the data.
enum class StalledBy : std::uint8_t { miss, memory };
constexpr std::array<std::string_view, 2> kStalledNames = {"miss", "memory"};

struct Rules {
  SlotRules slots = {};
  ReadyWhen ready_when = ReadyWhen::all;
  StalledBy stalled_by = StalledBy::miss;
};

class VirtualThreadPart final : public SmResidency {
 public:
  using Wait = BlockWaits::Wait;

  /// `slots`: slots of the SM.
  VirtualThreadPart(const Rules& rules, const model::Resources& slots)
      : rules_(rules),
        slots_(slots),
        block_slots_left_(slots.blocks),
        warp_slots_left_(slots.warps) {}

  void attach(const model::SmView& view) override {
    SmResidency::attach(view);
    waits_.attach(view.blocks, view.entities);
  }

  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps) override {
    waits_.add_block(block_slot, kernel, warps);
    arrived_.push_back(static_cast<std::uint16_t>(block_slot));
    request_exchange();
  }
  void warp_launched(unsigned entity) override {
    waits_.launch(entity, sm().warps[entity].block_slot);
  }
  void warp_exited(unsigned entity) override {
    waits_.exit(entity);
    request_exchange();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    waits_.wait(entity, wait, rules_.stalled_by == StalledBy::memory);
    if (may_matter(entity)) request_exchange();
  }
  void misses(unsigned entity) override {
    waits_.miss(entity);
    if (may_matter(entity)) request_exchange();
  }

  /// Gives slots only if no other block without slots can resume.
  std::uint32_t begin(unsigned block_slot, std::uint32_t warps, std::uint32_t free) override {
    const bool others = std::ranges::any_of(arrived_, [&](unsigned other) {
      return other != block_slot && is_ready(waits_.blocks()[other]);
    });
    if (others || warps > free || !has_room_for(waits_.blocks()[block_slot])) return 0;
    give_slots(block_slot);
    return warps;
  }
  void block_left(unsigned block_slot) override {
    if (waits_.blocks()[block_slot].has_slots) take_slots(block_slot);
    std::erase(arrived_, block_slot);
    waits_.leave(block_slot);
    request_exchange();
  }

  Exchange exchange(unsigned free) override {
    const auto ready = std::ranges::find_if(
        arrived_, [&](unsigned slot) { return is_ready(waits_.blocks()[slot]); });
    if (ready == arrived_.end()) return {};
    const std::uint16_t comes = *ready;
    const BlockWaits::Block& block = waits_.blocks()[comes];
    if (has_room_for(block)) {
      if (block.live.count() > free) return {};
      give_slots(comes);
      return {.in = block.live, .bytes_in = bytes_of(block)};
    }
    for (const std::uint16_t leaves : arrived_) {
      const BlockWaits::Block& stalled = waits_.blocks()[leaves];
      if (!is_stalled(stalled) || block.live.count() > free + stalled.live.count()) continue;
      if (block.warps > warp_slots_left_ + stalled.warps) continue;
      take_slots(leaves);
      give_slots(comes);
      move_behind(leaves);
      move_behind(comes);
      return {.out = stalled.live,
              .in = block.live,
              .bytes_out = bytes_of(stalled),
              .bytes_in = bytes_of(block)};
    }
    return {};
  }

  std::vector<StorageItem> storage() const override {
    return {{"block status", rules_.slots.blocks, kStatusBits},
            {"warps in slots", slots_.warps, bits_of_number(rules_.slots.warps)}};
  }
  PublishedStorage published_storage() const override {
    return {{{"block status", 32, 7}, {"warps in slots", 64, 7}},
            "Lin's dissertation, section 3.6.8"};
  }

 private:
  static constexpr std::uint64_t kStatusBits = 7;

  bool is_stalled(const BlockWaits::Block& block) const {
    return block.has_slots && block.live.any() && block.waiting(Wait::missed) == live_of(block);
  }
  bool is_ready(const BlockWaits::Block& block) const {
    if (block.has_slots || block.live.none()) return false;
    if (rules_.ready_when == ReadyWhen::any) return block.waiting(Wait::none) != 0;
    return block.waiting(Wait::none) + block.waiting(Wait::peers) == live_of(block) &&
           block.waiting(Wait::none) != 0;
  }
  static std::uint32_t live_of(const BlockWaits::Block& block) {
    std::uint32_t sum = 0;
    for (const std::uint32_t warps : block.waits) sum += warps;
    return sum;
  }
  /// Returns whether a change of the entity's wait may let its block leave or return.
  bool may_matter(unsigned entity) const {
    const BlockWaits::Block& block = waits_.blocks()[waits_.block_of(entity)];
    return is_stalled(block) || is_ready(block);
  }
  bool has_room_for(const BlockWaits::Block& block) const {
    return block_slots_left_ != 0 && block.warps <= warp_slots_left_;
  }
  void give_slots(unsigned block_slot) {
    BlockWaits::Block& block = waits_.blocks()[block_slot];
    block.has_slots = true;
    --block_slots_left_;
    warp_slots_left_ -= block.warps;
  }
  void take_slots(unsigned block_slot) {
    BlockWaits::Block& block = waits_.blocks()[block_slot];
    block.has_slots = false;
    ++block_slots_left_;
    warp_slots_left_ += block.warps;
  }
  std::uint64_t bytes_of(const BlockWaits::Block& block) const {
    return std::uint64_t{block.warps} * rules_.slots.slot_bytes;
  }
  void move_behind(std::uint16_t block_slot) {
    std::erase(arrived_, block_slot);
    arrived_.push_back(block_slot);
  }

  Rules rules_;
  model::Resources slots_;
  std::uint64_t block_slots_left_, warp_slots_left_;
  BlockWaits waits_;
  /// Slots of the blocks on the SM, in the order of their arrival or last exchange.
  std::vector<std::uint16_t> arrived_;
};

class VirtualThread final : public Residency {
 public:
  void describe(ParameterVisitor& visit) override {
    rules_.slots.describe(visit, "max_virtual_warps");
    visit.choice("stalled_by", rules_.stalled_by, kStalledNames,
                 {.doc = "what all warps of a block that leaves wait for: results that the L1 has "
                         "not, or any of memory"});
    visit.choice("ready_when", rules_.ready_when, kReadyNames,
                 {.doc = "how many warps of a block that comes can go on: all but those at "
                         "barriers, or any"});
  }

  ContextLimits limits(const model::Resources& sm, std::uint64_t /*l1_bytes*/) override {
    rules_.slots.check(sm, "virtual_thread", "max_virtual_warps");
    slots_ = sm;
    return rules_.slots.limits();
  }

  /// Admits a block if the slot state of all warps without slots fits into the free shared memory.
  std::uint32_t admit(std::uint32_t /*sm*/, const Room& room,
                      const model::BlockDemand& demand) const override {
    if (admit_whole(room, demand) == 0) return 0;
    const std::uint64_t left = room.free.shared_bytes - demand.shared_bytes;
    return away_beside(room, demand) * rules_.slots.slot_bytes <= left ? demand.warps : 0;
  }

  std::unique_ptr<SmResidency> part(std::uint32_t /*sm*/) const override {
    return std::make_unique<VirtualThreadPart>(rules_, slots_);
  }

 private:
  /// Returns the number of warps without slots once the block has arrived. If the SM has blocks of
  /// several kernels, assumes that `demand.warps` - 1 warp slots stay unused.
  std::uint64_t away_beside(const Room& room, const model::BlockDemand& demand) const {
    if (room.all_warps == room.kernel_warps) {
      const std::uint64_t in_slots = std::min(slots_.blocks, slots_.warps / demand.warps);
      return (std::max(room.all_blocks + 1, in_slots) - in_slots) * demand.warps;
    }
    const std::uint64_t warps = room.all_warps + 2 * std::uint64_t{demand.warps} - 1;
    return std::max(warps, slots_.warps) - slots_.warps;
  }

  Rules rules_;
  model::Resources slots_;
};

const Register<Residency, VirtualThread> registration(
    "virtual_thread", "more blocks than slots: a block that waits for memory gives its slots up",
    "Where slots limit a kernel, more blocks come, into registers and shared memory "
    "that are free. When all warps of a block wait for memory, the state of their "
    "slots moves to shared memory, and a block without slots that can go on takes "
    "them. Registers and shared memory stay where they are.",
    "Yoon, Kim, Lee, Ro and Annavaram, \"Virtual Thread: Maximizing Thread-Level "
    "Parallelism beyond GPU Scheduling Limit\", ISCA 2016");

}  // namespace
}  // namespace heddle::policy
