#include "heddle/core/load_store/l1_cache.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

/// One set of two lines, with two miss registers of two loads each.
L1Spec two_lines() {
  L1Spec spec;
  spec.bytes = 256;
  spec.line_bytes = 128;
  spec.associativity = 2;
  spec.mshr_entries = 2;
  spec.mshr_merges = 2;
  return spec;
}

struct Fixture {
  explicit Fixture(const L1Spec& spec, WriteHit write_hit = WriteHit::evict)
      : cache(spec, write_hit,
              policy::Replacements().make(spec.replacement, spec.sets(), spec.associativity,
                                          {"l1", 0})) {}

  L1Cache::Outcome load(Addr line, bool can_send = true) {
    return cache.load({.line = line, .lanes = 1, .sectors = 15}, 1, can_send, fetch, counters);
  }
  L1Cache::WriteOutcome store(Addr line, bool is_local) {
    return cache.store({.line = line, .lanes = 1, .sectors = 15}, is_local, 3, counters);
  }
  void fill(Addr line) {
    cache.fill(line, 15, [](std::uint32_t) {});
  }
  bool holds(Addr line) { return load(line, false) == L1Cache::Outcome::hit; }

  L1Cache cache;
  L1Counters counters;
  std::uint8_t fetch = 0;
};

using Outcome = L1Cache::Outcome;
using WriteOutcome = L1Cache::WriteOutcome;

TEST(L1Cache, SaysWhatItLacks) {
  Fixture one(two_lines());
  EXPECT_EQ(one.load(0, false), Outcome::no_port);
  EXPECT_EQ(one.counters.failures.port, 1u);
  EXPECT_EQ(one.load(0), Outcome::miss);
  EXPECT_EQ(one.load(0), Outcome::merged);
  EXPECT_EQ(one.load(0), Outcome::blocked);
  EXPECT_EQ(one.counters.failures.merge, 1u);
  EXPECT_EQ(one.load(128), Outcome::miss);
  EXPECT_EQ(one.load(256), Outcome::blocked);
  EXPECT_EQ(one.counters.failures.line, 1u);

  L1Spec spec = two_lines();
  spec.mshr_entries = 1;
  Fixture other(spec);
  EXPECT_EQ(other.load(0), Outcome::miss);
  EXPECT_EQ(other.load(128), Outcome::blocked);
  EXPECT_EQ(other.counters.failures.entry, 1u);
  EXPECT_EQ(other.counters.loads, 1u);
}

TEST(L1Cache, AllocatingOnFillKeepsTheOldLineUntilThen) {
  for (const auto allocation : {Allocation::on_miss, Allocation::on_fill}) {
    L1Spec spec = two_lines();
    spec.allocation = allocation;
    Fixture f(spec);
    for (const Addr line : {0, 128}) {
      f.load(line);
      f.fill(line);
    }
    EXPECT_EQ(f.load(256), Outcome::miss);
    // The first line is the least recently used.
    EXPECT_EQ(f.holds(0), allocation == Allocation::on_fill);
    EXPECT_TRUE(f.holds(128));
    f.fill(256);
    EXPECT_TRUE(f.holds(256));
    EXPECT_EQ(f.holds(0) + f.holds(128), 1);
  }
}

TEST(L1Cache, MoreLinesThanItHasMayBeOnTheirWayWhenItAllocatesOnFill) {
  L1Spec spec = two_lines();
  spec.allocation = Allocation::on_fill;
  spec.mshr_entries = 4;
  Fixture f(spec);
  for (Addr line = 0; line < 512; line += 128) EXPECT_EQ(f.load(line), Outcome::miss);
  EXPECT_EQ(f.load(0), Outcome::merged);
}

TEST(L1Cache, AGlobalStoreEvictsUpdatesOrAllocates) {
  const auto held_after_store = [](WriteHit hit, bool allocate, bool present) {
    L1Spec spec = two_lines();
    spec.write_allocate = allocate;
    Fixture f(spec, hit);
    if (present) {
      f.load(0);
      f.fill(0);
    }
    EXPECT_EQ(f.store(0, false), WriteOutcome::through);
    return f.holds(0);
  };
  EXPECT_FALSE(held_after_store(WriteHit::evict, false, true));
  EXPECT_TRUE(held_after_store(WriteHit::update, false, true));
  EXPECT_FALSE(held_after_store(WriteHit::update, false, false));
  EXPECT_TRUE(held_after_store(WriteHit::update, true, false));
}

