// Sets what entities wait for. Tells interested policies when a long wait of an entity begins or
// ends. Where a warp can be without a slot, it also notes which results the L1 does not have.
#pragma once

#include <vector>

#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/entity_table.hpp"
#include "heddle/core/terms/shapes.hpp"

namespace heddle::core {

class EntityConditions {
 public:
  EntityConditions(EntityTable& table, std::uint32_t entities, PolicyBoundary& policies)
      : table_(table), policies_(policies), waits_(entities, policy::LongWait::none) {}
  EntityConditions(const EntityConditions&) = delete;
  EntityConditions& operator=(const EntityConditions&) = delete;

  void set(std::uint16_t entity, Condition condition) { set(table_[entity], entity, condition); }
  /// `state`: the entity's state.
  template <typename Shape = GeneralShape>
  void set(EntityTable::State& state, std::uint16_t entity, Condition condition) {
    table_.set_condition<Shape>(state, entity, condition);
    if (Shape::kMayTellPolicies && policies_.hears().waits) tell_change(entity);
  }
  /// Starts an entity in whose context a warp is launched. The entity waits for nothing.
  void launch(std::uint16_t entity) {
    waits_[entity] = policy::LongWait::none;
    if (watches_misses()) missed_[entity] = {};
  }
  /// Whether the entity's wait is a long one, about which policies are told.
  bool waits_long(unsigned entity) const { return waits_[entity] != policy::LongWait::none; }

  // watch_misses() and miss() may be called only if a warp can be without a slot.
  /// Starts to note misses. From now on, entities in `away` do not become ready.
  void watch_misses(const model::EntityMask& away);
  bool watches_misses() const { return away_ != nullptr; }
  /// Notes that the L1 does not have the data for these results of the entity's instruction.
  void miss(std::uint16_t entity, const Dependencies& writes);

 private:
  /// The rows and predicates of an entity that wait for misses. Rows whose numbers differ by a
  /// multiple of 64 share a bit.
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
  /// By entity: the last wait of which the policies have been told.
  std::vector<policy::LongWait> waits_;
  const model::EntityMask* away_ = nullptr;  ///< null: all warps have slots
  std::vector<Missed> missed_;               ///< by entity
};

}  // namespace heddle::core
