#include "heddle/memory/l2_slice.hpp"

#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

using model::MemoryRequest;
using model::RequestKind;

/// Two slices before one channel with a short queue, few sets and few miss registers, so that each
/// reason to block is met often.
MemorySpec crowded() {
  MemorySpec spec;
  spec.l2.slices_per_channel = 2;
  spec.l2.interleave_bytes = 128;
  spec.l2.address_hash = false;
  spec.l2.slice = {.bytes = 4 * 2 * 128,
                   .line_bytes = 128,
                   .associativity = 2,
                   .sectored = true,
                   .mshr_entries = 4,
                   .mshr_merges = 2};
  spec.dram = {.clock_mhz = 1000, .channels = 1, .banks = 4, .queue_entries = 4};
  return spec;
}

MemoryRequest random_request(std::mt19937& random, std::uint32_t slice, TrafficClass traffic) {
  const std::uint32_t kind = random() % 4;
  return {.line = Addr{128} * (2 * (random() % 24) + slice),
          .sectors = static_cast<std::uint8_t>(1 + random() % 15),
          .kind = kind == 0   ? RequestKind::atomic
                  : kind == 1 ? RequestKind::load
                              : RequestKind::store,
          .traffic = traffic};
}

/// A blocked request is tried in every cycle, whatever the slice says of it: if the slice says that
/// it may not serve the request, it must block again. Each slice has these queues.
void try_blocked_requests(const MemorySpec& spec, unsigned seed,
                          const std::vector<TrafficClass>& queues) {
  std::mt19937 random(seed);
  const AddressMap map(spec);
  DramChannel channel(spec.dram, 1000);
  std::vector<L2Slice> slices;
  const CacheSpec& cache = spec.l2.slice;
  for (std::uint32_t i = 0; i < 2; ++i)
    slices.emplace_back(spec, map, i, channel,
                        policy::Replacements().make(cache.replacement, cache.sets(),
                                                    cache.associativity, {"l2", {}, i}));
  std::array<ByTraffic<MemoryRequest>, 2> heads;
  for (std::uint32_t i = 0; i < 2; ++i)
    for (const auto queue : queues) heads[i][queue] = random_request(random, i, queue);
  std::vector<DramCompletion> reads;
  std::vector<MemoryRequest> answered;
  unsigned refused = 0, retried = 0, waiting = 0;
  for (Cycle now = 0; now < 30'000; ++now) {
    for (std::size_t i = 0; i < reads.size();) {
      if (reads[i].when > to_ticks(now)) {
        ++i;
        continue;
      }
      const std::uint32_t cookie = reads[i].cookie;
      reads.erase(reads.begin() + static_cast<std::ptrdiff_t>(i));
      const L2Slice::Fetch fetch = slices[cookie & 0xFF].fetch(cookie >> 8);
      slices[cookie & 0xFF].release_fetch(cookie >> 8);
      slices[cookie & 0xFF].fill(fetch.line, fetch.sectors, answered);
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      for (const auto queue : queues) {
        const bool is_demand = queue == TrafficClass::demand;
        const bool may_serve = is_demand ? slices[i].may_serve() : slices[i].may_serve_context();
        const auto outcome = is_demand ? slices[i].access(to_ticks(now), heads[i][queue])
                                       : slices[i].access_context(to_ticks(now), heads[i][queue]);
        if (!may_serve) {
          ++refused;
          ASSERT_EQ(outcome, L2Slice::Outcome::blocked) << "cycle " << now;
        }
        if (outcome == L2Slice::Outcome::blocked) {
          if (may_serve) ++retried;
          continue;
        }
        if (outcome == L2Slice::Outcome::waiting) ++waiting;
        if (is_demand) slices[i].try_context_again();
        heads[i][queue] = random_request(random, i, queue);
      }
    }
    channel.run(to_ticks(now + 1), reads);
  }
  if (queues.size() == 1) {
    EXPECT_GT(refused, 4 * retried) << "most retries are spared";
  }
  EXPECT_GT(waiting, 500u);
}

