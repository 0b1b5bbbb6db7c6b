// The parts of sharing policies on an SM: quotas of issue slots, rates of misses, limits of memory
// instructions.
#include <deque>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/corun/epoch_quotas.hpp"
#include "heddle/policy/corun/rate_controller.hpp"
#include "heddle/policy/corun/ws_dai/access_limiter.hpp"
#include "heddle/sim/corun/corun_metrics.hpp"

namespace heddle::corun_test {
namespace {

using policy::CorunDirective;
using policy::set_of;

CorunDirective quotas(std::initializer_list<double> by_tenant) {
  CorunDirective directive;
  unsigned tenant = 0;
  for (const double quota : by_tenant)
    directive.quota[tenant++] = CorunDirective::sixteenths(quota);
  return directive;
}

/// An SM of four slots with a warp of each of two tenants.
struct QuotaSm {
  explicit QuotaSm(Cycle epoch) : part(epoch) {
    part.attach(sm.view());
    sm.launch(0, 0, 0);
    sm.launch(1, 1, 0);
    sm.warp(1).kernel = 1;
    part.warp_launched(0);
    part.warp_launched(1);
  }
  test::FakeSm sm{2, 2, 4};
  policy::EpochQuotas part;
};

/// Of tenant A, which fills all slots that it gets, and tenant B, which issues every second cycle
/// and goes first. A issues 4 and B half an instruction a cycle when alone: quotas 20000 and 2500.
TEST(EpochQuotas, EndAnEpochWhenAllAreUsedUp) {
  QuotaSm rig(10000);
  rig.part.direct(quotas({20000, 2500}));
  std::uint64_t a = 0, b = 0;
  Cycle epoch_ended = 0;
  for (Cycle now = 0; epoch_ended == 0; ++now) {
    rig.sm.at(now);
    unsigned slots = 4;
    const auto may = [&](unsigned tenant) { return !policy::is_in(rig.part.hold(), tenant); };
    if (now % 2 == 0 && may(1)) {
      rig.part.issued(1);
      ++b;
      --slots;
    }
    for (; slots != 0 && may(0); --slots) {
      rig.part.issued(0);
      ++a;
    }
    if (a == 20000 && b == 2500) epoch_ended = now + 1;
  }
  EXPECT_EQ(epoch_ended, 5625u);
  rig.sm.at(epoch_ended);
  EXPECT_EQ(rig.part.hold(), 0u) << "the next epoch has begun";
  const std::vector<sim::SharedSpeed> speeds = {{20000.0 / 5625, 4.0}, {2500.0 / 5625, 0.5}};
  EXPECT_NEAR(sim::corun_metrics(speeds).harmonic, 0.889, 0.0005);
  EXPECT_NEAR(sim::corun_metrics(speeds).weighted, 1.778, 0.0005);
}

TEST(EpochQuotas, LoseWhatIsLeftWhenTheEpochIsOver) {
  QuotaSm rig(100);
  rig.part.direct(quotas({3, 2}));
  rig.part.issued(0);
  EXPECT_EQ(rig.part.hold_until(), 100u);
  rig.sm.at(250);  // two more epochs have passed asleep
  EXPECT_EQ(rig.part.hold(), 0u);
  EXPECT_EQ(rig.part.hold_until(), 300u);
  EXPECT_FALSE(rig.part.issued(0));
  EXPECT_FALSE(rig.part.issued(0));
  EXPECT_TRUE(rig.part.issued(0));
  EXPECT_EQ(rig.part.hold(), set_of(0));
}

TEST(EpochQuotas, DoNotWaitForATenantWithoutWarps) {
  QuotaSm rig(1000);
  rig.part.direct(quotas({2, 2}));
  rig.sm.at(10);
  rig.part.issued(0);
  rig.part.issued(0);
  EXPECT_EQ(rig.part.hold(), set_of(0));
  EXPECT_EQ(rig.part.hold_until(), 1000u);
  rig.sm.at(20);
  rig.part.warp_exited(1);
  EXPECT_EQ(rig.part.hold_until(), 21u);
  rig.sm.at(21);
  EXPECT_EQ(rig.part.hold(), 0u);
}

/// A controller whose tenants always have requests waiting, if they are in `waiting`.
struct ControlledSm {
  explicit ControlledSm(const CorunDirective& directive, Cycle unit = 200) : part(unit) {
    part.attach(sm.view());
    part.direct(directive);
  }
  std::optional<unsigned> at(Cycle now, policy::TenantSet waiting) {
    sm.at(now);
    policy::WaitingRequests requests;
    for (unsigned tenant = 0; tenant < requests.size(); ++tenant)
      requests[tenant].waits = policy::is_in(waiting, tenant);
    return part.choose(requests);
  }
  /// How many of each leave in these cycles.
  std::vector<unsigned> leave(Cycle from, Cycle until, policy::TenantSet waiting) {
    std::vector<unsigned> left(2);
    for (Cycle now = from; now < until; ++now)
      if (const auto tenant = at(now, waiting)) ++left[*tenant];
    return left;
  }
  test::FakeSm sm{2, 2};
  policy::RateController part;
};

TEST(RateController, LimitsNobodyWithoutAQuota) {
  ControlledSm sm{CorunDirective()};
  EXPECT_EQ(sm.leave(200, 400, 3), (std::vector<unsigned>{100, 100})) << "in turn";
  EXPECT_EQ(sm.leave(400, 600, 2), (std::vector<unsigned>{0, 200}));
}

TEST(RateController, LetsSoManyLeaveInAUnit) {
  CorunDirective directive;
  directive.quota[1] = CorunDirective::sixteenths(8);
  ControlledSm sm(directive);
  for (Cycle unit = 1; unit < 4; ++unit)
    EXPECT_EQ(sm.leave(unit * 200, unit * 200 + 200, 2)[1], 8u);
  EXPECT_EQ(sm.part.choose_again(), 800u);
  // Whole requests that were not used are lost.
  EXPECT_EQ(sm.leave(1600, 1800, 2)[1], 8u);
}

TEST(RateController, KeepsPartsOfRequests) {
  CorunDirective directive;
  directive.quota[0] = CorunDirective::sixteenths(2.5);
  ControlledSm sm(directive);
  EXPECT_EQ(sm.leave(200, 400, 1)[0], 2u);
  EXPECT_EQ(sm.leave(400, 600, 1)[0], 3u);
  EXPECT_EQ(sm.leave(600, 800, 1)[0], 2u);
}

/// A twentieth of a request is kept as a sixteenth, so that one leaves in sixteen units.
TEST(RateController, TheSmallestQuotaProgresses) {
  CorunDirective directive;
  directive.quota[0] = CorunDirective::sixteenths(0.05);
  EXPECT_EQ(directive.quota[0], 1u);
  ControlledSm sm(directive);
  EXPECT_EQ(sm.leave(200, 200 + 16 * 200, 1)[0], 1u);
  EXPECT_EQ(sm.leave(200 + 16 * 200, 200 + 32 * 200, 1)[0], 1u);
}

/// Of two requests of one kernel and six of another, five can leave. As they come it is one and
/// four; with the first kernel first it is two and three: twice as many, and a quarter less.
TEST(RateController, LatencyFirstServesTwoAndThree) {
  const std::deque<unsigned> arrivals = {1, 1, 1, 0, 1, 1, 1, 0};
  std::vector<unsigned> in_order(2), latency_first(2);
  for (unsigned i = 0; i < 5; ++i) ++in_order[arrivals[i]];
  EXPECT_EQ(in_order, (std::vector<unsigned>{1, 4}));
  CorunDirective directive;
  directive.first = set_of(0);
  ControlledSm sm(directive);
  std::vector<unsigned> left = {2, 6};
  for (Cycle now = 200; now < 205; ++now) {
    const auto tenant = sm.at(now, (left[0] != 0 ? 1u : 0u) | (left[1] != 0 ? 2u : 0u));
    --left[*tenant];
    ++latency_first[*tenant];
  }
  EXPECT_EQ(latency_first, (std::vector<unsigned>{2, 3}));
}

TEST(AccessLimiter, HalvesTheLimitAsOftenAsRequestsAreHeldUp) {
  test::FakeSm sm(1, 1);
  policy::AccessLimiter part(false, true);
  part.attach(sm.view());
  for (unsigned i = 0; i < 16; ++i) part.accessed(0);
  part.blocked(0, 2 * 1024);  // two cycles a request
  part.served(0, 1024);
  EXPECT_EQ(part.limit(0), 4u);
  EXPECT_EQ(part.hold_memory(), set_of(0));
  for (unsigned i = 0; i < 13; ++i) part.answered(0);
  EXPECT_EQ(part.hold_memory(), 0u) << "three are in flight";
  part.served(0, 1024);
  EXPECT_EQ(part.limit(0), 8u) << "nothing was held up";
  part.blocked(0, 1 << 20);
  part.served(0, 1024);
  EXPECT_EQ(part.limit(0), 1u);
}

/// Instructions of tenant 0 make four requests each, those of tenant 1 one: it is served four times
/// as often.
TEST(AccessLimiter, ServesInInverseProportionToRequests) {
  test::FakeSm sm(1, 1);
  policy::AccessLimiter part(true, false);
  part.attach(sm.view());
  for (unsigned i = 0; i < 256; ++i) part.accessed(0);
  for (unsigned i = 0; i < 255; ++i) part.served(0, 4);
  for (unsigned i = 0; i < 1024; ++i) part.accessed(1);
  for (unsigned i = 0; i < 1023; ++i) part.served(1, 1);
  part.served(0, 4);
  part.served(1, 1);
  std::vector<unsigned> served(2);
  for (unsigned i = 0; i < 20000; ++i) {
    if (i == 15000) served = {0, 0};  // the rates have been known for long
    const unsigned tenant = part.prefer(3).value();
    part.accessed(tenant);
    part.served(tenant, tenant == 0 ? 4 : 1);
    ++served[tenant];
  }
  EXPECT_NEAR(served[1] / static_cast<double>(served[0]), 4, 0.1);
}

}  // namespace
}  // namespace heddle::corun_test
