// A throttle limits which warps may issue, and works with any warp scheduler. There is one object
// for each SM. The throttle's gate hides ready entities from the scheduler. The gate never makes an
// entity ready.
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
  /// Entities that may also issue loads whose data the L1 can store (global and local loads). The
  /// bit of an entity has no effect unless its bit in may_issue is set.
  model::EntityMask may_load;
};

/// The events that a throttle's listener may hear.
inline constexpr model::EventMask kCacheEvents =
    model::kMaskOf<model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed>;

class Throttle : public SmPolicy {
 public:
  static constexpr std::string_view kKind = "throttle";
  static constexpr std::string_view kDecides = "who may issue at all, on top of the warp scheduler";
  /// The policy of a machine that names no throttle.
  static constexpr std::string_view kDefault = "none";

  /// Returns false if every ready warp may always issue. The functions below are then not called.
  /// Called once, before attach().
  virtual bool gates() const { return true; }
  /// Returns the listener for events of the data cache (kCacheEvents). The listener lives as long
  /// as the throttle. Returns null if the throttle does not hear such events. Called once, after
  /// attach().
  virtual model::Listener* listener() { return nullptr; }
  /// Returns whether the last gate is no longer valid, because of change() or because its time is
  /// over.
  bool stale() const { return changed_ || sm().now >= valid_until_; }
  /// Returns the gate of this cycle.
  const Gate& gate() {
    changed_ = false;
    valid_until_ = kNever;
    close(gate_);
    if (release_.is_on()) force_release();
    return gate_;
  }
  /// Notes that these entities are ready but throttled by this cycle's gate. Called right after
  /// gate(), and in each cycle with an event.
  void held(const model::EntityMask& entities) {
    if (!release_.is_on()) return;
    release_.watch(entities, sm());
    valid_until_ = std::min(valid_until_, release_.next());
  }
  /// Notes that parts of warps have joined or left a gang since the last gate.
  virtual void gangs_changed() {}
  /// Whether the throttle has the parameter `force_release_after`.
  virtual bool can_release() const { return false; }
  /// Returns the cycle in which the gate changes without an event; kNever: only an event changes
  /// it.
  Cycle valid_until() const { return valid_until_; }

 protected:
  /// Sets the gate for all entities of the SM.
  virtual void close(Gate& gate) = 0;
  /// Notes that the gate is no longer valid.
  void change() { changed_ = true; }
  /// For close(): keeps the gate valid until this later cycle, unless change() is called.
  void hold_until(Cycle cycle) { valid_until_ = cycle; }

  ForcedRelease release_;  ///< has no effect unless describe() declares its parameter

 private:
  void force_release();

  Gate gate_;
  bool changed_ = true;
  Cycle valid_until_ = kNever;
};

}  // namespace heddle::policy
