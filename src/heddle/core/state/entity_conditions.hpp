// Sets what entities wait for, and tells the policies that want to hear of it when a long wait of
// an entity begins or ends. Where warps may be without a slot it also notes which results the L1
// has not.
#pragma once

#include <vector>

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/entity_table.hpp"

namespace heddle::core {

class EntityConditions {
 public:
  EntityConditions(EntityTable& table, std::uint32_t entities, PolicyBoundary& policies)
      : table_(table), policies_(policies), waits_(entities, policy::LongWait::none) {}
  EntityConditions(const EntityConditions&) = delete;
  EntityConditions& operator=(const EntityConditions&) = delete;

  void set(std::uint16_t entity, Condition condition) { set(table_[entity], entity, condition); }
  /// `state` is the entity's.
  template <bool kPlain = false>
  void set(EntityTable::State& state, std::uint16_t entity, Condition condition) {
    table_.set_condition(state, entity, condition);
    if (!kPlain && policies_.hears().waits) tell_change(entity);
  }
  /// A warp is launched in the entity's context: the entity waits for nothing.
  void launch(std::uint16_t entity) {
    waits_[entity] = policy::LongWait::none;
    if (watches_misses()) missed_[entity] = {};
  }
  /// It waits as a policy is told.
  bool waits_long(unsigned entity) const { return waits_[entity] != policy::LongWait::none; }

  // Where warps may be without a slot.
  /// From now on it notes misses, and none of these entities is ready.
  void watch_misses(const model::EntityMask& away);
  bool watches_misses() const { return away_ != nullptr; }
  /// The L1 has not what the entity's instruction writes there.
  void miss(std::uint16_t entity, const Dependencies& writes);

 private:
  /// Rows and predicates that wait for misses; all rows whose numbers differ by multiples of 64 are
  /// one.
  struct Missed {
    std::uint64_t rows = 0, predicates = 0;
  };
  static Missed folded(const Dependencies& of);
  bool waits_for_miss(std::uint16_t entity) const;
  void forget_misses(std::uint16_t entity);
  void tell_change(std::uint16_t entity);
  policy::LongWait long_wait(std::uint16_t entity) const;

  EntityTable& table_;
  PolicyBoundary& policies_;
  std::vector<policy::LongWait> waits_;  ///< by entity: the wait that the policies were told last
  const model::EntityMask* away_ = nullptr;  ///< null: warps have slots
  std::vector<Missed> missed_;               ///< by entity
};

}  // namespace heddle::core
