#include "heddle/core/formed_warps/pool_paths.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {

PoolPaths::PoolPaths(const Surroundings& around)
    : contexts_(around.contexts),
      around_(around),
      warps_(around),
      pool_(static_cast<unsigned>(around.contexts.formed.size())),
      meetings_(around.contexts),
      barriers_(around.contexts),
      threads_(around.contexts.warps.size()),
      buffers_at_barriers_(around.contexts.blocks.size()) {}

void PoolPaths::start(std::span<const std::uint16_t> launched, Cycle now) {
  for (const std::uint16_t entity : launched) {
    const EntityTable::State& state = contexts_.table[entity];
    const exec::Warp& warp = *state.warp;
    if (barriers_.launch(state.block_slot)) buffers_at_barriers_[state.block_slot].clear();
    for (Thread& thread : threads_[warp.slot]) thread = {};
    put({{state.kernel, warp.parts[0].top()},
         {static_cast<std::uint16_t>(warp.slot), warp.threads}});
  }
  take_entries(now, 0);
}

void PoolPaths::issued(std::uint16_t entity) { pool_.issue(number_of(entity)); }

void PoolPaths::executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
  FormedWarp& formed = contexts_.formed_of(entity);
  const std::uint32_t delay = around_.flow.delay_after(decoded);
  formed.goes_on = now + delay;
  formed.next = common_way(formed);
  if (formed.next != kNoPc) {
    const Addr address = contexts_.program_of(entity).at(formed.next).address;
    const bool follows = formed.next == formed.frame.pc + 1;
    around_.front_end.fetch_next(entity, address, follows, now, delay);
  }
  around_.flow.stop(entity);
}

Pc PoolPaths::common_way(const FormedWarp& formed) const {
  Pc common = kNoPc;
  for (std::size_t i = 0; i < formed.group.size(); ++i) {
    const FormedWarp::Result& result = formed.results[i];
    if (formed.kind == exec::StepKind::barrier && result.executed != 0) return kNoPc;
    const Pc way = common_way(formed.group[i], result.outcome, formed.frame.pc + 1);
    if (way == kNoPc || (i != 0 && way != common)) return kNoPc;
    common = way;
  }
  return common;
}

Pc PoolPaths::common_way(const exec::GroupMember& member, const exec::PathOutcome& outcome,
                         Pc next) const {
  const LaneMask moved = outcome.lanes & member.lanes;
  switch (outcome.kind) {
    case exec::PathOutcomeKind::next:
      return next;
    case exec::PathOutcomeKind::ways:
      return outcome.ways.size() == 1 ? outcome.ways.front().pc : kNoPc;
    default:
      break;
  }
  if (moved == 0) return next;
  if (moved != member.lanes) return kNoPc;
  switch (outcome.kind) {
    case exec::PathOutcomeKind::branch:
      return outcome.target;
    case exec::PathOutcomeKind::calls:
      return outcome.callees.size() == 1 ? outcome.callees.front().pc : kNoPc;
    case exec::PathOutcomeKind::returns:
      return common_return(member);
    default:
      return kNoPc;
  }
}

Pc PoolPaths::common_return(const exec::GroupMember& member) const {
  Pc common = kNoPc;
  for_each_lane(member.lanes, [&](unsigned lane) {
    const Pc pc = threads_[member.warp][lane].callers.back().pc;
    common = lane == first_lane(member.lanes) || pc == common ? pc : kNoPc;
  });
  return common;
}

void PoolPaths::keep_buffer(std::uint16_t entity) {
  const FormedWarp& formed = contexts_.formed_of(entity);
  const Pc pc = formed.next != kNoPc ? formed.next : formed.frame.pc + 1;
  const KeptBuffer kept = {contexts_.table[entity].kernel, pc,
                           around_.front_end.take_buffer(entity)};
  if (kept.buffer.instructions == 0 && !kept.buffer.wait) return;
  const auto waits = [](const FormedWarp::Result& result) {
    return result.executed != 0 && result.barrier.kind != exec::BarrierKind::arrive;
  };
  const auto waiting = std::ranges::find_if(formed.results, waits);
  if (formed.kind != exec::StepKind::barrier || waiting == formed.results.end())
    return kept_buffers_.push_back(kept);
  const auto member = static_cast<std::size_t>(waiting - formed.results.begin());
  buffers_at_barriers_[contexts_.block_slot_of(formed.group[member].warp)].push_back(kept);
}

