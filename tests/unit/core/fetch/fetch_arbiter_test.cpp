#include "heddle/core/fetch/fetch_arbiter.hpp"

#include <initializer_list>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

model::EntityMask mask(std::initializer_list<unsigned> entities) {
  model::EntityMask mask;
  for (const unsigned entity : entities) mask.set(entity);
  return mask;
}

/// Eight entities in two slices: even ones in slice 0.
struct Arbitration {
  explicit Arbitration(const FetchArbiter::Limits& limits)
      : arbiter(model::places_in_turn(8, 2, 2), 2, limits) {}
  /// Who fetches; those of `own` have their instruction in an L0.
  std::vector<unsigned> serve(const model::EntityMask& gangs, const model::EntityMask& alone,
                              const model::EntityMask& own = {}) {
    std::vector<unsigned> served;
    arbiter.serve(
        gangs, alone, [&](unsigned entity) { return !own.test(entity); },
        [&](unsigned entity) { served.push_back(entity); });
    return served;
  }
  FetchArbiter arbiter;
};

TEST(FetchArbiter, GangsComeFirst) {
  Arbitration two({.ports = 2, .gangs = 2, .slice = 1});
  EXPECT_THAT(two.serve(mask({0, 4}), mask({1, 2})), ElementsAre(0, 4));
  EXPECT_THAT(two.serve(mask({4}), mask({1, 2})), ElementsAre(4, 2));
  EXPECT_THAT(two.serve(mask({4}), mask({1})), ElementsAre(4, 1));
}

TEST(FetchArbiter, NoMoreGangsFetchThanMay) {
  Arbitration one({.ports = 8, .gangs = 1, .slice = 1});
  EXPECT_THAT(one.serve(mask({0, 4, 6}), {}), ElementsAre(0));
  EXPECT_THAT(one.serve(mask({0, 4, 6}), {}), ElementsAre(4));
  EXPECT_THAT(one.serve(mask({0, 4, 6}), {}), ElementsAre(6));
  EXPECT_THAT(one.serve(mask({0, 4, 6}), {}), ElementsAre(0));
}

TEST(FetchArbiter, ASliceThatLackedAPortIsServedFirst) {
  Arbitration one({.ports = 1, .gangs = 0, .slice = 1});
  EXPECT_THAT(one.serve({}, mask({0, 1})), ElementsAre(0));
  EXPECT_THAT(one.serve({}, mask({0, 1})), ElementsAre(1));
  EXPECT_THAT(one.serve({}, mask({0, 1})), ElementsAre(0));
}

TEST(FetchArbiter, EntitiesOfASliceTakeTurns) {
  Arbitration free({.ports = 0, .gangs = 0, .slice = 1});
  EXPECT_THAT(free.serve({}, mask({0, 2, 4})), ElementsAre(0));
  EXPECT_THAT(free.serve({}, mask({0, 2, 4})), ElementsAre(2));
  EXPECT_THAT(free.serve({}, mask({0, 2})), ElementsAre(0));
  EXPECT_THAT(free.serve({}, mask({})), IsEmpty());
}

TEST(FetchArbiter, AnL0NeedsNoPort) {
  Arbitration one({.ports = 1, .gangs = 0, .slice = 1});
  EXPECT_THAT(one.serve({}, mask({0, 1}), mask({1})), ElementsAre(0, 1));
}

}  // namespace
}  // namespace heddle::core
