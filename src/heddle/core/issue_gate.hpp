// The throttle's gate before the issue stage: which of the ready entities the throttle holds back.
// Without a throttle the gate holds none, and no method but exists() and held() may be called.
#pragma once

#include "heddle/core/entity_table.hpp"
#include "heddle/core/policy_boundary.hpp"

namespace heddle::core {

class IssueGate {
 public:
  IssueGate(PolicyBoundary& policies, const EntityTable& table)
      : policies_(policies), table_(table), exists_(policies.throttles()) {}
  IssueGate(const IssueGate&) = delete;
  IssueGate& operator=(const IssueGate&) = delete;

  bool exists() const { return exists_; }
  /// Asks the throttle. Removes the entities that it holds from a mask of ready entities, and notes
  /// which of all ready entities it holds. Returns the cycle in which that may change by itself.
  Cycle close(model::EntityMask& ready);
  /// Whether the gate last closed lets the entity's next instruction issue.
  bool admits(unsigned entity) const {
    return gate_->may_issue.test(entity) &&
           (gate_->may_load.test(entity) || !table_[entity].next->l1_load);
  }
  /// The ready entities that the gate last closed holds.
  const model::EntityMask& held() const { return held_; }

 private:
  PolicyBoundary& policies_;
  const EntityTable& table_;
  bool exists_;
  const policy::Gate* gate_ = nullptr;  ///< the gate last closed
  model::EntityMask held_;
};

}  // namespace heddle::core
