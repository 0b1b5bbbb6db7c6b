#include "heddle/core/terms/shared_sizes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::core {
namespace {

constexpr std::uint64_t kKiB = 1024;

SmSpec with(const std::string& sizes, std::uint32_t shared_bytes = 96 * kKiB) {
  SmSpec sm;
  sm.shared_bytes = shared_bytes;
  sm.shared_sizes = sizes;
  return sm;
}

// CUDA C++ Programming Guide, compute capability 7.0: 0, 8, 16, 32, 64 or 96 KB.
TEST(SharedSizes, AreRoundedUpToTheNextOne) {
  const SharedSizes sizes(with("0 8 16  32 64 96 "));
  EXPECT_TRUE(sizes.chosen_by_kernels());
  EXPECT_EQ(sizes.smallest(), 0u);
  EXPECT_EQ(sizes.largest(), 96 * kKiB);
  EXPECT_EQ(sizes.at_least(0), 0u);
  EXPECT_EQ(sizes.at_least(1), 8 * kKiB);
  EXPECT_EQ(sizes.at_least(8 * kKiB), 8 * kKiB);
  EXPECT_EQ(sizes.at_least(8 * kKiB + 1), 16 * kKiB);
  EXPECT_EQ(sizes.at_least(33 * kKiB), 64 * kKiB);
  EXPECT_EQ(sizes.at_least(97 * kKiB), 96 * kKiB);
}

TEST(SharedSizes, MayBeFixed) {
  const SharedSizes fixed(with("single", 48 * kKiB));
  EXPECT_FALSE(fixed.chosen_by_kernels());
  EXPECT_EQ(fixed.at_least(1), 48 * kKiB);
}

TEST(SharedSizes, TheL1HasTheRest) {
  L1Spec l1;
  l1.bytes = 32 * kKiB;
  const SmSpec sm = with("0 8 16 32 64 96");
  EXPECT_EQ(l1_bytes_beside(96 * kKiB, sm, l1), 32 * kKiB);
  EXPECT_EQ(l1_bytes_beside(8 * kKiB, sm, l1), 120 * kKiB);
  EXPECT_EQ(most_l1_lines(sm, l1), 1024u);  // 128 KiB of 128 B
}

TEST(SharedSizes, RefuseWhatTheyCannotMean) {
  const auto refusal = [](const std::string& sizes) -> std::string {
    try {
      const SharedSizes read(with(sizes));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refusal("0 16 16 96"), testing::HasSubstr("larger than the one before"));
  EXPECT_THAT(refusal("0 64"), testing::HasSubstr("sm.shared_bytes (98304 B)"));
  EXPECT_THAT(refusal("96"), testing::HasSubstr("two sizes"));
  EXPECT_THAT(refusal(""), testing::HasSubstr("two sizes"));
  EXPECT_THAT(refusal("0, 96"), testing::HasSubstr("'0,' is not a number of KiB"));
  EXPECT_THAT(refusal("0 96KiB"), testing::HasSubstr("say \"single\""));
}

}  // namespace
}  // namespace heddle::core
