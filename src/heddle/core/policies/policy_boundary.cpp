#include "heddle/core/policies/policy_boundary.hpp"

#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/policies/entity_life.hpp"
#include "heddle/core/policies/organisation_shape.hpp"

namespace heddle::core {

using model::EntityMask;
using policy::SelectiveScheduler;
using policy::WarpScheduler;

namespace {

bool is_sound(const SelectiveScheduler::Look& look, const EntityMask& members, Cycle from,
              Cycle until) {
  return from < look.until && look.until <= until && look.entities.is_within(members);
}

struct Refusal {
  std::string_view answer;
  std::string allowed;
};

/// Returns the reason why the block cannot leave in this way; empty: it can.
std::optional<Refusal> refusal_of(const policy::LeavingBlock& block, const policy::Leave& leave,
                                  const policy::Preemption& preemption) {
  const bool saves = leave.way == policy::Leave::Way::save;
  if (leave.way != policy::Leave::Way::finish && !preemption.stops_blocks())
    return Refusal{saves ? "save" : "discard", "finish, since stops_blocks() is false"};
  if (saves && leave.at_points && !preemption.needs_annotations())
    return Refusal{"at points",
                   "elsewhere, since needs_annotations() is false and programs have no points"};
  if (leave.way == policy::Leave::Way::discard && block.repeatable == policy::Repeatable::no)
    return Refusal{"discard", "finish or save, since " + block.reason};
  if ((leave.keeps_registers || leave.keeps_shared) && !(saves && preemption.needs_places()))
    return Refusal{"that something stays on the SM",
                   "that only of a block that is saved, and if needs_places() is true"};
  return std::nullopt;
}

}  // namespace

PolicyBoundary::PolicyBoundary(std::uint16_t sm, const SmSpec& spec, SmPolicies policies)
    : sm_(sm),
      organisation_(std::move(policies.organisation)),
      shape_(shape_of(*organisation_, organisation_.name.name, spec, sm)),
      throttle_(std::move(policies.throttle)),
      scheduler_(std::move(policies.scheduler)),
      gang_scheduler_(std::move(policies.gang_scheduler)),
      residency_(sm, std::move(policies.residency)),
      sharing_(sm, std::move(policies.corun)),
      preemption_(std::move(policies.preemption)),
      releases_warps_(policies.releases_warps) {
  needs_places_ = preemption_ && ask(preemption_.name, "needs_places",
                                     [&] { return preemption_->needs_places(); });
  stops_blocks_ = preemption_ && ask(preemption_.name, "stops_blocks",
                                     [&] { return preemption_->stops_blocks(); });
  const bool gates = ask(throttle_.name, "gates", [&] { return throttle_->gates(); });
  if (!gates) throttle_.policy.reset();
  if (!shape_.forms_gangs()) gang_scheduler_.policy.reset();
  check_entity_life(organisation_.name.name, shape_, scheduler_.name, *scheduler_);
  if (!shape_.forms_warps()) return;
  if (throttle_) check_entity_life(organisation_.name.name, shape_, throttle_.name, *throttle_);
  check_late_warps(organisation_.name.name, shape_, residency_.name().name, residency_.exists());
}

void PolicyBoundary::attach(const model::SmView& view, model::Subscribers& subscribers) {
  for (unsigned entity = 0; entity < view.entities; ++entity) entities_.set(entity);
  ask(organisation_.name, "attach", [&] { organisation_->attach(view, shape_); });
  if (residency_.exists()) attach(residency_.name(), residency_.part(), view);
  if (throttle_) attach(throttle_.name, *throttle_, view);
  if (gang_scheduler_) attach(gang_scheduler_.name, *gang_scheduler_, view);
  attach(scheduler_.name, *scheduler_, view);
  if (sharing_.exists()) attach(sharing_.name(), sharing_.part(), view);
  tell("hears_waits, hears_issues or hears_last_block", [&](const policy::SmPolicy& policy) {
    hears_.waits |= policy.hears_waits();
    hears_.issues |= policy.hears_issues();
    hears_.last_block |= policy.hears_last_block();
  });
  ask(scheduler_.name, "selective", [&] { selective_ = scheduler_->selective(); });
  if (throttle_) subscribe_throttle(subscribers);
  note_to(subscribers);
  sharing_.set_view(view);
  view_ = &view;  // from now on, messages can name the cycle
}

void PolicyBoundary::attach(const policy::PolicyName& name, policy::SmPolicy& policy,
                            const model::SmView& view) {
  ask(name, "attach", [&] { policy.attach(view); });
  if (!policy.is_attached())
    refuse_answer(name, "attach()", "before it called SmPolicy::attach()", "after that call");
}

void PolicyBoundary::note_to(const model::Subscribers& subscribers) {
  scheduler_->note_to(subscribers, scheduler_.name.name);
  if (gang_scheduler_) gang_scheduler_->note_to(subscribers, gang_scheduler_.name.name);
  if (throttle_) throttle_->note_to(subscribers, throttle_.name.name);
  if (residency_.exists()) residency_.part().note_to(subscribers, residency_.name().name);
  if (sharing_.exists()) sharing_.part().note_to(subscribers, sharing_.name().name);
}

void PolicyBoundary::subscribe_throttle(model::Subscribers& subscribers) {
  model::Listener* const listener =
      ask(throttle_.name, "listener", [&] { return throttle_->listener(); });
  if (listener == nullptr) return;
  const model::EventMask hears = ask(throttle_.name, "hears", [&] { return listener->hears(); });
  if (!hears.is_within(policy::kCacheEvents))
    refuse_answer(throttle_.name, "hears()", "other events", "events of the data cache");
  subscribers.add(cache_events_.emplace(*this, *listener, hears));
}

std::vector<policy::Leave> PolicyBoundary::leave(std::span<const policy::LeavingBlock> blocks,
                                                 const policy::Signal& signal) const {
  const auto leaves =
      ask(preemption_.name, "leave", [&] { return preemption_->leave(blocks, signal); });
  if (leaves.size() != blocks.size())
    refuse_answer(preemption_.name, "leave()", fmt::format("{} answers", leaves.size()),
                  fmt::format("one for each of the {} blocks", blocks.size()));
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (const auto refusal = refusal_of(blocks[i], leaves[i], *preemption_))
      refuse_answer(preemption_.name, fmt::format("leave(block {})", blocks[i].block),
                    refusal->answer, refusal->allowed);
  }
  return leaves;
}

