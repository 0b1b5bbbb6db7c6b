// Who may issue at all, on top of any warp scheduler: one object an SM. A gate only hides: it makes
// nothing ready that is not.
#pragma once

#include <algorithm>
#include <string_view>

#include "heddle/model/listener.hpp"
#include "heddle/policy/sm_policy.hpp"
#include "heddle/policy/throttle/forced_release.hpp"

namespace heddle::policy {

/// Masks of entities that the SM has; those that are not resident do not matter.
struct Gate {
  model::EntityMask may_issue;
  model::EntityMask may_load;  ///< also loads that the L1 would keep (global and local); of one
                               ///< that may not issue it does not matter
};

/// What a throttle's listener may hear.
inline constexpr model::EventMask kCacheEvents =
    model::kMaskOf<model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed>;

class Throttle : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "throttle";
  static constexpr std::string_view kDecides = "who may issue at all, on top of the warp scheduler";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "none";

  /// False: it lets everything pass, always, and nothing below is called. Asked once, before
  /// attach().
  virtual bool gates() const { return true; }
  /// Its listener to the events of the data cache (kCacheEvents), which lives as long as the
  /// throttle; null: it hears none. Asked once, after attach().
  virtual model::Listener* listener() { return nullptr; }
  /// Whether the last gate no longer holds: something changed, or its time is over.
  bool stale() const { return changed_ || sm().now >= valid_until_; }
  /// The gate of this cycle.
  const Gate& gate() {
    changed_ = false;
    valid_until_ = kNever;
    close(gate_);
    if (release_.is_on()) let_go();
    return gate_;
  }
  /// These are ready and held by the gate of this cycle: at once after gate(), and in each cycle
  /// in which something happens.
  void held(const model::EntityMask& entities) {
    if (!release_.is_on()) return;
    release_.watch(entities, sm());
    valid_until_ = std::min(valid_until_, release_.next());
  }
  /// Parts of warps that issue together have come together or gone apart since the last gate.
  virtual void gangs_changed() {}
  /// Whether it has the parameter `force_release_after`.
  virtual bool can_release() const { return false; }
  /// When the gate changes by itself; kNever: only with an event.
  Cycle valid_until() const { return valid_until_; }

 protected:
  /// Sets the gate anew, for entities that the SM has.
  virtual void close(Gate& gate) = 0;
  /// The gate no longer holds.
  void change() { changed_ = true; }
  /// In close(): the gate holds until that cycle, which is later than now, unless something
  /// changes.
  void hold_until(Cycle cycle) { valid_until_ = cycle; }

  ForcedRelease release_;  ///< off, unless describe() declares it

 private:
  void let_go();

  Gate gate_;
  bool changed_ = true;
  Cycle valid_until_ = kNever;
};

}  // namespace heddle::policy
