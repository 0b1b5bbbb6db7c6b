#include "heddle/exec/image/memory_image.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::exec {
namespace {

using testing::HasSubstr;
constexpr Addr kBase = isa::kGlobalBase;

TEST(MemoryImage, GivesTheLowestAddressesThatFit) {
  MemoryImage image(1 << 20);
  EXPECT_EQ(image.allocate(1), kBase);
  EXPECT_EQ(image.allocate(300), kBase + 256);
  EXPECT_EQ(image.allocate(10), kBase + 768);
  EXPECT_TRUE(image.free(kBase + 256));
  EXPECT_EQ(image.allocate(600), kBase + 1024);
  EXPECT_EQ(image.allocate(512), kBase + 256);
}

TEST(MemoryImage, FreedNeighboursJoin) {
  MemoryImage image(1024);
  const Addr a = image.allocate(256), b = image.allocate(256), c = image.allocate(512);
  EXPECT_EQ(image.free_bytes(), 0u);
  EXPECT_EQ(image.allocate(1), 0u);
  EXPECT_TRUE(image.free(a));
  EXPECT_TRUE(image.free(c));
  EXPECT_TRUE(image.free(b));
  EXPECT_EQ(image.allocate(1024), kBase);
}

TEST(MemoryImage, AllocatesWhereItIsTold) {
  MemoryImage image(4096);
  EXPECT_TRUE(image.allocate_at(kBase + 1024, 300, "table", false));
  EXPECT_FALSE(image.allocate_at(kBase + 1024, 1, "", true));
  EXPECT_FALSE(image.allocate_at(kBase + 768, 512, "", true));
  EXPECT_FALSE(image.allocate_at(kBase + 1, 1, "", true));
  EXPECT_FALSE(image.allocate_at(kBase + 3840, 512, "", true));
  EXPECT_FALSE(image.allocate_at(kBase - 256, 256, "", true));
  EXPECT_TRUE(image.allocate_at(kBase + 768, 256, "", true));
  EXPECT_TRUE(image.allocate_at(kBase + 3840, 256, "", true));
  EXPECT_EQ(image.allocate(1024), kBase + 1536);
  EXPECT_EQ(image.allocate(768), kBase);
  const std::vector<Allocation> all = image.allocations();
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[2].name, "table");
  EXPECT_FALSE(all[2].writable);
}

TEST(MemoryImage, TellsOfAllocations) {
  MemoryImage image(4096);
  std::vector<std::string> heard;
  image.watch(
      {[&](const Allocation& a) { heard.push_back(fmt::format("+{}", a.bytes)); },
       [&](Addr a) { heard.push_back(fmt::format("-{}", image.allocation_at(a)->bytes)); }});
  EXPECT_TRUE(image.free(image.allocate(100)));
  EXPECT_TRUE(image.allocate_at(kBase, 200, "", true));
  EXPECT_FALSE(image.free(kBase + 512));
  EXPECT_THAT(heard, testing::ElementsAre("+100", "-100", "+200"));
}

TEST(MemoryImage, TellsOfAccessesToTheHostsMemoryThatHintsWouldPassOver) {
  MemoryImage image(4096);
  const Addr device = image.allocate(256);
  const Addr host = reinterpret_cast<Addr>(image.allocate_host(256));
  image.watch_host_accesses();
  RangeHint hint{1};  // the host's range
  EXPECT_NE(image.find(device, device + 4, hint), nullptr);
  EXPECT_EQ(image.take_host_access(), 0u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NE(image.find(host + 8, host + 12, hint), nullptr);
    EXPECT_EQ(image.take_host_access(), host + 8);
    EXPECT_EQ(image.take_host_access(), 0u);
  }
  EXPECT_EQ(image.find(host + 300, host + 304, hint), nullptr);
  EXPECT_EQ(image.take_host_access(), 0u);
}

TEST(MemoryImage, RefusesWhatIsNoAllocation) {
  MemoryImage image(4096);
  const Addr a = image.allocate(512);
  EXPECT_FALSE(image.free(a + 256));
  EXPECT_FALSE(image.free(0));
  EXPECT_TRUE(image.free(a));
  EXPECT_FALSE(image.free(a));
  EXPECT_EQ(image.allocate(0), 0u);
  EXPECT_EQ(image.allocate(4097), 0u);
}

TEST(MemoryImage, TranslatesInsideOneAllocationOnly) {
  MemoryImage image(4096);
  const Addr a = image.allocate(100);
  image.allocate(100);
  EXPECT_NE(image.translate(a, 100), nullptr);
  EXPECT_NE(image.translate(a + 99, 1), nullptr);
  EXPECT_EQ(image.translate(a + 99, 2), nullptr);
  EXPECT_EQ(image.translate(a + 100, 1), nullptr);
  EXPECT_EQ(image.translate(a - 1, 1), nullptr);
  EXPECT_EQ(image.translate(a, ~std::uint64_t{0}), nullptr);
}

