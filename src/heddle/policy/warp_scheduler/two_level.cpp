// Two-level scheduling by long waits (GPGPU-Sim's two_level_active, the "TL" of PRO, IPDPS 2015). A
// slot issues only from a small active set. An active warp that begins a long wait (for cached
// memory, a fence or a barrier) moves to the end of the queue of pending warps. In each cycle,
// warps from the head of that queue fill the free entries of the active set, whether or not they
// can issue. A throttled warp gives up its entry too, so that a warp that may issue gets the entry.

#include <algorithm>
#include <iterator>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/order.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

/// The active and pending warps of one slot. The queue of pending warps can rotate in every cycle,
/// but the SM calls the slot only in cycles with a candidate. So at each event, the slot first
/// performs the rotations of all cycles before the event.
class Levels {
 public:
  void launched(unsigned entity) { pending_.push_back(entity); }
  void exited(unsigned entity) {
    std::erase(active_, entity);
    std::erase(pending_, entity);
  }

  /// Brings the sets up to date: performs the rotations of all cycles up to and including `until`.
  /// `waits` must not have changed since the last call. `places`: number of entries of the active
  /// set.
  void pass(Cycle until, const model::EntityMask& waits, unsigned places) {
    if (until < next_) return;
    Cycle cycles = until - next_ + 1;
    next_ = until + 1;
    if (const Cycle warps = active_.size() + pending_.size(); cycles > 2 * warps) {
      // After as many cycles as there are warps, every warp that does not wait is active if the set
      // has an entry for it. From then on, the waiting warps rotate through the remaining entries.
      // That rotation repeats after as many cycles as there are waiting warps.
      const auto waits_now = [&](unsigned entity) { return waits.test(entity); };
      const auto waiting = static_cast<Cycle>(std::ranges::count_if(active_, waits_now) +
                                              std::ranges::count_if(pending_, waits_now));
      if (waiting != 0) cycles = warps + (cycles - warps) % waiting;
    }
    for (Cycle step = 0; step < cycles && turn(waits, places); ++step) {
    }
  }

  /// Whether the active set cannot change as long as exactly these entities wait.
  bool rests(const model::EntityMask& waits) const {
    const auto waits_now = [&](unsigned entity) { return waits.test(entity); };
    return pending_.empty() || std::ranges::none_of(active_, waits_now);
  }
  /// Returns the active entities in the order in which they became active.
  const std::vector<unsigned>& active() const { return active_; }

  /// Moves the entity to the end of the active entities.
  void rotate_behind(unsigned entity) {
    const auto found = std::find(active_.begin(), active_.end(), entity);
    if (found != active_.end()) std::rotate(active_.begin(), found + 1, active_.end());
  }

 private:
  /// Performs the rotation of one cycle. Returns false if this cycle and all later cycles leave the
  /// sets as they are.
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
  Cycle next_ = 0;  ///< first cycle whose rotation has not been performed
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

  /// The scheduler considers only the active entities, as in GPGPU-Sim. The stall reason of a cycle
  /// without an issue comes from these entities.
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
    unsigned last = model::kNoEntity;  ///< entity that issued last
    bool rests = false;                ///< `active` stays the same until the next event
    model::EntityMask active;
  };

  /// Sets `active` to the active entities of the cycle. Returns true if these entities stay active
  /// until the next event.
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
  /// Performs the rotations of all cycles before this one. No wait has begun or ended in these
  /// cycles.
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
