#include "heddle/core/access_gatherer.hpp"

#include <gtest/gtest.h>

#include "access_rig.hpp"

namespace heddle::core {
namespace {

using namespace rig;

struct Gathering {
  explicit Gathering(bool by_parts = false,
                     const SmConfiguration& configuration = load_store_configuration())
      : gatherer(configuration, by_parts, false, table) {}

  /// The access of a whole warp.
  const Access& open(const exec::MemoryAccess& access, Addr local_base = 0) {
    return table[gatherer.open({.owner = 3, .pc = 7, .lanes = access.lanes()},
                               {access, 1, 10, local_base}, counters.data())];
  }
  /// Lanes [0, 16) of the access as an instruction of their own.
  static exec::MemoryAccess low_half(exec::MemoryAccess access) {
    access.global &= 0xFFFF;
    return access;
  }
  static exec::MemoryAccess high_half(exec::MemoryAccess access) {
    access.global &= 0xFFFF0000;
    return access;
  }

  AccessTable table;
  AccessGatherer gatherer;
  std::array<KernelCounters, kKernelSlots> counters{};
};

TEST(AccessGatherer, LinesOfAStridedLoad) {
  // 32 words, 16 bytes apart, are 512 bytes: four lines.
  Gathering one;
  const Access& access = one.open(global_words(0x1000, 16));
  EXPECT_FALSE(one.gatherer.is_open());
  EXPECT_EQ(access.count, 4u);
  EXPECT_EQ(access.local_begin, 4u);
  EXPECT_EQ(access.bank_cycles, 0u);
  EXPECT_EQ(access.ready, 10u);
  EXPECT_EQ(access.member[0].outstanding, 4u);
  EXPECT_EQ(one.counters[1].global_accesses, 1u);
  EXPECT_EQ(one.counters[1].global_transactions, 4u);
}

TEST(AccessGatherer, BanksOfAStridedSharedAccess) {
  // A stride of two words reaches the even banks alone, twice each.
  Gathering one;
  const Access& access = one.open(shared_words(0, 8));
  EXPECT_EQ(access.count, 0u);
  EXPECT_EQ(access.bank_cycles, 2u);
  EXPECT_EQ(access.bank_latency, kSharedLatency);
  EXPECT_EQ(access.bank_lanes, kAllLanes);
  EXPECT_EQ(access.member[0].outstanding, 1u);
  EXPECT_EQ(one.counters[1].shared.accesses, 1u);
  EXPECT_EQ(one.counters[1].shared.cycles, 2u);
  EXPECT_EQ(one.counters[1].shared.words, 32u);
}

TEST(AccessGatherer, ConstantsTakeACycleForEachDistinctWord) {
  Gathering one;
  exec::MemoryAccess access = words_at(0x2000, 0);
  access.address[5] = access.address[9] = 0x2010;
  access.constant = kAllLanes;
  const Access& without_cache = one.open(access);
  EXPECT_EQ(without_cache.bank_cycles, 2u);
  EXPECT_EQ(without_cache.bank_latency, kConstantLatency);
  EXPECT_EQ(without_cache.count, 0u);

  SmConfiguration configuration = load_store_configuration();
  configuration.constant_cache.enabled = true;
  Gathering cached(false, configuration);
  const Access& through_cache = cached.open(access);
  EXPECT_EQ(through_cache.count, 1u);  // one line, whose first word needs no cycle more
  EXPECT_EQ(through_cache.constant_begin, 0u);
  EXPECT_EQ(through_cache.bank_cycles, 1u);
  EXPECT_EQ(cached.counters[1].global_accesses, 0u);
}

TEST(AccessGatherer, LocalWordsOfAWarpShareALine) {
  Gathering one;
  exec::MemoryAccess access = words_at(8, 0);  // the third word of each thread
  access.local = kAllLanes;
  const Access& local = one.open(access, 0x10000);
  ASSERT_EQ(local.count, 1u);
  EXPECT_EQ(local.transactions[0].line, 0x10000u + 2 * 128);
  EXPECT_EQ(local.local_begin, 0u);
}

TEST(AccessGatherer, VolatileLoadsBypassTheCache) {
  Gathering one;
  exec::MemoryAccess access = global_words(0, 4);
  EXPECT_FALSE(one.open(access).bypass);
  access.is_volatile = true;
  EXPECT_TRUE(one.open(access).bypass);
  access.is_volatile = false;
  access.cache = isa::CacheOperator::cg;
  EXPECT_TRUE(one.open(access).bypass);
  SmConfiguration configuration = load_store_configuration();
  configuration.load_store.cache_global_loads = false;
  EXPECT_TRUE(Gathering(false, configuration).open(global_words(0, 4)).bypass);
}

TEST(AccessGatherer, PartsOfOneCycleAreOneAccess) {
  Gathering parts(true);
  const exec::MemoryAccess words = global_words(0x1000, 4);
  const Access& access = parts.open(Gathering::low_half(words));
  EXPECT_TRUE(parts.gatherer.is_open());
  const exec::MemoryAccess high = Gathering::high_half(words);
  const AccessGatherer::Issued issued{high, 1, 12, 0};
  ASSERT_TRUE(parts.gatherer.can_join(issued));
  parts.gatherer.join({.owner = 4, .pc = 7, .lanes = high.global}, issued);
  parts.gatherer.close(parts.counters.data());
  EXPECT_FALSE(parts.gatherer.is_open());
  EXPECT_EQ(access.members, 2u);
  EXPECT_EQ(access.count, 1u);
  EXPECT_EQ(access.transactions[0].lanes, kAllLanes);
  EXPECT_EQ(access.ready, 12u);  // when the last addresses are there
  EXPECT_EQ(access.member[0].outstanding, 1u);
  EXPECT_EQ(access.member[1].outstanding, 1u);
  EXPECT_EQ(parts.counters[1].global_transactions, 1u);
}

TEST(AccessGatherer, OnlyLikePartsWithOtherLanesJoin) {
  Gathering parts(true);
  const exec::MemoryAccess words = global_words(0x1000, 4);
  const exec::MemoryAccess low = Gathering::low_half(words), high = Gathering::high_half(words);
  parts.open(low);
  EXPECT_FALSE(parts.gatherer.can_join({low, 1, 0, 0}));
  EXPECT_FALSE(parts.gatherer.can_join({high, 2, 0, 0}));  // another kernel
  exec::MemoryAccess other = high;
  other.kind = exec::AccessKind::store;
  EXPECT_FALSE(parts.gatherer.can_join({other, 1, 0, 0}));
  other = high;
  other.bytes = 8;
  EXPECT_FALSE(parts.gatherer.can_join({other, 1, 0, 0}));
  EXPECT_TRUE(parts.gatherer.can_join({high, 1, 0, 0}));
}

}  // namespace
}  // namespace heddle::core
