// The gate before the issue stage: which of the ready entities the throttle holds back, and which
// the sharing policy, by tenant. Without either the gate holds none, and no method but exists() and
// held() may be called.
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
  /// Asks throttle and sharing policy. Removes the entities that they hold from a mask of ready
  /// entities, and notes which of all ready entities they hold. Returns the cycle in which that may
  /// change by itself.
  Cycle close(model::EntityMask& ready);
  /// An entity of the kernel slot has issued: removes from `available` those that are held since.
  void issued(unsigned kernel, model::EntityMask& available) {
    if (holds_tenants_ && policies_.sharing().issued(kernel)) close_again(available);
  }
  /// Whether the gate last closed lets the entity's next instruction issue.
  bool admits(unsigned entity) const {
    return (!holds_tenants_ || admits_tenant(entity)) &&
           (gate_ == nullptr || (gate_->may_issue.test(entity) &&
                                 (gate_->may_load.test(entity) || !table_[entity].next->l1_load)));
  }
  /// The ready entities that the gate last closed holds.
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
  std::uint64_t gang_changes_ = 0;  ///< of which the throttle has been told
  bool holds_tenants_;
  bool exists_;
  policy::TenantSet held_tenants_ = 0, held_memory_ = 0;
  const policy::Gate* gate_ = nullptr;  ///< the gate last closed
  model::EntityMask held_;
};

}  // namespace heddle::core