TEST(MemoryImage, FindsARangeFromAnyGuess) {
  MemoryImage image(1 << 16);
  Addr address[8];
  for (Addr& a : address) a = image.allocate(300);
  for (std::uint32_t guess : {0u, 3u, 7u, 99u}) {
    RangeHint hint{guess};
    const MemoryRange* const range = image.find(address[5], address[5] + 300, hint);
    ASSERT_NE(range, nullptr);
    EXPECT_EQ(range->begin, address[5]);
    EXPECT_EQ(image.find(address[5], address[5] + 301, hint), nullptr);
  }
  RangeHint hint{0};
  EXPECT_EQ(image.find(~Addr{0} - 3, 1, hint), nullptr);
}

TEST(MemoryImage, AllocationsOfMoreThanFourGigabytes) {
  MemoryImage image(std::uint64_t{12} << 30);
  const std::uint64_t bytes = (std::uint64_t{5} << 30) + 3;
  const Addr a = image.allocate(bytes);
  ASSERT_EQ(a, kBase);
  const std::uint32_t value = 0xDEADBEEF;
  image.write(a + bytes - 4, &value, 4);
  std::uint32_t back = 0;
  image.read(a + bytes - 4, &back, 4);
  EXPECT_EQ(back, value);
  EXPECT_EQ(image.allocate(256), a + (std::uint64_t{5} << 30) + 256);
}

TEST(MemoryImage, TwoImagesHaveTheSameAddressesAndTheirOwnBytes) {
  MemoryImage one(4096), two(4096);
  const Addr a = one.allocate(4);
  ASSERT_EQ(two.allocate(4), a);
  one.fill(a, 1, 4);
  two.fill(a, 2, 4);
  std::uint8_t byte = 0;
  one.read(a, &byte, 1);
  EXPECT_EQ(byte, 1);
}

TEST(MemoryImage, CopiesAndFills) {
  MemoryImage image(4096);
  const Addr a = image.allocate(64), b = image.allocate(64);
  image.fill(a, 0x5A, 64);
  image.copy(b + 8, a, 32);
  std::uint8_t bytes[64];
  image.read(b, bytes, 64);
  EXPECT_EQ(bytes[7], 0);
  EXPECT_EQ(bytes[8], 0x5A);
  EXPECT_EQ(bytes[39], 0x5A);
  EXPECT_EQ(bytes[40], 0);
  EXPECT_THROW(image.copy(b + 40, a, 32), Error);
  EXPECT_THROW(image.fill(a + 60, 0, 5), Error);
}

TEST(MemoryImage, FreedPagesReadAsZeroAgain) {
  MemoryImage image(1 << 20);
  const Addr a = image.allocate(MemoryImage::kFreshBytes);
  image.fill(a, 0xFF, MemoryImage::kFreshBytes);
  image.free(a);
  ASSERT_EQ(image.allocate(MemoryImage::kFreshBytes), a);
  std::uint8_t byte = 1;
  image.read(a + 5000, &byte, 1);
  EXPECT_EQ(byte, 0);
}

TEST(MemoryImage, DescribesPlacesByTheNearestAllocation) {
  MemoryImage image(1 << 16);
  EXPECT_EQ(image.describe(5), "nothing is allocated");
  const Addr a = image.allocate(100, "table");
  image.allocate(1000);
  image.free(a + 256);
  EXPECT_EQ(image.describe(a + 103),
            "3 bytes past the end of the allocation `table` of 100 bytes at 0x10000000");
  EXPECT_EQ(image.describe(a + 7), "byte 7 of the allocation `table` of 100 bytes at 0x10000000");
  EXPECT_EQ(image.describe(a - 16),
            "16 bytes before the allocation `table` of 100 bytes at 0x10000000");
}

TEST(MemoryImage, ErrorsOfCopiesNameThePlace) {
  MemoryImage image(4096);
  image.allocate(16, "data");
  try {
    std::uint8_t bytes[8];
    image.read(kBase + 12, bytes, 8);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("reading 8 bytes at device address 0x1000000c"));
    EXPECT_THAT(error.what(), HasSubstr("`data`"));
  }
}

