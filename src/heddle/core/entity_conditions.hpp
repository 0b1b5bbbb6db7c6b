// Sets what entities wait for, and tells the policies that want to hear of it when a long wait of
// an entity begins or ends.
#pragma once

#include <vector>

#include "heddle/core/entity_table.hpp"
#include "heddle/core/policy_boundary.hpp"

namespace heddle::core {

class EntityConditions {
 public:
  EntityConditions(EntityTable& table, std::uint32_t entities, PolicyBoundary& policies)
      : table_(table), policies_(policies), waits_(entities, policy::LongWait::none) {}
  EntityConditions(const EntityConditions&) = delete;
  EntityConditions& operator=(const EntityConditions&) = delete;

  void set(std::uint16_t entity, Condition condition) {
    table_.set_condition(entity, condition);
    if (policies_.hears_waits()) tell_change(entity);
  }
  /// A warp is launched in the entity's context: the entity waits for nothing.
  void launch(std::uint16_t entity) { waits_[entity] = policy::LongWait::none; }

 private:
  void tell_change(std::uint16_t entity);
  policy::LongWait long_wait(std::uint16_t entity) const;

  EntityTable& table_;
  PolicyBoundary& policies_;
  std::vector<policy::LongWait> waits_;  ///< by entity: the wait that the policies were told last
};

}  // namespace heddle::core
