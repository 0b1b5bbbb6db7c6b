// What the caches of a replay miss: the worked examples of Rogers' dissertation, exhaustive search
// and naive models.

#include <algorithm>
#include <deque>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "heddle/base/exception.hpp"
#include "streams.hpp"

namespace heddle::replay {
namespace {

/// Figures 3.4 and 3.5: three warps, each of which loads its four lines twice.
std::vector<Access> three_warps(bool by_warp) {
  std::vector<Access> stream;
  const auto all_lines = [&](std::uint16_t warp) {
    for (std::uint64_t i = 0; i < 4; ++i) stream.push_back(load(warp * 4 + i, warp));
  };
  for (unsigned turn = 0; turn < 2; ++turn) {
    for (std::uint16_t warp = 0; warp < 3; ++warp) {
      all_lines(warp);
      if (by_warp) all_lines(warp);
    }
    if (by_warp) break;
  }
  return stream;
}

TEST(Replay, RoundRobinLosesWhatEachWarpWouldHaveFoundAgain) {
  const ReplayCounts counts = replayed(three_warps(false), one_set(4));
  EXPECT_EQ(counts.accesses, 24u);
  EXPECT_EQ(counts.lru_misses, 24u);
  EXPECT_EQ(counts.belady_misses, 20u);
  EXPECT_EQ(counts.unbounded_misses, 12u);
}

TEST(Replay, WarpByWarpEachFindsItsLinesAgain) {
  const ReplayCounts counts = replayed(three_warps(true), one_set(4));
  EXPECT_EQ(counts.lru_misses, 12u);
  EXPECT_EQ(counts.belady_misses, 12u);
  EXPECT_EQ(counts.unbounded_hits, (std::array<std::uint64_t, 3>{12, 0, 0}));
}

TEST(Replay, HitsOfTheUnboundedCacheAreOfWhoReferencedFirst) {
  const ReplayCounts counts = replayed({load(1, 0, 3), load(1, 0, 4), load(1, 0, 2), load(1, 1, 1),
                                        store(1), load(1, 1, 1), load(1, 1, 1), load(1, 0, 1)},
                                       one_set(1));
  EXPECT_EQ(counts.unbounded_misses, 2u);
  EXPECT_EQ(counts.unbounded_hits, (std::array<std::uint64_t, 3>{2, 1, 2}));
}

std::vector<Access> random_stream(std::mt19937& random, unsigned accesses, unsigned lines,
                                  unsigned stores_in_ten) {
  std::vector<Access> stream;
  for (unsigned i = 0; i < accesses; ++i) {
    const std::uint64_t line = random() % lines;
    stream.push_back(random() % 10 < stores_in_ten ? store(line) : load(line));
  }
  return stream;
}

/// The fewest misses of any choice of what to give up; lines always come in.
unsigned fewest_misses(const std::vector<Access>& stream, std::size_t at,
                       const std::set<std::uint64_t>& held, std::size_t room) {
  if (at == stream.size()) return 0;
  const Access& access = stream[at];
  std::set<std::uint64_t> next = held;
  if (!access.is_load()) {
    next.erase(access.line);
    return fewest_misses(stream, at + 1, next, room);
  }
  if (held.contains(access.line)) return fewest_misses(stream, at + 1, held, room);
  next.insert(access.line);
  if (held.size() < room) return 1 + fewest_misses(stream, at + 1, next, room);
  unsigned best = ~0u;
  for (const std::uint64_t victim : held) {
    std::set<std::uint64_t> without = next;
    without.erase(victim);
    best = std::min(best, 1 + fewest_misses(stream, at + 1, without, room));
  }
  return best;
}

TEST(Replay, NoChoiceMissesLessThanBelady) {
  std::mt19937 random(7);
  unsigned better_than_lru = 0;
  for (unsigned round = 0; round < 150; ++round) {
    const auto stream = random_stream(random, 14, 5, round % 4);
    const unsigned room = 2 + round % 2;
    const ReplayCounts counts = replayed(stream, one_set(room));
    EXPECT_EQ(counts.belady_misses, fewest_misses(stream, 0, {}, room)) << round;
    EXPECT_LE(counts.belady_misses, counts.lru_misses);
    EXPECT_LE(counts.unbounded_misses, counts.belady_misses);
    better_than_lru += counts.belady_misses < counts.lru_misses ? 1 : 0;
  }
  EXPECT_GT(better_than_lru, 20u);
}

/// Lines of each set in the order of their use, without those that a store took.
class NaiveLru {
 public:
  NaiveLru(unsigned sets, unsigned ways) : sets_(sets), ways_(ways) {}

