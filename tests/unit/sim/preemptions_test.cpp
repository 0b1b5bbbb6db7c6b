#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/model/dispatch_events.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

TEST(Preemptions, WarnsOfSignalsWhoseSmNeverBecameFree) {
  const auto probe = policy::Registry<Probe>::instance().make("preemptions");
  ASSERT_NE(probe, nullptr);
  UnitProbe& dispatcher = *probe->on_dispatcher();
  dispatcher.on(model::SmSignalled{.cycle = 40, .signal = 1, .sm = 3});
  dispatcher.on(model::SmSignalled{.cycle = 60, .signal = 2, .sm = 5});
  EXPECT_EQ(probe->warnings().size(), 2u);
  model::SmPreempted free;
  free.signal = 1;
  dispatcher.on(free);
  ASSERT_EQ(probe->warnings().size(), 1u);
  EXPECT_THAT(probe->warnings().front(), testing::HasSubstr("signal 2 has no row: SM 5"));
  EXPECT_THAT(probe->warnings().front(), testing::HasSubstr("preemption=drain waits"));
  free.signal = 2;
  dispatcher.on(free);
  EXPECT_TRUE(probe->warnings().empty());
}

}  // namespace
}  // namespace heddle::probe
