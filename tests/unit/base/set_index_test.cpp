// Which set of a cache a line belongs to.

#include "heddle/base/set_index.hpp"

#include <set>

#include <gtest/gtest.h>

namespace heddle {
namespace {

/// The line of an address of which only these bits are set.
std::uint64_t line_with(std::initializer_list<unsigned> bits) {
  std::uint64_t address = 0;
  for (const unsigned bit : bits) address |= std::uint64_t{1} << bit;
  return address / 128;
}

TEST(SetIndex, LinearIsTheRemainder) {
  for (const std::uint32_t sets : {1u, 24u, 32u}) {
    const SetOfLine set_of(SetIndex::linear, sets);
    for (const std::uint64_t line : {0ull, 31ull, 32ull, 1000ull, 1ull << 40})
      EXPECT_EQ(set_of(line), line % sets);
  }
}

/// Address bits 7 to 11, exclusive or with 13, 14, 15, 17 and 19.
TEST(SetIndex, FermiMixesUpperAddressBitsIn) {
  const SetOfLine set_of(SetIndex::fermi, 32);
  const unsigned upper[] = {13, 14, 15, 17, 19};
  for (unsigned bit = 0; bit < 5; ++bit) {
    EXPECT_EQ(set_of(line_with({7 + bit})), 1u << bit);
    EXPECT_EQ(set_of(line_with({upper[bit]})), 1u << bit);
    EXPECT_EQ(set_of(line_with({7 + bit, upper[bit]})), 0u);
  }
  for (const unsigned bit : {12u, 16u, 18u, 20u, 32u}) EXPECT_EQ(set_of(line_with({bit})), 0u);
}

TEST(SetIndex, FermiWith48KibTakesBit12AsItIs) {
  const SetOfLine set_of(SetIndex::fermi, 64);
  EXPECT_EQ(set_of(line_with({12})), 32u);
  EXPECT_EQ(set_of(line_with({12, 13})), 33u);
  EXPECT_EQ(set_of(line_with({19})), 16u);
}

/// Lines that follow each other, as many as there are sets, have a set each.
TEST(SetIndex, FermiLosesNoSet) {
  for (const std::uint32_t sets : {1u, 2u, 16u, 32u, 64u, 128u}) {
    const SetOfLine set_of(SetIndex::fermi, sets);
    for (const std::uint64_t begin : {0ull, 1ull << 6, 0x12345ull << 7}) {
      std::set<std::uint32_t> seen;
      const std::uint64_t first = begin / sets * sets;
      for (std::uint64_t line = first; line < first + sets; ++line) seen.insert(set_of(line));
      EXPECT_EQ(seen.size(), sets);
      EXPECT_LT(*seen.rbegin(), sets);
    }
  }
}

TEST(SetIndex, FermiTakesPowersOfTwoAlone) {
  EXPECT_TRUE(SetOfLine::takes(SetIndex::linear, 24));
  EXPECT_FALSE(SetOfLine::takes(SetIndex::fermi, 24));
  EXPECT_FALSE(SetOfLine::takes(SetIndex::fermi, 96));
  for (const std::uint32_t sets : {1u, 32u, 64u, 256u})
    EXPECT_TRUE(SetOfLine::takes(SetIndex::fermi, sets));
}

}  // namespace
}  // namespace heddle
