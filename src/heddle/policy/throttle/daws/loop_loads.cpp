#include "heddle/policy/throttle/daws/loop_loads.hpp"

#include <algorithm>
#include <limits>

namespace heddle::policy {
namespace {

void count(std::int8_t& counter, bool up) {
  using Limits = std::numeric_limits<std::int8_t>;
  if (up && counter != Limits::max()) ++counter;
  if (!up && counter != Limits::min()) --counter;
}

}  // namespace

void LoopLoads::start(const isa::Annotations& program, const DetectionSpec& spec) {
  spec_ = spec;
  program_ = &program;
  known_ = counted_ = 0;
  loops_.assign(program.loops.size(), {});
  for (std::size_t loop = 0; loop < loops_.size(); ++loop) {
    for (const Pc pc : program.loops[loop].loads)
      loops_[loop].loads.push_back({.pc = pc, .group = pc});
  }
}

LoadGroups LoopLoads::groups(std::uint32_t loop) const {
  const LoopEntry& entry = loops_[loop];
  LoadGroups groups;
  if (entry.locality <= 0) return groups;
  for (const Load& first : entry.loads) {
    bool known = false, diverged = false;
    for (const Load& load : entry.loads) {
      if (!load.known || load.group != first.pc) continue;
      known = true;
      diverged |= load.diverged >= static_cast<std::int8_t>(spec_.diverged_from);
    }
    if (known) ++(diverged ? groups.diverged : groups.converged);
  }
  return groups;
}

std::uint32_t LoopLoads::next_after(Pc pc, bool is_predicted) const {
  std::uint32_t best = isa::kNoLoop;
  for (std::uint32_t loop = 0; loop < loops_.size(); ++loop) {
    const Pc begin = program_->loops[loop].begin;
    if (begin <= pc || (is_predicted && !groups(loop).any())) continue;
    if (best == isa::kNoLoop || begin < program_->loops[best].begin) best = loop;
  }
  return best;
}

void LoopLoads::vote(std::uint32_t loop, bool has_locality) {
  count(loops_[loop].locality, has_locality);
}

void LoopLoads::coalesced(Pc pc, unsigned lines) {
  Load* const load = find(pc);
  if (load == nullptr) return;
  if (!load->counted && counted_ < spec_.divergence_counters) {
    load->counted = true;
    ++counted_;
  }
  if (load->counted) count(load->diverged, lines > spec_.converged_lines);
}

void LoopLoads::executed(Pc pc) {
  const std::uint32_t loop = program_->loop_of[pc];
  if (loop == isa::kNoLoop || loops_[loop].locality <= 0) return;
  if (Load* const load = find(pc)) know(*load);
}

void LoopLoads::join(Pc a, Pc b) {
  const Load* const first = find(a);
  const Load* const second = find(b);
  if (first == nullptr || second == nullptr || first->group == second->group) return;
  if (program_->loop_of[a] != program_->loop_of[b]) return;
  const Pc kept = std::min(first->group, second->group);
  const Pc gone = std::max(first->group, second->group);
  for (Load& load : loops_[program_->loop_of[a]].loads)
    if (load.group == gone) load.group = kept;
}

void LoopLoads::set_has_locality(std::uint32_t loop, bool has_locality) {
  loops_[loop].locality = has_locality ? 1 : 0;
}

void LoopLoads::classify(Pc pc, bool diverged, Pc group) {
  Load* const load = find(pc);
  if (load == nullptr) return;
  know(*load);
  load->diverged = static_cast<std::int8_t>(diverged ? spec_.diverged_from : 0);
  load->group = group;
}

void LoopLoads::know(Load& load) {
  if (load.known || known_ == spec_.classified_loads) return;
  load.known = true;
  ++known_;
}

LoopLoads::Load* LoopLoads::find(Pc pc) {
  const std::uint32_t loop = program_->loop_of[pc];
  if (loop == isa::kNoLoop) return nullptr;
  std::vector<Load>& loads = loops_[loop].loads;
  const auto found = std::ranges::find(loads, pc, &Load::pc);
  return found == loads.end() ? nullptr : &*found;
}

}  // namespace heddle::policy