bool PolicyBoundary::can_release() const {
  return throttle_ && ask(throttle_.name, "can_release", [&] { return throttle_->can_release(); });
}

unsigned PolicyBoundary::narrow_and_pick(unsigned slot, const EntityMask& candidates) {
  const EntityMask narrowed =
      ask(organisation_.name, "narrow", [&] { return organisation_->narrow(slot, candidates); });
  if (narrowed.none() || !narrowed.is_within(candidates)) {
    refuse_answer(organisation_.name, fmt::format("narrow(slot {})", slot),
                  policy::in_words(narrowed.without(candidates)),
                  fmt::format("one or more of the candidates, {}", policy::in_words(candidates)));
  }
  return pick_of(slot, narrowed);
}

void PolicyBoundary::refuse_pick(std::optional<unsigned> slot, const EntityMask& candidates,
                                 unsigned entity) const {
  refuse_answer(slot ? scheduler_.name : gang_scheduler_.name,
                slot ? fmt::format("pick(slot {})", *slot) : "pick()",
                fmt::format("entity {}", entity),
                fmt::format("a candidate, {}, or none", policy::in_words(candidates)));
}

unsigned PolicyBoundary::pick_gang(const EntityMask& candidates) {
  const unsigned entity =
      ask(gang_scheduler_.name, "pick", [&] { return gang_scheduler_->pick(candidates); });
  if (!may_pick(candidates, entity)) refuse_pick(std::nullopt, candidates, entity);
  return entity;
}

