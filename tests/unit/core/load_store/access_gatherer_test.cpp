#include "heddle/core/load_store/access_gatherer.hpp"

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
    return issue(access, {access, 1, 10, local_base, 7});
  }
  /// The access that the instruction of some lanes becomes a part of.
  const Access& issue(const exec::MemoryAccess& access, const AccessGatherer::Issued& issued) {
    const auto gathered = gatherer.gather({.owner = 3, .pc = issued.pc, .lanes = access.lanes()},
                                          issued, counters.data());
    is_new = gathered.is_new;
    return table[gathered.id];
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

  /// Of kernel slot 1 and the instruction at pc 7.
  bool can_join(const exec::MemoryAccess& access, std::uint8_t kernel = 1, Pc pc = 7) const {
    return gatherer.can_join({form_of(access), kernel, pc, 0, access.lanes()});
  }

  AccessTable table;
  AccessGatherer gatherer;
  bool is_new = false;  ///< the last access
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

// Words an odd number of words apart lie in different banks, so that four of their lines are looked
// up together. Words two apart meet in the even banks.
TEST(AccessGatherer, LinesOfALoadAreLookedUpTogetherIfTheirBanksDiffer) {
  SmConfiguration configuration = load_store_configuration();
  configuration.l1.lines_per_cycle = 4;
  const auto joined = [&](Addr stride, exec::AccessKind kind = exec::AccessKind::load) {
    Gathering one(false, configuration);
    return one.open(global_words(0x1000, 4 * stride, kind)).joined;
  };
  EXPECT_EQ(joined(1), 0u);  // one line
  EXPECT_EQ(joined(2), 0u);
  EXPECT_EQ(joined(3), 0b110u);      // 3 lines in a cycle
  EXPECT_EQ(joined(5), 0b01110u);    // 4 and 1
  EXPECT_EQ(joined(7), 0b1101110u);  // 4 and 3
  EXPECT_EQ(joined(32), 0u);         // all in one bank
  EXPECT_EQ(joined(3, exec::AccessKind::store), 0u);
  exec::MemoryAccess vectors = global_words(0x1000, 16);
  vectors.bytes = 16;
  Gathering one(false, configuration);
  EXPECT_EQ(one.open(vectors).joined, 0u) << "each line has words in all banks";
  configuration.l1.lines_per_cycle = 1;
  EXPECT_EQ(joined(3), 0u);
}

// 32 lanes on 1, 2 or 32 words: 32, 16 or 1 operations on a word.
TEST(AccessGatherer, OperationsOfAnAtomicOnOneWordFollowEachOther) {
  SmConfiguration configuration = load_store_configuration();
  const auto cycles = [&](unsigned words, exec::AccessKind kind) {
    Gathering one(false, configuration);
    exec::MemoryAccess access = shared_words(0, 4);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) access.address[lane] = 4 * (lane % words);
    access.kind = kind;
    return one.open(access).bank_cycles;
  };
  for (const auto kind : {exec::AccessKind::atomic, exec::AccessKind::reduction}) {
    configuration.load_store.shared_atomic_cycles = 0;
    EXPECT_EQ(cycles(1, kind), 1u);
    configuration.load_store.shared_atomic_cycles = 3;
    EXPECT_EQ(cycles(1, kind), 1u + 3 * 31);
    EXPECT_EQ(cycles(2, kind), 1u + 3 * 15);
    EXPECT_EQ(cycles(32, kind), 1u);
  }
  EXPECT_EQ(cycles(1, exec::AccessKind::load), 1u);
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
  ASSERT_TRUE(parts.can_join(high));
  EXPECT_EQ(&parts.issue(high, {high, 1, 12, 0, 7}), &access);
  EXPECT_FALSE(parts.is_new);
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
  EXPECT_FALSE(parts.can_join(low));
  EXPECT_FALSE(parts.can_join(high, 2)) << "another kernel";
  exec::MemoryAccess other = high;
  other.kind = exec::AccessKind::store;
  EXPECT_FALSE(parts.can_join(other));
  other = high;
  other.bytes = 8;
  EXPECT_FALSE(parts.can_join(other));
  EXPECT_TRUE(parts.can_join(high));
  EXPECT_TRUE(parts.can_join(high, 1, 9)) << "another instruction of the same form";
}

