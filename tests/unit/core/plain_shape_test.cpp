#include "heddle/core/plain_shape.hpp"

#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

/// Picks the first candidate.
class FirstScheduler final : public policy::WarpScheduler {
 public:
  FirstScheduler(bool waits, bool issues) : waits_(waits), issues_(issues) {}
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    return candidates.first();
  }
  bool hears_waits() const override { return waits_; }
  bool hears_issues() const override { return issues_; }

 private:
  bool waits_, issues_;
};

/// What an SM is made of.
struct Parts {
  SmConfiguration configuration;
  policy::Shape shape = {.slots = 2};
  bool hears_waits = false, hears_issues = false;
  const policy::Gate* gate = nullptr;  ///< of the throttle; null: there is none
};

bool makes_plain(const Parts& parts) {
  PolicyBoundary policies(
      0, parts.configuration.sm,
      {.organisation = {{policy::Organisation::kKind, "fixed"},
                        std::make_unique<rig::FixedOrganisation>(parts.shape)},
       .throttle = {{policy::Throttle::kKind, "set"},
                    std::make_unique<rig::SetThrottle>(parts.gate)},
       .scheduler = {{policy::WarpScheduler::kKind, "first"},
                     std::make_unique<FirstScheduler>(parts.hears_waits, parts.hears_issues)},
       .residency = {{policy::Residency::kKind, ""}, nullptr}});
  Contexts contexts(parts.configuration.sm, policies.shape());
  IssueGate gate(policies, contexts.table, contexts.gangs);
  SmProbe probe(contexts, gate);
  const model::SmView view{.warps = contexts.views.data(),
                           .entities = contexts.entities(),
                           .slots = parts.shape.slots,
                           .names = contexts.names};
  policies.attach(view, probe.subscribers());
  return is_plain(contexts, policies, gate, parts.configuration);
}

TEST(PlainShape, IsThatOfAnSmWithoutAnythingSpecial) {
  EXPECT_TRUE(makes_plain({}));
  Parts most;
  most.configuration.sm.warps = 64;
  EXPECT_TRUE(makes_plain(most));
}

struct Special {
  const char* name;
  std::function<void(Parts&)> make;
};

TEST(PlainShape, IsThatOfNoSmWithMore) {
  const policy::Gate gate;
  const Special all[] = {
      {"65 warps", [](Parts& parts) { parts.configuration.sm.warps = 65; }},
      {"parts", [](Parts& parts) { parts.shape.parts = parts.shape.lane_groups = 2; }},
      {"lanes one after the other", [](Parts& parts) { parts.shape.sequential_lanes = 2; }},
      {"an organisation that narrows", [](Parts& parts) { parts.shape.narrows = true; }},
      {"a policy that hears waits", [](Parts& parts) { parts.hears_waits = true; }},
      {"a policy that hears issues", [](Parts& parts) { parts.hears_issues = true; }},
      {"a throttle", [&](Parts& parts) { parts.gate = &gate; }},
      {"a queue a tenant",
       [](Parts& parts) { parts.configuration.load_store.tenant_queues = true; }},
      {"fetches ahead", [](Parts& parts) { parts.configuration.fetch.buffer_entries = 2; }},
      {"one instruction at a time", [](Parts& parts) {
         parts.configuration.sm.issue_discipline = IssueDiscipline::one_at_a_time;
       }}};
  for (const Special& special : all) {
    Parts parts;
    special.make(parts);
    EXPECT_FALSE(makes_plain(parts)) << special.name;
  }
}

}  // namespace
}  // namespace heddle::core
