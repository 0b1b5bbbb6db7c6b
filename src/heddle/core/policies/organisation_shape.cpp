#include "heddle/core/policies/organisation_shape.hpp"

#include <bit>
#include <limits>

#include "heddle/base/error.hpp"
#include "heddle/exec/step/warp.hpp"
#include "heddle/model/sm_events.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::core {
namespace {

constexpr std::uint32_t kMostEntities = model::EntityMask::kCapacity;
constexpr std::uint32_t kMostParts = std::numeric_limits<exec::PartMask>::digits;
/// The number of slots that an event can name.
constexpr std::uint32_t kMostSlots =
    std::numeric_limits<decltype(model::InstructionIssued::slot)>::max() + 1u;

class ShapeCheck {
 public:
  ShapeCheck(const policy::PolicyName& policy, const policy::Occasion& occasion)
      : policy_(policy), occasion_(occasion) {}

  void check(const policy::Shape& shape) const {
    require(std::has_single_bit(shape.parts) && shape.parts <= kMostParts, "parts", shape.parts,
            "1, 2, 4 or 8");
    require_range("slots", shape.slots, 1, kMostSlots);
    require_range("lane_groups", shape.lane_groups, 1, kMostEntities);
    require_range("sequential_lanes", shape.sequential_lanes, 0, kMostEntities / shape.lane_groups);
    const std::uint32_t threads = shape.threads_per_pass;
    require(threads == 0 || shape.sequential_lanes != 0, "threads_per_pass", threads,
            "0, since sequential_lanes = 0");
    const std::uint32_t most = kWarpSize / shape.parts;
    require(threads == 0 || (std::has_single_bit(threads) && threads <= most), "threads_per_pass",
            threads, fmt::format("0 or a power of two up to {}", most));
    require(!shape.places || threads != 0, "places", 1, "false, since threads_per_pass = 0");
    require(!shape.chains || threads != 0, "chains", 1, "false, since threads_per_pass = 0");
    require(!shape.chains_by_register || shape.chains, "chains_by_register", 1,
            "false, since chains = false");
    require(!shape.overlaps || threads != 0, "overlaps", 1, "false, since threads_per_pass = 0");
    require(!shape.control_by_threads || shape.sequential_lanes != 0, "control_by_threads", 1,
            "false, since sequential_lanes = 0");
    require(!shape.forms_warps() ||
                (shape.parts == 1 && shape.lane_groups == 1 && shape.sequential_lanes == 0),
            "paths", static_cast<std::uint32_t>(shape.paths),
            "warp_stacks, where parts, lane_groups or sequential_lanes are not 1, 1 and 0");
    const bool side_by_side =
        shape.parts != 1 && shape.lane_groups == shape.parts && shape.sequential_lanes == 0;
    require(!shape.forms_gangs() || side_by_side, "gangs.per_cycle", shape.gangs.per_cycle,
            "0, since not each of 2, 4 or 8 parts has a lane group of its own");
    const std::uint32_t grain = shape.register_grain;
    require(grain == 0 || (threads != 0 && most % grain == 0), "register_grain", grain,
            fmt::format("0, or where threads_per_pass is not 0 a divisor of {}", most));
  }

 private:
  void require_range(std::string_view member, std::uint32_t value, std::uint32_t least,
                     std::uint32_t most) const {
    require(least <= value && value <= most, member, value, fmt::format("{} to {}", least, most));
  }
  void require(bool holds, std::string_view member, std::uint32_t value,
               std::string_view allowed) const {
    if (!holds)
      refuse_answer(policy_, occasion_, "shape()", fmt::format("{} = {}", member, value), allowed);
  }

  const policy::PolicyName& policy_;
  const policy::Occasion& occasion_;
};

}  // namespace

policy::Shape shape_of(const policy::Organisation& organisation, const std::string& name,
                       const SmSpec& spec, std::optional<std::uint32_t> sm) {
  const policy::PolicyName policy{policy::Organisation::kKind, name};
  const policy::Occasion occasion{.sm = sm};
  const policy::Shape shape = ask(
      policy, [&] { return occasion; }, "shape",
      [&] { return organisation.shape(spec.schedulers); });
  ShapeCheck(policy, occasion).check(shape);
  if (shape.forms_warps() && spec.issue_discipline != IssueDiscipline::one_at_a_time) {
    fail(
        "organisation {} forms warps of other warps' threads, so that nothing of a warp may be in "
        "flight when it issues: --set sm.issue_discipline=one_at_a_time",
        name);
  }
  if (shape.forms_gangs() && spec.schedulers != 1) {
    fail(
        "organisation {} has one issue slot for each part of a warp: --set sm.schedulers=1 (it is "
        "{})",
        name, spec.schedulers);
  }
  if (shape.forms_gangs() && spec.issue_width != 1) {
    fail(
        "organisation {} issues one instruction of each gang in a cycle: --set sm.issue_width=1 "
        "(it is {})",
        name, spec.issue_width);
  }
  if (shape.sequential_lanes != 0 && spec.issue_width != 1) {
    fail(
        "organisation {} has lanes that execute one instruction after the other, so that a warp "
        "issues one in a cycle: --set sm.issue_width=1 (it is {}){}",
        name, spec.issue_width,
        shape.runs_in_lanes() ? ""
                              : fmt::format(", or --set organisation.{}.sequential=false", name));
  }
  const std::uint32_t most = shape.forms_warps() ? kMostEntities / 2 : kMostEntities;
  if (spec.warps * shape.parts > most) {
    fail(
        "sm.warps ({}) of {} parts each are more than the {} that an SM can schedule: lower "
        "sm.warps or take wider warps",
        spec.warps, shape.parts, most);
  }
  return shape;
}

void check_limits(const policy::Shape& shape, const policy::ContextLimits& limits,
                  const SmSpec& spec, const std::string& residency) {
  if (!limits.exceed_slots()) return;
  if (shape.parts != 1 || shape.forms_warps() || shape.runs_in_lanes()) {
    fail(
        "residency {} moves whole warps between slots that are all alike, and this organisation "
        "cuts warps, forms them or keeps them in lanes: --set organisation=spatial",
        residency);
  }
  const std::uint32_t warps = limits.warps_with(spec.warps);
  if (warps > kMostEntities)
    fail("residency {} holds {} warps on an SM, more than the {} that it can schedule", residency,
         warps, kMostEntities);
}

void check_fetch(const std::string& organisation, const policy::Shape& shape,
                 const FetchSpec& fetch) {
  if (shape.forms_gangs() && fetch.buffer_entries == 0) {
    fail(
        "organisation {} fetches for several parts of a warp at once, into buffers that are "
        "refilled ahead: --set fetch.buffer_entries=2 (it is 0)",
        organisation);
  }
  if (shape.forms_warps() && fetch.buffer_entries != 0) {
    fail(
        "organisation {} forms warps anew, for which nothing can be fetched ahead: --set "
        "fetch.buffer_entries=0 (it is {})",
        organisation, fetch.buffer_entries);
  }
}

}  // namespace heddle::core
