// The gate before the issue stage. The throttle holds some of the ready entities back, and the
// sharing policy holds entities of some tenants back. On an SM without these two, the gate holds
// nothing, and only exists() and held() may be called.
#pragma once

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/entity_table.hpp"
#include "heddle/core/state/gang_table.hpp"

namespace heddle::core {

class IssueGate {
 public:
  IssueGate(PolicyBoundary& policies, const EntityTable& table, const GangTable& gangs)
      : policies_(policies),
        table_(table),
        gangs_(gangs),
        holds_tenants_(policies.sharing().holds()),
        exists_(policies.throttles() || holds_tenants_) {}
  IssueGate(const IssueGate&) = delete;
  IssueGate& operator=(const IssueGate&) = delete;

  bool exists() const { return exists_; }
  /// Calls the throttle and the sharing policy, which say which entities to hold back. Removes
  /// these entities from `ready`, and keeps them for held(). Returns the cycle in which the gate
  /// may change without an event.
  Cycle close(model::EntityMask& ready);
  /// Notes that an entity of the kernel slot has issued. Removes from `available` all entities that
  /// are now held.
  void issued(unsigned kernel, model::EntityMask& available) {
    if (holds_tenants_ && policies_.sharing().issued(kernel)) close_again(available);
  }
  /// Whether the current gate lets the entity's next instruction issue.
  bool admits(unsigned entity) const {
    return (!holds_tenants_ || admits_tenant(entity)) &&
           (gate_ == nullptr || (gate_->may_issue.test(entity) &&
                                 (gate_->may_load.test(entity) || !table_[entity].next->l1_load)));
  }
  /// Ready entities that the current gate holds.
  const model::EntityMask& held() const { return held_; }

 private:
  bool admits_tenant(unsigned entity) const {
    const EntityTable::State& state = table_[entity];
    const policy::TenantSet held =
        held_tenants_ | (state.next->unit == UnitKind::memory ? held_memory_ : 0);
    return !policy::is_in(held, state.kernel);
  }
  void close_again(model::EntityMask& available);
  const policy::Gate& gate_of_throttle();

  PolicyBoundary& policies_;
  const EntityTable& table_;
  const GangTable& gangs_;
  /// The number of changes of gangs when the throttle was last told.
  std::uint64_t gang_changes_ = 0;
  bool holds_tenants_;
  bool exists_;
  policy::TenantSet held_tenants_ = 0, held_memory_ = 0;
  const policy::Gate* gate_ = nullptr;  ///< the throttle's current gate
  model::EntityMask held_;
};

}  // namespace heddle::core
