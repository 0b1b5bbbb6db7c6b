#include "heddle/gpu/clock/watchdog.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"

namespace heddle::gpu {
namespace {

/// The blocks and warps that keep a signalled SM from becoming free. (A preemption signal asks an
/// SM to give up its blocks.)
struct Leaving {
  unsigned staying = 0;  ///< number of blocks that leave only when they end
  /// Number of warps, or parts of warps, that have not stopped yet in the blocks that are to be
  /// stopped.
  unsigned before_point = 0;
};

Leaving leaving_from(const core::Contexts& contexts) {
  Leaving leaving;
  for (std::size_t slot = 0; slot < contexts.blocks.size(); ++slot) {
    const core::ResidentBlock& block = contexts.blocks[slot];
    if (!block.resides()) continue;
    if (!block.stopping) {
      ++leaving.staying;
      continue;
    }
    contexts.for_each_entity(static_cast<std::uint16_t>(slot), [&](std::uint16_t entity) {
      const core::Condition condition = contexts.table[entity].condition;
      const bool is_still =
          condition == core::Condition::stopped || condition == core::Condition::barrier ||
          condition == core::Condition::draining || condition == core::Condition::fetch;
      leaving.before_point += is_still ? 0 : 1;
    });
  }
  return leaving;
}

}  // namespace

Watchdog::Watchdog(const Chip& chip, const PolicyChoice& policies)
    : sms_(chip.sms),
      partitions_(chip.partitions),
      warp_scheduler_(policies.warp_scheduler),
      throttle_(policies.throttle),
      residency_(policies.residency),
      limit_(chip.machine.control.watchdog_cycles) {}

void Watchdog::check(Cycle now) {
  next_check_ = now + limit_ / 4 + 1;
  gather_progress();
  const bool quiet = now - last_progress_ >= limit_;
  const bool watched = watch_began_ != kNever && last_progress_ <= watch_began_;
  if (quiet && watched) {
    const auto only_waits = [](const auto& sm) { return sm->watchdog().only_waits(); };
    if (std::all_of(sms_.begin(), sms_.end(), only_waits)) {
      report(fmt::format("for {} cycles nothing was stored, and {}", now - last_progress_,
                         reason_for_no_progress()));
    }
    for (const auto& sm : sms_) sm->watchdog().note_check();
    return;
  }
  if (!quiet && watch_began_ == kNever) return;
  watch_began_ = quiet ? now : kNever;
  for (const auto& sm : sms_) sm->watchdog().watch(quiet);
}

void Watchdog::report_standstill(bool blocks_resident) const {
  report(reason_for_standstill(blocks_resident));
}

void Watchdog::gather_progress() {
  for (const auto& sm : sms_)
    last_progress_ = std::max(last_progress_, sm->watchdog().last_effect());
  for (const auto& partition : partitions_)
    last_progress_ = std::max(last_progress_, partition->last_effect());
}

std::string Watchdog::reason_for_standstill(bool blocks_resident) const {
  const bool lost = std::any_of(sms_.begin(), sms_.end(),
                                [](const auto& sm) { return sm->watchdog().waits_for_memory(); });
  if (lost) return "a reply from memory is lost, which is a fault of the simulator";
  const auto waits = [](const auto& sm) { return sm->has_waiting_warps(); };
  if (std::any_of(sms_.begin(), sms_.end(), waits))
    return fmt::format("residency {} lets no warp start of those that wait", residency_);
  const auto has_away = [](const auto& sm) { return sm->contexts().away.any(); };
  if (std::any_of(sms_.begin(), sms_.end(), has_away))
    return fmt::format("residency {} brings no warp to a slot of those that have none", residency_);
  if (some_wait_for_grids())
    return "some wait for the grids that their blocks have launched, and these cannot end";
  if (!blocks_resident) return fmt::format("residency {} admits no block to any SM", residency_);
  const std::vector<std::string> held = held_warps();
  if (held.empty()) return "all that have not ended wait at barriers";
  return fmt::format(
      "throttle {} holds {} ready warps, and its gate does not change; the first is {}", throttle_,
      held.size(), held.front());
}

std::vector<std::string> Watchdog::held_warps() const {
  std::vector<std::string> held;
  for (const auto& sm : sms_) {
    for (std::string& warp : sm->watchdog().held_throughout()) held.push_back(std::move(warp));
  }
  return held;
}

std::string Watchdog::reason_for_no_progress() const {
  const std::vector<std::string> held = held_warps();
  if (!held.empty()) return reason_of_throttle(held);
  if (std::ranges::any_of(sms_, [](const auto& sm) { return sm->watchdog().has_chased(); }))
    return "signals take blocks off their SMs again before these have executed anything (a longer "
           "time between them, such as --set preemption_trigger.periodic.period=10000, ends that)";
  unsigned never_issued = 0;
  for (const auto& sm : sms_) never_issued += sm->never_issued();
  if (never_issued != 0) {
    const std::string under = throttle_ == "none" ? "" : " under throttle " + throttle_;
    return fmt::format("warp_scheduler {}{} issues none of {} ready warps", warp_scheduler_, under,
                       never_issued);
  }
  const bool by_stack = std::ranges::any_of(sms_, [](const auto& sm) {
    return std::ranges::any_of(sm->contexts().kernels, [](const core::KernelBinding& kernel) {
      return kernel.grid != nullptr && !kernel.grid->has_independent_threads();
    });
  });
  const std::string lanes = by_stack ? " (lanes of one warp cannot wait for each other: they run "
                                       "one path at a time)"
                                     : "";
  return "those that run repeat what they did: a lock or flag that never changes" + lanes +
         reason_of_slots() + reason_of_parents() + reason_of_preemption();
}

bool Watchdog::some_wait_for_grids() const {
  return std::ranges::any_of(
      sms_, [](const auto& sm) { return sm->contexts().table.in(core::Condition::service).any(); });
}

std::string Watchdog::reason_of_parents() const {
  return some_wait_for_grids() ? "; others wait for the grids that their blocks have launched" : "";
}

std::string Watchdog::reason_of_slots() const {
  std::size_t away = 0;
  for (const auto& sm : sms_) away += sm->contexts().table.in(core::Condition::away).count();
  if (away == 0) return "";
  return fmt::format(
      "; {} warps can go on and have no slot under residency={}, and may have the lock: no warp "
      "that has a slot leaves it",
      away, residency_);
}

std::string Watchdog::reason_of_preemption() const {
  const auto evicting =
      std::ranges::find_if(sms_, [](const auto& sm) { return sm->context_switch().is_evicting(); });
  if (evicting == sms_.end()) return "";
  const core::ContextSwitch& context_switch = (*evicting)->context_switch();
  const Leaving leaving = leaving_from((*evicting)->contexts());
  std::string reason = fmt::format("; SM {} works off a signal under preemption={}",
                                   evicting - sms_.begin(), context_switch.method());
  if (leaving.staying != 0)
    reason +=
        fmt::format(", which waits for {} blocks there to end, and they do not{}", leaving.staying,
                    context_switch.stops_blocks()
                        ? ""
                        : " (--set preemption=live_cp takes blocks off before their end)");
  if (leaving.before_point != 0)
    reason +=
        fmt::format(", and {} warps there have come to no preemption point", leaving.before_point);
  if (!context_switch.stops_blocks()) return reason;
  reason +=
      ", and a block that has left, or is about to, may have the lock (drain and occup treat all "
      "blocks of an SM alike)";
  if (context_switch.gives_way_for_ever())
    reason +=
        ", or its context waits behind the requests of those that repeat themselves "
        "(--set context_switch.age_limit=1000 ends that)";
  return reason;
}

std::string Watchdog::reason_of_throttle(const std::vector<std::string>& held_warps) const {
  const std::string advice =
      sms_.front()->can_release()
          ? fmt::format(
                "; --set throttle.{}.force_release_after=10000 lets a warp go that it has "
                "held for so many cycles",
                throttle_)
          : "";
  return fmt::format(
      "throttle {} holds {} ready warps, which may have the lock or flag that the others repeat "
      "what they did for; the first is {}{}",
      throttle_, held_warps.size(), held_warps.front(), advice);
}

std::string Watchdog::waiting_warps() const {
  constexpr std::size_t kMost = 24;
  std::vector<std::string> lines;
  for (const auto& sm : sms_) {
    for (auto& line : sm->waits()) lines.push_back(std::move(line));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, lines.size()); ++i) text += "  " + lines[i] + "\n";
  if (lines.size() > kMost)
    text += "  ... and " + std::to_string(lines.size() - kMost) + " more warps\n";
  return text;
}

void Watchdog::report(const std::string& reason) const {
  const std::string message = fmt::format("no warp can go on: {}\n{}", reason, waiting_warps());
  for (const auto& sm : sms_) sm->watchdog().report_deadlock(message);
  fail("{}", message);
}

}  // namespace heddle::gpu
