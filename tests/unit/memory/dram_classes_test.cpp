// Contexts give way to demand in a DRAM channel.
#include <vector>

#include <gtest/gtest.h>

#include "dram_sheet.hpp"
#include "heddle/memory/dram_channel.hpp"

namespace heddle::memory {
namespace {

struct ClassedChannel {
  explicit ClassedChannel(std::uint32_t age_limit = 0, const DramSpec& spec = kSpec)
      : channel(spec, 1000, age_limit) {}

  void read(TrafficClass traffic, Addr address, std::uint32_t cookie, Cycle now = 0) {
    channel.enqueue(to_ticks(now), {.address = address,
                                    .cookie = cookie,
                                    .sectors = 4,
                                    .kernel = traffic == TrafficClass::demand
                                                  ? std::uint8_t{0}
                                                  : std::uint8_t{model::kContextTraffic},
                                    .traffic = traffic});
  }
  void run(Cycle until = 100'000) { channel.run(to_ticks(until), done); }
  Cycle finish_of(std::uint32_t cookie) const {
    for (const auto& each : done) {
      if (each.cookie == cookie) return to_cycle(each.when);
    }
    return kNever;
  }
  DramChannel channel;
  std::vector<DramCompletion> done;
};

TEST(DramClasses, YoungerDemandOfTheOpenRowGoesFirst) {
  ClassedChannel rig;
  for (std::uint32_t i = 0; i < 3; ++i) rig.read(TrafficClass::context, 128 * i, i);
  rig.read(TrafficClass::demand, 128 * 3, 3);
  rig.run();
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(rig.finish_of(i), 12 + 11 + 4 * Cycle{i + 2});
  EXPECT_EQ(rig.finish_of(3), 12u + 11 + 4);
  EXPECT_EQ(rig.channel.counters(0).reads, 1u);
  EXPECT_EQ(rig.channel.counters(model::kContextTraffic).bytes, 3u * 128);
}

/// Row number 7 lies in bank 0 as well.
TEST(DramClasses, DemandOfAnotherRowGoesBeforeContextsOfTheOpenRow) {
  ClassedChannel rig;
  rig.read(TrafficClass::context, 0, 0);
  rig.run(23);  // its column command has gone
  rig.read(TrafficClass::context, 128, 1, 23);
  rig.read(TrafficClass::demand, 1024 * 7, 2, 23);
  rig.run();
  EXPECT_EQ(rig.finish_of(0), 27u);
  EXPECT_EQ(rig.finish_of(2), 41u + 12 + 11 + 4);  // as early as the row cycle allows
  EXPECT_EQ(rig.finish_of(1), 2 * 41u + 12 + 11 + 4);
}

/// Demand that comes every 4 cycles takes the whole data bus. From the age limit on the context, of
/// another bank, counts as if it came then: it waits for what is queued, which is no more than can
/// come while the first row is opened.
TEST(DramClasses, FromTheAgeLimitOnAContextHasItsTurn) {
  const auto finish = [](std::uint32_t age_limit) {
    ClassedChannel rig(age_limit);
    std::uint32_t sent = 0;
    for (Cycle now = 0; now < 2000; ++now) {
      if (now == 10) rig.read(TrafficClass::context, 1024, 9999, now);
      if (now % 4 == 0) rig.read(TrafficClass::demand, 128 * (sent++ % 8), 0, now);
      rig.run(now + 1);
    }
    return rig.finish_of(9999);
  };
  EXPECT_EQ(finish(0), kNever);
  for (const std::uint32_t limit : {100u, 1000u}) {
    EXPECT_GE(finish(limit), 10 + limit + 11 + 4);
    EXPECT_LE(finish(limit), 10 + limit + (12 + 11) + 11 + 2 * 4);
  }
}

TEST(DramClasses, AQuarterOfTheQueueIsLeftToDemand) {
  ClassedChannel rig;
  std::uint32_t contexts = 0, all = 0;
  for (; rig.channel.has_room(1, 0, TrafficClass::context); ++contexts)
    rig.read(TrafficClass::context, 128 * contexts, contexts);
  for (all = contexts; rig.channel.has_room(1, 0); ++all)
    rig.read(TrafficClass::demand, 128 * all, all);
  EXPECT_EQ(contexts, 12u);
  EXPECT_EQ(all, 16u);
  // Where writes share the queue a line may need two places: both classes find them in the
  // smallest.
  DramSpec spec = kSpec;
  spec.queue_entries = 2;
  EXPECT_TRUE(ClassedChannel(0, spec).channel.has_room(1, 1, TrafficClass::context));
}

}  // namespace
}  // namespace heddle::memory
