#include "heddle/memory/address_map.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

TEST(AddressMap, GivesEveryChunkAPlaceOfItsOwn) {
  MemorySpec spec;
  spec.dram.channels = 6;
  spec.l2.slices_per_channel = 2;
  const AddressMap map(spec);
  std::set<std::pair<std::uint32_t, Addr>> by_slice, by_channel;
  for (Addr chunk = 0; chunk < 12 * 1000; ++chunk) {
    const Addr address = chunk * spec.l2.interleave_bytes;
    by_slice.insert({map.slice(address), map.local(address)});
    by_channel.insert({map.slice(address) / 2, map.channel_address(address)});
  }
  EXPECT_EQ(by_slice.size(), 12'000u);
  EXPECT_EQ(by_channel.size(), 12'000u);
}

TEST(AddressMap, SpreadsPowerOfTwoStridesWithHashing) {
  MemorySpec spec;
  spec.dram.channels = 16;
  spec.l2.slices_per_channel = 2;
  const AddressMap map(spec);
  std::vector<int> hits(32);
  for (Addr i = 0; i < 3200; ++i) ++hits[map.slice(i * 32 * spec.l2.interleave_bytes)];
  for (const int each : hits) EXPECT_NEAR(each, 100, 50);
}

}  // namespace
}  // namespace heddle::memory
