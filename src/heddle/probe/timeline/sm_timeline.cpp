#include "heddle/probe/timeline/sm_timeline.hpp"

#include <algorithm>

namespace heddle::probe {
namespace {

/// Appends the part of the segment that lies in cycles begin to end - 1.
void append(std::vector<Segment>& segments, Segment segment, Cycle begin, Cycle end) {
  segment.begin = std::max(segment.begin, begin);
  segment.end = std::min(segment.end, end);
  if (segment.begin >= segment.end) return;
  const bool goes_on = !segments.empty() && segments.back().issue == nullptr &&
                       segment.issue == nullptr && segments.back().state == segment.state;
  if (goes_on) {
    segments.back().end = segment.end;
  } else {
    segments.push_back(segment);
  }
}

}  // namespace

bool SmTimeline::keeps(Cycle cycle) {
  if (cycle < window_.from || cycle >= window_.to || cycle >= cut_at_) return false;
  end_ = std::max(end_, cycle + 1);
  if (++events_ <= window_.most_events) return true;
  cut_at_ = cycle;
  return false;
}

void SmTimeline::on(const model::BlockDispatched& event) {
  if (event.cycle >= window_.to || event.cycle >= cut_at_) return;
  if (event.cycle < window_.from) {
    std::erase_if(blocks_, [&](const BlockSpan& span) { return span.end <= window_.from; });
  } else if (!keeps(event.cycle)) {
    return;
  }
  blocks_.push_back({event});
}

void SmTimeline::on(const model::BlockFinished& event) {
  const auto is_it = [&](const BlockSpan& span) {
    return span.block.block_slot == event.block_slot;
  };
  const auto span = std::find_if(blocks_.rbegin(), blocks_.rend(), is_it);
  if (span != blocks_.rend() && event.cycle < cut_at_) span->end = event.cycle + 1;
}

void SmTimeline::on(const model::WarpLaunched& event) {
  if (event.cycle >= window_.to || event.cycle >= cut_at_) return;
  if (event.cycle < window_.from) {
    std::erase_if(warps_, [&](const WarpSpan& span) { return span.end <= window_.from; });
  } else if (!keeps(event.cycle)) {
    return;
  }
  WarpSpan span{event};
  const auto is_its = [&](const BlockSpan& block) {
    return block.block.block_slot == event.block_slot;
  };
  const auto block = std::find_if(blocks_.rbegin(), blocks_.rend(), is_its);
  if (block != blocks_.rend()) {
    span.grid = block->block.grid;
    span.block = block->block.block;
  }
  warps_.push_back(span);
}

void SmTimeline::on(const model::WarpExited& event) {
  const auto is_it = [&](const WarpSpan& span) { return span.warp.entity == event.entity; };
  const auto span = std::find_if(warps_.rbegin(), warps_.rend(), is_it);
  if (span != warps_.rend() && event.cycle < cut_at_) span->end = event.cycle + 1;
}

void SmTimeline::on(const model::WarpStateChanged& event) {
  if (event.cycle < window_.from) {
    // Before the window begins, only the last state of each entity is kept.
    const auto same = [&](const auto& state) { return state.entity == event.entity; };
    const auto found = std::find_if(states_.begin(), states_.end(), same);
    if (found != states_.end()) {
      *found = event;
    } else {
      states_.push_back(event);
    }
  } else if (keeps(event.cycle)) {
    states_.push_back(event);
  }
}

void SmTimeline::on(const model::InstructionIssued& event) {
  if (keeps(event.cycle)) issues_.push_back(event);
}

void SmTimeline::on(const model::SlotStalled& event) {
  const Cycle begin = std::max(event.cycle, window_.from);
  if (begin >= event.cycle + event.cycles || !keeps(begin)) return;
  // Merges consecutive cycles with the same reason into one event.
  for (auto last = stalls_.rbegin(); last != stalls_.rend(); ++last) {
    if (last->slot != event.slot) continue;
    if (last->reason != event.reason || last->cycle + last->cycles != event.cycle) break;
    last->cycles += event.cycles;
    --events_;
    return;
  }
  stalls_.push_back(event);
}

void SmTimeline::on(const model::WriteBack& event) {
  if (keeps(event.cycle)) write_backs_.push_back(event);
}

void SmTimeline::on(const model::L1Access& event) {
  if (keeps(event.cycle)) accesses_.push_back(event);
}

void SmTimeline::on(const model::QueueDepths& event) {
  if (keeps(event.cycle)) depths_.push_back(event);
}

std::uint32_t SmTimeline::entities() const {
  std::uint32_t count = 0;
  for (const auto& state : states_) {
    if (state.state != model::Stall::empty) count = std::max(count, state.entity + 1u);
  }
  return count;
}

std::uint32_t SmTimeline::slots() const {
  std::uint32_t count = 0;
  for (const auto& issue : issues_) count = std::max(count, issue.slot + 1u);
  for (const auto& stall : stalls_) count = std::max(count, stall.slot + 1u);
  return count;
}

std::vector<Segment> SmTimeline::entity_segments(std::uint16_t entity, Cycle begin,
                                                 Cycle end) const {
  std::vector<Segment> segments;
  auto issue = issues_.begin();
  Segment state{0, kNever, model::Stall::empty, nullptr};
  const auto close = [&](Cycle until) {
    for (; issue != issues_.end() && issue->cycle < until; ++issue) {
      if (issue->entity != entity) continue;
      append(segments, {state.begin, issue->cycle, state.state, nullptr}, begin, end);
      append(segments, {issue->cycle, issue->cycle + 1, model::Stall::issued, &*issue}, begin, end);
      state.begin = issue->cycle + 1;
    }
    append(segments, {state.begin, until, state.state, nullptr}, begin, end);
  };
  for (const auto& change : states_) {
    if (change.entity != entity) continue;
    close(change.cycle);
    state = {change.cycle, kNever, change.state, nullptr};
  }
  close(kNever);
  return segments;
}

std::vector<Segment> SmTimeline::slot_segments(std::uint8_t slot, Cycle begin, Cycle end) const {
  std::vector<Segment> segments;
  auto issue = issues_.begin();
  const auto issues_before = [&](Cycle until) {
    for (; issue != issues_.end() && issue->cycle < until; ++issue) {
      if (issue->slot != slot) continue;
      append(segments, {issue->cycle, issue->cycle + 1, model::Stall::issued, &*issue}, begin, end);
    }
  };
  for (const auto& stall : stalls_) {
    if (stall.slot != slot) continue;
    issues_before(stall.cycle);
    append(segments, {stall.cycle, stall.cycle + stall.cycles, stall.reason, nullptr}, begin, end);
  }
  issues_before(kNever);
  return segments;
}

std::uint64_t SmTimeline::grid_of(std::uint16_t entity, Cycle cycle) const {
  for (auto span = warps_.rbegin(); span != warps_.rend(); ++span) {
    if (span->warp.entity == entity && span->warp.cycle <= cycle) return span->grid;
  }
  return kNever;
}

}  // namespace heddle::probe
