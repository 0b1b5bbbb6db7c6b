#include "heddle/base/event_wheel.hpp"

#include <map>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(EventWheel, DeliversInOrderOfCycleThenOfScheduling) {
  EventWheel<int> wheel;
  wheel.schedule(5, 1);
  wheel.schedule(3, 2);
  wheel.schedule(5, 3);
  std::vector<int> seen;
  const auto note = [&](int event) { seen.push_back(event); };
  EXPECT_EQ(wheel.next(), Cycle{3});
  wheel.deliver(3, note);
  EXPECT_EQ(wheel.next(), Cycle{5});
  wheel.deliver(5, note);
  EXPECT_EQ(seen, (std::vector<int>{2, 1, 3}));
  EXPECT_EQ(wheel.next(), kNever);
}

TEST(EventWheel, DeliversWhatIsScheduledForTheCycleAtHand) {
  EventWheel<int> wheel;
  wheel.schedule(7, 1);
  std::vector<int> seen;
  wheel.deliver(7, [&](int event) {
    seen.push_back(event);
    if (event == 1) wheel.schedule(7, 2);
  });
  EXPECT_EQ(seen, (std::vector<int>{1, 2}));
}

/// By the wheel's span in bits: many events lie beyond each.
template <typename Bits>
class EventWheelOf : public testing::Test {};
using Spans =
    testing::Types<std::integral_constant<unsigned, 6>, std::integral_constant<unsigned, 7>>;
TYPED_TEST_SUITE(EventWheelOf, Spans);

TYPED_TEST(EventWheelOf, AgreesWithAMapNearAndFar) {
  EventWheel<std::uint32_t, TypeParam::value> wheel;
  std::multimap<Cycle, std::uint32_t> model;
  std::mt19937 random(3);
  Cycle now = 0;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    const Cycle when = now + random() % 300;
    wheel.schedule(when, i);
    model.emplace(when, i);
    if (random() % 2 == 0) continue;
    now = wheel.next();
    ASSERT_EQ(now, model.begin()->first);
    std::vector<std::uint32_t> delivered, expected;  // in the order of scheduling
    wheel.deliver(now, [&](std::uint32_t event) { delivered.push_back(event); });
    const auto [first, last] = model.equal_range(now);
    for (auto it = first; it != last; ++it) expected.push_back(it->second);
    model.erase(first, last);
    ASSERT_EQ(delivered, expected);
  }
}

}  // namespace
}  // namespace heddle
