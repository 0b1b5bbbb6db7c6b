#include "heddle/core/load_store/transaction.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/core/load_store/bank_conflicts.hpp"

namespace heddle::core {
namespace {

using Addresses = std::array<Addr, kWarpSize>;

template <typename Function>
Addresses lanes_at(Function&& address) {
  Addresses result{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) result[lane] = address(lane);
  return result;
}

exec::MemoryAccess access_at(const Addresses& addresses, LaneMask lanes, unsigned bytes = 4) {
  exec::MemoryAccess access;
  access.bytes = static_cast<std::uint8_t>(bytes);
  access.global = access.shared = lanes;
  access.address = addresses;
  return access;
}

/// Of 4-byte words, into lines of 128 bytes.
unsigned coalesce_words(const Addresses& addresses, LaneMask lanes, TransactionList& list) {
  return coalesce(access_at(addresses, lanes), lanes, 128, list);
}

TEST(Coalesce, ConsecutiveWordsOfALineAreOneTransaction) {
  TransactionList list;
  const auto count =
      coalesce_words(lanes_at([](Addr lane) { return 0x1000 + 4 * lane; }), kAllLanes, list);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(list[0].line, Addr{0x1000});
  EXPECT_EQ(list[0].sectors, 0xF);
  EXPECT_EQ(list[0].lanes, kAllLanes);
}

TEST(Coalesce, MisalignedWordsTouchTwoLines) {
  TransactionList list;
  const auto count =
      coalesce_words(lanes_at([](Addr lane) { return 0x1004 + 4 * lane; }), kAllLanes, list);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(list[1].line, Addr{0x1080});
  EXPECT_EQ(list[1].sectors, 0x1);
  EXPECT_EQ(list[1].lanes, LaneMask{1} << 31);
}

TEST(Coalesce, AStrideOfALineIsOneTransactionALane) {
  TransactionList list;
  EXPECT_EQ(coalesce_words(lanes_at([](Addr lane) { return 128 * lane; }), kAllLanes, list), 32u);
  EXPECT_EQ(list[5].sectors, 0x1);
}

TEST(Coalesce, LooksOnlyAtActiveLanes) {
  TransactionList list;
  EXPECT_EQ(coalesce_words(lanes_at([](Addr lane) { return 128 * lane; }), 0x5, list), 2u);
  EXPECT_EQ(coalesce_words(lanes_at([](Addr) { return 0; }), 0, list), 0u);
}

/// Byte by byte, in the order of the lanes that first touch each line.
std::vector<Transaction> reference_transactions(const exec::MemoryAccess& access, LaneMask lanes,
                                                unsigned line_bytes) {
  std::vector<Transaction> found;
  for_each_lane(lanes, [&](unsigned lane) {
    for (Addr byte = access.address[lane]; byte < access.address[lane] + access.bytes; ++byte) {
      const Addr line = byte / line_bytes * line_bytes;
      auto at = std::find_if(found.begin(), found.end(),
                             [&](const Transaction& one) { return one.line == line; });
      if (at == found.end()) at = found.insert(found.end(), Transaction{line, 0, 0});
      at->lanes |= LaneMask{1} << lane;
      at->sectors |= static_cast<std::uint8_t>(1u << (byte - line) / 32);
    }
  });
  return found;
}

/// Rows of consecutive elements of random length at random places, perhaps not aligned.
exec::MemoryAccess access_by_rows(std::mt19937& random, unsigned line_bytes) {
  const unsigned bytes = 1u << random() % 6;
  const unsigned unit = random() % 4 == 0 ? 1 : bytes;
  const unsigned range = random() % 2 == 0 ? 4 * line_bytes : 4096;
  const auto length = 1 + static_cast<unsigned>(random()) % 16;
  Addr next = 0;
  Addresses addresses{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (lane % length == 0) next = random() % range / unit * unit;
    addresses[lane] = next;
    next += bytes;
  }
  const LaneMask lanes = random() % 2 == 0 ? kAllLanes : static_cast<LaneMask>(random() | 1);
  return access_at(addresses, lanes, bytes);
}

TEST(Coalesce, AgreesWithACountOfBytes) {
  std::mt19937 random(17);
  for (int i = 0; i < 20'000; ++i) {
    const unsigned line_bytes = 32u << random() % 4;
    const exec::MemoryAccess access = access_by_rows(random, line_bytes);
    const auto expected = reference_transactions(access, access.global, line_bytes);
    TransactionList list;
    ASSERT_EQ(coalesce(access, access.global, line_bytes, list), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      ASSERT_EQ(list[k].line, expected[k].line);
      ASSERT_EQ(list[k].lanes, expected[k].lanes);
      ASSERT_EQ(list[k].sectors, expected[k].sectors);
    }
  }
}

// What contiguous accesses may be told by is no other answer than lane by lane.
TEST(Coalesce, ContiguousLanesAreCoalescedAsAnyOthers) {
  std::mt19937 random(5);
  for (int i = 0; i < 20'000; ++i) {
    const Addr bytes = Addr{1} << random() % 6;
    const Addr base = random() % 4096 * bytes;
    const LaneMask lanes = random() % 2 == 0 ? kAllLanes : static_cast<LaneMask>(random() | 1);
    const unsigned line_bytes = 32u << random() % 3;
    exec::MemoryAccess access = access_at(lanes_at([&](Addr lane) { return base + lane * bytes; }),
                                          lanes, static_cast<unsigned>(bytes));
    TransactionList expected, list;
    const unsigned count = coalesce(access, lanes, line_bytes, expected);
    access.contiguous = true;
    ASSERT_EQ(coalesce(access, lanes, line_bytes, list), count);
    for (unsigned k = 0; k < count; ++k) {
      ASSERT_EQ(list[k].line, expected[k].line);
      ASSERT_EQ(list[k].lanes, expected[k].lanes);
      ASSERT_EQ(list[k].sectors, expected[k].sectors);
    }
  }
}

TEST(BankConflicts, ContiguousLanesHaveTheDegreeOfAnyOthers) {
  std::mt19937 random(6);
  for (const unsigned banks : {16u, 32u, 64u}) {
    for (int i = 0; i < 2000; ++i) {
      const unsigned bytes = 1u << random() % 5;
      const Addr base = random() % 512 * bytes;
      const LaneMask lanes = static_cast<LaneMask>(random() | 1);
      exec::MemoryAccess access =
          access_at(lanes_at([&](Addr lane) { return base + lane * bytes; }), lanes, bytes);
      access.contiguous = true;
      ASSERT_EQ(BankConflicts(banks).degree(0, access),
                bank_conflict_degree(access.address, lanes, bytes, banks));
    }
  }
}

TEST(CoalesceLocal, LanesAtOneOffsetShareALine) {
  TransactionList list;
  const auto offsets = lanes_at([](Addr) { return 8; });
  ASSERT_EQ(coalesce_local(offsets, kAllLanes, 4, 0x10000, 128, list), 1u);
  EXPECT_EQ(list[0].line, Addr{0x10000 + 8 * 32});
  EXPECT_EQ(list[0].sectors, 0xF);
  EXPECT_EQ(coalesce_local(offsets, kAllLanes, 16, 0x10000, 128, list), 4u);
}

TEST(CoalesceLocal, ComesBehindTheGlobalAccessesOfOtherLanes) {
  TransactionList list;
  const unsigned global =
      coalesce_words(lanes_at([](Addr lane) { return 4 * lane; }), 0xFFFF, list);
  ASSERT_EQ(global, 1u);
  ASSERT_EQ(
      coalesce_local(lanes_at([](Addr) { return 8; }), 0xFFFF0000, 4, 0x10000, 128, list, global),
      2u);
  EXPECT_EQ(list[0].lanes, LaneMask{0xFFFF});
  EXPECT_EQ(list[1].lanes, LaneMask{0xFFFF0000});
  EXPECT_EQ(list[1].line, Addr{0x10000 + 8 * 32});
}

// Distinct words of the busiest bank, counted without cleverness.
unsigned reference_degree(const Addresses& addresses, LaneMask lanes, unsigned banks) {
  std::map<unsigned, std::set<Addr>> words;
  for_each_lane(lanes, [&](unsigned lane) {
    const Addr word = addresses[lane] / 4;
    words[word % banks].insert(word);
  });
  std::size_t most = 1;
  for (const auto& [bank, set] : words) most = std::max(most, set.size());
  return static_cast<unsigned>(most);
}

TEST(BankConflicts, RememberedDegreesAreThoseOfTheAddressesAtHand) {
  std::mt19937 random(11);
  BankConflicts memory(32);
  Addresses pattern{};
  for (int i = 0; i < 20'000; ++i) {
    if (random() % 4 == 0)
      pattern = lanes_at([&](Addr lane) { return random() % 3 == 0 ? lane : random() % 512; });
    const Addr place = random() % 1024;
    const auto addresses = lanes_at([&](Addr lane) { return pattern[lane] + place; });
    const LaneMask lanes = random() % 2 == 0 ? kAllLanes : static_cast<LaneMask>(random() | 1);
    const unsigned bytes = 1u << (random() % 5);
    ASSERT_EQ(memory.degree(random() % 2, access_at(addresses, lanes, bytes)),
              bank_conflict_degree(addresses, lanes, bytes, 32));
  }
}

TEST(BankConflicts, StridesHaveTheirKnownDegrees) {
  for (unsigned stride = 1; stride <= 33; ++stride) {
    const auto addresses = lanes_at([&](Addr lane) { return 4 * stride * lane; });
    const unsigned expected = std::gcd(stride, 32u);
    EXPECT_EQ(bank_conflict_degree(addresses, kAllLanes, 4, 32), expected) << "stride " << stride;
  }
}

TEST(BankConflicts, OneWordForAllLanesIsABroadcast) {
  EXPECT_EQ(bank_conflict_degree(lanes_at([](Addr) { return 64; }), kAllLanes, 4, 32), 1u);
}

TEST(BankConflicts, EightByteWordsGoByHalfWarps) {
  EXPECT_EQ(bank_conflict_degree(lanes_at([](Addr lane) { return 8 * lane; }), kAllLanes, 8, 32),
            2u);
}

TEST(BankConflicts, AgreeWithACountOnRandomAddresses) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const unsigned range = 1u << (random() % 12);
    const auto addresses = lanes_at([&](Addr) { return 4 * Addr{random() % range}; });
    const LaneMask lanes = random() | 1;
    for (const unsigned banks : {16u, 32u}) {
      ASSERT_EQ(bank_conflict_degree(addresses, lanes, 4, banks),
                reference_degree(addresses, lanes, banks));
    }
  }
}

