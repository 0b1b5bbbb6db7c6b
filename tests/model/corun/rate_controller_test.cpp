// The rates by which the misses of tenants leave an SM.
#include "heddle/policy/corun/rate_controller.hpp"

#include <array>
#include <deque>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "fake_sm.hpp"

namespace heddle::corun_test {
namespace {

using policy::CorunDirective;
using policy::set_of;

/// A controller whose tenants always have requests waiting, if they are in `waiting`.
struct ControlledSm {
  explicit ControlledSm(const CorunDirective& directive, Cycle unit = 200) : part(unit) {
    part.attach(sm.view());
    part.directive_arrived(directive);
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
  EXPECT_EQ(sm.leave(200, 400, 1), (std::vector<unsigned>{200, 0}));
  EXPECT_EQ(sm.leave(400, 600, 2), (std::vector<unsigned>{0, 200}));
}

TEST(RateController, LetsSoManyLeaveInAUnit) {
  CorunDirective directive;
  directive.quota[1] = CorunDirective::parts_of_one(8);
  ControlledSm sm(directive);
  for (Cycle unit = 1; unit < 4; ++unit)
    EXPECT_EQ(sm.leave(unit * 200, unit * 200 + 200, 2)[1], 8u);
  EXPECT_EQ(sm.part.choose_again(), 800u);
  // Whole requests that were not used are lost.
  EXPECT_EQ(sm.leave(1600, 1800, 2)[1], 8u);
}

TEST(RateController, KeepsPartsOfRequests) {
  CorunDirective directive;
  directive.quota[0] = CorunDirective::parts_of_one(2.5);
  ControlledSm sm(directive);
  EXPECT_EQ(sm.leave(200, 400, 1)[0], 2u);
  EXPECT_EQ(sm.leave(400, 600, 1)[0], 3u);
  EXPECT_EQ(sm.leave(600, 800, 1)[0], 2u);
}

/// What is given out is what was decided: 0.05 of a request in a unit is one in twenty units, and
/// 12.4 are 124 in ten.
TEST(RateController, QuotasAreNotRoundedUp) {
  for (const auto& [quota, units, requests] :
       {std::tuple(0.05, 20u, 1u), {0.07, 100u, 7u}, {12.4, 10u, 124u}, {2.0 / 3, 300u, 200u}}) {
    CorunDirective directive;
    directive.quota[0] = CorunDirective::parts_of_one(quota);
    ControlledSm sm(directive);
    for (unsigned round = 0; round < 3; ++round) {
      const Cycle from = 200 + round * units * 200;
      EXPECT_EQ(sm.leave(from, from + units * 200, 1)[0], requests) << quota << ", " << round;
    }
  }
}

TEST(RateController, TheSmallestQuotaProgresses) {
  EXPECT_EQ(CorunDirective::parts_of_one(1e-30), 1u);
  EXPECT_NE(CorunDirective::parts_of_one(1e30), CorunDirective::kNoQuota);
}

/// The queue of Figure 4.5, of which five can leave: of two requests of one kernel and six of
/// another it is one and four as they came; with the first kernel first it is two and three, twice
/// as many and a quarter less.
std::vector<unsigned> first_five(policy::TenantSet first) {
  CorunDirective directive;
  directive.first = first;
  test::FakeSm fake{2, 2};
  policy::RateController part(200);
  part.attach(fake.view());
  part.directive_arrived(directive);
  std::array<std::deque<Cycle>, 2> since;
  const std::vector<unsigned> arrivals = {1, 1, 1, 0, 1, 1, 1, 0};
  for (unsigned i = 0; i < arrivals.size(); ++i) since[arrivals[i]].push_back(i);
  std::vector<unsigned> left(2);
  for (Cycle now = 200; now < 205; ++now) {
    fake.at(now);
    policy::WaitingRequests heads;
    for (unsigned tenant = 0; tenant < 2; ++tenant)
      if (!since[tenant].empty()) heads[tenant] = {.waits = true, .since = since[tenant].front()};
    const unsigned tenant = part.choose(heads).value();
    since[tenant].pop_front();
    ++left[tenant];
  }
  return left;
}

TEST(RateController, WithoutPrecedenceRequestsLeaveAsTheyCame) {
  EXPECT_EQ(first_five(0), (std::vector<unsigned>{1, 4}));
}

TEST(RateController, LatencyFirstServesTwoAndThree) {
  EXPECT_EQ(first_five(set_of(0)), (std::vector<unsigned>{2, 3}));
}

}  // namespace
}  // namespace heddle::corun_test
