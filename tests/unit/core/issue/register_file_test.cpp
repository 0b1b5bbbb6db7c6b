#include "heddle/core/issue/register_file.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/base/splitmix.hpp"

namespace heddle::core {
namespace {

using Rows = std::vector<std::uint8_t>;  // row numbers, modulo the number of banks

TEST(RegisterFile, ABankServesOneOperandPerCycle) {
  RegisterFile file(4, 1, 8);
  EXPECT_EQ(file.read(Rows{0, 1}, 0, 0, 10), 0u);
  EXPECT_EQ(file.read(Rows{0, 1}, 0, 0, 10), 1u);  // behind the first reads
  EXPECT_EQ(file.read(Rows{0, 1}, 0, 0, 11), 1u);  // cycle 12 is taken, cycle 13 is not
  EXPECT_EQ(file.read(Rows{2, 2, 2}, 0, 0, 15), 2u);
  EXPECT_EQ(file.read(Rows{0, 1}, 0, 0, 40), 0u);
}

TEST(RegisterFile, TheSameRowsOfOtherWarpsAreInOtherBanks) {
  RegisterFile file(4, 1, 8);
  EXPECT_EQ(file.read(Rows{3}, 0, 0, 10), 0u);
  EXPECT_EQ(file.read(Rows{3}, 1, 0, 10), 0u);
  EXPECT_EQ(file.read(Rows{3}, 4, 0, 10), 1u);  // (3 + 4) % 4 is bank 3
}

TEST(RegisterFile, AResultKeepsItsBankFromBeingReadInItsCycle) {
  RegisterFile file(4, 2, 8);
  EXPECT_EQ(file.read(Rows{1}, 0, 1, 10), 0u);  // the bank serves the read in cycle 11
  file.write(Rows{1}, 0, 1, 11);                // so the write takes cycle 12
  EXPECT_EQ(file.read(Rows{1}, 0, 1, 11), 1u);
  EXPECT_EQ(file.read(Rows{1}, 0, 0, 11), 0u);  // the other lane group
  file.write(Rows{1}, 0, 1, 30);
  EXPECT_EQ(file.read(Rows{1}, 0, 1, 30), 0u);  // the write takes cycle 30, the read cycle 31
}

TEST(RegisterFile, AResultForALaterCycleIsWrittenThen) {
  RegisterFile later(16, 1, 48), now_and_then(16, 1, 48);
  struct Write {
    Cycle when;
    Rows rows;
    unsigned context;
  };
  std::vector<Write> writes;
  SplitMix random(7);
  const auto rows = [&] {
    Rows numbers(random() % 4);
    for (auto& number : numbers) number = static_cast<std::uint8_t>(random() % 16);
    return numbers;
  };
  Cycle now = 5;
  for (int i = 0; i < 3000; ++i) {
    now += random() % 8 == 0 ? random() % 100 : random() % 3;
    later.apply(now);
    std::ranges::stable_sort(writes, {}, &Write::when);
    std::erase_if(writes, [&](const Write& write) {
      if (write.when <= now) now_and_then.write(write.rows, write.context, 0, write.when);
      return write.when <= now;
    });
    const auto context = static_cast<unsigned>(random() % 48);
    const Rows read = rows();
    EXPECT_EQ(later.read(read, context, 0, now), now_and_then.read(read, context, 0, now));
    writes.push_back({now + 1 + random() % (i % 9 == 0 ? 200 : 20), rows(), context});
    later.write_at(writes.back().when, writes.back().rows, context);
  }
}

}  // namespace
}  // namespace heddle::core
