#include "heddle/observe/locality_losses.hpp"

#include <algorithm>

#include "heddle/isa/program.hpp"

namespace heddle::observe {

void LossCounts::describe(StatisticVisitor& visit) const {
  visit.count("events", events, "accesses",
              "L1 misses on lines that the warp had brought and lost (run.lost_locality)");
  visit.count("gated", gated, "accesses",
              "of these, by warps that the throttle had held since they entered a loop in which "
              "they still were");
}

void LocalityLosses::attach(const model::SmView& sm) {
  SmObserver::attach(sm);
  tags_.check("run.lost_locality_tags", "run.lost_locality_ways");
  locality_.start(tags_, sm);
  inside_.assign(sm.entities, {});
}

void LocalityLosses::kernel_started(unsigned kernel, const isa::Program& program) {
  programs_[kernel] = program.annotations.get();
}

void LocalityLosses::instruction_issued(unsigned entity, Pc pc, LaneMask /*lanes*/) {
  const isa::Annotations* const program = programs_[sm().warps[entity].kernel];
  if (program == nullptr) return;
  std::vector<LoopStay>& inside = inside_[entity];
  if (program->begins_loop(pc)) {
    const std::uint32_t loop = program->loop_of[pc];
    if (std::ranges::find(inside, loop, &LoopStay::loop) == inside.end())
      inside.push_back({.loop = loop});
  }
  std::erase_if(inside, [&](const LoopStay& stay) {
    const isa::Loop& range = program->loops[stay.loop];
    return !sm().paths->any_within(entity, range.first, range.end);
  });
}

void LocalityLosses::held(const model::EntityMask& entities) {
  entities.for_each([&](unsigned entity) {
    for (LoopStay& stay : inside_[entity]) stay.held = true;
  });
}

void LocalityLosses::on(const model::L1Access& event) {
  if (event.cache != model::FirstLevel::data) return;
  const auto finding = locality_.accessed(sm().names.warp_of(event.entity), event);
  if (finding != policy::LostLocality::Finding::lost) return;
  LossCounts& counts = counts_[event.kernel];
  ++counts.events;
  counts.gated += std::ranges::any_of(inside_[event.entity], &LoopStay::held) ? 1 : 0;
}

}  // namespace heddle::observe
