#include "heddle/gpu/chip/dispatch_boundary.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/residents/resource_unit.hpp"

namespace heddle::gpu {
namespace {

using policy::Occasion;

std::string in_words(const std::vector<bool>& fits) {
  std::vector<unsigned> sms;
  for (unsigned sm = 0; sm < fits.size(); ++sm)
    if (fits[sm]) sms.push_back(sm);
  return sms.empty() ? "none" : fmt::format("SM {}", policy::in_words(sms));
}

/// The occasion of policy calls that are made while the GPU is built, before the first cycle.
Occasion no_cycle() { return {}; }

}  // namespace

DispatchBoundary::DispatchBoundary(const MachineSpec& machine, DispatchPolicies policies)
    : block_dispatch_(std::move(policies.block_dispatch)),
      residency_(std::move(policies.residency)),
      trigger_(std::move(policies.trigger)),
      has_part_(machine.sm.count) {
  ask(block_dispatch_.name, no_cycle, "attach", [&] { block_dispatch_->attach(machine.sm.count); });
  ask(trigger_.name, no_cycle, "attach", [&] {
    trigger_->attach(machine.sm.count);
    watches_grids_ = trigger_->watches_grids();
  });
  ask(residency_.name, no_cycle, "attach", [&] {
    residency_->attach(machine.sm.count);
    limits_ = residency_->limits(core::resources_of(machine.sm), machine.l1.bytes);
    releases_warps_ = residency_->releases_warps();
    window_ = residency_->window();
    meters_kernels_ = residency_->meters_kernels();
  });
  const Cycle quantum = machine.control.quantum;
  if (window_ != 0 && window_ < quantum) {
    refuse_answer(residency_.name, {}, "window()", fmt::format("{} cycles", window_),
                  fmt::format("0, or control.quantum ({} cycles) or more", quantum));
  }
}

std::unique_ptr<policy::SmResidency> DispatchBoundary::part(std::uint32_t sm) {
  auto part = ask(
      residency_.name, [&] { return Occasion{.sm = sm}; }, "part",
      [&] { return residency_->part(sm); });
  has_part_[sm] = part != nullptr;
  return part;
}

std::uint64_t DispatchBoundary::most_on_an_sm(std::uint64_t blocks, std::uint64_t room,
                                              bool cooperative, Cycle when) const {
  const std::uint64_t most = ask(
      block_dispatch_.name, [&] { return Occasion{.cycle = when}; }, "most_on_an_sm",
      [&] { return block_dispatch_->most_on_an_sm(blocks, room); });
  // All blocks of a cooperative grid must be resident at once. Other grids can run with one
  // resident block.
  const std::uint64_t sms = has_part_.size();
  const std::uint64_t least =
      cooperative ? (blocks + sms - 1) / sms : std::min<std::uint64_t>(blocks, 1);
  if (most < least) {
    refuse_answer(
        block_dispatch_.name, {.cycle = when},
        fmt::format("most_on_an_sm({} blocks, room for {})", blocks, room), fmt::format("{}", most),
        fmt::format("{} or more{}", least, cooperative ? ", since the grid is cooperative" : ""));
  }
  return most;
}

std::uint32_t DispatchBoundary::admit(std::uint32_t sm, const policy::Room& room,
                                      const model::BlockDemand& demand, Cycle when) const {
  const std::uint32_t warps = ask(
      residency_.name, [&] { return Occasion{sm, when}; }, "admit",
      [&] { return residency_->admit(sm, room, demand); });
  if (warps != 0) check_admitted(sm, room, demand, warps, when);
  return warps;
}

void DispatchBoundary::check_admitted(std::uint32_t sm, const policy::Room& room,
                                      const model::BlockDemand& demand, std::uint32_t warps,
                                      Cycle when) const {
  const bool any = !room.partial;
  const bool whole = any && room.free.holds(model::of_block(demand));
  if (whole && warps == demand.warps) return;
  const bool part =
      any && releases_warps_ && has_part_[sm] && room.free.holds(model::place_of(demand));
  const std::uint64_t most =
      part ? std::min<std::uint64_t>(model::room_for_warps(room.free, demand), demand.warps - 1)
           : 0;
  if (warps <= most) return;
  std::string allowed = "0";
  if (most != 0)
    allowed += fmt::format(" to {}", whole ? demand.warps : most);
  else if (whole)
    allowed += fmt::format(" or {}", demand.warps);
  if (!any) allowed += ", since warps of a block wait there";
  refuse_answer(residency_.name, {sm, when},
                fmt::format("admit(a block of {} warps)", demand.warps),
                fmt::format("{} warps", warps), allowed);
}

std::optional<std::uint32_t> DispatchBoundary::choose(const std::vector<bool>& fits, Cycle when) {
  const std::uint32_t sm = ask(
      block_dispatch_.name, [&] { return Occasion{.cycle = when}; }, "choose",
      [&] { return block_dispatch_->choose(fits); });
  const bool none = sm == policy::BlockDispatch::kNoSm;
  const bool right =
      none ? std::find(fits.begin(), fits.end(), true) == fits.end() : sm < fits.size() && fits[sm];
  if (!right) {
    refuse_answer(block_dispatch_.name, {.cycle = when}, "choose()",
                  none ? "none" : fmt::format("SM {}", sm), in_words(fits));
  }
  return none ? std::nullopt : std::optional(sm);
}

std::optional<policy::Directive> DispatchBoundary::window_elapsed(
    std::span<const policy::SmWindow> sms, Cycle when) {
  ++changes_;
  const auto directive = ask(
      residency_.name, [&] { return Occasion{.cycle = when}; }, "window_elapsed",
      [&] { return residency_->window_elapsed(sms); });
  if (directive && !has_parts()) {
    refuse_answer(residency_.name, {.cycle = when}, "window_elapsed()",
                  fmt::format("directive {}", *directive), "none, since no SM has a part of it");
  }
  return directive;
}

bool DispatchBoundary::kernels_metered(std::span<const policy::KernelWindow> kernels, Cycle when) {
  ++changes_;
  return ask(
      residency_.name, [&] { return Occasion{.cycle = when}; }, "kernels_metered",
      [&] { return residency_->kernels_metered(kernels); });
}

Cycle DispatchBoundary::next_signal() const {
  return ask(trigger_.name, no_cycle, "next", [&] { return trigger_->next(); });
}

std::optional<policy::SentSignal> DispatchBoundary::fire(const policy::Situation& situation,
                                                         Cycle when, bool is_due) {
  const auto signal = ask(
      trigger_.name, [&] { return Occasion{.cycle = when}; }, "fire",
      [&] { return trigger_->fire(situation); });
  const auto refuse = [&](std::string_view question, std::string_view answer,
                          std::string_view allowed) {
    refuse_answer(trigger_.name, {.cycle = when}, question, answer, allowed);
  };
  if (signal && (signal->sm >= situation.sms.size() || !situation.sms[signal->sm].takes_signal()))
    refuse("fire()", fmt::format("SM {}", signal->sm),
           "an SM that has blocks and works off no signal, or none");
  if (signal && signal->grid && *signal->grid >= situation.grids.size())
    refuse("fire()", fmt::format("for grid {} of the list", *signal->grid),
           fmt::format("one of its {} grids, or none", situation.grids.size()));
  if (is_due && next_signal() <= when)
    refuse("next()", fmt::format("cycle {}", next_signal()),
           fmt::format("a cycle behind {}, in which it has fired", when));
  return signal;
}

}  // namespace heddle::gpu
