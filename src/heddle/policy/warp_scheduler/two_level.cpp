// Two-level scheduling by what warps wait for (GPGPU-Sim's two_level_active, the "TL" of PRO, IPDPS
// 2015): a slot issues from a small active set only. In each cycle an active warp that begins a
// long wait (for memory behind a cache, a fence, a barrier) goes to the end of the queue of pending
// warps, and free places are filled from the head of that queue, whether or not those warps can
// issue. A warp that a throttle holds gives up its place too, so that one that may issue gets it.

#include <algorithm>
#include <iterator>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/order.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

/// The warps of one slot. Cycles are made up for when something happens: nobody asks in a cycle
/// in which the slot has no candidate, but the queue turns in each.
class Levels {
 public:
  void launched(unsigned entity) { pending_.push_back(entity); }
  void exited(unsigned entity) {
    std::erase(active_, entity);
    std::erase(pending_, entity);
  }

  /// The cycles up to and with `until` pass: `waits` has stood since the last call.
  void pass(Cycle until, const model::EntityMask& waits, unsigned places) {
    if (until < next_) return;
    Cycle cycles = until - next_ + 1;
    next_ = until + 1;
    if (const Cycle warps = active_.size() + pending_.size(); cycles > 2 * warps) {
      // After as many turns as there are warps all that do not wait are active, if they find
      // places; from then on the others pass through the places that are left, and are where they
      // were after as many turns as there are of them.
      const auto waits_now = [&](unsigned entity) { return waits.test(entity); };
      const auto waiting = static_cast<Cycle>(std::ranges::count_if(active_, waits_now) +
                                              std::ranges::count_if(pending_, waits_now));
      if (waiting != 0) cycles = warps + (cycles - warps) % waiting;
    }
    for (Cycle step = 0; step < cycles && turn(waits, places); ++step) {
    }
  }

  /// No cycle changes who is active, as long as these wait.
  bool rests(const model::EntityMask& waits) const {
    const auto waits_now = [&](unsigned entity) { return waits.test(entity); };
    return pending_.empty() || std::ranges::none_of(active_, waits_now);
  }
  /// In the order in which they became active.
  const std::vector<unsigned>& active() const { return active_; }

  /// It goes behind the others.
  void rotate_behind(unsigned entity) {
    const auto found = std::find(active_.begin(), active_.end(), entity);
    if (found != active_.end()) std::rotate(active_.begin(), found + 1, active_.end());
  }

 private:
  /// One cycle. False if it changes nothing, and so none after it would.
  bool turn(const model::EntityMask& waits, unsigned places) {
    const auto waits_now = [&](unsigned entity) { return waits.test(entity); };
    bool changed = std::ranges::any_of(active_, waits_now);
    if (changed) {
      std::ranges::copy_if(active_, std::back_inserter(pending_), waits_now);
      std::erase_if(active_, waits_now);
    }
    while (active_.size() < places && !pending_.empty()) {
      active_.push_back(pending_.front());
      pending_.erase(pending_.begin());
      changed = true;
    }
    return changed;
  }

  std::vector<unsigned> active_, pending_;
  Cycle next_ = 0;  ///< first cycle not passed
};

