#include "heddle/memory/dirty_lines.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

std::vector<std::uint32_t> in_order(const DirtyLines& lines) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t entry = lines.oldest(); entry != lines.end(); entry = lines.after(entry))
    all.push_back(entry);
  return all;
}

TEST(DirtyLines, AreInTheOrderOfTheirLastWrite) {
  DirtyLines lines(5);
  EXPECT_THAT(in_order(lines), testing::IsEmpty());
  for (const std::uint32_t entry : {3u, 0u, 4u}) lines.write(entry);
  EXPECT_THAT(in_order(lines), testing::ElementsAre(3, 0, 4));
  lines.write(0);
  EXPECT_THAT(in_order(lines), testing::ElementsAre(3, 4, 0));
  lines.clean(4);
  lines.clean(1);  // it was clean
  EXPECT_THAT(in_order(lines), testing::ElementsAre(3, 0));
  lines.clean(3);
  lines.clean(0);
  EXPECT_THAT(in_order(lines), testing::IsEmpty());
}

}  // namespace
}  // namespace heddle::memory
