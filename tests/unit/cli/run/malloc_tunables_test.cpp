#include "cli/run/malloc_tunables.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

// The syntax is that of the glibc manual, "Tunables": name=value, separated by colons.
TEST(MallocTunables, AsksForHugePagesBesideWhatTheUserAskedFor) {
  EXPECT_EQ(with_huge_pages(""), "glibc.malloc.hugetlb=1");
  EXPECT_EQ(with_huge_pages("glibc.malloc.check=3"), "glibc.malloc.check=3:glibc.malloc.hugetlb=1");
  EXPECT_EQ(with_huge_pages("my.glibc.malloc.hugetlb=0"),
            "my.glibc.malloc.hugetlb=0:glibc.malloc.hugetlb=1");
}

TEST(MallocTunables, TheUsersChoiceOfPagesStands) {
  for (const char* given :
       {"glibc.malloc.hugetlb=0", "glibc.malloc.check=3:glibc.malloc.hugetlb=2"})
    EXPECT_EQ(with_huge_pages(given), given);
}

}  // namespace
}  // namespace heddle::cli