TEST(DistinctAddresses, CountsEachOnce) {
  EXPECT_EQ(distinct_addresses(lanes_at([](Addr lane) { return lane / 8; }), kAllLanes), 4u);
  EXPECT_EQ(distinct_addresses(lanes_at([](Addr lane) { return lane / 8; }), 0xFF), 1u);
}

unsigned sectors_in(const TransactionList& list, unsigned count) {
  unsigned sectors = 0;
  for (unsigned i = 0; i < count; ++i)
    sectors += static_cast<unsigned>(std::popcount(list[i].sectors));
  return sectors;
}

/// Coalesces words, and leaves what consecutive words would touch.
unsigned coalesce_ideally(const Addresses& addresses, LaneMask lanes, TransactionList& list) {
  const unsigned count = coalesce_words(addresses, lanes, list);
  return reduce_to_consecutive(access_at(addresses, lanes), lanes, 128, list, count);
}

TEST(ReduceToConsecutive, LeavesWhatTouchesNoMore) {
  TransactionList list;
  EXPECT_EQ(
      coalesce_ideally(lanes_at([](Addr lane) { return 0x1000 + 4 * lane; }), kAllLanes, list), 1u);
  EXPECT_EQ(list[0].sectors, 0xF);
  // All lanes read one word, which is less than consecutive words.
  EXPECT_EQ(coalesce_ideally(lanes_at([](Addr) { return 0x1000; }), kAllLanes, list), 1u);
  EXPECT_EQ(list[0].sectors, 0x1);
  EXPECT_EQ(list[0].lanes, kAllLanes);
  // A misaligned row touches five sectors, and as if consecutive four.
  EXPECT_EQ(
      coalesce_ideally(lanes_at([](Addr lane) { return 0x1004 + 4 * lane; }), kAllLanes, list), 1u);
  EXPECT_EQ(sectors_in(list, 1), 4u);
}