TEST(AccessGatherer, AtomicsOfOneInstructionJoin) {
  Gathering parts(true);
  const exec::MemoryAccess words = global_words(0x1000, 4, exec::AccessKind::atomic);
  parts.open(Gathering::low_half(words));
  EXPECT_TRUE(parts.can_join(Gathering::high_half(words)));
  EXPECT_FALSE(parts.can_join(Gathering::high_half(words), 1, 9));
}

/// Eight lanes of the access.
exec::MemoryAccess quarter(exec::MemoryAccess access, unsigned which) {
  const LaneMask lanes = LaneMask{0xFF} << (8 * which);
  access.global &= lanes;
  access.shared &= lanes;
  access.local &= lanes;
  return access;
}

// Loads on either side of a store, in the order in which the slices issue.
TEST(AccessGatherer, AnotherFormDoesNotPartTwoOfOneForm) {
  Gathering parts(true);
  const exec::MemoryAccess load = global_words(0x1000, 4);
  const exec::MemoryAccess store = global_words(0x1000, 4, exec::AccessKind::store);
  const Access& loads = parts.open(quarter(load, 0));
  const Access& stores = parts.open(quarter(store, 1));
  EXPECT_NE(&loads, &stores);
  EXPECT_EQ(&parts.open(quarter(load, 2)), &loads);
  EXPECT_EQ(&parts.open(quarter(store, 3)), &stores);
  parts.gatherer.close(parts.counters.data());
  EXPECT_EQ(loads.members, 2u);
  EXPECT_EQ(loads.transactions[0].lanes, 0x00FF'00FFu);
  EXPECT_EQ(stores.transactions[0].lanes, 0xFF00'FF00u);
  EXPECT_EQ(parts.counters[1].global_accesses, 2u);
}

TEST(AccessGatherer, TexelsOfOneCycleAreOneAccess) {
  Gathering parts(true);
  exec::MemoryAccess texels = global_words(0x1000, 4, exec::AccessKind::texture);
  const Access& access = parts.open(quarter(texels, 0));
  texels.bytes = 1;  // another texture's
  EXPECT_EQ(&parts.open(quarter(texels, 1)), &access);
  parts.gatherer.close(parts.counters.data());
  EXPECT_EQ(access.count, 1u);
}

// The third word of each thread of two warps: a line of each warp.
TEST(AccessGatherer, LocalWordsOfTwoWarpsAreOneAccess) {
  Gathering parts(true);
  exec::MemoryAccess words = words_at(8, 0);
  words.local = kAllLanes;
  const Access& access = parts.open(quarter(words, 0), 0x10000);
  EXPECT_EQ(&parts.open(quarter(words, 1), 0x20000), &access);
  parts.gatherer.close(parts.counters.data());
  ASSERT_EQ(access.count, 2u);
  EXPECT_EQ(access.transactions[0].line, 0x10000u + 2 * 128);
  EXPECT_EQ(access.transactions[0].lanes, 0xFFu);
  EXPECT_EQ(access.transactions[1].line, 0x20000u + 2 * 128);
  EXPECT_EQ(access.transactions[1].lanes, 0xFF00u);
}

// Word 0 of two blocks: two words of one bank. Of one block it is one word for all.
TEST(AccessGatherer, SharedWordsOfTwoBlocksAreApart) {
  for (const std::uint16_t other_block : {3, 4}) {
    Gathering parts(true);
    const exec::MemoryAccess word = shared_words(0, 0);
    const exec::MemoryAccess first = quarter(word, 0), second = quarter(word, 1);
    const Access& access = parts.issue(first, {first, 1, 10, 0, 7, 0, 3});
    EXPECT_EQ(&parts.issue(second, {second, 1, 10, 0, 7, 0, other_block}), &access);
    parts.gatherer.close(parts.counters.data());
    EXPECT_EQ(access.bank_cycles, other_block == 3 ? 1u : 2u);
  }
}

}  // namespace
}  // namespace heddle::core
