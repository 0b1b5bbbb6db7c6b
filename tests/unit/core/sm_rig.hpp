// The shared state of an SM with small policies: what the tests of its units stand on. Its machine
// has four warps, two blocks and two issue slots; with gangs one scheduler, whose slots are those
// of the shape.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/issue_gate.hpp"

namespace heddle::core::rig {

class FixedOrganisation final : public policy::Organisation {
 public:
  explicit FixedOrganisation(const policy::Shape& shape) : shape_(shape) {}
  policy::Shape shape(std::uint32_t /*schedulers*/) const override { return shape_; }
  void attach(const model::SmView& /*sm*/, const policy::Shape& /*shape*/) override {}

 private:
  policy::Shape shape_;
};

/// Picks the first candidate, and notes what it is told.
class NotingScheduler final : public policy::WarpScheduler {
 public:
  explicit NotingScheduler(std::vector<std::string>& told) : told_(told) {}
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    return candidates.first();
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned entity, policy::LongWait wait) override {
    note("waits " + std::to_string(entity) + " " + std::to_string(static_cast<int>(wait)));
  }
  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps) override {
    note("block " + std::to_string(block_slot) + " of kernel " + std::to_string(kernel) + ", " +
         std::to_string(warps) + " warps");
  }
  void warp_launched(unsigned entity) override { note("launched " + std::to_string(entity)); }
  void warp_exited(unsigned entity) override { note("exited " + std::to_string(entity)); }
  void warp_away(unsigned entity) override { note("away " + std::to_string(entity)); }
  void warp_present(unsigned entity) override { note("present " + std::to_string(entity)); }
  void barrier_reached(unsigned block_slot) override {
    note("reached " + std::to_string(block_slot));
  }
  void barrier_released(unsigned block_slot, unsigned warps) override {
    note("released " + std::to_string(block_slot) + " " + std::to_string(warps));
  }

 private:
  void note(std::string event) { told_.push_back(std::move(event)); }
  std::vector<std::string>& told_;
};

/// Its gate is what the test says.
class SetThrottle final : public policy::Throttle {
 public:
  explicit SetThrottle(const policy::Gate* gate) : set_(gate) {}
  bool gates() const override { return set_ != nullptr; }
  void close(policy::Gate& gate) override {
    gate = *set_;
    change();
  }

 private:
  const policy::Gate* set_;
};

/// Lets so many warps of a kernel have started at once.
class LimitedResidency final : public policy::SmResidency {
 public:
  explicit LimitedResidency(const std::uint64_t& limit) : limit_(limit) {}
  std::uint64_t may_start(const policy::Room& room,
                          const model::BlockDemand& /*demand*/) const override {
    return room.kernel_warps < limit_ ? limit_ - room.kernel_warps : 0;
  }

 private:
  const std::uint64_t& limit_;
};

inline SmSpec small_sm(const policy::Shape& shape = {}) {
  SmSpec spec;
  spec.warps = 4;
  spec.blocks = 2;
  spec.schedulers = shape.forms_gangs() ? 1 : 2;
  return spec;
}

struct SmRig {
  /// `set_gate`: what the throttle lets pass; null: there is no throttle.
  explicit SmRig(const policy::Shape& shape = {.slots = 2}, const policy::Gate* set_gate = nullptr)
      : spec(small_sm(shape)),
        policies(0, spec,
                 {.organisation = {{policy::Organisation::kKind, "fixed"},
                                   std::make_unique<FixedOrganisation>(shape)},
                  .throttle = {{policy::Throttle::kKind, "set"},
                               std::make_unique<SetThrottle>(set_gate)},
                  .scheduler = {{policy::WarpScheduler::kKind, "noting"},
                                std::make_unique<NotingScheduler>(told)},
                  .residency = {{policy::Residency::kKind, "limited"},
                                std::make_unique<LimitedResidency>(warp_limit)},
                  .releases_warps = true}),
        contexts(spec, policies.shape()),
        gate(policies, contexts.table, contexts.gangs),
        probe(contexts, gate),
        view{.warps = contexts.views.data(),
             .entities = contexts.entities(),
             .slots = shape.slots,
             .names = contexts.names,
             .blocks = spec.blocks,
             .paths = &contexts.paths,
             .gated = &gate.held(),
             .grids = contexts.grids,
             .places = contexts.places,
             .lane_members = contexts.group_members} {
    policies.attach(view, probe.subscribers());
  }

  /// The entity is one of the block's, which is of the kernel, and in this condition.
  void set(unsigned entity, Condition condition, std::uint8_t kernel = 0,
           std::uint16_t block_slot = 0) {
    contexts.table.launch(entity, kernel, block_slot);
    contexts.table.set_condition(entity, condition);
  }
  void set_block(std::uint16_t block_slot, std::uint8_t kernel, std::uint32_t warps) {
    contexts.blocks[block_slot].kernel = kernel;
    contexts.blocks[block_slot].warps_left = warps;
  }

  SmSpec spec;
  std::uint64_t warp_limit = 4;   ///< of the residency policy
  std::vector<std::string> told;  ///< what the policies were told, in order
  PolicyBoundary policies;
  Contexts contexts;
  IssueGate gate;
  SmProbe probe;
  model::SmView view;
};

inline model::EntityMask mask_of(const std::vector<unsigned>& entities) {
  model::EntityMask mask;
  for (const unsigned entity : entities) mask.set(entity);
  return mask;
}

}  // namespace heddle::core::rig
