#include "heddle/policy/throttle/daws/sampler.hpp"

namespace heddle::policy {

void LoopSampler::start(const isa::Annotations& program, LoopLoads& loads, unsigned line_bytes,
                        const DetectionSpec& spec) {
  spec_ = spec;
  program_ = &program;
  loads_ = &loads;
  repetition_ = RepetitionDetector(line_bytes, spec.repetition_entries, spec.repetition_ways);
  loops_.assign(program.loops.size(), {});
  places_ = 0;
}

void LoopSampler::trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters) {
  Loop& state = loops_[loop];
  if (state.watched == kNobody && enters && lanes >= spec_.sampling_lanes && takes_place(state))
    state.watched = entity;
  if (state.watched == entity) repetition_.clear(entity);
}

bool LoopSampler::takes_place(Loop& loop) {
  if (!loop.has_place && places_ < spec_.watched_loops) {
    loop.has_place = true;
    ++places_;
  }
  return loop.has_place;
}

void LoopSampler::left(std::uint32_t loop, unsigned entity) {
  if (loops_[loop].watched == entity) loops_[loop].watched = kNobody;
}

void LoopSampler::accessed(const model::L1Access& access, LostLocality::Finding finding) {
  const std::uint32_t loop = program_->loop_of[access.pc];
  if (loop == isa::kNoLoop || loops_[loop].watched != access.entity) return;
  Loop& state = loops_[loop];
  if (access.index == 0) {
    state.found = false;
    if (access.threads >= spec_.divergence_lanes) loads_->coalesced(access.pc, access.count);
  }
  state.found |= finding != LostLocality::Finding::none;
  if (const auto other = repetition_.touched(access.entity, access.pc, access.line))
    loads_->join(access.pc, *other);
  if (access.index + 1 != access.count) return;
  loads_->vote(loop, state.found);
  loads_->executed(access.pc);
}

}  // namespace heddle::policy