void try_crowded_slices(const std::vector<TrafficClass>& queues, const char* replacement = "lru") {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    MemorySpec spec = crowded();
    spec.l2.slice.replacement = replacement;
    try_blocked_requests(spec, seed, queues);
    spec.dram.write_queue_entries = 4;
    spec.dram.write_high = 3;
    spec.dram.write_low = 1;
    try_blocked_requests(spec, seed, queues);
    spec.dram.queue_entries = 16;
    spec.l2.slice.mshr_entries = 2;
    try_blocked_requests(spec, seed, queues);
  }
}

TEST(L2Slice, WhatItMayNotServeItWouldBlockAgain) { try_crowded_slices({TrafficClass::demand}); }

TEST(L2Slice, WhatItMayNotServeOfEitherClassItWouldBlockAgain) {
  try_crowded_slices({TrafficClass::demand, TrafficClass::context});
}

TEST(L2Slice, ThatHoldsWithALimitOfDirtySectors) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    MemorySpec spec = crowded();
    spec.l2.dirty_share = 0.25;  // 8 of 32 sectors
    spec.dram.queue_entries = 16;
    try_blocked_requests(spec, seed, {TrafficClass::demand});
    try_blocked_requests(spec, seed, {TrafficClass::demand, TrafficClass::context});
    spec.dram.write_queue_entries = 16;
    spec.dram.write_high = 12;
    spec.dram.write_low = 4;
    try_blocked_requests(spec, seed, {TrafficClass::demand, TrafficClass::context});
  }
}

TEST(L2Slice, ThatHoldsForEachReplacement) {
  for (const char* replacement : {"random", "srrip", "plru"})
    try_crowded_slices({TrafficClass::demand, TrafficClass::context}, replacement);
}

/// One slice of four sets of two lines, before a channel that never answers.
struct StillSlice {
  explicit StillSlice(const MemorySpec& s) : spec(s), map(spec), channel(spec.dram, 1000) {}

  L2Slice::Outcome access(TrafficClass traffic, RequestKind kind, std::uint32_t line) {
    const MemoryRequest request{
        .line = Addr{256} * line, .sectors = 15, .kind = kind, .traffic = traffic};
    return traffic == TrafficClass::demand ? slice.access(0, request)
                                           : slice.access_context(0, request);
  }
  MemorySpec spec;
  AddressMap map;
  DramChannel channel;
  L2Slice slice{spec, map, 0, channel,
                policy::Replacements().make(spec.l2.slice.replacement, 4, 2, {"l2"})};
};

/// In set 0 line 0 is found again and line 4 is not, though it came later: under srrip 4 goes.
/// Each comes by a load that misses, or by a store.
TEST(L2Slice, BringingALineIsNoHit) {
  for (const RequestKind kind : {RequestKind::load, RequestKind::store}) {
    MemorySpec spec = crowded();
    spec.dram.queue_entries = 16;
    spec.l2.slice.mshr_entries = 16;
    spec.l2.slice.replacement = "srrip";
    StillSlice rig(spec);
    std::vector<MemoryRequest> answered;
    const auto bring = [&](std::uint32_t line) {
      rig.access(TrafficClass::demand, kind, line);
      if (kind == RequestKind::load) rig.slice.fill(Addr{256} * line, 15, answered);
    };
    bring(0);
    const auto load = RequestKind::load;
    EXPECT_EQ(rig.access(TrafficClass::demand, load, 0), L2Slice::Outcome::replied);
    bring(4);
    bring(8);
    EXPECT_EQ(rig.access(TrafficClass::demand, load, 0), L2Slice::Outcome::replied);
    EXPECT_EQ(rig.access(TrafficClass::demand, load, 8), L2Slice::Outcome::replied);
    EXPECT_EQ(rig.access(TrafficClass::demand, load, 4), L2Slice::Outcome::waiting);
  }
}

