// The boundary between an SM and its part of the residency policy, if the policy has parts. The SM
// calls the part through this class, which checks each answer, as PolicyBoundary does for the other
// policies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "heddle/policy/named.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::core {

class ResidencyBoundary {
  template <typename Ask>
  decltype(auto) ask(std::string_view question, Ask&& answer) const {
    return policy::ask(part_.name, [&] { return occasion(); }, question, std::forward<Ask>(answer));
  }

 public:
  /// `part`: without a policy if the residency policy has no part on the SM.
  ResidencyBoundary(std::uint16_t sm, policy::Named<policy::SmResidency> part)
      : sm_(sm), part_(std::move(part)) {}

  const policy::PolicyName& name() const { return part_.name; }
  bool exists() const { return static_cast<bool>(part_); }
  /// Returns the part, which must exist.
  policy::SmResidency& part() const { return *part_; }

  // The functions from here on may be called only if there is a part.
  /// Returns the number of waiting warps that are allowed to start.
  std::uint64_t may_start(const policy::Room& room, const model::BlockDemand& demand) const {
    return ask("may_start", [&] { return part_->may_start(room, demand); });
  }
  void directive_arrived(policy::Directive directive, std::optional<unsigned> kernel) const {
    ask("directive_arrived", [&] { part_->directive_arrived(directive, kernel); });
  }

  // The functions from here on may be called only if a warp can be without a slot.
  void kernel_bound(unsigned kernel, const model::BlockDemand& demand) const {
    ask("kernel_bound", [&] { part_->kernel_bound(kernel, demand); });
  }
  std::uint32_t begin(std::uint16_t block_slot, std::uint32_t warps, std::uint32_t free) const {
    const std::uint32_t begins =
        ask("begin", [&] { return part_->begin(block_slot, warps, free); });
    const std::uint32_t most = std::min(warps, free);
    if (begins > most)
      policy::refuse_answer(part_.name, occasion(),
                            fmt::format("begin({} warps, {} slots free)", warps, free),
                            fmt::format("{} warps", begins), fmt::format("0 to {}", most));
    return begins;
  }
  void block_left(std::uint16_t block_slot) const {
    ask("block_left", [&] { part_->block_left(block_slot); });
  }
  void misses(std::uint16_t entity) const {
    ask("misses", [&] { part_->misses(entity); });
  }
  bool wants_l1() const { return part_->wants_l1(); }
  void l1_taken() const {
    ask("l1_taken", [&] { part_->l1_taken(); });
  }
  bool wants_exchange() const { return part_->wants_exchange(); }
  void request_exchange() const { part_->request_exchange(); }
  policy::Exchange exchange(unsigned free_slots) const {
    part_->answer_exchange();
    return ask("exchange", [&] { return part_->exchange(free_slots); });
  }
  [[noreturn]] void refuse_exchange(std::string_view answer, std::string_view allowed) const {
    policy::refuse_answer(part_.name, occasion(), "exchange()", answer, allowed);
  }

 private:
  policy::Occasion occasion() const {
    if (!part_ || !part_->is_attached()) return {.sm = sm_};
    return {.sm = sm_, .cycle = part_->now()};
  }
  std::uint16_t sm_;
  policy::Named<policy::SmResidency> part_;
};

}  // namespace heddle::core
