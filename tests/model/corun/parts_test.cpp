// The parts of sharing policies on an SM: quotas of issue slots, limits of memory instructions.
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/corun/epoch_quotas.hpp"
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
    directive.quota[tenant++] = CorunDirective::parts_of_one(quota);
  return directive;
}

/// An SM of four slots with a warp of each of two tenants.
struct QuotaSm {
  explicit QuotaSm(Cycle epoch, policy::EpochEnd end = policy::EpochEnd::either)
      : part(epoch, end) {
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
  rig.part.directive_arrived(quotas({20000, 2500}));
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
  rig.part.directive_arrived(quotas({3, 2}));
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
  rig.part.directive_arrived(quotas({2, 2}));
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

/// Two and a half instructions an epoch are five in two.
TEST(EpochQuotas, KeepWhatIsBehindThePoint) {
  QuotaSm rig(100, policy::EpochEnd::time);
  rig.part.directive_arrived(quotas({2.5, 0.25}));
  std::vector<unsigned> issued(2);
  for (Cycle now = 0; now < 800; ++now) {
    rig.sm.at(now);
    for (unsigned tenant = 0; tenant < 2; ++tenant) {
      if (policy::is_in(rig.part.hold(), tenant)) continue;
      rig.part.issued(tenant);
      ++issued[tenant];
    }
  }
  EXPECT_EQ(issued, (std::vector<unsigned>{20, 2})) << "in eight epochs";
}

/// Tenant A uses its ten up in ten cycles, B issues one of its ten every 50: all are used up in
/// cycle 450. With epochs of 100 cycles A has ten in each, and B two.
std::vector<unsigned> issued_in_450(policy::EpochEnd end) {
  QuotaSm rig(100, end);
  rig.part.directive_arrived(quotas({10, 10}));
  std::vector<unsigned> issued(2);
  for (Cycle now = 0; now < 450; ++now) {
    rig.sm.at(now);
    for (unsigned tenant = 0; tenant < 2; ++tenant) {
      if (policy::is_in(rig.part.hold(), tenant) || (tenant == 1 && now % 50 != 0)) continue;
      rig.part.issued(tenant);
      ++issued[tenant];
    }
  }
  return issued;
}

TEST(EpochQuotas, ComeAnewAsSaid) {
  using policy::EpochEnd;
  EXPECT_EQ(issued_in_450(EpochEnd::used_up), (std::vector<unsigned>{10, 9}));
  EXPECT_EQ(issued_in_450(EpochEnd::time), (std::vector<unsigned>{50, 9}));
  EXPECT_EQ(issued_in_450(EpochEnd::either), (std::vector<unsigned>{50, 9}));
}

/// Both use two up in two cycles: by time they have two each in 100 cycles, else they go on.
TEST(EpochQuotas, ByTimeWaitForTheEndOfTheEpoch) {
  using policy::EpochEnd;
  for (const auto& [end, times] : {std::pair(EpochEnd::time, 2u), {EpochEnd::used_up, 100u}}) {
    QuotaSm rig(100, end);
    rig.part.directive_arrived(quotas({2, 2}));
    unsigned issued = 0;
    for (Cycle now = 0; now < 100; ++now) {
      rig.sm.at(now);
      if (rig.part.hold() != 0) continue;
      rig.part.issued(0);
      rig.part.issued(1);
      ++issued;
    }
    EXPECT_EQ(issued, times);
  }
}

/// Who may issue, but has not for an epoch's length, holds the others up no longer.
TEST(EpochQuotas, DoNotWaitForWhoIssuesNothing) {
  QuotaSm rig(100, policy::EpochEnd::used_up);
  rig.part.directive_arrived(quotas({1, 5}));
  rig.sm.at(10);
  rig.part.issued(1);
  rig.sm.at(20);
  EXPECT_TRUE(rig.part.issued(0));
  rig.sm.at(100);
  EXPECT_EQ(rig.part.hold(), set_of(0)) << "B issued in cycle 10";
  EXPECT_EQ(rig.part.hold_until(), 110u);
  rig.sm.at(110);
  EXPECT_EQ(rig.part.hold(), 0u);
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
