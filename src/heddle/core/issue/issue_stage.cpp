#include "heddle/core/issue/issue_stage.hpp"

#include "heddle/core/issue/issue_path.hpp"

namespace heddle::core {

using model::EntityMask;

IssueStage::IssueStage(const SmSpec& spec, const ExecutionSpec& execution,
                       const Surroundings& around)
    : issue_width_(spec.issue_width),
      to_different_units_(spec.issue_to_different_units),
      turns_(spec.issue_turns, execution, around.contexts.shape.slots),
      contexts_(around.contexts),
      around_(around) {}

EntityMask IssueStage::issuable(Cycle now) const {
  return contexts_.are_few ? issuable_of<GeneralShape, model::NarrowMask>(now)
                           : issuable_of<GeneralShape, EntityMask>(now);
}

exec::PartMask IssueStage::issue_gangs(Cycle now, EntityMask& available) {
  EntityMask gangs = around_.gangs.together(available);
  available = around_.gangs.alone(available);
  exec::PartMask taken = 0;
  for (unsigned left = contexts_.shape.gangs.per_cycle; left != 0; --left) {
    gangs = with_room(gangs, taken, now);
    if (gangs.none()) break;
    const unsigned entity = around_.policies.pick_gang(gangs);
    if (entity == model::kNoEntity) break;
    const exec::PartMask parts = around_.gangs.parts_of(entity);
    contexts_.for_each_part(contexts_.names.warp_of(entity), parts, [&](std::uint16_t member) {
      around_.stall_book.book_issue(contexts_.names.part_of(member), member, now);
    });
    around_.executor.execute_gang(static_cast<std::uint16_t>(entity), parts, now);
    if (around_.gate.exists()) around_.gate.issued(contexts_.table[entity].kernel, available);
    taken |= parts;
  }
  // Parts that have met in this cycle issue in the next cycle. By then, units may be full.
  EntityMask met;
  available.for_each(
      [&](unsigned entity) { met.assign(entity, contexts_.table[entity].issues_with != 0); });
  available.remove(met);
  if (!has_room(UnitKind::memory)) remove_crowded<GeneralShape>(available);
  return taken;
}

EntityMask IssueStage::with_room(const EntityMask& gangs, exec::PartMask taken, Cycle now) const {
  EntityMask left = gangs;
  gangs.for_each([&](unsigned entity) {
    const exec::PartMask parts = around_.gangs.parts_of(entity);
    // A gang may dissolve when it issues.
    bool has = parts != 0 && (parts & taken) == 0;
    contexts_.for_each_part(contexts_.names.warp_of(entity), parts, [&](std::uint16_t member) {
      const UnitKind unit = contexts_.table[entity].next->unit;
      has = has && has_place<GeneralShape>(member) &&
            around_.units.can_take(contexts_.group_of(member), unit, now);
    });
    if (!has) left.clear(entity);
  });
  return left;
}

bool IssueStage::finds_place(unsigned entity) const {
  const bool has_queue_with_room =
      around_.load_store.has_tenant_queues() &&
      !policy::is_in(around_.load_store.crowded(), contexts_.table[entity].kernel);
  return has_queue_with_room || joins(entity);
}

bool IssueStage::joins(unsigned entity) const {
  if (!around_.load_store.has_open()) return false;
  const EntityTable::State& state = contexts_.table[entity];
  const exec::StackEntry& path = state.warp->path(contexts_.names.part_of(entity));
  return around_.load_store.can_join({.form = state.next->form,
                                      .kernel = state.kernel,
                                      .pc = state.next->pc,
                                      .row_base = path.row_base,
                                      .lanes = path.lanes});
}

void IssueStage::show_end(Cycle now) {
  if (!around_.probe.tells<model::WarpStateChanged, model::QueueDepths>()) return;
  if (around_.probe.tells<model::WarpStateChanged>())
    around_.probe.show_states(issuable(now + 1), now + 1);
  around_.probe.show_depths(around_.load_store.depths(now));
}

Cycle IssueStage::next_open(EntityMask open, Cycle now, Cycle other) const {
  if (around_.gate.exists()) other = std::min(other, around_.gate.close(open));
  if (around_.gangs.exists()) open = around_.gangs.alone(open) | around_.gangs.together(open);
  return next_free(open, now, other);
}

}  // namespace heddle::core
