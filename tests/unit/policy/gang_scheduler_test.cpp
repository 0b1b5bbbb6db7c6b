#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"

#include <array>
#include <initializer_list>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::test {
namespace {

constexpr unsigned kParts = 8;

/// Where the entities are.
struct Paths final : model::WarpPaths {
  Pc pc(unsigned entity) const override { return pcs[entity]; }
  LaneMask active(unsigned) const override { return 1; }
  bool any_within(unsigned, Pc, Pc) const override { return false; }
  std::array<Pc, 4 * kParts> pcs{};
};

/// Four warps, launched in order; the gang of an entity is set by hand.
struct Gangs {
  explicit Gangs(const std::string& name)
      : sm(4, 8, kParts, kParts),
        scheduler(policy::Registry<policy::GangScheduler>::instance().make(name)) {
    for (unsigned entity = 0; entity < 4 * kParts; ++entity) sm.launch(entity, 0, entity / kParts);
    view = sm.view();
    view.gangs = gangs;
    view.paths = &paths;
    scheduler->attach(view);
  }
  /// The scheduler issues one of these, each of which stands for its gang.
  unsigned issue(std::initializer_list<unsigned> candidates) {
    const unsigned entity = scheduler->pick(mask(candidates));
    if (entity != model::kNoEntity) scheduler->issued(entity);
    return entity;
  }

  FakeSm sm;
  Paths paths;
  std::array<std::uint8_t, 4 * kParts> gangs{};
  model::SmView view;
  std::unique_ptr<policy::GangScheduler> scheduler;
};

// Worked example 3 of the study's rules: masks 0x3F and 0x03, 24 lanes against 8.
TEST(GangScheduler, BigOrLittleGangsFirst) {
  for (const auto& [name, expected] : {std::pair{"bgto", 0u}, std::pair{"lgto", 8u}}) {
    Gangs two(name);
    two.gangs[0] = 0x3F;
    two.gangs[8] = 0x03;
    EXPECT_EQ(two.issue({0, 8}), expected) << name;
  }
}

TEST(GangScheduler, AmongEqualsTheLastAndElseTheOldest) {
  for (const char* name : {"bgto", "lgto", "gto"}) {
    Gangs three(name);
    for (const unsigned leader : {0, 8, 16}) three.gangs[leader] = 0xFF;
    EXPECT_EQ(three.issue({8, 16}), 8u) << name;
    EXPECT_EQ(three.issue({0, 8, 16}), 8u) << name << ": the last one goes on";
    EXPECT_EQ(three.issue({0, 16}), 0u) << name << ": the oldest";
    three.scheduler->warp_exited(0);
    EXPECT_EQ(three.issue({8, 16}), 8u) << name;
  }
}

TEST(GangScheduler, GtoLooksAtNoSize) {
  Gangs two("gto");
  two.gangs[0] = 0x03;
  two.gangs[8] = 0xFF;
  EXPECT_EQ(two.issue({0, 8}), 0u);
}

TEST(GangScheduler, LrrTakesTurns) {
  Gangs three("lrr");
  EXPECT_EQ(three.issue({0, 8, 16}), 0u);
  EXPECT_EQ(three.issue({0, 8, 16}), 8u);
  EXPECT_EQ(three.issue({0, 16}), 16u);
  EXPECT_EQ(three.issue({0, 8}), 0u);
}

TEST(GangScheduler, LpcLetsThoseBehindCatchUp) {
  Gangs three("lpc");
  three.paths.pcs[0] = 7;
  three.paths.pcs[8] = 5;
  three.paths.pcs[16] = 5;
  EXPECT_EQ(three.issue({0, 16}), 16u);
  EXPECT_EQ(three.issue({0, 8, 16}), 16u) << "of equals the one that issued last";
  EXPECT_EQ(three.issue({0, 8}), 8u);
}

TEST(Lpc, LetsWarpsBehindCatchUp) {
  FakeSm sm(4, 8);
  Paths paths;
  paths.pcs = {7, 5, 5, 9};
  for (unsigned entity = 0; entity < 4; ++entity) sm.launch(entity, 0, entity);
  model::SmView view = sm.view();
  view.paths = &paths;
  const auto lpc = policy::Registry<policy::WarpScheduler>::instance().make("lpc");
  lpc->attach(view);
  EXPECT_EQ(lpc->pick(0, mask({0, 1, 2, 3})), 1u) << "of equals the oldest";
  EXPECT_EQ(lpc->pick(0, mask({0, 2, 3})), 2u);
  lpc->issued(0, 2);
  EXPECT_EQ(lpc->pick(0, mask({0, 1, 2, 3})), 2u) << "of equals the one that issued last";
  lpc->warp_exited(2);
  EXPECT_EQ(lpc->pick(0, mask({1, 2})), 1u);
}

}  // namespace
}  // namespace heddle::test