TEST(L2Slice, AContextWithoutALineHoldsNoDemand) {
  MemorySpec spec = crowded();
  spec.l2.slice.mshr_entries = 16;
  spec.dram.queue_entries = 16;
  StillSlice rig(spec);
  const auto demand = TrafficClass::demand, context = TrafficClass::context;
  // Both lines of set 0 are on their way: a context finds none for its store.
  for (const std::uint32_t line : {0u, 4u})
    EXPECT_EQ(rig.access(demand, RequestKind::load, line), L2Slice::Outcome::waiting);
  EXPECT_EQ(rig.access(context, RequestKind::store, 8), L2Slice::Outcome::blocked);
  EXPECT_FALSE(rig.slice.may_serve_context());
  EXPECT_TRUE(rig.slice.may_serve());
  EXPECT_EQ(rig.access(demand, RequestKind::store, 1), L2Slice::Outcome::replied);
  EXPECT_EQ(rig.access(context, RequestKind::store, 8), L2Slice::Outcome::blocked);
  std::vector<MemoryRequest> answered;
  rig.slice.fill(0, 15, answered);
  EXPECT_TRUE(rig.slice.may_serve_context());
  EXPECT_EQ(rig.access(context, RequestKind::store, 8), L2Slice::Outcome::replied);
}

TEST(L2Slice, AQuarterOfTheMissRegistersIsLeftToDemand) {
  MemorySpec spec = crowded();
  spec.dram.queue_entries = 16;
  StillSlice rig(spec);
  for (std::uint32_t line = 0; line < 3; ++line)
    EXPECT_EQ(rig.access(TrafficClass::context, RequestKind::load, line),
              L2Slice::Outcome::waiting);
  EXPECT_EQ(rig.access(TrafficClass::context, RequestKind::load, 3), L2Slice::Outcome::blocked);
  EXPECT_EQ(rig.access(TrafficClass::demand, RequestKind::load, 3), L2Slice::Outcome::waiting);
}

TEST(L2Slice, AQuarterOfTheQueueOfDramIsLeftToDemand) {
  MemorySpec spec = crowded();
  spec.l2.slice.mshr_entries = 16;
  StillSlice rig(spec);
  for (std::uint32_t line = 0; line < 3; ++line)
    EXPECT_EQ(rig.access(TrafficClass::demand, RequestKind::load, line), L2Slice::Outcome::waiting);
  EXPECT_EQ(rig.access(TrafficClass::context, RequestKind::load, 3), L2Slice::Outcome::blocked);
  EXPECT_FALSE(rig.slice.may_serve_context());
  // As demand it would find room.
  rig.slice.try_context_again();
  EXPECT_TRUE(rig.slice.may_serve_context());
  EXPECT_EQ(rig.access(TrafficClass::demand, RequestKind::load, 3), L2Slice::Outcome::waiting);
}

/// A request for sectors of line 0 to 3 of a StillSlice, each in a set of its own.
L2Slice::Outcome request(StillSlice& rig, RequestKind kind, std::uint32_t line,
                         std::uint8_t sectors) {
  return rig.slice.access(0, {.line = Addr{256} * line, .sectors = sectors, .kind = kind});
}