void PoolPaths::settle(Cycle now) {
  while (!around_.flow.due().empty()) {
    returning_.clear();
    std::swap(returning_, around_.flow.due());
    for (const std::uint16_t entity : returning_) disperse(entity, now);
  }
}

void PoolPaths::disperse(std::uint16_t entity, Cycle now) {
  const FormedWarp& formed = contexts_.formed_of(entity);
  const std::uint16_t number = number_of(entity);
  const exec::PoolPlace place = pool_[number].place;
  keep_buffer(entity);
  warps_.dissolve(entity);
  // The entry keeps its number and the entity keeps its group until all threads have left.
  for (std::size_t i = 0; i < formed.group.size(); ++i)
    follow({place, formed.group[i]}, formed.results[i], formed.kind, now);
  pool_.release(number, changed_);
  take_entries(now, formed.delay(now));
  kept_buffers_.clear();
}

void PoolPaths::follow(const exec::PlacedThreads& threads, const FormedWarp::Result& result,
                       exec::StepKind kind, Cycle now) {
  const bool waits = kind == exec::StepKind::barrier && result.executed != 0;
  const bool ends = result.outcome.kind == exec::PathOutcomeKind::exits;
  if (!waits && !ends) return follow_path(threads, result.outcome);
  put(threads, threads.member.lanes & ~result.executed, threads.place.frame.pc + 1);
  if (waits) return come_to_barrier(threads, result.barrier, now);
  end_threads({threads.member.warp, result.executed}, now);
}

void PoolPaths::follow_path(const exec::PlacedThreads& threads, const exec::PathOutcome& outcome) {
  const LaneMask lanes = threads.member.lanes;
  const Pc next = threads.place.frame.pc + 1;
  switch (outcome.kind) {
    case exec::PathOutcomeKind::ways:
      for (const exec::StackPath& way : outcome.ways) put(threads, way.lanes & lanes, way.pc);
      return;
    case exec::PathOutcomeKind::branch:
      put(threads, outcome.lanes, outcome.target);
      return put(threads, lanes & ~outcome.lanes, next);
    case exec::PathOutcomeKind::calls:
      put(threads, lanes & ~outcome.lanes, next);
      return enter_functions(threads, outcome);
    case exec::PathOutcomeKind::returns:
      put(threads, lanes & ~outcome.lanes, next);
      return return_to_callers({threads.member.warp, outcome.lanes});
    default:
      return put(threads, lanes, next);
  }
}

void PoolPaths::enter_functions(const exec::PlacedThreads& threads,
                                const exec::PathOutcome& outcome) {
  exec::StackEntry caller = threads.place.frame;
  ++caller.pc;
  for (exec::StackEntry callee : outcome.callees) {
    const LaneMask entering = callee.lanes & threads.member.lanes;
    for_each_lane(entering, [&](unsigned lane) {
      threads_[threads.member.warp][lane].callers.push_back(caller);
    });
    callee.depth = caller.depth + 1;
    put({{threads.place.kernel, callee}, threads.member}, entering, callee.pc);
  }
}

void PoolPaths::return_to_callers(const exec::GroupMember& member) {
  const std::uint8_t kernel = contexts_.table[contexts_.home_of(member.warp)].kernel;
  for_each_lane(member.lanes, [&](unsigned lane) {
    std::vector<exec::StackEntry>& callers = threads_[member.warp][lane].callers;
    const exec::StackEntry caller = callers.back();
    callers.pop_back();
    put({{kernel, caller}, {member.warp, lane_bit(lane)}});
  });
}

void PoolPaths::come_to_barrier(const exec::PlacedThreads& threads,
                                const exec::BarrierArrival& arrival, Cycle now) {
  barriers_.come(threads, arrival);
  if (arrival.kind == exec::BarrierKind::arrive)
    put(threads, arrival.lanes, threads.place.frame.pc + 1);
  open_barriers(contexts_.block_slot_of(threads.member.warp), now);
}

void PoolPaths::open_barriers(std::uint16_t block_slot, Cycle now) {
  while (barriers_.open(block_slot, opening_)) {
    around_.watchdog.note_effect(now);
    take_entries(now, 1);
    for (const exec::PlacedThreads& threads : opening_.threads) {
      const exec::StackEntry& frame = threads.place.frame;
      warps_.open_barrier(frame, {threads.member}, frame.pc, opening_.value);
      put(threads, threads.member.lanes, frame.pc + 1);
    }
    std::swap(kept_buffers_, buffers_at_barriers_[block_slot]);
    take_entries(now, around_.flow.barrier_latency());
    std::swap(kept_buffers_, buffers_at_barriers_[block_slot]);
  }
  show_waits(block_slot);
}

