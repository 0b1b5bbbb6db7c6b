// Two-level scheduling by fetch groups (Narasiman et al., MICRO 2011). The contexts of a slot are
// divided into groups of fixed size. One group issues until it is stalled, and then the next group
// issues. The warp within the group and the next group are chosen by round robin or by age. Each
// group remembers its last issued warp, and continues from that warp at its next turn. The study
// uses size 8 with round robin for both choices. In Rogers' dissertation, chapter 3, group size 2
// with age for both choices is the best variant (2LVL-GTO).

#include <array>
#include <string_view>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/order.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

enum class GroupStall : std::uint8_t { any, long_wait };
constexpr std::array<std::string_view, 2> kStallNames = {"any", "long_wait"};

class FetchGroups final : public WarpScheduler, private SelectiveScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("size", size_,
          {.unit = "warps",
           .minimum = 1,
           .maximum = 64,
           .doc = "contexts of a slot that make a fetch group"});
    visit.choice("within", within_, kOrderNames,
                 {.doc = "which warp of the group: round robin, or greedy then oldest"});
    visit.choice("between", between_, kOrderNames,
                 {.doc = "which group is next: round robin, or the one with the oldest warp"});
    visit.choice("stall", stall_, kStallNames,
                 {.doc = "when another group's turn comes: when none of the group can issue, or "
                         "when all of it wait long (memory, a fence, a barrier)"});
  }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    slots_.assign(view.slots, {});
    group_of_.assign(view.entities, 0);
    for (unsigned slot = 0; slot < view.slots; ++slot) divide(slot);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    Slot& state = slots_[slot];
    if (!candidates.intersects(state.groups[state.group].members)) {
      if (goes_on(state.groups[state.group])) return model::kNoEntity;
      state.group =
          between_ == Order::lrr ? next_group(state, candidates) : oldest_group(state, candidates);
    }
    const Group& group = state.groups[state.group];
    const model::EntityMask in_group = candidates & group.members;
    if (within_ == Order::gto)
      return group.greedy && in_group.test(group.last) ? group.last : oldest(in_group);
    const unsigned entity = in_group.first_from(group.last + 1);
    return entity == model::kNoEntity ? in_group.first() : entity;
  }

  void issued(unsigned slot, unsigned entity) override {
    Group& group = slots_[slot].groups[group_of_[entity]];
    group.last = entity;
    group.greedy = true;
  }
  /// The policy cannot serve an SM with more warps than slots, because a group consists of warps
  /// that keep their issue slots.
  bool serves_away() const override { return false; }
  void warp_launched(unsigned entity) override {
    live_.set(entity);
    waits_.clear(entity);
  }
  void warp_exited(unsigned entity) override {
    live_.clear(entity);
    Group& group = slots_[sm().slot_of(entity)].groups[group_of_[entity]];
    if (group.last == entity) group.greedy = false;
  }
  bool hears_waits() const override { return stall_ == GroupStall::long_wait; }
  void waits(unsigned entity, LongWait wait) override {
    waits_.assign(entity, wait != LongWait::none);
  }

  /// If a slot is idle because only its current group may issue, the stall reason comes from the
  /// waits of this group.
  SelectiveScheduler* selective() override {
    return stall_ == GroupStall::long_wait ? this : nullptr;
  }
  Look look(unsigned slot, Cycle /*from*/, Cycle until) override {
    return looks_at(slots_[slot], until);
  }
  std::vector<Look> looks(unsigned slot, Cycle /*from*/, Cycle until) const override {
    return {looks_at(slots_[slot], until)};
  }

  std::vector<StorageItem> storage() const override {
    const std::uint64_t groups = slots_[0].groups.size();
    return {{"group that issues", sm().slots, bits_of_number(groups)},
            {"last issued warp of a group", sm().slots * groups,
             bits_of_number(slots_[0].groups[0].members.count())}};
  }

 private:
  struct Group {
    model::EntityMask members;
    unsigned last = model::kNoEntity;  ///< member that issued last
    bool greedy = false;  ///< the warp `last` has not ended, and issues again if it can
  };
  struct Slot {
    std::vector<Group> groups;
    model::EntityMask members;  ///< entities of all groups together
    unsigned group = 0;         ///< number of the group that issues
  };

  /// Divides the slot's entities into groups of `size_` warps, in order. Parts of a warp that share
  /// a slot are in one group.
  void divide(unsigned slot) {
    Slot& state = slots_[slot];
    unsigned warps = 0, last_warp = model::kNoEntity;
    for (unsigned entity = 0; entity < sm().entities; ++entity) {
      if (sm().slot_of(entity) != slot) continue;
      const unsigned warp = sm().names.warp_of(entity);
      warps += warp != last_warp ? 1 : 0;
      last_warp = warp;
      const unsigned group = (warps - 1) / size_;
      if (state.groups.size() == group) state.groups.emplace_back();
      state.groups[group].members.set(entity);
      state.members.set(entity);
      group_of_[entity] = group;
    }
  }

  /// Returns whether the group stays the current one although none of its members can issue,
  /// because a member will issue soon.
  bool goes_on(const Group& group) const {
    if (stall_ == GroupStall::any) return false;
    return (live_ & group.members).without(waits_ | *sm().gated).any();
  }
  Look looks_at(const Slot& slot, Cycle until) const {
    const Group& group = slot.groups[slot.group];
    return {.entities = goes_on(group) ? group.members : slot.members, .until = until};
  }

  /// Returns the first group after the current group, in circular order, that has a candidate.
  static unsigned next_group(const Slot& slot, const model::EntityMask& candidates) {
    const auto groups = static_cast<unsigned>(slot.groups.size());
    unsigned group = slot.group;
    do {
      group = group + 1 == groups ? 0 : group + 1;
    } while (!candidates.intersects(slot.groups[group].members));
    return group;
  }

  /// Returns the group with the oldest warp, among groups that have a candidate. The oldest warp
  /// need not be a candidate.
  unsigned oldest_group(const Slot& slot, const model::EntityMask& candidates) const {
    model::EntityMask members;
    for (const Group& group : slot.groups)
      if (candidates.intersects(group.members)) members |= group.members;
    return group_of_[oldest(members & live_)];
  }

  std::vector<Slot> slots_;
  std::vector<unsigned> group_of_;  ///< indexed by entity: the group of the entity
  model::EntityMask live_;
  model::EntityMask waits_;  ///< entities in a long wait
  std::uint32_t size_ = 8;
  Order within_ = Order::lrr, between_ = Order::lrr;
  GroupStall stall_ = GroupStall::any;
};

const Register<WarpScheduler, FetchGroups> registration(
    "fetch_groups", "two-level: one fetch group of warps issues until all of it is stalled",
    "The warp contexts of a slot are divided into groups of fixed size. One group "
    "issues until all of it is stalled, then the next one does. Within a group and "
    "between groups the order is round robin or age. Size 8 with round robin in "
    "both is the original's; size 2 with age in both is 2LVL-GTO of Rogers' "
    "dissertation.",
    "Narasiman et al., \"Improving GPU Performance via Large Warps and Two-Level "
    "Warp Scheduling\", MICRO 2011");

}  // namespace
}  // namespace heddle::policy