TEST(MemoryImage, HostMemoryHasOneAddressOnBothSides) {
  MemoryImage image(4096), other(4096);
  void* const memory = image.allocate_host(10000);
  ASSERT_NE(memory, nullptr);
  const Addr address = reinterpret_cast<std::uintptr_t>(memory);
  EXPECT_GE(address, image.host_addresses().host);
  static_cast<std::uint8_t*>(memory)[9999] = 77;
  EXPECT_EQ(*image.translate(address + 9999, 1), 77);
  EXPECT_EQ(image.translate(address + 10000, 1), nullptr);
  EXPECT_TRUE(image.allocation_at(address)->host);
  void* const second = other.allocate_host(10000);
  EXPECT_NE(second, memory) << "both images live in one process";
  EXPECT_TRUE(image.free_host(memory));
  EXPECT_FALSE(image.free_host(memory));
  EXPECT_EQ(image.translate(address, 1), nullptr);
  EXPECT_EQ(image.allocate_host(10000), memory) << "the same address in every run";
}

/// 1 MiB of device memory ends below 4 GiB, and so does all else that an address of 32 bits names.
TEST(MemoryImage, PlacesHostMemoryBelow4GiBForShortAddresses) {
  constexpr Addr kEnd = Addr{1} << 32;
  MemoryImage image(1 << 20, MemoryCheck::allocation, 32);
  auto* const memory = static_cast<std::uint8_t*>(image.allocate_host(10000));
  ASSERT_NE(memory, nullptr);
  const Addr address = reinterpret_cast<std::uintptr_t>(memory);
  EXPECT_GE(address, kBase + (1 << 20));
  EXPECT_LE(address + 10000, kEnd);
  memory[9999] = 77;
  EXPECT_EQ(*image.translate(address + 9999, 1), 77);

  std::uint32_t host[4] = {1, 2, 3, 4};
  const Addr place = image.place_for_region(sizeof host);
  EXPECT_GE(place, address + 10000);
  EXPECT_LE(place + sizeof host, kEnd);
  ASSERT_TRUE(image.add_host_region(place, host, sizeof host));
  EXPECT_GE(image.place_for_region(8), place + sizeof host);
  image.remove_host_region(place);
  EXPECT_EQ(image.place_for_region(8), place) << "given back, it is free again";

  EXPECT_FALSE(image.add_host_region(kEnd - 8, host, sizeof host)) << "its end has no address";
  EXPECT_FALSE(image.add_host_region(kEnd, host, sizeof host));
  EXPECT_EQ(image.allocate_host(kEnd), nullptr);
  EXPECT_EQ(image.place_for_region(kEnd), 0u);
  EXPECT_TRUE(image.free_host(memory));
}

/// Host regions fill the room: the one that no longer fits is refused, wherever gaps are too small.
TEST(MemoryImage, RefusesHostMemoryThatNoShortAddressNames) {
  const std::uint64_t most = (Addr{1} << 32) - kBase;
  MemoryImage image(most, MemoryCheck::allocation, 32);
  EXPECT_EQ(image.allocate_host(1), nullptr);
  EXPECT_EQ(image.place_for_region(1), 0u);
}

TEST(MemoryImage, HostRegionsMayBeAnywhereOutsideDeviceMemory) {
  MemoryImage image(4096);
  std::uint32_t host[4] = {1, 2, 3, 4};
  EXPECT_FALSE(image.add_host_region(kBase + 128, host, 16));
  EXPECT_TRUE(image.add_host_region(kBase + 8192, host, 16));
  EXPECT_FALSE(image.add_host_region(kBase + 8200, host, 16));
  const std::uint32_t value = 9;
  image.write(kBase + 8192 + 8, &value, 4);
  EXPECT_EQ(host[2], 9u);
  EXPECT_FALSE(image.free(kBase + 8192));
  EXPECT_TRUE(image.remove_host_region(kBase + 8192));
  EXPECT_FALSE(image.remove_host_region(kBase + 8192));
}

// No host has 2^48 bytes of addresses: each allocation is mapped by itself.
TEST(MemoryImage, WorksWhereTheHostRefusesTheReservation) {
  MemoryImage image(std::uint64_t{1} << 48);
  const Addr a = image.allocate(1 << 20);
  EXPECT_EQ(a, kBase);
  const Addr b = image.allocate(100);
  ASSERT_EQ(b, kBase + (1 << 20));
  image.fill(b, 3, 100);
  image.copy(a + 5, b, 100);
  EXPECT_EQ(*image.translate(a + 5, 100), 3);
  EXPECT_EQ(image.allocate(std::uint64_t{1} << 47), 0u);
  EXPECT_TRUE(image.free(a));
  EXPECT_EQ(image.allocate(1 << 20), a);
  EXPECT_EQ(*image.translate(a + 5, 1), 0);
}

}  // namespace
}  // namespace heddle::exec