void PolicyBoundary::gang_issued(unsigned entity) {
  ask(gang_scheduler_.name, "issued", [&] { gang_scheduler_->issued(entity); });
}

void PolicyBoundary::gates_change() {
  ask(scheduler_.name, "gates_change", [&] { selective_->gates_change(); });
}

void PolicyBoundary::refuse_look(std::string_view question, unsigned slot,
                                 const EntityMask& members, Cycle from, Cycle until,
                                 const SelectiveScheduler::Look& look) const {
  const std::string asked = fmt::format("{}(slot {}, {}, {})", question, slot, from, until);
  if (look.until <= from || look.until > until) {
    refuse_answer(scheduler_.name, asked, fmt::format("a look until cycle {}", look.until),
                  fmt::format("after cycle {}, up to {}", from, until));
  }
  refuse_answer(scheduler_.name, asked,
                fmt::format("a look at {}", policy::in_words(look.entities.without(members))),
                fmt::format("the slot's entities, {}", policy::in_words(members)));
}

SelectiveScheduler::Look PolicyBoundary::look(unsigned slot, const EntityMask& members, Cycle from,
                                              Cycle until) {
  const auto look =
      refused_ ? SelectiveScheduler::Look{members, until}
               : ask(scheduler_.name, "look", [&] { return selective_->look(slot, from, until); });
  if (!is_sound(look, members, from, until)) refuse_look("look", slot, members, from, until, look);
  return look;
}

std::vector<SelectiveScheduler::Look> PolicyBoundary::looks(unsigned slot,
                                                            const EntityMask& members, Cycle from,
                                                            Cycle until) const {
  if (refused_) return {{members, until}};
  auto looks = ask(scheduler_.name, "looks", [&] { return selective_->looks(slot, from, until); });
  Cycle reached = from;
  for (const SelectiveScheduler::Look& look : looks) {
    if (!is_sound(look, members, reached, until))
      refuse_look("looks", slot, members, reached, until, look);
    reached = look.until;
  }
  if (reached != until) {
    refuse_answer(scheduler_.name, fmt::format("looks(slot {}, {}, {})", slot, from, until),
                  fmt::format("looks until cycle {}", reached),
                  fmt::format("looks until cycle {}, one after the other", until));
  }
  return looks;
}

void PolicyBoundary::close_gate() {
  const policy::Gate& gate =
      ask(throttle_.name, "close", [&]() -> const policy::Gate& { return throttle_->gate(); });
  if (!gate.may_issue.is_within(entities_) || !gate.may_load.is_within(entities_)) {
    refuse_answer(
        throttle_.name, "close()",
        fmt::format("a gate open for {}",
                    policy::in_words((gate.may_issue | gate.may_load).without(entities_))),
        fmt::format("entities 0 to {}", view_->entities - 1));
  }
  if (throttle_->valid_until() <= view_->now) {
    refuse_answer(throttle_.name, "close()",
                  fmt::format("a gate that holds until cycle {}", throttle_->valid_until()),
                  fmt::format("cycle {} or later", view_->now + 1));
  }
  gate_ = &gate;
}

policy::Occasion PolicyBoundary::occasion() const {
  if (view_ == nullptr) return {.sm = sm_};
  return {.sm = sm_, .cycle = view_->now};
}

void PolicyBoundary::refuse_answer(const policy::PolicyName& policy, std::string_view question,
                                   std::string_view answer, std::string_view allowed) const {
  refused_ = true;
  policy::refuse_answer(policy, occasion(), question, answer, allowed);
}

void PolicyBoundary::refuse_exception(const policy::PolicyName& policy,
                                      std::string_view question) const {
  refused_ = true;
  policy::refuse_exception(policy, occasion(), question);
}

}  // namespace heddle::core