void PoolPaths::end_threads(const exec::GroupMember& member, Cycle now) {
  const std::uint16_t block_slot = contexts_.block_slot_of(member.warp);
  barriers_.end(member);
  warps_.end_if_exited(member.warp, now);
  put_met(member.warp);
  open_barriers(block_slot, now);
}

void PoolPaths::put(const exec::PlacedThreads& threads, LaneMask lanes, Pc pc) {
  if (lanes == 0) return;
  exec::PlacedThreads moved = threads;
  moved.member.lanes = lanes;
  moved.place.frame.pc = pc;
  put(moved);
}

void PoolPaths::put(const exec::PlacedThreads& threads) {
  const std::uint16_t home = contexts_.home_of(threads.member.warp);
  const DecodedInstruction& next = contexts_.program_of(home).at(threads.place.frame.pc);
  if (next.reconverges) count_passed(threads);
  if (next.lane_dependence == exec::LaneDependence::no)
    return pool_.put(threads.place, threads.member, changed_);
  meetings_.come(threads);
  put_met(threads.member.warp);
  show_waits(contexts_.table[home].block_slot);
}

void PoolPaths::put_met(unsigned context) {
  for (const exec::PlacedThreads& met : meetings_.take(context))
    pool_.put_alone(met.place, met.member, changed_);
}

void PoolPaths::count_passed(const exec::PlacedThreads& threads) {
  for_each_lane(threads.member.lanes,
                [&](unsigned lane) { ++threads_[threads.member.warp][lane].passed; });
}

std::uint32_t PoolPaths::passed_of(const exec::WarpGroup& group) const {
  std::uint32_t fewest = ~0u;
  for (const exec::GroupMember& member : group) {
    for_each_lane(member.lanes, [&](unsigned lane) {
      fewest = std::min(fewest, threads_[member.warp][lane].passed);
    });
  }
  return fewest;
}

void PoolPaths::take_entries(Cycle now, std::uint32_t delay) {
  for (const std::uint16_t number : changed_) {
    const exec::WarpPool::Entry& entry = pool_[number];
    const std::uint16_t entity = entity_of(number);
    FormedWarp& formed = contexts_.formed_of(entity);
    formed.passed = passed_of(entry.group);
    if (formed.serial != entry.serial)
      take_new(entity, entry, now, delay);
    else
      warps_.set_group(entity, entry.group);
  }
  changed_.clear();
}

void PoolPaths::take_new(std::uint16_t entity, const exec::WarpPool::Entry& entry, Cycle now,
                         std::uint32_t delay) {
  warps_.form(entity, entry.place.frame, entry.group);
  contexts_.formed_of(entity).serial = entry.serial;
  const auto is_here = [&](const KeptBuffer& kept) {
    return kept.kernel == entry.place.kernel && kept.pc == entry.place.frame.pc;
  };
  const auto kept = std::ranges::find_if(kept_buffers_, is_here);
  if (kept == kept_buffers_.end()) return warps_.begin(entity, now, delay);
  const FrontEnd::Buffer buffer = kept->buffer;
  kept_buffers_.erase(kept);
  if (const auto wait = around_.front_end.give_buffer(entity, buffer, now, delay))
    return warps_.begin(entity, now, *wait);
  warps_.wait_for_code(entity);
}

void PoolPaths::show_waits(std::uint16_t block_slot) {
  const auto show = [&](const exec::PlacedThreads& threads, Condition condition) {
    const std::uint16_t home = contexts_.home_of(threads.member.warp);
    contexts_.table[home].barrier_pc = threads.place.frame.pc;
    around_.conditions.set(home, condition);
  };
  for (const std::uint16_t context : contexts_.blocks[block_slot].contexts) {
    if (context == Contexts::kNoContext) continue;
    const std::uint16_t home = contexts_.home_of(context);
    EntityTable::State& state = contexts_.table[home];
    if (state.condition == Condition::draining || state.condition == Condition::absent) continue;
    state.barrier_pc = kNoPc;
    around_.conditions.set(home, Condition::pooled);
    for (const exec::PlacedThreads& threads : meetings_.waiting(context))
      show(threads, Condition::meeting);
  }
  for (const PoolBarriers::Waiting& waiting : barriers_.waiting(block_slot))
    show(waiting.threads, Condition::barrier);
}

}  // namespace heddle::core
