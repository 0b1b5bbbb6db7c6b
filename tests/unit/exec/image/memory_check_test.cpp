// Accesses outside of allocations, but in pages that hold one: what a GPU lets pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::exec {
namespace {

using testing::HasSubstr;
constexpr Addr kImageBase = isa::kGlobalBase;
constexpr std::uint64_t kPage = 2 << 20;
constexpr std::uint64_t kCapacity = 4 * kPage;

TEST(MemoryCheck, ByAllocationRefusesWhatPagesAllowAndSaysSo) {
  MemoryImage image(kCapacity);
  const Addr a = image.allocate(1000);
  RangeHint hint = 0;
  EXPECT_EQ(a, kImageBase);
  EXPECT_EQ(image.find(a + 1000, a + 1004, hint), nullptr);
  EXPECT_EQ(image.reach(a + 1000, 4), nullptr);
  EXPECT_THAT(image.page_hint(a + 1000), HasSubstr("--set device.memory_check=page"));
  EXPECT_THAT(image.page_hint(a - 512), HasSubstr("--set device.memory_check=page"));
  EXPECT_EQ(image.page_hint(a + kPage), "");
  EXPECT_EQ(image.page_hint(a - kPage), "");
}

TEST(MemoryCheck, ByPageReachesAllOfAPageThatHoldsAnAllocation) {
  MemoryImage image(kCapacity, MemoryCheck::page);
  const Addr a = image.allocate(1000);
  RangeHint hint = 0;
  // 512 bytes before the first allocation are in its page.
  EXPECT_NE(image.find(a - 512, a - 508, hint), nullptr);
  EXPECT_NE(image.find(kImageBase, kImageBase + kPage, hint), nullptr);
  EXPECT_EQ(image.find(kImageBase, kImageBase + kPage + 1, hint), nullptr);
  EXPECT_EQ(image.find(kImageBase + kPage, kImageBase + kPage + 4, hint), nullptr);
  EXPECT_EQ(image.find(kImageBase - 4, kImageBase, hint), nullptr);
  EXPECT_EQ(image.reach(a, ~std::uint64_t{0}), nullptr);
  EXPECT_EQ(image.page_hint(a + kPage), "");
}

TEST(MemoryCheck, ByPageGivesWhatTheMemoryHolds) {
  MemoryImage image(kCapacity, MemoryCheck::page);
  const Addr a = image.allocate(256);
  RangeHint hint = 0;
  *image.reach(a + 300, 1) = 7;
  EXPECT_EQ(*image.find(a + 300, a + 301, hint)->at(a + 300), 7);
  const Addr b = image.allocate(256);
  std::uint8_t byte = 0;
  image.read(b + 300 - 256, &byte, 1);
  EXPECT_EQ(b, a + 256);
  EXPECT_EQ(byte, 7);
}

TEST(MemoryCheck, ByPageFollowsAllocationAndRelease) {
  MemoryImage image(kCapacity, MemoryCheck::page);
  const Addr a = image.allocate(kPage);  // ends in the second page: the first begins with the lead
  RangeHint hint = 0;
  EXPECT_NE(image.find(kImageBase + 2 * kPage - 4, kImageBase + 2 * kPage, hint), nullptr);
  EXPECT_NE(image.find(kImageBase, kImageBase + 2 * kPage, hint), nullptr);
  EXPECT_TRUE(image.free(a));
  EXPECT_EQ(image.find(kImageBase, kImageBase + 4, hint), nullptr);
}

TEST(MemoryCheck, TheHostsSideStaysExact) {
  MemoryImage image(kCapacity, MemoryCheck::page);
  const Addr a = image.allocate(100);
  std::uint8_t bytes[8] = {};
  EXPECT_EQ(image.translate(a + 100, 1), nullptr);
  EXPECT_THROW(image.read(a + 96, bytes, 8), Error);
}

}  // namespace
}  // namespace heddle::exec
