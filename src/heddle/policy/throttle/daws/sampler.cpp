#include "heddle/policy/throttle/daws/sampler.hpp"

namespace heddle::policy {

void LoopSampler::start(const isa::Annotations& program, LoopLoads& loads, unsigned line_bytes,
                        const DetectionSpec& spec, model::EntityNames names) {
  spec_ = spec;
  names_ = names;
  program_ = &program;
  loads_ = &loads;
  repetition_ =
      RepetitionDetector(line_bytes, spec.repetition_entries, spec.repetition_ways, names);
  loops_.assign(program.loops.size(), {});
  found_.assign(program.loop_of.size(), false);
  places_ = 0;
}

void LoopSampler::trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters) {
  Loop& state = loops_[loop];
  if (state.watched == kNobody && enters && lanes >= spec_.sampling_lanes && takes_place(state))
    state.watched = names_.warp_of(entity);
  if (state.watched == names_.warp_of(entity)) repetition_.clear(entity);
}

bool LoopSampler::takes_place(Loop& loop) {
  if (!loop.has_place && places_ < spec_.watched_loops) {
    loop.has_place = true;
    ++places_;
  }
  return loop.has_place;
}

void LoopSampler::left(std::uint32_t loop, unsigned warp) {
  if (loops_[loop].watched == warp) loops_[loop].watched = kNobody;
}

void LoopSampler::accessed(const model::L1Access& access, LostLocality::Finding finding) {
  const std::uint32_t loop = program_->loop_of[access.pc];
  if (loop == isa::kNoLoop || loops_[loop].watched != names_.warp_of(access.entity)) return;
  if (access.index == 0) {
    found_[access.pc] = false;
    if (access.threads >= spec_.divergence_lanes) loads_->coalesced(access.pc, access.count);
  }
  if (finding != LostLocality::Finding::none) found_[access.pc] = true;
  if (const auto other = repetition_.touched(access.entity, access.pc, access.line))
    loads_->join(access.pc, *other);
  if (access.index + 1 != access.count) return;
  loads_->vote(loop, found_[access.pc]);
  loads_->executed(access.pc);
}

}  // namespace heddle::policy
