// The boundary between an SM and its policies. Only through this class does the SM call its
// policies and tell them what happens. The class checks each answer before the SM acts on it. If
// the policy's interface does not allow an answer, or if the policy throws an exception, the run
// ends with a PolicyError (policy/policy_error.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/core/policies/corun_part.hpp"
#include "heddle/core/policies/residency_boundary.hpp"
#include "heddle/core/terms/shapes.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/model/subscribers.hpp"
#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/named.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/organisation/placement.hpp"
#include "heddle/policy/policy_error.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::core {

/// The policies of an SM. A gang scheduler is called only if the organisation has gangs.
struct SmPolicies {
  policy::Named<policy::Organisation> organisation;
  policy::Named<policy::Throttle> throttle;
  policy::Named<policy::WarpScheduler> scheduler;
  policy::Named<policy::GangScheduler> gang_scheduler = {};
  policy::Named<policy::Preemption> preemption = {};
  policy::Named<policy::SmResidency> residency;  ///< may be without a policy
  policy::Named<policy::SmCorun> corun =
      {};  ///< without a policy, the SM does not distinguish tenants
  /// A warp returns its resources when it drains, before its block ends.
  bool releases_warps = false;
};

class PolicyBoundary {
  template <typename Ask>
  decltype(auto) ask(const policy::PolicyName& policy, std::string_view question,
                     Ask&& answer) const {
    try {
      return answer();
    } catch (...) {
      refuse_exception(policy, question);
    }
  }

 public:
  /// The kinds of events that at least one policy wants to be told about.
  struct Hears {
    bool issues = false, waits = false, last_block = false;
  };

  PolicyBoundary(std::uint16_t sm, const SmSpec& spec, SmPolicies policies);
  PolicyBoundary(const PolicyBoundary&) = delete;
  PolicyBoundary& operator=(const PolicyBoundary&) = delete;

  /// Connects the policies to the SM. Called once, before all other functions except shape(). The
  /// view stays valid and is up to date at each call. Subscribes the throttle to the events of the
  /// data cache that it wants. From now on, notes of policies go to the subscribers.
  void attach(const model::SmView& view, model::Subscribers& subscribers);
  const policy::Shape& shape() const { return shape_; }
  bool throttles() const { return static_cast<bool>(throttle_); }
  const ResidencyBoundary& residency() const { return residency_; }
  const CorunPart& sharing() const { return sharing_; }
  /// Whether a warp returns its resources when it drains, before its block ends.
  bool releases_warps() const { return releases_warps_; }
  bool has_selective_scheduler() const { return selective_ != nullptr; }
  const Hears& hears() const { return hears_; }
  bool can_release() const;

  /// Calls tell(policy) for the residency's part, the throttle, the schedulers and the sharing
  /// policy's part. `event`: name of the called function, for messages.
  template <typename Tell>
  void tell(std::string_view event, Tell&& tell) {
    if (residency_.exists())
      ask(residency_.name(), event,
          [&] { tell(static_cast<policy::SmPolicy&>(residency_.part())); });
    if (throttle_)
      ask(throttle_.name, event, [&] { tell(static_cast<policy::SmPolicy&>(*throttle_)); });
    if (gang_scheduler_)
      ask(gang_scheduler_.name, event,
          [&] { tell(static_cast<policy::SmPolicy&>(*gang_scheduler_)); });
    ask(scheduler_.name, event, [&] { tell(static_cast<policy::SmPolicy&>(*scheduler_)); });
    if (sharing_.exists())
      ask(sharing_.name(), event, [&] { tell(static_cast<policy::SmPolicy&>(sharing_.part())); });
  }

  /// Returns one of the candidates, or kNoEntity if the scheduler picks none.
  template <typename Shape = GeneralShape>
  unsigned pick(unsigned slot, const model::EntityMask& candidates) {
    return Shape::kMayCutWarps && shape_.narrows ? narrow_and_pick(slot, candidates)
                                                 : pick_of(slot, candidates);
  }
  template <typename Shape = GeneralShape>
  [[gnu::always_inline]] void issued(unsigned slot, unsigned entity) {
    ask(scheduler_.name, "issued", [&] { scheduler_->issued(slot, entity); });
    if (Shape::kMayCutWarps && shape_.narrows)
      ask(organisation_.name, "issued", [&] { organisation_->issued(slot, entity); });
  }
  void gates_change();

  // pick_gang() and gang_issued() may be called only if the organisation forms gangs.
  /// Returns one of the candidates, or kNoEntity if the scheduler picks none. Each candidate stands
  /// for its gang.
  unsigned pick_gang(const model::EntityMask& candidates);
  void gang_issued(unsigned entity);
  /// May be called only if the scheduler is selective. `members`: the entities of the slot.
  policy::SelectiveScheduler::Look look(unsigned slot, const model::EntityMask& members, Cycle from,
                                        Cycle until);
  std::vector<policy::SelectiveScheduler::Look> looks(unsigned slot,
                                                      const model::EntityMask& members, Cycle from,
                                                      Cycle until) const;

