#include "heddle/policy/throttle/daws/sampler.hpp"

namespace heddle::policy {

void LoopSampler::start(const isa::Annotations& program, LoopLoads& loads, unsigned line_bytes,
                        unsigned least_lanes) {
  least_lanes_ = least_lanes;
  program_ = &program;
  loads_ = &loads;
  repetition_ = RepetitionDetector(line_bytes);
  loops_.assign(program.loops.size(), {});
}

void LoopSampler::trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters) {
  Loop& state = loops_[loop];
  if (state.watched == kNobody && enters && lanes >= least_lanes_) state.watched = entity;
  if (state.watched == entity) repetition_.clear(entity);
}

void LoopSampler::left(std::uint32_t loop, unsigned entity) {
  if (loops_[loop].watched == entity) loops_[loop] = {};
}

void LoopSampler::accessed(const model::L1Access& access, LostLocality::Finding finding) {
  const std::uint32_t loop = program_->loop_of[access.pc];
  if (loop == isa::kNoLoop || loops_[loop].watched != access.entity) return;
  Loop& state = loops_[loop];
  if (access.index == 0) {
    state.found = false;
    if (access.threads > 2) loads_->coalesced(access.pc, access.count);
  }
  state.found |= finding != LostLocality::Finding::none;
  if (const auto other = repetition_.touched(access.entity, access.pc, access.line))
    loads_->join(access.pc, *other);
  if (access.index + 1 != access.count) return;
  loads_->vote(loop, state.found);
  loads_->executed(access.pc);
}

}  // namespace heddle::policy
