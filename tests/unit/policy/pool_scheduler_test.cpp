// Schedulers of dynamic warp formation. Expected values: the rules of Fung, Sham, Yuan, Aamodt,
// "Dynamic Warp Formation and Scheduling for Efficient GPU Control Flow", MICRO 2007, section 4.3.
#include <array>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::test {
namespace {

using testing::ElementsAre;

constexpr unsigned kEntities = 6;

/// A warp of the pool.
struct Formed {
  Pc pc = 0;
  unsigned threads = 1;
  std::uint32_t passed = 0;
};

struct PoolPlaces final : model::WarpPaths {
  Pc pc(unsigned entity) const override { return formed[entity].pc; }
  LaneMask active(unsigned entity) const override {
    return static_cast<LaneMask>((std::uint64_t{1} << formed[entity].threads) - 1);
  }
  bool any_within(unsigned, Pc, Pc) const override { return false; }
  std::uint32_t passed(unsigned entity) const override { return formed[entity].passed; }
  std::uint64_t serial(unsigned entity) const override { return serials[entity]; }
  std::array<Formed, kEntities> formed{};
  std::array<std::uint64_t, kEntities> serials{};
};

/// Warps that formed in the order of the list.
struct Pool {
  Pool(const std::string& name, const std::vector<Formed>& formed)
      : sm(kEntities, kEntities),
        scheduler(policy::Registry<policy::WarpScheduler>::instance().make(name)) {
    for (unsigned i = 0; i < formed.size(); ++i) {
      sm.launch(i, 0, i);
      form(i, formed[i]);
      ready.set(i);
    }
    view = sm.view();
    view.paths = &places;
    scheduler->attach(view);
  }
  void form(unsigned entity, const Formed& formed) {
    places.formed[entity] = formed;
    places.serials[entity] = ++serial;
    ready.set(entity);
  }
  /// Issues all that are ready, one after the other.
  std::vector<unsigned> order() {
    std::vector<unsigned> issued;
    while (ready.any()) issued.push_back(issue());
    return issued;
  }
  unsigned issue() {
    const unsigned entity = scheduler->pick(0, ready);
    scheduler->issued(0, entity);
    ready.clear(entity);
    return entity;
  }

  FakeSm sm;
  PoolPlaces places;
  std::uint64_t serial = 0;
  model::EntityMask ready;
  model::SmView view;
  std::unique_ptr<policy::WarpScheduler> scheduler;
};

// At 10 wait 4 + 4 threads, at 20 wait 7, at 30 wait 2.
const std::vector<Formed> kThreePlaces = {{30, 2}, {10, 4}, {20, 7}, {10, 4}};

TEST(PoolScheduler, MajorityExhaustsItsInstruction) {
  Pool pool("majority", kThreePlaces);
  EXPECT_EQ(pool.issue(), 1u);
  pool.form(4, {20, 32});  // 39 threads at 20 now, and 4 at 10
  EXPECT_EQ(pool.issue(), 3u) << "those at 10 first";
  pool.form(5, {10, 1});
  EXPECT_EQ(pool.issue(), 5u) << "it came in time";
  EXPECT_THAT(pool.order(), ElementsAre(2, 4, 0));
}

TEST(PoolScheduler, MajorityChoosesFirstWhereMostThreadsAre) {
  Pool pool("majority", {{0, 1}, {10, 4}});  // 0 is an instruction like others
  EXPECT_THAT(pool.order(), ElementsAre(1, 0));
}

TEST(PoolScheduler, MinorityLetsTheFewestCatchUp) {
  Pool pool("minority", kThreePlaces);
  EXPECT_EQ(pool.issue(), 0u);
  pool.form(0, {40, 3});
  EXPECT_THAT(pool.order(), ElementsAre(0, 2, 1, 3));
}

TEST(PoolScheduler, TimeStampTakesThemAsTheyFormed) {
  Pool pool("time_stamp", kThreePlaces);
  EXPECT_EQ(pool.issue(), 0u);
  pool.form(0, {50, 32});
  EXPECT_THAT(pool.order(), ElementsAre(1, 2, 3, 0));
}

TEST(PoolScheduler, PdomPriorityTakesTheOneThatHasPassedLeast) {
  Pool pool("pdom_priority", {{10, 1, 3}, {20, 1, 1}, {30, 1, 2}, {40, 1, 1}});
  EXPECT_THAT(pool.order(), ElementsAre(1, 3, 2, 0));
}

TEST(PoolScheduler, LowestPcForgetsAWarpThatIsGone) {
  Pool pool("lpc", {{10}, {10}, {5}});
  EXPECT_EQ(pool.issue(), 2u);
  pool.form(2, {10});  // another warp, of the same number: the one that issued last is no more
  EXPECT_EQ(pool.issue(), 0u);
}

TEST(PoolScheduler, TheyServePoolsAlone) {
  for (const char* name : {"majority", "minority", "time_stamp", "pdom_priority"}) {
    const auto scheduler = policy::Registry<policy::WarpScheduler>::instance().make(name);
    EXPECT_TRUE(scheduler->needs_pool()) << name;
    EXPECT_EQ(scheduler->needs(), policy::EntityLife::instruction) << name;
  }
}

}  // namespace
}  // namespace heddle::test
