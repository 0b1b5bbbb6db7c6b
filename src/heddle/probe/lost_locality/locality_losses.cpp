#include "heddle/probe/lost_locality/locality_losses.hpp"

#include <algorithm>

#include "heddle/model/kernel_slots.hpp"

namespace heddle::probe {

void LossCounts::describe(StatisticVisitor& visit) const {
  visit.count("events", events, "accesses",
              "L1 misses on lines that the warp had brought and lost (run.lost_locality)");
  visit.count("gated", gated, "accesses",
              "of these, by warps that the throttle had held since they entered a loop in which "
              "they still were");
}

LocalityLosses::LocalityLosses(const policy::VictimTagSpec& tags, const model::SmView& sm)
    : sm_(sm), programs_(model::kKernelSlots), counts_(model::kKernelSlots), inside_(sm.entities) {
  locality_.start(tags, sm);
}

void LocalityLosses::on(const model::KernelBound& event) {
  programs_[event.kernel] = event.program;
}

void LocalityLosses::on(const model::InstructionExecuted& event) {
  const isa::Annotations* const program =
      programs_[sm_.warps[event.entity].kernel]->annotations.get();
  if (program == nullptr) return;
  std::vector<LoopStay>& inside = inside_[event.entity];
  if (program->begins_loop(event.pc)) {
    const std::uint32_t loop = program->loop_of[event.pc];
    if (std::ranges::find(inside, loop, &LoopStay::loop) == inside.end())
      inside.push_back({.loop = loop});
  }
  std::erase_if(inside, [&](const LoopStay& stay) {
    const isa::Loop& range = program->loops[stay.loop];
    return !sm_.paths->any_within(event.entity, range.first, range.end);
  });
}

void LocalityLosses::on(const model::ThrottleHeld& event) {
  event.entities.for_each([&](unsigned entity) {
    for (LoopStay& stay : inside_[entity]) stay.held = true;
  });
}

void LocalityLosses::on(const model::L1Access& event) {
  if (event.cache != model::FirstLevel::data) return;
  const auto finding = locality_.accessed(sm_.names.warp_of(event.entity), event);
  if (finding != policy::LostLocality::Finding::lost) return;
  LossCounts& counts = counts_[event.kernel];
  ++counts.events;
  counts.gated += std::ranges::any_of(inside_[event.entity], &LoopStay::held) ? 1 : 0;
}

}  // namespace heddle::probe