TEST(L1Cache, APlaceThatAStoreOrAnAtomicFreedIsTakenFirst) {
  for (const bool atomic : {false, true}) {
    Fixture f(two_lines());
    for (const Addr line : {0u, 128u}) {
      f.load(line);
      f.fill(line);
    }
    if (atomic) {
      f.cache.atomic({.line = 128, .lanes = 1, .sectors = 1}, f.counters);
    } else {
      f.store(128, false);
    }
    const L1Cache::Eviction freed = f.cache.take_evicted();
    EXPECT_EQ(freed.line, 128u);
    EXPECT_TRUE(freed.written);
    EXPECT_EQ(f.load(256), Outcome::miss);
    EXPECT_EQ(f.cache.take_evicted().line, memory::TagArray::kNoLine);  // nothing was there
    EXPECT_TRUE(f.holds(0));  // though it was used longest ago
  }
}

TEST(L1Cache, ALineThatIsOnItsWayKeepsItsPlaceWhenItIsStoredTo) {
  Fixture f(two_lines());
  f.load(0);
  f.load(128);
  f.store(0, false);
  EXPECT_EQ(f.cache.take_evicted().line, memory::TagArray::kNoLine);
  EXPECT_EQ(f.load(256), Outcome::blocked);
  f.fill(0);
  EXPECT_TRUE(f.holds(0));
}

TEST(L1Cache, KeptStoresAreWrittenBackWhenEvicted) {
  L1Spec spec = two_lines();
  spec.local_write = LocalWrite::back;
  Fixture f(spec);
  EXPECT_EQ(f.store(0, true), WriteOutcome::kept);
  EXPECT_TRUE(f.holds(0));
  f.load(128);
  EXPECT_TRUE(f.cache.write_backs().empty());
  EXPECT_EQ(f.load(256), Outcome::miss);
  ASSERT_EQ(f.cache.write_backs().size(), 1u);
  EXPECT_EQ(f.cache.write_backs()[0].line, 0u);
  EXPECT_EQ(f.cache.write_backs()[0].sectors, 15u);
  EXPECT_EQ(f.cache.write_backs()[0].kernel, 3u);
  // Both lines are on their way: there is none for a store to keep.
  EXPECT_EQ(f.store(0, true), WriteOutcome::blocked);
  EXPECT_EQ(f.store(0, false), WriteOutcome::through);
}

TEST(L1Cache, SaysWhatMadeRoomAndWhatAStorePutThere) {
  constexpr Addr kNone = memory::TagArray::kNoLine;
  Fixture one(two_lines(), WriteHit::update);
  for (const Addr line : {0u, 128u}) {
    one.load(line);
    EXPECT_EQ(one.cache.take_evicted().line, kNone);
    one.fill(line);
  }
  one.load(256);
  const L1Cache::Eviction evicted = one.cache.take_evicted();
  EXPECT_EQ(evicted.line, 0u);
  EXPECT_FALSE(evicted.written);
  EXPECT_EQ(one.cache.take_evicted().line, kNone);
  one.fill(256);
  one.store(256, false);
  EXPECT_EQ(one.cache.stored(), 0u);  // it was there
  one.store(512, false);
  EXPECT_EQ(one.cache.stored(), 0u);  // it is not kept
  L1Spec spec = two_lines();
  spec.write_allocate = true;
  Fixture allocates(spec, WriteHit::update);
  allocates.store(0, false);
  EXPECT_EQ(allocates.cache.stored(), 15u);
  allocates.store(0, false);
  EXPECT_EQ(allocates.cache.stored(), 0u);
}

TEST(L1Cache, LentItWritesBackAndTakesNothingIn) {
  for (const Allocation allocation : {Allocation::on_miss, Allocation::on_fill}) {
    L1Spec spec = two_lines();
    spec.local_write = LocalWrite::back;
    spec.write_allocate = true;
    spec.allocation = allocation;
    Fixture one(spec);
    EXPECT_EQ(one.store(0, true), WriteOutcome::kept);
    EXPECT_EQ(one.load(128), Outcome::miss);
    one.cache.lend();
    ASSERT_EQ(one.cache.write_backs().size(), 1u);
    EXPECT_EQ(one.cache.write_backs().front().line, 0u);
    EXPECT_EQ(one.cache.write_backs().front().kernel, 3u);
    EXPECT_FALSE(one.cache.is_vacant());
    one.cache.write_backs().clear();
    EXPECT_FALSE(one.cache.is_vacant());  // a line is on its way
    unsigned woken = 0;
    one.cache.fill(128, 15, [&](std::uint32_t) { ++woken; });
    EXPECT_EQ(woken, 1u);
    EXPECT_TRUE(one.cache.is_vacant());
    // Stores go through, and no line comes.
    EXPECT_EQ(one.store(0, true), WriteOutcome::through);
    EXPECT_EQ(one.store(256, false), WriteOutcome::through);
    one.cache.take_back();
    for (const Addr line : {0, 128, 256}) EXPECT_FALSE(one.holds(line)) << line;
    EXPECT_EQ(one.store(0, true), WriteOutcome::kept);
  }
}