// A quarter of the slice's 32 sectors may be dirty.
TEST(L2Slice, BeyondTheLimitTheLineThatWasWrittenFirstGoesToDram) {
  MemorySpec spec = crowded();
  spec.dram.queue_entries = 16;
  spec.l2.dirty_share = 0.25;
  StillSlice rig(spec);
  const auto written_back = [&] { return rig.slice.counters(0).sectors_written_back; };
  request(rig, RequestKind::store, 0, 0b0111);
  request(rig, RequestKind::store, 1, 0b1111);
  request(rig, RequestKind::store, 0, 0b0001);  // line 0 is now the one that was written last
  request(rig, RequestKind::store, 2, 0b0001);
  EXPECT_EQ(written_back(), 0u) << "8 dirty sectors";
  request(rig, RequestKind::store, 3, 0b0001);
  EXPECT_EQ(written_back(), 4u) << "line 1";
  EXPECT_EQ(rig.slice.counters(0).write_backs, 1u);
  EXPECT_EQ(request(rig, RequestKind::load, 1, 0b1111), L2Slice::Outcome::replied)
      << "line 1 is still there";
  request(rig, RequestKind::store, 1, 0b0111);
  EXPECT_EQ(written_back(), 4u) << "8 again";
  request(rig, RequestKind::atomic, 1, 0b1000);
  EXPECT_EQ(written_back(), 7u) << "line 0, which has 3";
  EXPECT_EQ(rig.slice.counters(0).write_backs, 2u);
}

TEST(L2Slice, ALineIsNotWrittenBackForItself) {
  MemorySpec spec = crowded();
  spec.dram.queue_entries = 16;
  spec.l2.dirty_share = 0.125;  // 4 of 32
  StillSlice rig(spec);
  request(rig, RequestKind::store, 0, 0b0001);
  request(rig, RequestKind::store, 1, 0b0111);
  request(rig, RequestKind::store, 0, 0b1110);
  EXPECT_EQ(rig.slice.counters(0).sectors_written_back, 3u) << "line 1";
  request(rig, RequestKind::store, 0, 0b1111);
  EXPECT_EQ(rig.slice.counters(0).sectors_written_back, 3u);
}

TEST(L2Slice, AMissFetchesAnAlignedPairOfSectorsWithoutThoseThatAreThere) {
  MemorySpec spec = crowded();
  spec.dram.queue_entries = 16;
  spec.l2.fetch_bytes = 64;
  StillSlice rig(spec);
  const auto filled = [&] { return rig.slice.counters(0).sectors_filled; };
  EXPECT_EQ(request(rig, RequestKind::load, 0, 0b0010), L2Slice::Outcome::waiting);
  EXPECT_EQ(filled(), 2u);
  EXPECT_EQ(rig.slice.fetch(0).sectors, 0b0011);
  EXPECT_EQ(request(rig, RequestKind::load, 0, 0b0001), L2Slice::Outcome::waiting);
  EXPECT_EQ(filled(), 2u) << "sector 0 is on its way";
  std::vector<MemoryRequest> answered;
  rig.slice.fill(0, 0b0011, answered);
  EXPECT_EQ(answered.size(), 2u);
  EXPECT_EQ(request(rig, RequestKind::load, 0, 0b0011), L2Slice::Outcome::replied);
  request(rig, RequestKind::store, 1, 0b0100);
  EXPECT_EQ(request(rig, RequestKind::load, 1, 0b1000), L2Slice::Outcome::waiting);
  EXPECT_EQ(filled(), 3u) << "the other sector of the pair has been stored";
  EXPECT_EQ(request(rig, RequestKind::load, 2, 0b1001), L2Slice::Outcome::waiting);
  EXPECT_EQ(filled(), 7u) << "one sector of each pair";
}

TEST(L2Slice, AnIdealOneHitsAndNeedsNoDram) {
  MemorySpec spec = crowded();
  spec.ideal.l2 = true;
  StillSlice rig(spec);
  for (std::uint32_t line = 0; line < 100; ++line) {
    for (const auto kind : {RequestKind::load, RequestKind::store, RequestKind::atomic})
      EXPECT_EQ(rig.access(TrafficClass::demand, kind, line), L2Slice::Outcome::replied);
  }
  EXPECT_EQ(rig.slice.counters(0).hits, 300u);
  EXPECT_EQ(rig.slice.counters(0).misses, 0u);
  EXPECT_TRUE(rig.channel.empty());
}

}  // namespace
}  // namespace heddle::memory