class TwoLevel final : public WarpScheduler, private SelectiveScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("active", places_,
          {.unit = "warps", .minimum = 1, .maximum = 64, .doc = "active warps of a slot"});
    visit.choice("within", within_, kOrderNames,
                 {.doc = "which active warp: round robin, or greedy then oldest"});
  }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    slots_.assign(view.slots, {});
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    Levels& levels = slots_[slot].levels;
    before_change(slots_[slot]);
    levels.pass(sm().now, waits_ | *sm().gated, places_);
    model::EntityMask active;
    for (const unsigned entity : levels.active()) {
      if (!candidates.test(entity)) continue;
      if (within_ == Order::lrr) return entity;
      active.set(entity);
    }
    if (active.none()) return model::kNoEntity;
    const unsigned last = slots_[slot].last;
    return last != model::kNoEntity && active.test(last) ? last : oldest(active);
  }

  void issued(unsigned slot, unsigned entity) override {
    slots_[slot].last = entity;
    if (within_ == Order::lrr) slots_[slot].levels.rotate_behind(entity);
  }

  /// Those that are active: GPGPU-Sim's scheduler walks these alone, and names a cycle in which
  /// none issues after what it saw of them.
  SelectiveScheduler* selective() override { return this; }
  Look look(unsigned slot, Cycle from, Cycle until) override {
    Slot& state = slots_[slot];
    const bool held = sm().gated->any();
    if (state.rests && !held) return {.entities = state.active, .until = until};
    const bool rests = advance(state.levels, from, state.active);
    state.rests = rests && !held;
    return {.entities = state.active, .until = rests ? until : from + 1};
  }
  std::vector<Look> looks(unsigned slot, Cycle from, Cycle until) const override {
    Levels levels = slots_[slot].levels;
    std::vector<Look> all;
    for (; from < until; from = all.back().until) {
      Look& active = all.emplace_back();
      active.until = advance(levels, from, active.entities) ? until : from + 1;
    }
    return all;
  }

  void warp_launched(unsigned entity) override {
    before_change(entity);
    waits_.clear(entity);
    slot_of(entity).levels.launched(entity);
  }
  void warp_exited(unsigned entity) override { leave(entity); }
  void warp_away(unsigned entity) override { leave(entity); }
  void warp_present(unsigned entity) override {
    before_change(entity);
    slot_of(entity).levels.launched(entity);
  }
  void gates_change() override {
    for (Slot& slot : slots_) before_change(slot);
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, LongWait wait) override {
    before_change(entity);
    waits_.assign(entity, wait != LongWait::none);
  }

  std::vector<StorageItem> storage() const override {
    return {{"active and pending warps", sm().entities, bits_of_number(sm().entities)},
            {"waits long", sm().entities, 1}};
  }

 private:
  struct Slot {
    Levels levels;
    unsigned last = model::kNoEntity;  ///< issued
    bool rests = false;                ///< `active` are so until something happens
    model::EntityMask active;
  };

  /// Who is active in the cycle. True if no later one changes that until something happens.
  bool advance(Levels& levels, Cycle cycle, model::EntityMask& active) const {
    const model::EntityMask waits = waits_ | *sm().gated;
    levels.pass(cycle, waits, places_);
    active = {};
    for (const unsigned entity : levels.active()) active.set(entity);
    return levels.rests(waits);
  }

  void leave(unsigned entity) {
    before_change(entity);
    Slot& slot = slot_of(entity);
    slot.levels.exited(entity);
    if (slot.last == entity) slot.last = model::kNoEntity;
  }
  Slot& slot_of(unsigned entity) { return slots_[sm().slot_of(entity)]; }
  /// The cycles before this one pass with what was so until now.
  void before_change(unsigned entity) { before_change(slot_of(entity)); }
  void before_change(Slot& slot) {
    slot.rests = false;
    if (sm().now != 0) slot.levels.pass(sm().now - 1, waits_ | *sm().gated, places_);
  }

  std::vector<Slot> slots_;
  model::EntityMask waits_;
  std::uint32_t places_ = 6;
  Order within_ = Order::lrr;
};

const Register<WarpScheduler, TwoLevel> registration(
    "two_level", "two-level: issues from a small active set; warps that wait long leave it",
    "A slot issues from a small set of active warps. An active warp that begins a "
    "long wait (for memory behind a cache, a fence, a barrier) goes to the end of a "
    "queue of pending warps, and the head of the queue takes its place. A warp that "
    "a throttle holds gives up its place too.",
    "GPGPU-Sim's two_level_active, which the study of PRO calls TL");

}  // namespace
}  // namespace heddle::policy
