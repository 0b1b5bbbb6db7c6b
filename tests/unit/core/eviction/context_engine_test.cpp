// The engine that moves contexts, by itself: a piece a cycle, a segment when its bytes are there.
#include "heddle/core/eviction/context_engine.hpp"

#include <map>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

constexpr Addr kBase = 1 << 20;

/// An engine whose requests are answered a fixed time after they have left.
class EngineRig {
 public:
  explicit EngineRig(const ContextSwitchSpec& context_switch = {}, Cycle answer = 10,
                     std::uint32_t flit_bytes = 136)  // a segment and its header
      : port(spec(flit_bytes), spec(flit_bytes).clock_mhz, 4),
        engine(context_switch, 3, 8, port),
        answer_(answer) {
    port.connect(credits_);
  }

  /// Runs until the owner's transfers are done; returns when.
  Cycle run(std::uint16_t owner, const auto& port_used) {
    for (;; ++now) {
      EXPECT_LT(now, 10000u);
      if (now >= 10000) return now;
      for (auto due = answers_.begin(); due != answers_.end() && due->first <= now;) {
        engine.receive(due->second, now);
        due = answers_.erase(due);
      }
      engine.tick(now, port_used(now));
      for (const memory::RequestPacket& packet : port.outbox()) {
        sent.push_back(packet);
        answers_.emplace(now + answer_, model::MemoryReply{.origin = packet.payload.origin,
                                                           .line = packet.payload.line,
                                                           .sectors = packet.payload.sectors,
                                                           .kind = packet.payload.kind});
      }
      port.outbox().clear();
      if (engine.is_done(owner)) return now;
    }
  }
  Cycle run(std::uint16_t owner) {
    return run(owner, [](Cycle) { return false; });
  }

  static memory::InterconnectSpec spec(std::uint32_t flit_bytes) {
    memory::InterconnectSpec spec;
    spec.credits = 1000;
    spec.flit_bytes = flit_bytes;
    spec.header_bytes = 8;
    return spec;
  }
  RequestPort port;
  ContextEngine engine;
  Cycle now = 0;
  std::vector<memory::RequestPacket> sent;

 private:
  Cycle answer_;
  RingQueue<Cycle> credits_;
  std::multimap<Cycle, model::MemoryReply> answers_;
};

ContextTransfer out(std::uint16_t owner, std::vector<std::uint8_t> pieces) {
  return {owner, ContextPart::registers, true, kBase, std::move(pieces)};
}

TEST(ContextEngine, StoresARegisterACycle) {
  EngineRig rig;
  rig.engine.start(out(1, std::vector<std::uint8_t>(20, 128)), 0);
  // Read in cycles 1 to 20, stored each a cycle later, the last answered ten cycles after that.
  EXPECT_EQ(rig.run(1), 31u);
  ASSERT_EQ(rig.sent.size(), 20u);
  for (std::size_t i = 0; i < rig.sent.size(); ++i) {
    EXPECT_EQ(rig.sent[i].payload.line, kBase + 128 * i);
    EXPECT_EQ(rig.sent[i].payload.kind, model::RequestKind::store);
    EXPECT_EQ(rig.sent[i].payload.sectors, 0xF);
    EXPECT_EQ(rig.sent[i].kernel, model::kContextTraffic);
  }
}

TEST(ContextEngine, PacksSmallPiecesIntoSegments) {
  EngineRig rig;
  std::vector<std::uint8_t> pieces(20, 8);  // 160 bytes: a segment and a sector
  rig.engine.start(out(1, pieces), 0);
  // 16 pieces fill the first segment, in cycle 16; the last is read in cycle 20.
  EXPECT_EQ(rig.run(1), 31u);
  ASSERT_EQ(rig.sent.size(), 2u);
  EXPECT_EQ(rig.sent[0].time, 17u);
  EXPECT_EQ(rig.sent[1].time, 21u);
  EXPECT_EQ(rig.sent[1].payload.sectors, 0x1);
  EXPECT_FALSE(rig.sent[1].payload.partial_write);
}

TEST(ContextEngine, GivesWayToOthersThatSend) {
  EngineRig rig;
  rig.engine.start(out(1, std::vector<std::uint8_t>(10, 128)), 0);
  const Cycle end = rig.run(1, [](Cycle now) { return now < 100; });
  EXPECT_EQ(rig.sent.front().time, 100u);
  // One segment waits in the buffer; the others take a cycle each.
  EXPECT_EQ(end, 100u + 9 + 10);
}

