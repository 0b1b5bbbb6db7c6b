// Limits which warps may issue, on top of any warp scheduler. One object for each SM. A gate only
// hides ready entities; it never makes an entity ready.
#pragma once

#include <algorithm>
#include <string_view>

#include "heddle/model/listener.hpp"
#include "heddle/policy/sm_policy.hpp"
#include "heddle/policy/throttle/forced_release.hpp"

namespace heddle::policy {

/// Masks of the SM's entities. Bits of entities without a warp do not matter.
struct Gate {
  model::EntityMask may_issue;
  /// Entities that may also issue loads that the L1 would keep (global and local). Without the bit
  /// in may_issue this bit does not matter.
  model::EntityMask may_load;
};

/// The events that a throttle's listener may hear.
inline constexpr model::EventMask kCacheEvents =
    model::kMaskOf<model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed>;

class Throttle : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "throttle";
  static constexpr std::string_view kDecides = "who may issue at all, on top of the warp scheduler";
  /// The policy of a machine that names none.
  static constexpr std::string_view kDefault = "none";

  /// False: the throttle never holds a warp, and no function below is called. Asked once, before
  /// attach().
  virtual bool gates() const { return true; }
  /// The throttle's listener for events of the data cache (kCacheEvents), which lives as long as
  /// the throttle. Null: the throttle hears none. Asked once, after attach().
  virtual model::Listener* listener() { return nullptr; }
  /// Whether the last gate no longer holds, since a change occurred or its time is over.
  bool stale() const { return changed_ || sm().now >= valid_until_; }
  /// The gate of this cycle.
  const Gate& gate() {
    changed_ = false;
    valid_until_ = kNever;
    close(gate_);
    if (release_.is_on()) force_release();
    return gate_;
  }
  /// These entities are ready but held by this cycle's gate. Called right after gate(), and in each
  /// cycle with an event.
  void held(const model::EntityMask& entities) {
    if (!release_.is_on()) return;
    release_.watch(entities, sm());
    valid_until_ = std::min(valid_until_, release_.next());
  }
  /// Since the last gate, parts of warps have joined or left a gang.
  virtual void gangs_changed() {}
  /// Whether the throttle has the parameter `force_release_after`.
  virtual bool can_release() const { return false; }
  /// When the gate changes by itself; kNever: only at an event.
  Cycle valid_until() const { return valid_until_; }

 protected:
  /// Sets the gate for all entities of the SM.
  virtual void close(Gate& gate) = 0;
  /// The gate no longer holds.
  void change() { changed_ = true; }
  /// For close(): the gate holds until this later cycle, unless change() is called.
  void hold_until(Cycle cycle) { valid_until_ = cycle; }

  ForcedRelease release_;  ///< off, unless describe() declares it

 private:
  void force_release();

  Gate gate_;
  bool changed_ = true;
  Cycle valid_until_ = kNever;
};

}  // namespace heddle::policy
