#include "heddle/memory/arbiter.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

using Inputs = std::vector<std::uint32_t>;

const Arbiter::Inputs kNoneBusy(Arbiter::words_for(130));

Inputs grants_of(Arbiter& arbiter, const std::vector<int>& ages = std::vector<int>(130)) {
  Inputs granted;
  while (arbiter.wanted(kNoneBusy))
    granted.push_back(arbiter.grant(kNoneBusy, [&](std::uint32_t input) { return ages[input]; }));
  return granted;
}

TEST(Arbiter, WhoWithdrawsGetsNothing) {
  Arbiter arbiter(Arbitration::round_robin, 130, 0);
  for (const std::uint32_t input : {3u, 64u, 129u}) arbiter.request(input);
  arbiter.withdraw(64);
  EXPECT_EQ(grants_of(arbiter), (Inputs{3, 129}));
  arbiter.request(3);
  arbiter.withdraw(3);
  EXPECT_FALSE(arbiter.wanted(kNoneBusy));
}

TEST(Arbiter, RoundRobinGoesOnAfterTheLastWinner) {
  Arbiter arbiter(Arbitration::round_robin, 130, 0);
  for (const std::uint32_t input : {129u, 64u, 3u}) arbiter.request(input);
  EXPECT_EQ(arbiter.grant(kNoneBusy, [](std::uint32_t) { return 0; }), 3u);
  for (const std::uint32_t input : {3u, 63u}) arbiter.request(input);
  EXPECT_EQ(grants_of(arbiter), (Inputs{63, 64, 129, 3}));
  EXPECT_FALSE(arbiter.wanted(kNoneBusy));
}

TEST(Arbiter, TheOldestWinsAndOfEqualsTheLowestNumber) {
  Arbiter arbiter(Arbitration::oldest, 130, 0);
  for (const std::uint32_t input : {0u, 70u, 71u, 128u}) arbiter.request(input);
  std::vector<int> waits_since(130, 9);
  waits_since[71] = waits_since[128] = 4;
  EXPECT_EQ(grants_of(arbiter, waits_since), (Inputs{71, 128, 0, 70}));
}

TEST(Arbiter, BusyInputsKeepTheirRequestsAndDoNotWin) {
  for (const auto rule : {Arbitration::round_robin, Arbitration::oldest, Arbitration::random}) {
    Arbiter arbiter(rule, 130, 0);
    for (const std::uint32_t input : {2u, 70u}) arbiter.request(input);
    Arbiter::Inputs busy = kNoneBusy;
    busy[0] = 4;
    const auto no_age = [](std::uint32_t) { return 0; };
    EXPECT_EQ(arbiter.grant(busy, no_age), 70u);
    EXPECT_FALSE(arbiter.wanted(busy));
    EXPECT_TRUE(arbiter.wanted(kNoneBusy));
    EXPECT_EQ(arbiter.grant(kNoneBusy, no_age), 2u);
  }
}

}  // namespace
}  // namespace heddle::memory