  // The functions from gate() to gate_valid_until() may be called only if there is a throttle.
  /// Returns the gate of this cycle. The reference is valid until the next call.
  const policy::Gate& gate() {
    if (gate_ == nullptr || throttle_->stale()) close_gate();
    return *gate_;
  }
  void gangs_changed() {
    ask(throttle_.name, "gangs_changed", [&] { throttle_->gangs_changed(); });
  }
  /// Tells the throttle that this cycle's gate holds these ready entities.
  void held(const model::EntityMask& entities) { throttle_->held(entities); }
  /// Returns the cycle in which the gate changes without an event.
  Cycle gate_valid_until() const { return throttle_->valid_until(); }

  // For signals that make an SM's blocks leave.
  const std::string& preemption() const { return preemption_.name.name; }
  bool needs_places() const { return needs_places_; }
  bool stops_blocks() const { return stops_blocks_; }
  /// Returns, for each block, how it leaves.
  std::vector<policy::Leave> leave(std::span<const policy::LeavingBlock> blocks,
                                   const policy::Signal& signal) const;

  // place_warp() may be called only if the organisation assigns warps to lanes.
  /// Chooses lanes for the warp of the block in the slot. Returns false if no lane has room.
  bool place_warp(model::LaneResidents& residents, std::uint16_t block_slot,
                  const model::BlockDemand& demand, std::uint32_t warp) const {
    return policy::Placement(organisation_.name, *organisation_)
        .place_warp(residents, block_slot, demand, warp, occasion());
  }

 private:
  /// Passes events of the data cache to the throttle's listener.
  class CacheEvents final : public model::Listener {
   public:
    CacheEvents(const PolicyBoundary& boundary, model::Listener& throttle, model::EventMask hears)
        : boundary_(boundary), throttle_(throttle), hears_(hears) {}
    model::EventMask hears() const override { return hears_; }
    void on(const model::L1Access& event) override { pass(event); }
    void on(const model::L1Filled& event) override { pass(event); }
    void on(const model::L1Evicted& event) override { pass(event); }
    void on(const model::L1Flushed& event) override { pass(event); }

   private:
    template <typename Event>
    void pass(const Event& event) {
      boundary_.ask(boundary_.throttle_.name, "on() of an L1 event", [&] { throttle_.on(event); });
    }
    const PolicyBoundary& boundary_;
    model::Listener& throttle_;
    model::EventMask hears_;
  };

  void subscribe_throttle(model::Subscribers& subscribers);
  void note_to(const model::Subscribers& subscribers);
  void attach(const policy::PolicyName& name, policy::SmPolicy& policy, const model::SmView& view);
  unsigned narrow_and_pick(unsigned slot, const model::EntityMask& candidates);
  unsigned pick_of(unsigned slot, const model::EntityMask& candidates) {
    const unsigned entity =
        ask(scheduler_.name, "pick", [&] { return scheduler_->pick(slot, candidates); });
    if (!may_pick(candidates, entity)) refuse_pick(slot, candidates, entity);
    return entity;
  }
  static bool may_pick(const model::EntityMask& candidates, unsigned entity) {
    return entity < model::EntityMask::kCapacity ? candidates.test(entity)
                                                 : entity == model::kNoEntity;
  }
  void close_gate();
  /// Ends the run, since a scheduler picked no candidate. `slot`: the scheduler's slot; empty for
  /// the gang scheduler.
  [[noreturn]] void refuse_pick(std::optional<unsigned> slot, const model::EntityMask& candidates,
                                unsigned entity) const;
  [[noreturn]] void refuse_look(std::string_view question, unsigned slot,
                                const model::EntityMask& members, Cycle from, Cycle until,
                                const policy::SelectiveScheduler::Look& look) const;
  policy::Occasion occasion() const;
  [[noreturn]] void refuse_answer(const policy::PolicyName& policy, std::string_view question,
                                  std::string_view answer, std::string_view allowed) const;
  [[noreturn]] void refuse_exception(const policy::PolicyName& policy,
                                     std::string_view question) const;

  std::uint16_t sm_;
  policy::Named<policy::Organisation> organisation_;
  policy::Shape shape_;
  policy::Named<policy::Throttle> throttle_;  ///< without a policy, the SM has no throttle
  /// The throttle's last gate; null: the throttle has not been called yet.
  const policy::Gate* gate_ = nullptr;
  policy::Named<policy::WarpScheduler> scheduler_;
  policy::Named<policy::GangScheduler> gang_scheduler_;  ///< without a policy if there are no gangs
  ResidencyBoundary residency_;
  CorunPart sharing_;
  policy::Named<policy::Preemption> preemption_;
  policy::SelectiveScheduler* selective_ = nullptr;  ///< null: the scheduler looks at all entities
  Hears hears_;
  bool releases_warps_;
  bool needs_places_ = false;  ///< blocks have fixed positions in the register file and in shared
                               ///< memory
  bool stops_blocks_ = false;  ///< a signal can take blocks off the SM before their end
  const model::SmView* view_ = nullptr;
  model::EntityMask entities_;  ///< the existing entities
  /// Empty: the throttle wants no events of the data cache.
  std::optional<CacheEvents> cache_events_;
  /// An answer of a policy was refused. From then on look() and looks() do not call the selective
  /// scheduler, so that the counts up to the refusal can still be read.
  mutable bool refused_ = false;
};

}  // namespace heddle::core
