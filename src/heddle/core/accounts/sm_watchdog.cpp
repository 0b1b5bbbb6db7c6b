#include "heddle/core/accounts/sm_watchdog.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "heddle/exec/async/awaited_barrier.hpp"
#include "heddle/exec/step/fault.hpp"

namespace heddle::core {
namespace {

bool is_for_memory(Condition condition) {
  return condition == Condition::scoreboard_memory || condition == Condition::memory_order ||
         condition == Condition::fetch;
}

}  // namespace

void SmWatchdog::watch(bool on) {
  watching_ = on;
  if (on) ++number_;
  left_going_on_ = has_chased_ = false;
  watches_.assign(on ? contexts_.entities() : 0, {.number = number_});
  thread_watches_.resize(on && contexts_.shape.forms_warps() ? contexts_.warps.size() : 0);
  for (auto& watch : thread_watches_) watch.restart();
}

void SmWatchdog::note_return(unsigned entity, EntityWatch watch) {
  if (!watching_ || watch.number != number_) return;
  watches_[entity] = std::move(watch);
  ++watches_[entity].arrivals;
  watches_[entity].has_arrived = true;
}

EntityWatch SmWatchdog::note_leave(unsigned entity) {
  if (!watching_) return {};
  const Condition condition = contexts_.table[entity].condition;
  const bool is_held = condition == Condition::barrier || condition == Condition::draining;
  left_going_on_ |= !is_held && watches_[entity].may_go_on();
  has_chased_ |= !is_held && watches_[entity].is_chased();
  return std::exchange(watches_[entity], {});
}

void SmWatchdog::note_check() {
  left_going_on_ = false;
  for (EntityWatch& watch : watches_) watch.has_arrived = watch.has_stepped = false;
}

bool SmWatchdog::waits_for_memory() const {
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity)
    if (is_for_memory(contexts_.table[entity].condition)) return true;
  return false;
}

bool SmWatchdog::only_waits() const {
  if (left_going_on_) return false;
  if (!std::ranges::all_of(thread_watches_, &exec::ThreadSpinWatch::all_spin)) return false;
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity)
    if (!only_waits(entity)) return false;
  return true;
}

bool SmWatchdog::only_waits(unsigned entity) const {
  const Condition condition = contexts_.table[entity].condition;
  if (contexts_.is_formed(entity) && condition != Condition::service) return true;
  const bool held = condition == Condition::barrier || condition == Condition::meeting ||
                    condition == Condition::pooled;
  if (held || condition == Condition::absent || condition == Condition::draining) return true;
  const EntityWatch& watch = watches_[entity];
  if (watch.has_arrived && watch.may_go_on()) return false;
  if (condition == Condition::stopped && !watch.has_stepped) return true;
  const bool may_never_step = is_for_memory(condition) || condition == Condition::ready ||
                              condition == Condition::away || condition == Condition::service;
  if (may_never_step && !watch.spin.has_stepped()) return true;
  return watch.spin.spinning();
}

unsigned SmWatchdog::never_issued(const model::EntityMask& issuable) const {
  unsigned count = 0;
  issuable.for_each([&](unsigned entity) { count += watches_[entity].spin.has_stepped() ? 0 : 1; });
  return count;
}

std::vector<std::string> SmWatchdog::held_throughout() const {
  std::vector<std::string> held;
  gate_.held().for_each([&](unsigned entity) {
    const bool has_stepped = watching_ && watches_[entity].spin.has_stepped();
    if (!has_stepped) held.push_back(name_of(entity) + " " + place_of(entity));
  });
  return held;
}

std::vector<std::string> SmWatchdog::waits() const {
  static constexpr std::array<std::string_view, kConditions> kWhat = {
      "",
      "can issue",
      "waits for a result from memory",
      "waits for a result of arithmetic",
      "waits for a fence, an atomic or asynchronous copies",
      "waits for a service of the host, for grids that its block has launched, or for the other "
      "blocks of its cluster",
      "waits at a barrier",
      "waits for other threads of its warp",
      "waits for its next instruction",
      "has ended and waits for what is in flight",
      "is about to leave the SM",
      "has threads that wait for others",
      "can go on and has no slot"};
  std::vector<std::string> lines;
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity) {
    const Condition condition = contexts_.table[entity].condition;
    if (condition == Condition::absent) continue;
    if (condition == Condition::pooled && contexts_.table[entity].barrier_pc == kNoPc) continue;
    const exec::Warp& warp = contexts_.warp_of(entity);
    const unsigned first = first_lane(warp.lanes_of(contexts_.names.part_of(entity)));
    const std::string threads =
        contexts_.shape.parts == 1
            ? std::string()
            : fmt::format(" threads {} to {}", first, first + warp.lanes_per_part() - 1);
    lines.push_back(fmt::format("{}{} {} {}{}", name_of(entity), threads,
                                kWhat[static_cast<std::size_t>(condition)], place_of(entity),
                                exec::awaited_barrier_in_words(warp)));
  }
  return lines;
}

void SmWatchdog::report_deadlock(const std::string& message) const {
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity) {
    if (contexts_.table[entity].condition == Condition::absent || contexts_.has_ended(entity))
      continue;
    const Pc pc = contexts_.pc_of(entity);
    if (pc == kNoPc) continue;  // the entity's threads issue as parts of other entities
    const exec::Warp& warp = contexts_.warp_of(entity);
    exec::raise_fault(exec::FaultKind::deadlock, warp, pc,
                      first_lane(contexts_.paths.active(entity)), 0, message);
  }
}

std::string SmWatchdog::name_of(unsigned entity) const {
  const exec::Warp& warp = contexts_.warp_of(entity);
  return fmt::format("SM {}: {} block {} warp {}", sm_, warp.block->grid->program->name,
                     warp.block->id, warp.index);
}

std::string SmWatchdog::place_of(unsigned entity) const {
  if (contexts_.has_ended(entity)) return "at its end";
  const isa::Program& program = *contexts_.warp_of(entity).block->grid->program;
  return fmt::format("at {}:{}", program.file, program.code[contexts_.pc_of(entity)].line);
}

}  // namespace heddle::core