  bool misses(const Access& access) {
    std::deque<std::uint64_t>& set = sets_[access.line % sets_.size()];
    const auto found = std::ranges::find(set, access.line);
    const bool hit = found != set.end();
    if (hit) set.erase(found);
    if (!access.is_load()) return false;
    set.push_front(access.line);
    if (set.size() > ways_) set.pop_back();
    return !hit;
  }

 private:
  std::vector<std::deque<std::uint64_t>> sets_;
  std::size_t ways_;
};

TEST(Replay, LruIsThatOfANaiveModel) {
  std::mt19937 random(11);
  for (unsigned round = 0; round < 20; ++round) {
    const unsigned sets = 1 + round % 5, ways = 1 + round % 4;
    const auto stream = random_stream(random, 3000, 40, round % 3);
    NaiveLru naive(sets, ways);
    unsigned misses = 0;
    for (const Access& access : stream) misses += naive.misses(access) ? 1 : 0;
    const CacheShape shape{.bytes = std::uint64_t{sets} * ways * 128, .associativity = ways};
    EXPECT_EQ(replayed(stream, shape).lru_misses, misses) << round;
  }
}

std::uint64_t named_misses(const std::string& name, std::uint32_t ways,
                           const std::vector<std::uint64_t>& lines) {
  Replayer replayer(one_set(ways), 1, {.named = name});
  replayer.begin({});
  for (const std::uint64_t line : lines) replayer.access(load(line));
  replayer.replay_pending();
  return replayer.counts(0).named_misses;
}

/// L. A. Belady, R. A. Nelson and G. S. Shedler, "An Anomaly in Space-Time Characteristics of
/// Certain Programs Running in a Paging Machine", CACM 1969.
TEST(Replay, TakesAnyReplacement) {
  const std::vector<std::uint64_t> anomaly = {1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5};
  EXPECT_EQ(named_misses("fifo", 3, anomaly), 9u);
  EXPECT_EQ(named_misses("fifo", 4, anomaly), 10u);
  // A scan of four lines between uses of two: srrip keeps the two.
  const std::vector<std::uint64_t> scan = {1, 2, 2, 1, 11, 12, 13, 14, 1, 2};
  EXPECT_EQ(named_misses("srrip", 4, scan), 6u);
  EXPECT_EQ(named_misses("lru", 4, scan), 8u);
  EXPECT_THROW(named_misses("plru", 3, scan), Error);
  EXPECT_THROW(named_misses("nobody", 4, scan), Error);
}

TEST(Replay, HasTheSetsOfItsIndex) {
  CacheShape shape{.bytes = 32 * 128, .associativity = 1};
  const std::vector<Access> stream = {load(0), load(64), load(0), load(64)};
  EXPECT_EQ(replayed(stream, shape).lru_misses, 4u);
  EXPECT_EQ(replayed(stream, shape).belady_misses, 4u);
  shape.set_index = SetIndex::fermi;
  EXPECT_EQ(replayed(stream, shape).lru_misses, 2u);
  EXPECT_EQ(replayed(stream, shape).belady_misses, 2u);
}

TEST(Replay, NothingOutlivesAFlush) {
  Replayer replayer(one_set(4), 2);
  replayer.begin({});
  Access other = load(1);
  other.kernel = 1;
  for (const Access& access : {load(1), load(1), other}) replayer.access(access);
  replayer.flush();
  replayer.access(load(1));
  replayer.replay_pending();
  const ReplayCounts& counts = replayer.counts(0);
  EXPECT_EQ(counts.accesses, 3u);
  for (const std::uint64_t misses :
       {counts.lru_misses, counts.belady_misses, counts.unbounded_misses})
    EXPECT_EQ(misses, 2u);
  EXPECT_EQ(replayer.counts(1).accesses, 1u);
  EXPECT_EQ(replayer.counts(1).lru_misses, 0u);
}

/// What comes later is no future of what has been counted, but finds the lines that are there.
TEST(Replay, SettlingKeepsTheLines) {
  Replayer replayer(one_set(2), 1);
  replayer.begin({});
  for (unsigned turn = 0; turn < 3; ++turn) {
    replayer.access(load(5));
    replayer.replay_pending();
    replayer.replay_pending();
  }
  EXPECT_EQ(replayer.counts(0).belady_misses, 1u);
  EXPECT_EQ(replayer.counts(0).lru_misses, 1u);
}

TEST(Replay, StoresDoWhatTheMachinesDo) {
  const auto misses = [](const CacheShape& shape, const Access& between) {
    return replayed({load(1), between, load(1)}, shape).lru_misses;
  };
  CacheShape evicts = one_set(2), updates = evicts;
  updates.write_update = true;
  EXPECT_EQ(misses(evicts, store(1)), 2u);
  EXPECT_EQ(misses(updates, store(1)), 1u);
  EXPECT_EQ(misses(updates, store(1, RecordKind::atomic)), 2u);
  EXPECT_EQ(misses(evicts, store(1, RecordKind::local_store)), 1u);
  // Whether a store makes room.
  const auto after_stores = [](const CacheShape& shape, RecordKind kind) {
    Access whole = store(2, kind);
    whole.sectors = 15;
    return replayed({load(1), whole, load(2), load(1)}, shape).lru_misses;
  };
  CacheShape keeps = one_set(1), allocates = keeps;
  keeps.local_back = true;
  allocates.write_allocate = allocates.write_update = true;
  EXPECT_EQ(after_stores(one_set(1), RecordKind::local_store), 3u);
  EXPECT_EQ(after_stores(keeps, RecordKind::local_store), 2u);
  EXPECT_EQ(after_stores(keeps, RecordKind::store), 3u);
  EXPECT_EQ(after_stores(allocates, RecordKind::store), 2u);
}

TEST(Replay, SectorsComeOneByOne) {
  CacheShape shape = one_set(2);
  shape.sectored = true;
  Access first = load(1), second = load(1);
  first.sectors = 1;
  second.sectors = 2;
  EXPECT_EQ(replayed({first, second, first, load(1), load(1)}, shape).lru_misses, 3u);
  EXPECT_EQ(replayed({first, second, first}, one_set(2)).lru_misses, 1u);
}

TEST(Replay, LoadsThatBypassTheCacheAreLeftOut) {
  Access bypassed = load(2);
  bypassed.outcome = LoadOutcome::bypassed;
  const ReplayCounts counts = replayed({load(1), bypassed, load(1)}, one_set(1));
  EXPECT_EQ(counts.accesses, 2u);
  EXPECT_EQ(counts.lru_misses, 1u);
  EXPECT_EQ(counts.belady_misses, 1u);
}

TEST(NextUse, EndsAtAStoreThatTakesTheData) {
  const CacheShape shape = one_set(2);
  std::vector<Record> stream;
  for (const Access& access : {load(1), load(2), load(1), store(1), load(1), load(2)})
    stream.push_back(pack(access));
  EXPECT_EQ(next_uses(stream, shape),
            (std::vector<std::uint32_t>{2, 5, kNeverAgain, 4, kNeverAgain, kNeverAgain}));
}

}  // namespace
}  // namespace heddle::replay
