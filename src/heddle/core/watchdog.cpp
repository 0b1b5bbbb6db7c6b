// What the watchdog asks an SM, and what it says of warps that wait for ever.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/core/sm.hpp"
#include "heddle/exec/fault.hpp"

namespace heddle::core {

void Sm::watch(bool on) {
  watching_ = on;
  watches_.resize(on ? contexts_.entities() : 0);
  for (auto& watch : watches_) watch.restart();
}

namespace {

bool is_for_memory(Condition condition) {
  return condition == Condition::scoreboard_memory || condition == Condition::memory_order ||
         condition == Condition::fetch;
}

}  // namespace

bool Sm::waits_for_memory() const {
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity)
    if (is_for_memory(contexts_.table[entity].condition)) return true;
  return false;
}

bool Sm::only_waits() const {
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity) {
    const Condition condition = contexts_.table[entity].condition;
    const bool held = condition == Condition::barrier || condition == Condition::meeting;
    if (held || condition == Condition::absent || condition == Condition::draining) continue;
    const bool may_never_step = is_for_memory(condition) || condition == Condition::ready;
    if (may_never_step && !watches_[entity].has_stepped()) continue;
    if (!watches_[entity].spinning()) return false;
  }
  return true;
}

unsigned Sm::never_issued() const {
  unsigned count = 0;
  const model::EntityMask may_issue = issuable(accounted_);
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity)
    count += may_issue.test(entity) && !watches_[entity].has_stepped() ? 1 : 0;
  return count;
}

std::vector<std::string> Sm::never_let_go() const {
  std::vector<std::string> held;
  if (!gate_.exists()) return held;
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity) {
    if (!gate_.held().test(entity) || watches_[entity].has_stepped()) continue;
    const exec::Warp& warp = contexts_.warp_of(entity);
    const isa::Program& program = *warp.block->grid->program;
    held.push_back(fmt::format("SM {}: {} block {} warp {} at {}:{}", index_, program.name,
                               warp.block->id, warp.index, program.file,
                               program.code[contexts_.pc_of(entity)].line));
  }
  return held;
}

std::vector<std::string> Sm::waits() const {
  static constexpr std::array<std::string_view, kConditions> kWhat = {
      "",
      "can issue",
      "waits for a result from memory",
      "waits for a result of arithmetic",
      "waits for a fence or an atomic",
      "waits for a service of the host",
      "waits at a barrier",
      "waits for other threads of its warp",
      "waits for its next instruction",
      "has ended and waits for what is in flight",
      "is about to leave the SM"};
  std::vector<std::string> lines;
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity) {
    const EntityTable::State& state = contexts_.table[entity];
    if (state.condition == Condition::absent) continue;
    const exec::Warp& warp = contexts_.warp_of(entity);
    const unsigned part = contexts_.names.part_of(entity);
    const isa::Program& program = *warp.block->grid->program;
    const std::string where =
        warp.done(part)
            ? std::string("at its end")
            : fmt::format("at {}:{}", program.file, program.code[contexts_.pc_of(entity)].line);
    const std::string threads =
        contexts_.shape.parts == 1
            ? std::string()
            : fmt::format(" threads {} to {}", first_lane(warp.lanes_of(part)),
                          first_lane(warp.lanes_of(part)) + warp.lanes_per_part() - 1);
    lines.push_back(fmt::format("SM {}: {} block {} warp {}{} {} {}", index_, program.name,
                                warp.block->id, warp.index, threads,
                                kWhat[static_cast<std::size_t>(state.condition)], where));
  }
  if (waiting_.any()) {
    const exec::Block& block = contexts_.blocks[waiting_.block_slot].block;
    lines.push_back(fmt::format("SM {}: {} block {} warps {} to {} wait for registers and slots",
                                index_, block.grid->program->name, block.id, waiting_.first,
                                waiting_.end - 1));
  }
  return lines;
}

void Sm::report_deadlock(const std::string& message) const {
  for (unsigned entity = 0; entity < contexts_.entities(); ++entity) {
    const exec::Warp& warp = contexts_.warp_of(entity);
    const unsigned part = contexts_.names.part_of(entity);
    if (contexts_.table[entity].condition == Condition::absent || warp.done(part)) continue;
    exec::raise_fault(exec::FaultKind::deadlock, warp, contexts_.pc_of(entity),
                      first_lane(warp.active(part)), 0, message);
  }
}

}  // namespace heddle::core