/// Against a load-store unit that sends in every cycle that is left to it, the n-th segment of a
/// context that comes back leaves in cycle 2 n - 1: 20 segments take 40 cycles. The last is
/// answered ten cycles later, and written two after that. With `same` nothing leaves.
TEST(ContextEngine, AlternatesWithOthersThatAlwaysSend) {
  constexpr Cycle kSegments = 20;
  EngineRig rig({.priority = ContextPriority::alternate});
  rig.engine.start(
      {2, ContextPart::registers, false, kBase, std::vector<std::uint8_t>(kSegments, 128)}, 0);
  unsigned others = 0;
  const Cycle end = rig.run(2, [&](Cycle) {
    others += rig.port.is_reserved() ? 0 : 1;
    return !rig.port.is_reserved();
  });
  ASSERT_EQ(rig.sent.size(), kSegments);
  for (Cycle n = 1; n <= kSegments; ++n) EXPECT_EQ(rig.sent[n - 1].time, 2 * n - 1);
  EXPECT_EQ(end, 2 * kSegments - 1 + 10 + 2);
  EXPECT_EQ(others, end + 1 - kSegments) << "the others have all other cycles";
  EXPECT_FALSE(rig.port.is_reserved());

  EngineRig same;
  same.engine.start({2, ContextPart::registers, false, kBase, {128}}, 0);
  for (Cycle now = 0; now < 1000; ++now) same.engine.tick(now, !same.port.is_reserved());
  EXPECT_TRUE(same.port.outbox().empty());
}

/// A segment of five flits leaves in five cycles; then another unit and the next segment are due.
TEST(ContextEngine, StoresAlternateBehindTheirFlits) {
  EngineRig rig({.priority = ContextPriority::alternate}, 10, 32);
  rig.engine.start(out(1, std::vector<std::uint8_t>(4, 128)), 0);
  rig.run(1, [&](Cycle) { return !rig.port.is_reserved(); });
  // The first is there in cycle 2 and leaves in 3; the flits of each have left five cycles later.
  ASSERT_EQ(rig.sent.size(), 4u);
  for (Cycle n = 0; n < 4; ++n) EXPECT_EQ(rig.sent[n].time, 3 + 6 * n);
}

/// Others that send in every third cycle leave two for segments: nobody waits for longer than a
/// cycle, and no cycle is left unused.
TEST(ContextEngine, ATurnThatNobodyTakesIsNotLost) {
  EngineRig rig({.priority = ContextPriority::alternate});
  rig.engine.start({2, ContextPart::registers, false, kBase, std::vector<std::uint8_t>(8, 128)}, 0);
  rig.run(2, [&](Cycle now) { return now % 3 == 0 && !rig.port.is_reserved(); });
  ASSERT_EQ(rig.sent.size(), 8u);
  for (Cycle n = 0; n < 8; ++n) EXPECT_EQ(rig.sent[n].time, 1 + n / 2 * 3 + n % 2);
}

TEST(ContextEngine, LoadsWhatItHasStored) {
  EngineRig rig;
  rig.engine.start({2, ContextPart::registers, false, kBase, std::vector<std::uint8_t>(5, 100)}, 0);
  // 500 bytes are four loads, in cycles 0 to 3, answered in cycles 10 to 13: there are 128 bytes in
  // cycle 12, 256, 384, and 500 in cycle 15. One piece is written in each, and the last behind.
  EXPECT_EQ(rig.run(2), 16u);
  ASSERT_EQ(rig.sent.size(), 4u);
  EXPECT_EQ(rig.sent.back().payload.kind, model::RequestKind::load);
  EXPECT_EQ(rig.sent.back().payload.line, kBase + 384);
}