/// The columns of a matrix whose rows are lines, and the fields of structures: all accesses
/// together touch each sector once, as consecutive accesses would.
TEST(ReduceToConsecutive, TouchesEachSectorOnceInTurn) {
  for (const Addr stride : {Addr{128}, Addr{64}, Addr{32}, Addr{16}, Addr{8}}) {
    std::map<Addr, unsigned> touched;  // by sector: how often
    for (Addr element = 0; element < stride / 4; ++element) {
      TransactionList list;
      const auto addresses =
          lanes_at([&](Addr lane) { return 0x10000 + stride * lane + 4 * element; });
      const unsigned count = coalesce_ideally(addresses, kAllLanes, list);
      EXPECT_EQ(count, 1u);
      EXPECT_EQ(list[0].lanes, kAllLanes);
      for (unsigned sector = 0; sector < 4; ++sector)
        if ((list[0].sectors >> sector & 1) != 0) ++touched[list[0].line / 32 + sector];
    }
    EXPECT_EQ(touched.size(), stride) << stride;  // 32 lanes times the stride, by 32 bytes
    for (const auto& [sector, times] : touched) EXPECT_EQ(times, 1u) << stride << " " << sector;
  }
}

/// Eight lanes with elements of 16 bytes touch a line or two with 8 bytes of each element.
TEST(ReduceToConsecutive, CountsTheBytesOfTheLanes) {
  TransactionList list;
  const LaneMask lanes = 0xFF;
  const auto access = access_at(lanes_at([](Addr lane) { return 0x1000 + 16 * lane; }), lanes, 8);
  ASSERT_EQ(coalesce(access, lanes, 128, list), 1u);
  ASSERT_EQ(sectors_in(list, 1), 4u);
  EXPECT_EQ(reduce_to_consecutive(access, lanes, 128, list, 1), 1u);
  EXPECT_EQ(sectors_in(list, 1), 2u);  // 8 lanes of 8 bytes
  EXPECT_EQ(list[0].lanes, lanes);
}

TEST(IdealBanks, ServeAGroupOfLanesInACycle) {
  BankConflicts memory(32, true);
  const auto one_bank = lanes_at([](Addr lane) { return 128 * lane; });
  EXPECT_EQ(memory.degree(0, access_at(one_bank, kAllLanes)), 1u);
  EXPECT_EQ(memory.degree(0, access_at(one_bank, kAllLanes, 8)), 2u);
  EXPECT_EQ(memory.degree(0, access_at(one_bank, kAllLanes, 16)), 4u);
  EXPECT_EQ(memory.degree(0, access_at(one_bank, 0xFF, 16)), 1u);
}

}  // namespace
}  // namespace heddle::core
