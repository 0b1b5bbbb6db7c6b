#include "heddle/exec/image/store_log.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "heddle/exec/image/memory_image.hpp"

namespace heddle::exec {
namespace {

TEST(StoreLog, HoldsStoresBackUntilApplied) {
  MemoryImage image(4096);
  const Addr a = image.allocate(256);
  StoreLog log;
  const std::uint32_t value = 0x11223344;
  log.store(a + 4, &value, 4);
  std::uint32_t seen = 0;
  image.read(a + 4, &seen, 4);
  EXPECT_EQ(seen, 0u);
  log.overlay(a + 4, &seen, 4);
  EXPECT_EQ(seen, value);
  log.apply(image);
  EXPECT_TRUE(log.empty());
  seen = 0;
  image.read(a + 4, &seen, 4);
  EXPECT_EQ(seen, value);
}

TEST(StoreLog, OverlaysOnlyTheBytesThatWereStored) {
  StoreLog log;
  const std::uint8_t byte = 0xAA;
  log.store(1001, &byte, 1);
  std::uint8_t read[4] = {1, 2, 3, 4};
  log.overlay(1000, read, 4);
  EXPECT_EQ(read[0], 1);
  EXPECT_EQ(read[1], 0xAA);
  EXPECT_EQ(read[2], 3);
}

TEST(StoreLog, DifferentBytesOfALineSurviveFromTwoSms) {
  MemoryImage image(4096);
  const Addr a = image.allocate(128);
  StoreLog one, two;
  const std::uint16_t first = 0x1111, second = 0x2222;
  one.store(a, &first, 2);
  two.store(a + 2, &second, 2);
  one.apply(image);
  two.apply(image);
  std::uint32_t both = 0;
  image.read(a, &both, 4);
  EXPECT_EQ(both, 0x22221111u);
}

TEST(StoreLog, SaysWhereNothingWasStored) {
  StoreLog log;
  const std::uint64_t value = 1;
  EXPECT_FALSE(log.may_overlap(0, ~Addr{0}));
  log.store(0x1000, &value, 8);
  EXPECT_TRUE(log.may_overlap(0x1007, 0x1008));
  EXPECT_FALSE(log.may_overlap(0x1008, 0x2000));
  EXPECT_TRUE(log.may_hold(0x1040));
  log.clear();
  EXPECT_FALSE(log.may_hold(0x1000));
  EXPECT_FALSE(log.may_overlap(0x1000, 0x1008));
}

TEST(StoreLog, FlushTakesBytesOut) {
  MemoryImage image(4096);
  const Addr a = image.allocate(128);
  StoreLog log;
  const std::uint64_t value = ~std::uint64_t{0};
  log.store(a, &value, 8);
  log.flush(image, a, 4);
  std::uint64_t now = 0;
  image.read(a, &now, 8);
  EXPECT_EQ(now, 0xFFFFFFFFu);
  image.fill(a, 7, 8);
  log.apply(image);
  image.read(a, &now, 8);
  EXPECT_EQ(now, 0xFFFFFFFF'07070707u);
}

TEST(StoreLog, NeighbouringHostRegionsInOneLine) {
  MemoryImage image(4096);
  std::uint8_t left[64] = {}, right[64] = {};
  const Addr at = isa::kGlobalBase + 8192;
  ASSERT_TRUE(image.add_host_region(at, left, 64));
  ASSERT_TRUE(image.add_host_region(at + 64, right, 64));
  StoreLog log;
  const std::uint32_t value = 0x01010101;
  log.store(at + 60, &value, 4);
  log.store(at + 64, &value, 4);
  log.apply(image);
  EXPECT_EQ(left[63], 1);
  EXPECT_EQ(right[3], 1);
  EXPECT_EQ(right[4], 0);
}

// Against a map from address to byte, with enough lines to make the table grow.
TEST(StoreLog, AgreesWithAMapOfBytes) {
  constexpr std::uint64_t kBytes = 1 << 19;
  MemoryImage image(kBytes);
  const Addr base = image.allocate(kBytes);
  std::mt19937 random(7);
  StoreLog log;
  for (int round = 0; round < 3; ++round) {
    std::map<Addr, std::uint8_t> expected;
    for (int i = 0; i < 20000; ++i) {
      const unsigned bytes = 1u << (random() % 6);
      const Addr at = base + random() % (kBytes / bytes) * bytes;
      std::uint8_t data[32];
      for (unsigned k = 0; k < bytes; ++k) expected[at + k] = data[k] = random() & 0xFF;
      log.store(at, data, bytes);
    }
    for (int i = 0; i < 5000; ++i) {
      const Addr at = base + random() % kBytes;
      std::uint8_t byte = 0;
      image.read(at, &byte, 1);
      const auto known = expected.find(at);
      const std::uint8_t wanted = known == expected.end() ? byte : known->second;
      if (known != expected.end()) {
        EXPECT_TRUE(log.may_hold(at));
      }
      log.overlay(at, &byte, 1);
      ASSERT_EQ(byte, wanted);
    }
    log.apply(image);
    for (const auto& [at, wanted] : expected) {
      std::uint8_t byte = 0;
      image.read(at, &byte, 1);
      ASSERT_EQ(byte, wanted);
    }
  }
}

}  // namespace
}  // namespace heddle::exec