/// Four loads leave in cycles 0 to 3 and are answered ten cycles later; a piece is there two cycles
/// after that, and has been written at the end of cycle 12. So the next four leave in cycles 13 to
/// 16, and so on: the last four of 20 from cycle 52 on, and the last one is written in 55 + 12.
TEST(ContextEngine, LoadsNoMoreThanItHasPlacesFor) {
  EngineRig rig({.loads = 4});
  rig.engine.start({2, ContextPart::registers, false, kBase, std::vector<std::uint8_t>(20, 128)},
                   0);
  EXPECT_EQ(rig.run(2), 67u);
  ASSERT_EQ(rig.sent.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(rig.sent[i].time, 13 * (i / 4) + i % 4) << i;
}

/// Compressed registers: a piece of 4 bytes a cycle, so that a segment keeps its place for 32
/// cycles more. Three segments in two places: the third leaves behind the first, of which the last
/// piece is written in cycle 12 + 31.
TEST(ContextEngine, ASegmentKeepsItsPlaceUntilItsLastByteIsWritten) {
  EngineRig rig({.loads = 2});
  rig.engine.start({2, ContextPart::registers, false, kBase, std::vector<std::uint8_t>(96, 4)}, 0);
  rig.run(2);
  ASSERT_EQ(rig.sent.size(), 3u);
  EXPECT_EQ(rig.sent[1].time, 1u);
  EXPECT_EQ(rig.sent[2].time, 44u);
}

/// Pieces lie across segments, behind a pattern vector of 16 bytes: two places are enough.
TEST(ContextEngine, TwoPlacesServePiecesThatLieAcrossSegments) {
  EngineRig rig({.loads = 2});
  std::vector<std::uint8_t> pieces(9, 128);
  pieces.front() = 16;
  rig.engine.start({2, ContextPart::registers, false, kBase, pieces}, 0);
  rig.engine.start({2, ContextPart::stacks, false, kBase + 4096, {12}}, 0);
  rig.run(2);
  EXPECT_EQ(rig.sent.size(), 9u + 1);
  EXPECT_TRUE(rig.engine.is_idle());
}

/// Stores need no place, and do not wait for loads that do.
TEST(ContextEngine, StoresDoNotWaitForPlaces) {
  EngineRig rig({.loads = 2}, 1000);
  rig.engine.start({2, ContextPart::registers, false, kBase, std::vector<std::uint8_t>(4, 128)}, 0);
  rig.engine.start({1, ContextPart::registers, true, kBase + 4096, {128}}, 0);
  rig.run(2);
  ASSERT_EQ(rig.sent.size(), 5u);
  EXPECT_EQ(rig.sent[2].payload.kind, model::RequestKind::store);
  EXPECT_EQ(rig.sent[2].time, 2u);
}

TEST(ContextEngine, KnowsWhoseTransfersAreDone) {
  EngineRig rig;
  rig.engine.start(out(1, {128}), 0);
  rig.engine.start(out(2, {128, 128}), 0);
  rig.engine.start(out(1, {64}), 0);
  EXPECT_FALSE(rig.engine.is_done(1));
  EXPECT_TRUE(rig.engine.is_done(3));
  const Cycle second = rig.run(2);
  EXPECT_FALSE(rig.engine.is_done(1));
  EXPECT_GT(rig.run(1), second);
  EXPECT_TRUE(rig.engine.is_idle());
  EXPECT_EQ(rig.engine.segments_out(), 4u);
  // Pieces are read in cycles 1 to 4 and stored a cycle later; ten cycles then wait for memory.
  EXPECT_EQ(rig.engine.busy_out(rig.now + 1000), (ByContextPart{5, 0, 0}));
  EXPECT_EQ(rig.engine.acknowledging(rig.now), 10u);
  EXPECT_EQ(rig.engine.acknowledging(rig.now + 1), 0u);
}

TEST(ContextEngine, CountsCyclesByThePartThatIsFirst) {
  EngineRig rig;
  rig.engine.start(out(1, {128, 128}), 0);
  rig.engine.start({2, ContextPart::shared, true, kBase + 4096, {128, 128, 128}}, 0);
  rig.run(1);
  rig.run(2);
  // Registers are stored in cycles 2 and 3, shared memory in cycles 4 to 6.
  EXPECT_EQ(rig.engine.busy_out(rig.now), (ByContextPart{3, 3, 0}));
}

TEST(ContextEngine, DoesNotCountCyclesInWhichNothingIsLeftToStore) {
  EngineRig rig;
  rig.engine.start(out(1, {128}), 0);
  rig.run(1);
  rig.now += 100;
  rig.engine.start(out(1, {128}), rig.now);
  rig.run(1);
  EXPECT_EQ(rig.engine.busy_out(rig.now), (ByContextPart{4, 0, 0}));
}

TEST(ContextEngine, StoresASegmentInAnInterval) {
  EngineRig rig({.interval = 7});
  rig.engine.start(out(1, std::vector<std::uint8_t>(3, 128)), 0);
  EXPECT_EQ(rig.run(1), 2u + 2 * 7 + 10);
  ASSERT_EQ(rig.sent.size(), 3u);
  EXPECT_EQ(rig.sent[1].time, 9u);
  EXPECT_EQ(rig.engine.busy_out(rig.now), (ByContextPart{16, 0, 0}));
}

}  // namespace
}  // namespace heddle::core