/// Line 0 is found again and line 128 is not, though it came later: under srrip 128 goes.
TEST(L1Cache, BringingALineIsNoHit) {
  for (const Allocation allocation : {Allocation::on_miss, Allocation::on_fill}) {
    L1Spec spec = two_lines();
    spec.replacement = "srrip";
    spec.allocation = allocation;
    Fixture f(spec);
    for (const Addr line : {0, 128, 256}) {
      EXPECT_EQ(f.load(line), Outcome::miss);
      f.fill(line);
      if (line == 0) {
        EXPECT_EQ(f.load(0), Outcome::hit);
      }
    }
    EXPECT_TRUE(f.holds(0));
    EXPECT_TRUE(f.holds(256));
    EXPECT_FALSE(f.holds(128));
  }
}

/// Where a load that misses gets its line at once, another that finds it on its way is a hit.
TEST(L1Cache, ALineOnItsWayMayBeFound) {
  L1Spec spec = two_lines();
  spec.replacement = "srrip";
  Fixture f(spec);
  EXPECT_EQ(f.load(0), Outcome::miss);
  EXPECT_EQ(f.load(0), Outcome::merged);
  f.fill(0);
  for (const Addr line : {128, 256}) {
    EXPECT_EQ(f.load(line), Outcome::miss);
    f.fill(line);
  }
  EXPECT_TRUE(f.holds(0));
}

TEST(L1Cache, AStoreThatGetsALineIsNoHit) {
  L1Spec spec = two_lines();
  spec.replacement = "srrip";
  spec.write_allocate = true;
  Fixture f(spec, WriteHit::update);
  f.store(0, false);
  f.store(0, false);
  f.store(128, false);
  f.store(256, false);
  EXPECT_TRUE(f.holds(0));
  EXPECT_FALSE(f.holds(128));
}

TEST(L1Cache, IsEmptyAfterAChangeOfCapacityAndSavesWhatTheL2HasNot) {
  L1Spec spec = two_lines();
  spec.bytes = 512;  // two sets
  spec.local_write = LocalWrite::back;
  Fixture f(spec);
  for (const Addr line : {0, 256}) {
    f.load(line);
    f.fill(line);
  }
  EXPECT_EQ(f.store(128, true), WriteOutcome::kept);
  f.cache.resize(256);
  ASSERT_EQ(f.cache.write_backs().size(), 1u);
  EXPECT_EQ(f.cache.write_backs().front().line, 128u);
  EXPECT_FALSE(f.holds(0));
  // One set of two lines now: the third line takes the place of the first.
  for (const Addr line : {0, 128, 256}) {
    f.load(line);
    f.fill(line);
  }
  EXPECT_FALSE(f.holds(0));
  EXPECT_TRUE(f.holds(128));
  EXPECT_TRUE(f.holds(256));
  f.cache.resize(512);
  for (const Addr line : {0, 128, 256, 384}) {
    EXPECT_EQ(f.load(line), Outcome::miss);
    f.fill(line);
  }
  for (const Addr line : {0, 128, 256, 384}) EXPECT_TRUE(f.holds(line));
}

// The fill of a line that was requested before the change still answers its load.
TEST(L1Cache, FillsThatAreOnTheirWaySurviveAChangeOfCapacity) {
  for (const auto allocation : {Allocation::on_miss, Allocation::on_fill}) {
    L1Spec spec = two_lines();
    spec.allocation = allocation;
    Fixture f(spec);
    EXPECT_EQ(f.load(0), Outcome::miss);
    f.cache.resize(256);
    EXPECT_EQ(f.load(0), Outcome::merged) << "the request is on its way";
    unsigned answered = 0;
    f.cache.fill(0, 15, [&](std::uint32_t) { ++answered; });
    EXPECT_EQ(answered, 2u);
    EXPECT_TRUE(f.holds(0));
    EXPECT_EQ(f.cache.outstanding(), 0u);
  }
}

TEST(L1Cache, AnIdealOneHitsAndKeepsNothing) {
  for (const auto local : {LocalWrite::back, LocalWrite::through}) {
    L1Spec spec = two_lines();
    spec.local_write = local;
    L1Cache cache(spec, WriteHit::update, nullptr, true);
    L1Counters counters;
    std::uint8_t fetch = 0;
    for (Addr line = 0; line < 128 * 100; line += 128) {
      const Transaction transaction{.line = line, .lanes = 1, .sectors = 15};
      EXPECT_EQ(cache.load(transaction, 1, false, fetch, counters), Outcome::hit);
      EXPECT_EQ(cache.store(transaction, false, 0, counters), WriteOutcome::through);
      EXPECT_EQ(cache.store(transaction, true, 0, counters),
                local == LocalWrite::back ? WriteOutcome::kept : WriteOutcome::through);
    }
    EXPECT_EQ(counters.hits, 100u);
    EXPECT_EQ(counters.misses, 0u);
    EXPECT_TRUE(cache.write_backs().empty());
    EXPECT_EQ(cache.outstanding(), 0u);
  }
}

}  // namespace
}  // namespace heddle::core
