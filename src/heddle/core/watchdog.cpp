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
  watches_.resize(on ? warps_.size() : 0);
  for (auto& watch : watches_) watch.restart();
}

bool Sm::only_waits() const {
  for (std::uint32_t context = 0; context < warps_.size(); ++context) {
    const Condition condition = table_[context].condition;
    if (condition == Condition::absent || condition == Condition::barrier) continue;
    if (!watches_[context].spinning()) return false;
  }
  return true;
}

/// Where the warp is: at the barrier where it waits, else at what it does next.
Pc Sm::place_of(std::uint32_t context) const {
  const WarpTable::State& state = table_[context];
  return state.condition == Condition::barrier ? state.barrier_pc : warps_[context].pc();
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
      "waits for its next instruction",
      "has ended and waits for what is in flight"};
  std::vector<std::string> lines;
  for (std::uint32_t context = 0; context < warps_.size(); ++context) {
    const WarpTable::State& state = table_[context];
    if (state.condition == Condition::absent) continue;
    const exec::Warp& warp = warps_[context];
    const isa::Program& program = *warp.block->grid->program;
    const std::string where =
        warp.done() ? std::string("at its end")
                    : fmt::format("at {}:{}", program.file, program.code[place_of(context)].line);
    lines.push_back(fmt::format("SM {}: {} block {} warp {} {} {}", index_, program.name,
                                warp.block->id, warp.index,
                                kWhat[static_cast<std::size_t>(state.condition)], where));
  }
  return lines;
}

void Sm::report_deadlock(const std::string& message) const {
  for (std::uint32_t context = 0; context < warps_.size(); ++context) {
    const exec::Warp& warp = warps_[context];
    if (table_[context].condition == Condition::absent || warp.done()) continue;
    exec::raise_fault(exec::FaultKind::deadlock, warp, place_of(context), first_lane(warp.active()),
                      0, message);
  }
}

}  // namespace heddle::core
